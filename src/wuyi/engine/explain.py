"""What a seat may ask to have explained: its waits fan by fan, what each discard would leave, and how far
that is from a win. All of it from the seat's view, so that it can give nothing away; dearer than what every
state carries (`engine.advice`), and so only on demand.
"""

import msgspec

from wuyi.engine.action import Action, Discard
from wuyi.engine.advice import Wait, describe, full_hand, kongs_and_flown, own_hand, unseen
from wuyi.engine.view import View
from wuyi.errors import ArgumentError
from wuyi.hand.distance import distance, distances
from wuyi.hand.hand import Hand
from wuyi.hand.tile import KINDS, NAMES, TILES, Tile
from wuyi.hand.wait import waits
from wuyi.scoring.context import Winning
from wuyi.scoring.score import Fans, Refusal, Score, judge


class Worth(msgspec.Struct, frozen=True):
    """What a win would score: id and value of each fan, their sum as capped by the rules, and the base."""

    fans: Fans
    fan: int
    base: int


class PricedWait(msgspec.Struct, frozen=True):
    """A `Wait` with its fans. drawn, discarded: None where that may not win, and `reason` says why."""

    tile: str
    left: int
    drawn: Worth | None
    discarded: Worth | None
    reason: str | None = None


class Outlook(msgspec.Struct, frozen=True):
    """What discarding `tile` would leave.

    waits: as in `DiscardHint`. lacking: how many tiles are then wanting to a win, 1 for a waiting hand.
    towards: the nearest patterns, by the names of `hand.distance.distances`. useful: the kinds that bring it
    closer, the waits of a waiting hand; left: how many of them this seat has not seen.
    """

    tile: str
    waits: tuple[Wait, ...]
    lacking: int
    towards: tuple[str, ...]
    useful: tuple[str, ...]
    left: int


def outlooks(view: View, legal: tuple[Action, ...]) -> tuple[Outlook, ...]:
    """For each discard among `legal`, what it would leave; the best first: the fewest tiles lacking, then the
    most that help."""
    discards = [action.tile for action in legal if isinstance(action, Discard)]
    if not discards:
        return ()
    left = unseen(view)
    full = full_hand(view)
    found = [_outlook(tile, full, view, left) for tile in discards]
    return tuple(sorted(found, key=lambda each: (each.lacking, -each.left)))


def priced_waits(view: View, discard: str | None = None) -> tuple[PricedWait, ...]:
    """The waits with their fans, of the hand without the drawn tile, or as it would be after `discard`.

    Empty where that is not thirteen tiles. Raises `ArgumentError` for a spectator's view, and for a tile that
    the seat does not hold.
    """
    if view.seat is None:
        raise ArgumentError("a spectator holds no hand")
    seat = view.seats[view.seat]
    kongs, flown = seat.kongs, seat.flown
    hand = own_hand(view)
    if discard is not None:
        hand = full_hand(view)
        tile = TILES.get(discard)
        if tile is None or not hand.counts[tile]:
            raise ArgumentError(f"{discard!r} is not in the hand")
        hand.remove(tile)
        kongs, flown = kongs_and_flown(view, hand, discard)
    if hand.total != 13:
        return ()
    left = unseen(view)
    by_draw = Winning(way="draw", kongs=kongs, flown=flown)
    priced = []
    for tile in waits(hand, view.rules):
        drawn = judge(hand, tile, by_draw, view.rules)
        discarded = judge(hand, tile, Winning(way="discard"), view.rules)
        refused = drawn if isinstance(drawn, Refusal) else discarded
        reason = refused.reason if isinstance(refused, Refusal) else None
        priced.append(PricedWait(NAMES[tile], max(0, left[tile]), _worth(drawn), _worth(discarded), reason))
    return tuple(priced)


def _worth(verdict: Score | Refusal) -> Worth | None:
    return Worth(verdict.fans, verdict.fan, verdict.base) if isinstance(verdict, Score) else None


def _outlook(tile: str, full: Hand, view: View, left: list[int]) -> Outlook:
    hand = full.copy()
    hand.remove(TILES[tile])
    kongs, flown = kongs_and_flown(view, hand, tile)
    kinds = waits(hand, view.rules)
    by_target = distances(hand, view.rules)
    lacking = min(by_target.values())
    useful = kinds or _useful(hand, view, left, lacking)
    return Outlook(
        tile=tile,
        waits=describe(kinds, hand, view, left, kongs, flown),
        lacking=lacking,
        towards=tuple([target for target, each in by_target.items() if each == lacking]),
        useful=tuple([NAMES[kind] for kind in useful]),
        left=sum([max(0, left[kind]) for kind in useful]),
    )


def _useful(hand: Hand, view: View, left: list[int], lacking: int) -> tuple[Tile, ...]:
    """The kinds still to be had that bring thirteen tiles closer to a win, the caishen among them."""
    found = []
    for kind in range(KINDS):
        if left[kind] <= 0:
            continue
        hand.add(kind)
        if distance(hand, view.rules) < lacking:
            found.append(kind)
        hand.remove(kind)
    return tuple(found)
