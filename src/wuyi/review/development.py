"""What the hands of others are likely to be like, and how hands are dealt that are so.

Tiles dealt at random are hardly ever near a win, and what has been collected for ten turns is: a world in
which the others hold the former says little of danger.
"""

import pkgutil
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

import msgspec

from wuyi.hand import Hand
from wuyi.hand.complete import paired
from wuyi.hand.distance import FAR, distance
from wuyi.hand.face import concealed_faces
from wuyi.hand.tile import Tile
from wuyi.rules import Ruleset

MOST_TRIES: Final = 1500
"""So many exchanges are tried at most to make the hands of a world as near as they should be."""
MOST_WIDENING: Final = 100
"""And so many for each hand to make as many tiles useful to it as should be."""
MOST_CAISHEN: Final = 2
"""Hands with more caishen are taken for hands with as many: they are too rare to know them apart."""

ANY, PAIRS, UNCONNECTED = range(3)
"""The ways to win that hands are told apart by: seven pairs (4.2), thirteen unconnected (4.3), and any. Hands
that are not the nearest to one of the two have melds mostly, and no other way than four melds and a pair."""

Useful = tuple[int, int, int, int, int]
"""How many tiles shall be useful, in the middle of each fifth of the hands, from the narrowest on."""


class Shape(msgspec.Struct, frozen=True, array_like=True):
    """Hands that are nearest to a win by one of the ways and lack so many tiles: of ten thousand how many
    there are, and what is useful to those."""

    way: int
    lacking: int
    share: int
    useful: Useful


class Likely(msgspec.Struct, frozen=True, array_like=True):
    """What hands are like after so many discards of their seat and with so many melds.

    caishen: a caishen that nobody has seen lies in such a hand as often as in so many places of the wall.
    shapes: by the caishen held.
    """

    caishen: float
    shapes: tuple[tuple[Shape, ...], ...]


class Aim(NamedTuple):
    """What a hand shall be like. way: by which it lacks so many. useful: of the tiles that do not lie open,
    how many bring it nearer."""

    way: int
    lacking: int
    useful: int


class _Measured(msgspec.Struct, frozen=True):
    """By `half_flush_required`, melds and discards; written by tools/measure_development.py."""

    half_flush: tuple[tuple[Likely, ...], ...]
    any_suits: tuple[tuple[Likely, ...], ...]


@cache
def _measured() -> _Measured:
    data = pkgutil.get_data(__package__, "data/development.json")
    assert data is not None
    return msgspec.json.decode(data, type=_Measured)


def likely(rules: Ruleset, melds: int, discards: int) -> Likely:
    """What hands are like that have so many melds, after so many discards of their seat."""
    tables = _measured()
    by_discards = (tables.half_flush if rules.half_flush_required else tables.any_suits)[melds]
    return by_discards[min(discards, len(by_discards) - 1)]


def any_of(shapes: Sequence[Shape], random: Random) -> Aim:
    """What one of the hands is like, each as likely as its share."""
    (shape,) = random.choices(shapes, [each.share for each in shapes])
    return Aim(shape.way, shape.lacking, random.choice(shape.useful))


def develop(
    tiles: list[Tile],
    hands: Sequence[Hand],
    aims: Sequence[Aim],
    hidden: Sequence[int],
    *,
    rules: Ruleset,
    random: Random,
) -> None:
    """Exchange tiles of the hands for others, until each hand lacks as many as it should; and then for tiles
    of the wall, until as many are useful. Caishen stay where they are.

    tiles: those that nobody has seen, shuffled; the hands hold the first of them, one after the other.
    hidden: of each kind, how many do not lie open for everybody.
    An exchange is kept unless it leads further away; one between two hands, unless it does so on the whole.
    The twin of `wuyi.simulate.fast.develop`.
    """
    starts = [0, *accumulate([hand.size for hand in hands])]
    _come_near(tiles, hands, starts, aims, rules, random)
    for who, hand in enumerate(hands):
        places = range(starts[who], starts[who + 1])
        _widen(tiles, hand, places, starts[-1], aims[who], hidden, rules, random)


