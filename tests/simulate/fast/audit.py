"""Play in the kernels, every decision looked at: is the action legal, are all tiles there, is all paid?"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wuyi.engine.wall import TILES_IN_ALL
from wuyi.hand.tile import KINDS, WHITE
from wuyi.simulate.fast import Batch
from wuyi.simulate.fast.actions import ACTIONS
from wuyi.simulate.fast.apply import advance, do
from wuyi.simulate.fast.jit import Row, entry, kernel, whole
from wuyi.simulate.fast.legal import MOST_LEGAL, fill_mask
from wuyi.simulate.fast.policy import choose
from wuyi.simulate.fast.rollout import deal_hand, room_to_think
from wuyi.simulate.fast.rows import CHOW, NO_TILE, NOBODY, OVER, PUNG, ROB, Rows


class Found(NamedTuple):
    """illegal: actions outside the mask. lost: decisions before which some kind had not four tiles. unpaid:
    hands whose gains or totals do not add up to zero, or whose gains are not what the totals moved by."""

    hands: int
    decisions: int
    illegal: int
    lost: int
    unpaid: int
    wins: int


def audit(batch: Batch, policies: Sequence[int], *, hands: int) -> Found:
    """Play at least so many hands, match after match at every table."""
    found = np.zeros(len(Found._fields), np.int64)
    batch.tables["luck"] = np.arange(len(batch))
    _audit(
        batch.tables,
        batch.hands,
        np.array(policies, np.int8),
        hands,
        room_to_think(),
        batch._rules,
        batch._book,
        found,
    )
    return Found(*found.tolist())


@entry
def _audit(
    tables: Rows,
    hands: Rows,
    policies: NDArray[np.int8],
    enough: int,
    after: Rows,
    rules: Rows,
    book: Rows,
    found: NDArray[np.int64],
) -> None:
    numbers = np.empty(MOST_LEGAL, np.int16)
    mask = np.empty(ACTIONS, np.bool_)
    before = np.zeros(4, np.int64)
    index = 0
    while found[0] < enough or tables[index].phase != OVER:
        table = tables[index]
        if table.phase == OVER:
            index = (index + 1) % len(tables)
            table = tables[index]
            if table.hand >= rules[0].hands:  # another match, of the luck that the last one leaves
                table.hand = 0
                table.seed[0] += 1
                table.seed[1] ^= table.wall[0]
            deal_hand(table, hands[index], rules[0], book[0])
            advance(table, hands[index], rules[0], book[0])
            for seat in range(4):
                before[seat] = table.scores[seat]
            found[0] += 1
        while table.phase != OVER:
            policy = whole(policies[table.actor])
            action = choose(table, hands[index], policy, numbers, after[0], rules[0], book[0])
            fill_mask(table, hands[index], numbers, mask)
            found[1] += 1
            found[2] += not mask[action]
            found[3] += not all_there(table, hands[index])
            do(table, hands[index], action, rules[0], book[0])
            advance(table, hands[index], rules[0], book[0])
        gained = total = 0
        moved = True
        for seat in range(4):
            gained += table.gains[seat]
            total += table.scores[seat]
            moved &= before[seat] + table.gains[seat] == table.scores[seat]
        found[3] += not all_there(table, hands[index])
        found[4] += gained != 0 or total != 0 or not moved
        found[5] += table.winner != NOBODY


@kernel
def all_there(table: Row, hands: Any) -> bool:
    """Whether there are four of each kind in the wall, the hands, the melds and the rivers."""
    tiles = np.zeros(KINDS, np.int64)
    for at in range(table.front, TILES_IN_ALL):
        if at != table.turned and not from_tail(table, at):
            tiles[table.wall[at]] += 1
    tiles[table.caishen] += 1
    for seat in range(4):
        hand = hands[seat]
        for kind in range(KINDS):
            tiles[kind] += hand.counts[kind]
        for at in range(4 - hand.left):
            start = hand.meld_start[at]
            if hand.meld_kind[at] == CHOW:
                for read in range(start, start + 3):
                    tiles[WHITE if read == hand.caishen else read] += 1
            else:
                tiles[start] += 3 if hand.meld_kind[at] == PUNG else 4
    for at in range(table.discards):
        if table.river_taker[at] == NOBODY:
            tiles[table.river_tile[at]] += 1
    if table.drawn != NO_TILE:
        tiles[table.drawn] += 1
    if table.phase == ROB or (table.phase == OVER and table.way == 2 and table.winner != NOBODY):
        tiles[table.tile] += 1
    return bool((tiles == 4).all())


@kernel
def from_tail(table: Row, at: int) -> bool:
    """Whether the tile there has come as a replacement: upper, then lower of each stack."""
    for taken in range(table.taken):
        place = taken + (taken >= TILES_IN_ALL - 2 - table.turned)
        if at == TILES_IN_ALL - 2 - place + 2 * (place % 2):
            return True
    return False
