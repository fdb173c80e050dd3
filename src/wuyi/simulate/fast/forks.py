"""Decisions played on in two ways: as `ev` thinks best, and otherwise, from the same table with the
same wall. The difference of the outcomes says what the choice was worth, with much less luck in it than the
outcomes themselves."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wuyi.bots.features import COUNT
from wuyi.engine.action import Seat
from wuyi.simulate.fast.actions import CLAIM_KONG, PASS, WIN
from wuyi.simulate.fast.batch import Batch
from wuyi.simulate.fast.forecast import see_situation
from wuyi.simulate.fast.hands import copy_hand, remove
from wuyi.simulate.fast.jit import Row, entry, kernel, whole
from wuyi.simulate.fast.legal import MOST_LEGAL, legal_actions
from wuyi.simulate.fast.manner import PATIENT, PLAIN, Manner, manner_rows
from wuyi.simulate.fast.others import see_others
from wuyi.simulate.fast.outlook import look_around, nearest, new_mind, open_targets
from wuyi.simulate.fast.policy import EV, PROMISE, do_alone
from wuyi.simulate.fast.rows import NO_TILE, NOBODY, OVER, TURN, Rows, book, rules_row
from wuyi.simulate.fast.wall import drawable
from wuyi.simulate.fast.weigher import (
    FURTHEST,
    best_discard,
    fourteen,
    kong_value,
    leave,
    leave_discard,
    value_of,
)
from wuyi.simulate.stats import CAP

SECOND_BEST: Final = 0.5
"""How often the other action is the second best; else it is any of the rest."""


class Forks(NamedTuple):
    """A row a fork. numbers: of what the best and the other action leave (`wuyi.bots.features`). values: what
    the player valued them by. gained: by how much the other one brought more, dear hands counted as of six
    fan."""

    numbers: NDArray[np.float64]
    values: NDArray[np.float64]
    gained: NDArray[np.float64]


def forks(seeds: list[bytes], seat: Seat, random: np.random.Generator, share: float = 0.5) -> Forks:
    """Let `ev` play the first hands of matches at `seat` against three `value`, and fork a share of its
    decisions."""
    batch = Batch(len(seeds))
    batch.reset(seeds)
    policies = [EV if each == seat else PROMISE for each in range(4)]
    manners = [PATIENT if each == seat else PLAIN for each in range(4)]
    mind, manner = new_mind(batch.rules), manner_rows([PATIENT])
    found = [Forks(np.zeros((0, 2, COUNT)), np.zeros((0, 2)), np.zeros(0))]
    while True:
        batch.play_to(seat, policies, manners)
        if batch.over.all():
            return Forks(*[np.concatenate(each) for each in zip(*found, strict=True)])
        pairs = np.full((len(batch), 2), -1, np.int64)
        values = np.zeros((len(batch), 2))
        numbers = np.zeros((len(batch), 2, COUNT))
        luck = random.random(len(batch))
        by = rules_row(batch.rules), book()
        look_ahead(batch.tables, batch.hands, luck, mind, manner, *by, pairs, values, numbers)
        where = np.flatnonzero((pairs[:, 1] >= 0) & (random.random(len(batch)) < share))
        if len(where):
            points = [_played_on(batch, where, pairs[where, way], policies, manners, seat) for way in (0, 1)]
            found.append(Forks(numbers[where], values[where], points[1] - points[0]))
        batch.step(batch.choose(policies, manners))


def _played_on(
    batch: Batch,
    where: NDArray[np.int64],
    actions: NDArray[np.int64],
    policies: list[int],
    manners: list[Manner],
    seat: Seat,
) -> NDArray[np.float64]:
    """What the seat gains once these actions are done at these tables."""
    twins = batch.clone(where)
    twins.step(actions)
    twins.rollout(policies, manners=manners)
    beyond = 2.0 ** np.maximum(0, twins.tables["fan"].astype(np.int64) - CAP)
    gained: NDArray[np.float64] = twins.gains[:, seat] / np.where(
        twins.tables["winner"] == NOBODY, 1.0, beyond
    )
    return gained


@entry
def look_ahead(
    tables: Rows,
    hands: Rows,
    luck: NDArray[np.float64],
    mind: Rows,
    manner: Rows,
    rules: Rows,
    book: Rows,
    pairs: NDArray[np.int64],
    values: NDArray[np.float64],
    numbers: NDArray[np.float64],
) -> None:
    """By table the best action of the seat that acts, and another one that luck (from 0 to 1) picks. Where
    there are not two, or it may win, they stay below 0."""
    found = np.empty(MOST_LEGAL, np.int16)
    worths = np.empty(MOST_LEGAL, np.float64)
    for index in range(len(tables)):
        table = tables[index]
        if table.phase == OVER:
            continue
        count = candidates(table, hands[index], found, mind[0], rules[0], book[0])
        if count < 2:
            continue
        best = whole(0)
        for at in range(count):
            worths[at] = after_action(table, hands[index], found[at], mind[0], manner[0], rules[0], book[0])
            if worths[at] > worths[best]:
                best = at
        other = picked(worths, count, best, luck[index])
        for way in range(2):
            at = best if way == 0 else other
            pairs[index, way] = found[at]
            values[index, way] = after_action(
                table, hands[index], found[at], mind[0], manner[0], rules[0], book[0]
            )
            for number in range(COUNT):
                numbers[index, way, number] = mind[0].network.numbers[number]


@kernel
def picked(worths: NDArray[np.float64], count: int, best: int, luck: float) -> int:
    """The place of the second best, or of any but the best."""
    if luck >= SECOND_BEST:
        at = whole((luck - SECOND_BEST) / (1 - SECOND_BEST) * (count - 1))
        return at + 1 if at >= best else at
    second = whole(-1)
    for at in range(count):
        if at != best and (second < 0 or worths[at] > worths[second]):
            second = at
    return second


@kernel
def candidates(table: Row, hands: Any, found: NDArray[np.int16], mind: Row, rules: Row, book: Row) -> int:
    """How many actions the player weighs; they come first in `found`. None where it may win."""
    count = legal_actions(table, hands, found)
    for at in range(count):
        if found[at] == WIN:
            return 0
    look_around(mind, table, hands, whole(table.actor))
    see_others(mind, table, hands, whole(table.actor))
    see_situation(mind, table, whole(table.actor))
    if table.phase != TURN:
        return count
    fourteen(table, hands[table.turn], mind.after)
    open_targets(mind, mind.after)
    least = whole(FURTHEST)
    for at in range(count):
        tile = whole(found[at])
        if tile < PASS:
            remove(mind.after, tile)
            mind.steps[tile] = nearest(mind, mind.after, rules, book)
            least = min(least, whole(mind.steps[tile]))
            fourteen(table, hands[table.turn], mind.after)
    kept = whole(0)
    for at in range(count):
        action = whole(found[at])
        if action > PASS or mind.steps[action] == least:
            found[kept] = action
            kept += 1
    return kept


@kernel
def after_action(table: Row, hands: Any, action: int, mind: Row, manner: Row, rules: Row, book: Row) -> float:
    """What the action is worth to the player; the mind has what it leaves, and the numbers of that."""
    hand = hands[table.actor]
    if action == CLAIM_KONG or (action > PASS and table.phase == TURN):
        return kong_value(table, hand, EV, action, mind, manner, rules, book)
    if action == PASS:
        others = ((table.actor - table.turn) & 3) - 1
        copy_hand(hand, mind.after)
        open_targets(mind, mind.after)
        leave(mind, others, drawable(table) + 3 - others, NO_TILE, 0, 0, 0)
        return value_of(EV, mind, manner, rules, book)
    if table.phase == TURN:
        fourteen(table, hand, mind.after)
        tile = whole(action)
    else:
        copy_hand(hand, mind.after)
        do_alone(mind.after, action, whole(table.tile))
        tile = best_discard(table, EV, mind, manner, rules, book)[0]
    open_targets(mind, mind.after)
    remove(mind.after, tile)
    leave_discard(table, tile, mind, rules, book)
    return value_of(EV, mind, manner, rules, book)