def _come_near(
    tiles: list[Tile],
    hands: Sequence[Hand],
    starts: Sequence[int],
    aims: Sequence[Aim],
    rules: Ruleset,
    random: Random,
) -> None:
    away = [_away(hand, aim, rules) for hand, aim in zip(hands, aims, strict=True)]
    for number in range(MOST_TRIES):
        if not any(away):
            return
        who = number % len(hands)
        if not away[who]:
            continue
        mine, other = random.randrange(starts[who], starts[who + 1]), random.randrange(len(tiles))
        owner = bisect_right(starts, other) - 1
        if owner == who or not _may_change(tiles[mine], tiles[other], hands[who]):
            continue
        concerned = [who] if owner == len(hands) else [who, owner]
        _swap(hands, who, owner, tiles[mine], tiles[other])
        now = [_away(hands[each], aims[each], rules) for each in concerned]
        if sum(now) <= sum([away[each] for each in concerned]):
            tiles[mine], tiles[other] = tiles[other], tiles[mine]
            for each, found in zip(concerned, now, strict=True):
                away[each] = found
        else:
            _swap(hands, who, owner, tiles[other], tiles[mine])


def _widen(
    tiles: list[Tile],
    hand: Hand,
    places: range,
    wall: int,
    aim: Aim,
    hidden: Sequence[int],
    rules: Ruleset,
    random: Random,
) -> None:
    """places: of the hand. wall: where it begins."""
    lacking = distance(hand, rules)
    if lacking >= FAR or not places or wall == len(tiles):
        return
    near = _away(hand, aim, rules)
    away = abs(useful(hand, lacking, hidden, rules) - aim.useful)
    for _ in range(MOST_WIDENING):
        if not away:
            return
        mine, other = random.choice(places), random.randrange(wall, len(tiles))
        if not _may_change(tiles[mine], tiles[other], hand):
            continue
        _exchange(hand, tiles[mine], tiles[other])
        if _away(hand, aim, rules) <= near:
            lacking = distance(hand, rules)
            now = abs(useful(hand, lacking, hidden, rules) - aim.useful)
            if now <= away:
                away = now
                tiles[mine], tiles[other] = tiles[other], tiles[mine]
                continue
        _exchange(hand, tiles[other], tiles[mine])


def useful(hand: Hand, lacking: int, hidden: Sequence[int], rules: Ruleset) -> int:
    """How many tiles bring thirteen that lack so many nearer, of those that neither lie open nor are held."""
    total = 0
    for tile, count in enumerate(hidden):
        free = count - hand.counts[tile]
        if free > 0:
            hand.add(tile)
            if distance(hand, rules) < lacking:
                total += free
            hand.remove(tile)
    return total


def _may_change(one: Tile, other: Tile, hand: Hand) -> bool:
    """Whether to exchange the tiles changes anything and moves no caishen."""
    return one != other and hand.caishen not in (one, other)


def _swap(hands: Sequence[Hand], who: int, owner: int, old: Tile, new: Tile) -> None:
    """Let a hand hold `new` in place of `old`, and its owner the other way about, unless that is the wall."""
    _exchange(hands[who], old, new)
    if owner < len(hands):
        _exchange(hands[owner], new, old)


def _exchange(hand: Hand, old: Tile, new: Tile) -> None:
    hand.remove(old)
    hand.add(new)


def _away(hand: Hand, aim: Aim, rules: Ruleset) -> int:
    """By how many tiles a hand lacks too many or too few, and is too near by another way; of one that cannot
    win nothing is asked."""
    lacking = distance(hand, rules)
    if lacking >= FAR:
        return 0
    if aim.way == ANY or hand.left < 4:
        return abs(lacking - aim.lacking)
    own = _concealed_ways(hand)[aim.way - PAIRS]
    return abs(own - aim.lacking) + max(0, aim.lacking - lacking)


def _concealed_ways(hand: Hand) -> tuple[int, int]:
    """How many tiles thirteen without melds lack to seven pairs and to thirteen unconnected."""
    found = [paired(face) for face in concealed_faces(hand)]
    pairs, unconnected = max([number & 15 for number in found]), max([number >> 4 for number in found])
    return max(1, 7 - pairs - hand.wilds), max(1, 14 - unconnected - hand.wilds)
