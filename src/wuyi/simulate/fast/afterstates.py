"""What every legal action would leave, as facts to learn from: how far the hand then is from each target, and
how many unseen tiles bring it nearer."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuyi.hand.tile import KINDS
from wuyi.simulate.fast.actions import PASS, WIN
from wuyi.simulate.fast.hands import add, copy_hand, remove
from wuyi.simulate.fast.jit import Row, entry, kernel, whole
from wuyi.simulate.fast.legal import MOST_LEGAL, legal_actions
from wuyi.simulate.fast.outlook import look_around, open_targets, steps, useful
from wuyi.simulate.fast.policy import do_alone
from wuyi.simulate.fast.rows import OVER, TURN, Rows
from wuyi.simulate.fast.weigher import fourteen

RULED_OUT: Final = 15
"""How far a target is that the melds leave no more: further than any other."""


@entry
def look_ahead_all(
    tables: Rows, hands: Rows, mind: Rows, rules: Rows, book: Rows, found: NDArray[np.int8]
) -> None:
    """Fill in `Batch.afterstates`, which is zero before."""
    legal = np.empty(MOST_LEGAL, np.int16)
    for index in range(len(tables)):
        table = tables[index]
        if table.phase == OVER:
            continue
        look_around(mind[0], table, hands[index], whole(table.actor))
        for at in range(legal_actions(table, hands[index], legal)):
            action = whole(legal[at])
            if action != WIN:
                look_beyond(table, hands[index], action, mind[0], rules[0], book[0], found[index, action])


@kernel
def look_beyond(
    table: Row, hands: Any, action: int, mind: Row, rules: Row, book: Row, found: NDArray[np.int8]
) -> None:
    """Fill in what an action leaves."""
    for number in range(len(found)):
        found[number, 0] = RULED_OUT
    hand = mind.after
    if table.phase == TURN:
        if action == PASS:  # 海底: the hand ends (1.6)
            return
        fourteen(table, hands[table.actor], hand)
    else:
        copy_hand(hands[table.actor], hand)
    if action != PASS:
        do_alone(hand, action, whole(table.tile))
    open_targets(mind, hand)
    if tiles_in(hand) == 3 * hand.left + 1:
        note_better(mind, rules, book, found)
        return
    for tile in range(KINDS):
        if hand.counts[tile]:
            remove(hand, tile)
            note_better(mind, rules, book, found)
            add(hand, tile)


@kernel
def tiles_in(hand: Row) -> int:
    """How many tiles are concealed."""
    total = whole(0)
    for tile in range(KINDS):
        total += hand.counts[tile]
    return total


@kernel
def note_better(mind: Row, rules: Row, book: Row, found: NDArray[np.int8]) -> None:
    """Of each target fill in what `mind.after` lacks, where that is better than what stands there."""
    for number in range(len(found)):
        if mind.open >> number & 1:
            missing = steps(mind, number, mind.after, rules, book)
            if missing <= found[number, 0]:
                helps = useful(mind, number, mind.after, rules, book)
                if missing < found[number, 0] or helps > found[number, 1]:
                    found[number, 0] = missing
                    found[number, 1] = helps
