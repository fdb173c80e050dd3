"""The strong policies beside the players they are twins of: at every decision the same choice.

Twins: `fast.targets` and `wuyi.bots.targets`, `fast.outlook` and `wuyi.bots.outlook`, `fast.weigher` and
`wuyi.bots.after`, `weigher`, `fast.promise` and `wuyi.bots.value`, `fast.greedy` and `wuyi.bots.greedy`,
`fast.forecast` and `wuyi.bots.features`, `judgement`, `fast.others` and `wuyi.bots.others`, `liability`,
`fast.patience` and `wuyi.bots.patience`, `fast.novice` and `wuyi.bots.novice`.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from wuyi.bots import Bot
from wuyi.bots.ev import EvBot
from wuyi.bots.greedy import GreedyBot
from wuyi.bots.novice import NoviceBot
from wuyi.bots.outlook import Weights
from wuyi.bots.patience import PATIENCE
from wuyi.bots.value import ValueBot
from wuyi.engine.legal import legal_actions
from wuyi.engine.view import view
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import EV, GREEDY, NOVICE, PROMISE, Manner
from wuyi.simulate.fast.players import manner_of
from wuyi.simulate.fast.seating import Manners

from .twin import Twins, any_rules, state_of

HOUSES = (
    Ruleset(half_flush_required=False, min_fan=0),
    Ruleset(white_as_itself=False, kongs_stack=True),
    Ruleset(min_fan=5, fan_cap=6, wait_fans_stack=False),
)
VALUES = (
    Weights(),
    Weights(fan=0.72, breadth=0.1, within=1),
    Weights(hazard=0.07, feed=0.2, kong=1.0),
    Weights(fan=1.0, claims=1.3, within=3),
)
"""Players by whom every weight is moved."""


Players = tuple[Manners, list[list[Bot]]]
"""Four players as kernels and as themselves: the same at every table, or four for each."""


def values(weights: Sequence[Weights]) -> Players:
    """Players `value` of these weights, as kernels and as themselves."""
    bots = [ValueBot(spread=0.0) for _ in weights]
    for bot, its in zip(bots, weights, strict=True):
        bot.weights = its
    return [Manner(its) for its in weights], [list(bots)]


def greedies(seed: int) -> Players:
    """Four players `greedy`, likewise."""
    bots = [GreedyBot(bytes([seed, seat] * 16)) for seat in range(4)]
    return [Manner(likings=bot.liking) for bot in bots], [list(bots)]


def forecasters(seed: int) -> Players:
    """Four players `ev`, likewise."""
    bots = [EvBot(bytes([seed, seat] * 16)) for seat in range(4)]
    return [Manner(patience=PATIENCE, liking=bot.liking) for bot in bots], [list(bots)]


def novices(seed: int, tables: int) -> Players:
    """Players `novice`, likewise; each table has its own, for they use up luck."""
    lucks = [[bytes([seed, table, seat, 0] * 8) for seat in range(4)] for table in range(tables)]
    manners = [[manner_of("novice", luck) for luck in each] for each in lucks]
    return manners, [[NoviceBot(luck) for luck in each] for each in lucks]


def compare(twins: Twins, policy: int, players: Players, decisions: int) -> None:
    """Play until so many choices have been compared. Most are played as chosen, some at random, so that odd
    hands come about."""
    manners, bots = players
    batch = twins.batch
    asked = 0
    while asked < decisions and not batch.match_over.all():
        chosen = batch.choose([policy] * 4, manners)
        done = chosen.copy()
        masks = batch.legal_mask()
        for index in np.flatnonzero(~batch.over).tolist():
            seat = int(batch.actor[index])
            state = state_of(twins.matches[index])
            legal = legal_actions(state, seat)
            if len(legal) > 1:
                asked += 1
                seen = view(state, seat)
                wanted = bots[index % len(bots)][seat].choose(seen, legal)
                assert batch.action(index, int(chosen[index])) == wanted, (twins.batch.rules, seen)
                if twins.random.random() < 0.1 * (index % 4):
                    done[index] = twins.random.choice(np.flatnonzero(masks[index]).tolist())
            twins.matches[index].apply(batch.action(index, int(done[index])))
        batch.step(done)
        for index in np.flatnonzero(batch.deal()).tolist():
            twins.matches[index].start_next_hand()


def test_promise_chooses_as_value() -> None:
    compare(Twins(16, DEFAULT_RULES, seed=31), PROMISE, values(VALUES[:1] * 4), 1200)


def test_greedy_chooses_as_greedy() -> None:
    compare(Twins(16, DEFAULT_RULES, seed=33), GREEDY, greedies(1), 600)


def test_forecast_chooses_as_ev() -> None:
    compare(Twins(16, DEFAULT_RULES, seed=35), EV, forecasters(3), 600)


def test_novice_chooses_as_novice() -> None:
    compare(Twins(16, DEFAULT_RULES, seed=37), NOVICE, novices(5, 16), 600)


@pytest.mark.parametrize("rules", HOUSES, ids=range(len(HOUSES)))
def test_under_other_rules_and_weights(rules: Ruleset) -> None:
    compare(Twins(12, rules, seed=32), PROMISE, values(VALUES), 200)
    compare(Twins(12, rules, seed=34), GREEDY, greedies(2), 150)
    compare(Twins(12, rules, seed=36), EV, forecasters(4), 150)
    compare(Twins(12, rules, seed=38), NOVICE, novices(6, 12), 150)


@pytest.mark.long
def test_a_hundred_thousand_choices() -> None:
    random = Random(5)
    for round in range(24):
        rules = any_rules(random) if round % 2 else DEFAULT_RULES
        twins = Twins(64, rules, seed=500 + round)
        if round % 6 == 5:
            compare(twins, GREEDY, greedies(round), 6000)
        elif round % 6 == 3:
            compare(twins, NOVICE, novices(round, 64), 6000)
        elif round % 6 in (1, 2):
            compare(twins, EV, forecasters(round), 6000)
        else:
            compare(twins, PROMISE, values(VALUES if round % 3 else VALUES[:1] * 4), 6000)
        print(f"round {round}: {rules}", flush=True)
