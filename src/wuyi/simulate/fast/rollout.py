"""Loops over tables: the kernels that `Batch` calls, and play by policies to the end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wuyi.simulate.fast.actions import ACTIONS
from wuyi.simulate.fast.apply import advance, begin, do
from wuyi.simulate.fast.jit import Row, entry, kernel, whole
from wuyi.simulate.fast.legal import MOST_LEGAL, fill_mask
from wuyi.simulate.fast.luck import hand_seed, shuffle
from wuyi.simulate.fast.observe import look
from wuyi.simulate.fast.policy import choose
from wuyi.simulate.fast.rows import HAND, NOBODY, OVER, Rows
from wuyi.simulate.fast.settle import next_dealer

Masks = NDArray[np.bool_]
Where = NDArray[np.bool_]


@kernel
def deal_hand(table: Row, hands: Any, rules: Row, book: Row) -> None:
    """Deal thirteen each of the match's next hand; luck chooses who deals the first (1.2)."""
    dealer = next_dealer(table, rules) if table.hand else NOBODY
    table.hand += 1
    seed = np.empty(32, np.uint8)
    hand_seed(table.seed, whole(table.hand), seed)
    shuffle(table, seed, dealer)
    begin(table, hands, rules, book)


@entry
def deal_all(tables: Rows, hands: Rows, where: Where, shuffled: bool, rules: Rows, book: Rows) -> None:
    """Deal a hand at the tables of `where`: the match's next if `shuffled`, else the one that lies there."""
    for index in range(len(tables)):
        if where[index]:
            if shuffled:
                deal_hand(tables[index], hands[index], rules[0], book[0])
            else:
                begin(tables[index], hands[index], rules[0], book[0])
            advance(tables[index], hands[index], rules[0], book[0])


@entry
def fill_masks(tables: Rows, hands: Rows, masks: Masks) -> None:
    """The legal actions of every table."""
    found = np.empty(MOST_LEGAL, np.int16)
    for index in range(len(tables)):
        fill_mask(tables[index], hands[index], found, masks[index])


@entry
def step_all(
    tables: Rows, hands: Rows, actions: NDArray[np.int64], masks: Masks, rules: Rows, book: Rows
) -> int:
    """Do an action at every table whose hand goes on, and bring the masks up to date.

    The first table whose action is not legal is named, and nothing done; -1 if all are.
    """
    for index in range(len(tables)):
        action = actions[index]
        if tables[index].phase != OVER and not (0 <= action < ACTIONS and masks[index, action]):
            return index
    found = np.empty(MOST_LEGAL, np.int16)
    for index in range(len(tables)):
        if tables[index].phase != OVER:
            do(tables[index], hands[index], actions[index], rules[0], book[0])
            advance(tables[index], hands[index], rules[0], book[0])
            fill_mask(tables[index], hands[index], found, masks[index])
    return -1


@entry
def look_all(
    tables: Rows,
    hands: Rows,
    seats: NDArray[np.int8],
    planes: NDArray[np.int8],
    scalars: NDArray[np.int32],
) -> None:
    """What a seat of every table knows; `seats` below 0 are given nothing."""
    planes[:] = 0
    scalars[:] = 0
    for index in range(len(tables)):
        if seats[index] >= 0:
            look(tables[index], hands[index], whole(seats[index]), planes[index], scalars[index])


@kernel
def to_decision(table: Row, hands: Any, whole_matches: bool, waited_for: int, rules: Row, book: Row) -> bool:
    """Move on until a seat must act; whether it is to be asked, and not the table to rest.

    waited_for: a seat at whose turn a table rests, `NOBODY` for none.
    """
    while True:
        if table.phase != OVER:
            advance(table, hands, rules, book)
        if table.phase != OVER:
            return bool(table.actor != waited_for)
        if not whole_matches or table.hand >= rules.hands:
            return False
        deal_hand(table, hands, rules, book)


@entry
def play_all(
    tables: Rows,
    hands: Rows,
    policies: NDArray[np.int8],
    whole_matches: bool,
    waited_for: int,
    after: Rows,
    rules: Rows,
    book: Rows,
) -> int:
    """Let the policies finish the hand, or the match, of every table; how many decisions they took.

    policies: by table and seat. waited_for: a seat at whose turn a table stops, `NOBODY` for none.
    after: an array of one `HAND`, to think with.
    """
    found = np.empty(MOST_LEGAL, np.int16)
    decisions = 0
    for index in range(len(tables)):
        table = tables[index]
        while to_decision(table, hands[index], whole_matches, waited_for, rules[0], book[0]):
            policy = whole(policies[index, table.actor])
            action = choose(table, hands[index], policy, found, after[0], rules[0], book[0])
            do(table, hands[index], action, rules[0], book[0])
            decisions += 1
    return decisions


@entry
def choose_all(
    tables: Rows,
    hands: Rows,
    policies: NDArray[np.int8],
    after: Rows,
    rules: Rows,
    book: Rows,
    chosen: NDArray[np.int64],
) -> None:
    """What the policy of the seat that acts would do, by table; the first action where the hand is over."""
    found = np.empty(MOST_LEGAL, np.int16)
    for index in range(len(tables)):
        table = tables[index]
        chosen[index] = 0
        if table.phase != OVER:
            policy = whole(policies[index, table.actor])
            chosen[index] = choose(table, hands[index], policy, found, after[0], rules[0], book[0])


def room_to_think() -> Rows:
    """What `play_all` and `choose_all` take as `after`."""
    return np.zeros(1, HAND)
