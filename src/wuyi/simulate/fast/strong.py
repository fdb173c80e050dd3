"""Play by policies of which some are strong: the loops of `rollout`, apart from those because they take long
to compile and some time to load, and nobody shall wait for them who does not ask."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wuyi.simulate.fast import policy as light
from wuyi.simulate.fast.apply import do
from wuyi.simulate.fast.jit import Row, entry, kernel, whole
from wuyi.simulate.fast.legal import MOST_LEGAL, legal_actions
from wuyi.simulate.fast.policy import STRONG
from wuyi.simulate.fast.rollout import to_decision
from wuyi.simulate.fast.rows import OVER, Rows
from wuyi.simulate.fast.weigher import weigh

choose_light = light.choose


@kernel
def choose(
    table: Row,
    hands: Any,
    policy: int,
    found: NDArray[np.int16],
    mind: Row,
    manner: Row,
    rules: Row,
    book: Row,
) -> int:
    """What the policy does for the seat that must act.

    found: room for the numbers of the legal actions. mind: room to think. manner: of the seat.
    """
    if policy < STRONG:
        return choose_light(table, hands, policy, found, mind.after, rules, book)
    count = legal_actions(table, hands, found)
    if count == 1:
        return whole(found[0])
    return weigh(table, hands, policy, found, count, mind, manner, rules, book)


@entry
def play_all(
    tables: Rows,
    hands: Rows,
    policies: NDArray[np.int8],
    whole_matches: bool,
    waited_for: int,
    mind: Rows,
    manner: NDArray[np.int64],
    manners: Rows,
    rules: Rows,
    book: Rows,
) -> int:
    """As `rollout.play_all`.

    mind: an array of one `outlook.MIND`. manner: by table and seat, which row of `manners` is its own.
    """
    found = np.empty(MOST_LEGAL, np.int16)
    decisions = 0
    for index in range(len(tables)):
        table = tables[index]
        while to_decision(table, hands[index], whole_matches, waited_for, rules[0], book[0]):
            seat = table.actor
            policy = whole(policies[index, seat])
            its = manners[manner[index, seat]]
            action = choose(table, hands[index], policy, found, mind[0], its, rules[0], book[0])
            do(table, hands[index], action, rules[0], book[0])
            decisions += 1
    return decisions


@entry
def choose_all(
    tables: Rows,
    hands: Rows,
    policies: NDArray[np.int8],
    mind: Rows,
    manner: NDArray[np.int64],
    manners: Rows,
    rules: Rows,
    book: Rows,
    chosen: NDArray[np.int64],
) -> None:
    """As `rollout.choose_all`."""
    found = np.empty(MOST_LEGAL, np.int16)
    for index in range(len(tables)):
        table = tables[index]
        chosen[index] = 0
        if table.phase != OVER:
            seat = table.actor
            policy = whole(policies[index, seat])
            its = manners[manner[index, seat]]
            chosen[index] = choose(table, hands[index], policy, found, mind[0], its, rules[0], book[0])
