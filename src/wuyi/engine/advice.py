"""What a seat's own hand is waiting for, worked out from its view, so that it can give nothing away."""

from functools import lru_cache

import msgspec

from wuyi.engine.action import Action, Discard
from wuyi.engine.view import UNKNOWN, View
from wuyi.errors import ArgumentError
from wuyi.hand.distance import distance
from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.notation import parse_tiles
from wuyi.hand.tile import KINDS, NAMES, TILES, Tile
from wuyi.hand.wait import is_baotou, waits
from wuyi.rules import Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.score import Refusal, judge


class Wait(msgspec.Struct, frozen=True, gc=False):
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


class DiscardHint(msgspec.Struct, frozen=True, gc=False):
    """What discarding `tile` would leave: the waits. Discards that leave none are not listed."""

    tile: str
    waits: tuple[Wait, ...]


def own_hand(view: View) -> Hand:
    """The hand of the view's seat, without the drawn tile. Raises `ArgumentError` for a spectator's view."""
    if view.seat is None:
        raise ArgumentError("a spectator holds no hand")
    return _hand(view.hand, tuple([meld.meld for meld in view.seats[view.seat].melds]), view.caishen)


def full_hand(view: View) -> Hand:
    """The hand of the view's seat, the drawn tile among the others. Raises `ArgumentError` as `own_hand`."""
    hand = own_hand(view)
    if view.drawn is not None:
        hand.add(TILES[view.drawn])
    return hand


def _hand(tiles: tuple[str, ...], melds: tuple[str, ...], caishen: str) -> Hand:
    turned = TILES[caishen]
    shown = tuple([Meld.parse(meld, turned) for meld in melds])
    return Hand([TILES[name] for name in tiles], shown, caishen=turned)


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


def current_waits(view: View, kinds: tuple[Tile, ...] | None = None) -> tuple[Wait, ...]:
    """The waits of the hand as it stands, when it stands at thirteen (the drawn tile apart).

    kinds: its `waits`, where they are known already.
    """
    if view.seat is None:
        raise ArgumentError("a spectator holds no hand")
    seat = view.seats[view.seat]
    if len(view.hand) + 3 * len(seat.melds) != 13:
        return ()
    if kinds is None:
        kinds = _kinds_of(view.hand, tuple([meld.meld for meld in seat.melds]), view.caishen, view.rules)
    if not kinds:
        return ()
    return describe(kinds, own_hand(view), view, unseen(view), seat.kongs, seat.flown)


@lru_cache(maxsize=1 << 10)
def _kinds_of(
    tiles: tuple[str, ...], melds: tuple[str, ...], caishen: str, rules: Ruleset
) -> tuple[Tile, ...]:
    """The waits of a hand. Where a hand is shown move by move, three of four stay as they are."""
    return waits(_hand(tiles, melds, caishen), rules)


def discard_hints(view: View, legal: tuple[Action, ...]) -> tuple[DiscardHint, ...]:
    """For each legal discard that would leave a waiting hand, what it would wait for."""
    discards = [action for action in legal if isinstance(action, Discard)]
    if not discards or view.seat is None:
        return ()
    left: list[int] = []
    full = full_hand(view)
    if distance(full, view.rules) > 1:
        return ()  # known at once; no discard can leave a wait
    found = []
    for action in discards:
        hand = full.copy()
        hand.remove(TILES[action.tile])
        if not (kinds := waits(hand, view.rules)):
            continue
        kongs, flown = kongs_and_flown(view, hand, action.tile)
        left = left or unseen(view)
        found.append(DiscardHint(action.tile, describe(kinds, hand, view, left, kongs, flown)))
    return tuple(found)


def kongs_and_flown(view: View, hand: Hand, discard: str) -> tuple[int, int]:
    """The kongs and 飘 that would count in a draw (5.3), once `discard` has left `hand`."""
    if view.seat is None or discard != view.caishen or not is_baotou(hand, view.rules):
        return 0, 0
    seat = view.seats[view.seat]
    return seat.kongs, seat.flown + 1


def describe(
    kinds: tuple[Tile, ...], hand: Hand, view: View, left: list[int], kongs: int, flown: int
) -> tuple[Wait, ...]:
    """Each of the waits of a hand of thirteen: how many are `left`, and what it would score."""
    by_draw = Winning(way="draw", kongs=kongs, flown=flown)
    by_discard = Winning(way="discard")
    return tuple([_wait(hand, tile, left[tile], view, by_draw, by_discard) for tile in kinds])


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
