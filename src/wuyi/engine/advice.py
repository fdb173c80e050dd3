"""What a seat's own hand is waiting for, worked out from its view, so that it can give nothing away."""

import msgspec

from wuyi.engine.action import Action, Discard
from wuyi.engine.view import UNKNOWN, View
from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.notation import parse_tiles
from wuyi.hand.tile import KINDS, NAMES, TILES, Tile
from wuyi.hand.wait import is_baotou, waits
from wuyi.scoring.context import Winning
from wuyi.scoring.score import Refusal, judge


class Wait(msgspec.Struct, frozen=True):
    """A kind that would complete the hand (4.7).

    left: how many of it this seat has not seen. drawn: the fan of a win with it by oneself; discarded: by
    another. None where that may not win, and then `reason` is the id of why (of the draw, if that may not
    win either).
    """

    tile: str
    left: int
    drawn: int | None
    discarded: int | None
    reason: str | None = None


class DiscardHint(msgspec.Struct, frozen=True):
    """What discarding `tile` would leave: the waits. Discards that leave none are not listed."""

    tile: str
    waits: tuple[Wait, ...]


def own_hand(view: View) -> Hand:
    """The hand of the view's seat, without the drawn tile. Raises `ValueError` for a spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator holds no hand")
    caishen = TILES[view.caishen]
    melds = tuple(Meld.parse(meld.meld, caishen) for meld in view.seats[view.seat].melds)
    return Hand([TILES[name] for name in view.hand], melds, caishen=caishen)


def unseen(view: View) -> list[int]:
    """How many of each of the 34 kinds this seat has not seen: still in the wall, or in another's hand."""
    left = [4] * KINDS
    left[TILES[view.caishen]] -= 1  # the turned tile lies open
    for name in view.hand:
        left[TILES[name]] -= 1
    if view.drawn is not None:
        left[TILES[view.drawn]] -= 1
    for seat in view.seats:
        for discard in seat.river:
            if discard.claimed is None:
                left[TILES[discard.tile]] -= 1
        for meld in seat.melds:
            if UNKNOWN not in meld.meld:
                for tile in parse_tiles(meld.meld[1:-1]):
                    left[tile] -= 1
    if view.phase == "rob" and view.tile is not None:
        left[TILES[view.tile]] -= 1
    return left


def current_waits(view: View) -> tuple[Wait, ...]:
    """The waits of the hand as it stands, when it stands at thirteen (the drawn tile apart)."""
    hand = own_hand(view)
    if hand.total != 13:
        return ()
    assert view.seat is not None
    seat = view.seats[view.seat]
    return _describe(hand, view, unseen(view), seat.kongs, seat.flown)


def discard_hints(view: View, legal: tuple[Action, ...]) -> tuple[DiscardHint, ...]:
    """For each legal discard that would leave a waiting hand, what it would wait for."""
    discards = [action for action in legal if isinstance(action, Discard)]
    if not discards or view.seat is None:
        return ()
    seat = view.seats[view.seat]
    left = unseen(view)
    full = own_hand(view)
    if view.drawn is not None:
        full.add(TILES[view.drawn])
    found = []
    for action in discards:
        hand = full.copy()
        hand.remove(TILES[action.tile])
        flies = action.tile == view.caishen and is_baotou(hand, view.rules)
        kongs, flown = (seat.kongs, seat.flown + 1) if flies else (0, 0)
        if described := _describe(hand, view, left, kongs, flown):
            found.append(DiscardHint(action.tile, described))
    return tuple(found)


def _describe(hand: Hand, view: View, left: list[int], kongs: int, flown: int) -> tuple[Wait, ...]:
    by_draw = Winning(way="draw", kongs=kongs, flown=flown)
    by_discard = Winning(way="discard")
    return tuple(
        [_wait(hand, tile, left[tile], view, by_draw, by_discard) for tile in waits(hand, view.rules)]
    )


def _wait(hand: Hand, tile: Tile, left: int, view: View, by_draw: Winning, by_discard: Winning) -> Wait:
    drawn = judge(hand, tile, by_draw, view.rules)
    discarded = judge(hand, tile, by_discard, view.rules)
    reason = discarded.reason if isinstance(discarded, Refusal) else None
    if isinstance(drawn, Refusal):
        reason = drawn.reason
    return Wait(
        tile=NAMES[tile],
        left=max(0, left),
        drawn=None if isinstance(drawn, Refusal) else drawn.fan,
        discarded=None if isinstance(discarded, Refusal) else discarded.fan,
        reason=reason,
    )
