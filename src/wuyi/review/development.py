"""How near to a win the hands of others are likely to be, and how one is dealt that is so near.

Tiles dealt at random are hardly ever near a win, and what has been collected for ten turns is: a world in
which the others hold the former says little of danger.
"""

import pkgutil
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import Final

import msgspec

from wuyi.hand import Hand
from wuyi.hand.distance import FAR, distance
from wuyi.hand.tile import Tile
from wuyi.rules import Ruleset

MOST_TRIES: Final = 1500
"""So many exchanges are tried at most to make the hands of a world as near as they should be."""

Shares = tuple[int, ...]
"""Of ten thousand hands, how many lack 1, 2, ... tiles."""


class _Measured(msgspec.Struct, frozen=True):
    """By `half_flush_required`, melds and discards; written by tools/measure_development.py."""

    half_flush: tuple[tuple[Shares, ...], ...]
    any_suits: tuple[tuple[Shares, ...], ...]


@cache
def _measured() -> _Measured:
    data = pkgutil.get_data(__package__, "data/development.json")
    assert data is not None
    return msgspec.json.decode(data, type=_Measured)


def shares(rules: Ruleset, melds: int, discards: int) -> Shares:
    """How far hands are from a win that have so many melds, after so many discards of their seat."""
    tables = _measured()
    by_discards = (tables.half_flush if rules.half_flush_required else tables.any_suits)[melds]
    return by_discards[min(discards, len(by_discards) - 1)]


def any_of(likely: Shares, random: Random) -> int:
    """How many tiles a hand lacks, as likely as the shares say."""
    return random.choices(range(1, len(likely) + 1), likely)[0]


def develop(
    tiles: list[Tile], hands: Sequence[Hand], lacking: Sequence[int], *, rules: Ruleset, random: Random
) -> None:
    """Exchange tiles of the hands for others, until each hand lacks as many as it should.

    tiles: those that nobody has seen, shuffled; the hands hold the first of them, one after the other.
    An exchange is kept unless it leads further away; one between two hands, unless it does so on the whole.
    The twin of `wuyi.simulate.fast.develop`.
    """
    starts = [0, *accumulate([hand.size for hand in hands])]
    away = [_away(hand, aim, rules) for hand, aim in zip(hands, lacking, strict=True)]
    for number in range(MOST_TRIES):
        if not any(away):
            return
        who = number % len(hands)
        if not away[who]:
            continue
        mine, other = random.randrange(starts[who], starts[who + 1]), random.randrange(len(tiles))
        owner = bisect_right(starts, other) - 1
        if owner == who or tiles[mine] == tiles[other]:
            continue
        concerned = [who] if owner == len(hands) else [who, owner]
        for each, (old, new) in zip(concerned, ((mine, other), (other, mine)), strict=False):
            hands[each].remove(tiles[old])
            hands[each].add(tiles[new])
        now = [_away(hands[each], lacking[each], rules) for each in concerned]
        if sum(now) <= sum([away[each] for each in concerned]):
            tiles[mine], tiles[other] = tiles[other], tiles[mine]
            for each, found in zip(concerned, now, strict=True):
                away[each] = found
        else:
            for each, (old, new) in zip(concerned, ((other, mine), (mine, other)), strict=False):
                hands[each].remove(tiles[old])
                hands[each].add(tiles[new])


def _away(hand: Hand, aim: int, rules: Ruleset) -> int:
    """By how many tiles a hand lacks too many or too few; of one that cannot win nothing is asked."""
    lacking = distance(hand, rules)
    return abs(lacking - aim) if lacking < FAR else 0
