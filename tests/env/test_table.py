"""All four seats: PettingZoo's own tests, and what its rewards are."""

import warnings

import pytest
from pettingzoo.test import api_test, seed_test

from wuyi.env import TableEnv
from wuyi.rules import Ruleset
from wuyi.simulate.fast import IllegalActions


def play(env: TableEnv, seed: int) -> tuple[list[tuple[str, int]], dict[str, float]]:
    """A random episode: who did what, and what each seat was given."""
    env.reset(seed=seed)
    done: list[tuple[str, int]] = []
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        totals[agent] += reward
        action = None
        if not over:
            env.action_space(agent).seed(seed + len(done))
            action = int(env.action_space(agent).sample(seen["action_mask"]))
            done.append((agent, action))
        env.step(action)
    return done, totals


@pytest.mark.parametrize("whole_match", [False, True])
def test_pettingzoos_own(whole_match: bool) -> None:
    with warnings.catch_warnings():
        # It wishes for one array, where planes and scalars are two, and for a mask even of who is not asked.
        warnings.filterwarnings("ignore", message=".*([Oo]bservation|all zeros).*")
        api_test(TableEnv(Ruleset(hands=4), whole_match=whole_match), num_cycles=300)


def test_pettingzoos_seeds() -> None:
    seed_test(TableEnv, num_cycles=60)


def test_the_same_seed_is_the_same_episode() -> None:
    assert play(TableEnv(), 3) == play(TableEnv(), 3)
    assert play(TableEnv(), 3) != play(TableEnv(), 4)


def test_the_points_of_a_match_add_up_to_zero() -> None:
    env = TableEnv(Ruleset(hands=4, min_fan=0, half_flush_required=False), whole_match=True)
    done, totals = play(env, 1)
    assert env.batch.match_over[0] and len(done) > 4 * 30
    assert list(totals.values()) == env.batch.scores[0].tolist()
    assert sum(totals.values()) == 0


def test_an_action_outside_the_mask() -> None:
    env = TableEnv()
    env.reset(seed=1)
    seen = env.observe(env.agent_selection)
    with pytest.raises(IllegalActions):
        env.step(int(seen["action_mask"].argmin()))
