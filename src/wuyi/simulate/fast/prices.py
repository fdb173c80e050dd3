"""What fans are worth, as tables: filled by asking the register of fans (`wuyi.scoring.registry`), so that
what a fan is, holds and contains is written once.

A win is two numbers here. Its pattern: what the tiles are, `PATTERN_ENTRIES` of them. And its way: how it was
won and waited for, `WAY_ENTRIES`. No fan of the one kind contains one of the other, so their worths add up.
"""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuyi.hand.hand import ALL_HONOURS
from wuyi.scoring.context import WAYS, Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import FANS, PATTERNS, fans_of
from wuyi.scoring.score import Fans, price

Prices = tuple[NDArray[np.uint8], NDArray[np.int32]]
"""By entry the sum of the fans, and which they are, a sum of `FAN_BITS`."""

FAN_BITS: Final = {id: 1 << number for number, id in enumerate(FANS)}
WAY_FANS: Final = frozenset(
    id for id, fan in FANS.items() if fan.holds.__module__.rpartition(".")[2] in ("wait", "way")
)
"""The fans of how a hand is won; the others are of what it is."""

for _id, _fan in FANS.items():
    if any((_other in WAY_FANS) != (_id in WAY_FANS) for _other in _fan.contains):
        raise AssertionError(f"{_id} is of one kind and contains a fan of the other")

REGULAR, PAIRS, UNCONNECTED, WINDS = range(4)
"""The patterns, as in `wuyi.scoring.reading.Pattern`: the two lowest bits of a pattern entry."""
SUITS_AT: Final = 2
"""Four bits of `Reading.suits`; then a bit each:"""
TRIPLETS, STRAIGHT, ONE_THIRD, SEVEN_HONOURS, THREE_CAISHEN = (1 << bit for bit in range(6, 11))
PATTERN_ENTRIES: Final = 1 << 11

BY_DRAW, BY_DISCARD, BY_ROB = range(3)
"""The ways, as in `wuyi.scoring.context.Way`: the two lowest bits of a way entry; then a bit each:"""
(
    LAST_TILE,
    KONG_DISCARD,
    HEAVENLY,
    EARTHLY,
    AFTER_KONG,
    FLOWN,
    ONE_WAIT,
    SINGLE,
    CLAIMED,
    BAOTOU,
) = (1 << bit for bit in range(2, 12))
WAY_ENTRIES: Final = 1 << 12
KONGS_AT: Final = 12
"""Four bits above the entry for how many kongs, with `AFTER_KONG`; above them how many 飘, with `FLOWN`."""
FLOWN_AT: Final = 16

BY_KONG_BITS: Final = FAN_BITS["gangkai"] | FAN_BITS["gangbao"]
"""Those that are worth more with more kongs, where they stack (8)."""
FLOWN_BIT: Final = FAN_BITS["caipiao"]
PAYS_ALL_BITS: Final = FAN_BITS["qingyise"] | FAN_BITS["ziyise"] | FAN_BITS["ziyise_luan"]
"""Those for which a seat claimed three times pays all (6.5)."""


def pattern_prices() -> Prices:
    """The fans of every pattern entry."""
    return _prices(PATTERN_ENTRIES, _pattern_fans)


def _pattern_fans(entry: int) -> Fans:
    pattern = PATTERNS[entry & 3]
    suits = entry >> SUITS_AT & 15
    return _fans_of_pattern(
        pattern,
        suits if pattern != "unconnected" else ALL_HONOURS,
        pattern == "regular" and entry & TRIPLETS > 0,
        pattern == "regular" and entry & STRAIGHT > 0,
        pattern == "unconnected" and entry & ONE_THIRD > 0,
        pattern == "unconnected" and entry & SEVEN_HONOURS > 0,
        3 if entry & THREE_CAISHEN else 0,
    )


@cache
def _fans_of_pattern(
    pattern: Any, suits: int, triplets: bool, straight: bool, third: bool, seven: bool, wilds: int
) -> Fans:
    reading = Reading(
        pattern,
        suits,
        False,
        False,
        wilds,
        triplets=triplets,
        straight=straight,
        one_third=third,
        all_honours=seven,
    )
    return tuple([each for each in fans_of(reading, Winning()) if each[0] not in WAY_FANS])


def way_prices(wait_fans_stack: bool) -> Prices:
    """The fans of every way entry."""

    def fans(entry: int) -> Fans:
        if entry & 3 == 3:  # no way
            return ()
        return _fans_of_way(_canonical(entry), wait_fans_stack)

    return _prices(WAY_ENTRIES, fans)


_OF_DRAW: Final = 3 | LAST_TILE | HEAVENLY | AFTER_KONG | FLOWN | ONE_WAIT | SINGLE | BAOTOU
_OF_DISCARD: Final = 3 | KONG_DISCARD | EARTHLY | ONE_WAIT | SINGLE | CLAIMED | BAOTOU
_OF_ROB: Final = 3 | ONE_WAIT | SINGLE | CLAIMED | BAOTOU


def _canonical(entry: int) -> int:
    """The entry without what does not bear on its way."""
    return entry & (_OF_DRAW, _OF_DISCARD, _OF_ROB)[entry & 3]


@cache
def _fans_of_way(entry: int, wait_fans_stack: bool) -> Fans:
    # Only a regular hand has SINGLE, and one of 七对 or 十三不靠 has not CLAIMED.
    reading = Reading(
        "regular",
        0,
        entry & ONE_WAIT > 0,
        entry & CLAIMED > 0,
        0,
        single=entry & SINGLE > 0,
        baotou=entry & BAOTOU > 0,
    )
    winning = Winning(
        way=WAYS[entry & 3],
        kongs=int(entry & AFTER_KONG > 0),
        flown=int(entry & FLOWN > 0),
        last_tile=entry & LAST_TILE > 0,
        kong_discard=entry & KONG_DISCARD > 0,
        heavenly=entry & HEAVENLY > 0,
        earthly=entry & EARTHLY > 0,
    )
    fans, _ = price(reading, winning, wait_fans_stack)
    return tuple([each for each in fans if each[0] in WAY_FANS])


def _prices(entries: int, fans_at: Any) -> Prices:
    sums = np.zeros(entries, np.uint8)
    ids = np.zeros(entries, np.int32)
    for entry in range(entries):
        for id, value in fans_at(entry):
            sums[entry] += value
            ids[entry] |= FAN_BITS[id]
    return sums, ids


def way_entry(winning: Winning) -> int:
    """`winning` as a way entry, with its numbers of kongs and 飘 above it."""
    return (
        WAYS.index(winning.way)
        | LAST_TILE * winning.last_tile
        | KONG_DISCARD * winning.kong_discard
        | HEAVENLY * winning.heavenly
        | EARTHLY * winning.earthly
        | AFTER_KONG * (winning.kongs > 0)
        | FLOWN * (winning.flown > 0)
        | winning.kongs << KONGS_AT
        | winning.flown << FLOWN_AT
    )
