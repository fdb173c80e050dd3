"""Questions asked of many hands at once: what they wait for, how far they are, what they are worth."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wuyi.errors import ArgumentError
from wuyi.hand import Hand
from wuyi.hand.tile import KINDS
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.scoring import Winning
from wuyi.simulate.fast.distance import distance
from wuyi.simulate.fast.hands import add, clear, lay
from wuyi.simulate.fast.jit import entry, whole
from wuyi.simulate.fast.judge import judge
from wuyi.simulate.fast.prices import FAN_BITS, way_entry
from wuyi.simulate.fast.rows import (
    CHOW,
    CONCEALED_KONG,
    HAND,
    KONG,
    NO_TILE,
    NOBODY,
    PUNG,
    Rows,
    book,
    checked,
    rules_row,
)
from wuyi.simulate.fast.wait import ALL_KINDS, waits

HandRows = Rows
"""An array of `rows.HAND`."""

_MELDS = {"chow": CHOW, "pung": PUNG, "kong": KONG, "concealed_kong": CONCEALED_KONG}


def hand_rows(hands: Sequence[Hand]) -> HandRows:
    """These hands as rows."""
    counts = np.array([hand.counts for hand in hands], np.int8).reshape(-1, KINDS)
    caishen = np.array([hand.caishen for hand in hands], np.int8)
    melds = np.zeros((len(hands), 4, 2), np.int8)
    for row, hand in zip(melds, hands, strict=True):
        for at, meld in enumerate(hand.melds):
            row[at] = _MELDS[meld.kind], meld.start
    return rows_of(counts, caishen, melds)


def rows_of(counts: NDArray[np.int8], caishen: NDArray[np.int8], melds: NDArray[np.int8]) -> HandRows:
    """Hands as rows, from arrays.

    counts: by hand, how many of each of the 34 kinds are concealed. caishen: by hand, the turned kind.
    melds: by hand, four times the kind of a meld as in `rows` and its lowest tile as read.
    Raises `ArgumentError` for other shapes and what is out of range; how many tiles there are in all it does
    not look at.
    """
    hands = len(counts)
    found = np.zeros(hands, HAND)
    _fill(
        checked("counts", counts, (hands, KINDS), 5),
        checked("caishen", caishen, (hands,), KINDS),
        checked("melds", melds, (hands, 4, 2), KINDS),
        found,
    )
    return found


@entry
def _fill(
    counts: NDArray[np.int8], caishen: NDArray[np.int8], melds: NDArray[np.int8], found: HandRows
) -> None:
    for index in range(len(found)):
        hand = found[index]
        clear(hand, whole(caishen[index]))
        for kind in range(KINDS):
            for _ in range(counts[index, kind]):
                add(hand, kind)
        for at in range(4):
            if melds[index, at, 0]:
                lay(hand, whole(melds[index, at, 0]), whole(melds[index, at, 1]), NO_TILE, NOBODY)


def waits_of(hands: HandRows, rules: Ruleset = DEFAULT_RULES) -> NDArray[np.int64]:
    """The wait of each hand of thirteen tiles, as a set of kinds (`wuyi.hand.waits`)."""
    found = np.empty(len(hands), np.int64)
    _waits(hands, rules_row(rules), book(), found)
    return found


@entry
def _waits(hands: HandRows, rules: Rows, book: Rows, found: NDArray[np.int64]) -> None:
    for index in range(len(hands)):
        found[index] = waits(hands[index], ALL_KINDS, rules[0], book[0])


def distances(hands: HandRows, *, drawn: bool, rules: Ruleset = DEFAULT_RULES) -> NDArray[np.int8]:
    """How many tiles each hand lacks (`wuyi.hand.distance`): of fourteen if `drawn`, else of thirteen."""
    found = np.empty(len(hands), np.int8)
    _distances(hands, int(not drawn), rules_row(rules), book(), found)
    return found


@entry
def _distances(hands: HandRows, least: int, rules: Rows, book: Rows, found: NDArray[np.int8]) -> None:
    for index in range(len(hands)):
        found[index] = distance(hands[index], least, rules[0], book[0])


BY_DRAW: Final = Winning(way="draw")


def judge_hands(
    hands: HandRows,
    tiles: NDArray[np.int8],
    winning: Winning | NDArray[np.int64] = BY_DRAW,
    rules: Ruleset = DEFAULT_RULES,
) -> tuple[NDArray[np.int16], NDArray[np.int32]]:
    """The fan of each hand of thirteen tiles with its winning one, and the set of its fans
    (`wuyi.scoring.judge`).

    A fan below 0 says why it may not win: -1 minus the number of the reason in `judge.REFUSALS`.
    winning: of all hands, or by hand the number that `prices.way_entry` makes of it. `fan_ids` names a set
    of fans. Raises `ArgumentError` unless there is a tile for each hand.
    """
    fan = np.empty(len(hands), np.int16)
    ids = np.empty(len(hands), np.int32)
    ways = np.full(len(hands), way_entry(winning)) if isinstance(winning, Winning) else winning
    if len(ways) != len(hands):
        raise ArgumentError(f"winning: {len(ways)} for {len(hands)} hands")
    _judge(hands, checked("tiles", tiles, (len(hands),), KINDS), ways, rules_row(rules), book(), fan, ids)
    return fan, ids


@entry
def _judge(
    hands: HandRows,
    tiles: NDArray[np.int8],
    ways: NDArray[np.int64],
    rules: Rows,
    book: Rows,
    fan: NDArray[np.int16],
    ids: NDArray[np.int32],
) -> None:
    for index in range(len(hands)):
        verdict = judge(hands[index], whole(tiles[index]), ways[index], rules[0], book[0])
        fan[index] = verdict[0]
        ids[index] = verdict[1]


def fan_ids(fans: int) -> tuple[str, ...]:
    """The ids of a set of fans, in the order in which scores list them."""
    return tuple([id for id, bit in FAN_BITS.items() if fans & bit])


def kinds_of(kinds: int) -> tuple[int, ...]:
    """The kinds of a set, in order."""
    return tuple([kind for kind in range(KINDS) if kinds >> kind & 1])


__all__ = ["HandRows", "distances", "fan_ids", "hand_rows", "judge_hands", "kinds_of", "rows_of", "waits_of"]
