"""Policies that play inside the kernels, by number.

RANDOM   any legal action, each as likely as the next, as the player `random`.
NEAREST  goes for the nearest win: wins when it may; discards what leaves the fewest tiles lacking
         (`distance`), of those what leaves the most unseen tiles that bring it nearer; kongs where that takes
         it no further, and claims what brings it nearer. It is for rollouts, which want a quick guess of how
         play goes on. The player `greedy` does much the same, but asks what may win under house rules, too.
PROMISE  the player `value` (`promise`). GREEDY: the player `greedy` (`greedy`). EV: the player `ev`
         (`forecast`, `patience`). NOVICE: the player `novice` (`novice`). A `Manner` is their style. They are
         compiled and loaded only when a seat is given to one of them (`strong`).
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuyi.hand.distance import FAR
from wuyi.hand.tile import KINDS
from wuyi.simulate.fast.actions import CLAIM_CHOW, CLAIM_KONG, GROW_PUNG, OWN_KONG, PASS, WIN
from wuyi.simulate.fast.apply import take_for_chow
from wuyi.simulate.fast.distance import OF_FOURTEEN, OF_THIRTEEN, distance
from wuyi.simulate.fast.hands import add, copy_hand, grow_pung, lay, remove
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.legal import legal_actions
from wuyi.simulate.fast.luck import chance
from wuyi.simulate.fast.observe import unseen_by
from wuyi.simulate.fast.rows import (
    CONCEALED_KONG,
    KONG,
    NO_TILE,
    NOBODY,
    PUNG,
    TURN,
)

RANDOM: Final = 0
NEAREST: Final = 1
PROMISE: Final = 2
GREEDY: Final = 3
EV: Final = 4
NOVICE: Final = 5
POLICIES: Final = 6
"""How many there are. Those from `STRONG` on weigh what hands are worth."""
STRONG: Final = PROMISE

A_DRAW: Final = 4 * KINDS
"""A kong draws at once: dearer than any number of useful tiles."""


@kernel
def choose(
    table: Row, hands: Any, policy: int, found: NDArray[np.int16], after: Row, rules: Row, book: Row
) -> int:
    """What the policy does for the seat that must act.

    found: room for the numbers of the legal actions. after: a row of `HAND` to think with.
    """
    count = legal_actions(table, hands, found)
    if count == 1:
        return whole(found[0])
    if policy == RANDOM:
        return whole(found[chance(table, count)])
    if table.phase == TURN:
        return nearest_turn(table, hands, found, count, after, rules, book)
    return nearest_claim(table, hands, found, count, after, rules, book)


@kernel
def nearest_claim(
    table: Row, hands: Any, found: NDArray[np.int16], count: int, after: Row, rules: Row, book: Row
) -> int:
    """The claim after which the fewest tiles lack, or to pass if none brings the hand nearer."""
    hand = hands[table.actor]
    tile = whole(table.tile)
    best, least = PASS, distance(hand, OF_THIRTEEN, rules, book)
    for at in range(count):
        action = whole(found[at])
        if action == WIN:
            return action
        if action == PASS:
            continue
        copy_hand(hand, after)
        do_alone(after, action, tile)
        if action == CLAIM_KONG:
            lacking = distance(after, OF_THIRTEEN, rules, book)
        else:
            lacking = after_discard(after, rules, book)
        if lacking < least:
            best, least = action, lacking
    return best


@kernel
def nearest_turn(
    table: Row, hands: Any, found: NDArray[np.int16], count: int, after: Row, rules: Row, book: Row
) -> int:
    """The discard or kong after which the fewest tiles lack and the most bring the hand nearer."""
    hand = hands[table.actor]
    unseen = unseen_by(table, hands, whole(table.actor))
    best, least, most = PASS, FAR, -1
    for at in range(count):
        action = whole(found[at])
        if action == WIN:
            return action
        if action == PASS:
            continue
        copy_hand(hand, after)
        if table.drawn != NO_TILE:
            add(after, whole(table.drawn))
        do_alone(after, action, NO_TILE)
        lacking = distance(after, OF_THIRTEEN, rules, book)
        if lacking > least:
            continue
        useful = A_DRAW if action > PASS else useful_tiles(after, unseen, lacking, rules, book)
        if lacking < least or useful > most:
            best, least, most = action, lacking, useful
    return best


@kernel
def do_alone(hand: Row, action: int, tile: int) -> None:
    """What an action other than to win or pass leaves in the seat's hand. tile: the discard it claims."""
    if action < PASS:
        remove(hand, action)
    elif action >= GROW_PUNG:
        remove(hand, action - GROW_PUNG)
        grow_pung(hand, action - GROW_PUNG)
    elif action >= OWN_KONG:
        kind = action - OWN_KONG
        for _ in range(4):
            remove(hand, kind)
        lay(hand, CONCEALED_KONG, kind, NO_TILE, NOBODY)
    elif action >= CLAIM_CHOW:
        take_for_chow(hand, action, tile, whole(hand.caishen), NOBODY)
    else:
        kong = action == CLAIM_KONG
        for _ in range(3 if kong else 2):
            remove(hand, tile)
        lay(hand, KONG if kong else PUNG, tile, tile, NOBODY)


@kernel
def after_discard(hand: Row, rules: Row, book: Row) -> int:
    """How many tiles lack after the best discard of fourteen."""
    least = FAR
    for kind in range(KINDS):
        if hand.counts[kind]:
            remove(hand, kind)
            least = min(least, distance(hand, OF_THIRTEEN, rules, book))
            add(hand, kind)
    return least


@kernel
def useful_tiles(hand: Row, unseen: NDArray[np.int8], lacking: int, rules: Row, book: Row) -> int:
    """How many unseen tiles bring thirteen nearer."""
    total = 0
    for kind in range(KINDS):
        if unseen[kind] > 0:
            add(hand, kind)
            if distance(hand, OF_FOURTEEN, rules, book) < lacking:
                total += whole(unseen[kind])
            remove(hand, kind)
    return total
