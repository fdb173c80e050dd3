"""Many tables at once: as one seat at each, dealt anew one step after a hand has ended."""

import numpy as np
import pytest
from numpy.typing import NDArray

from wuyi.env import ManySeats
from wuyi.simulate.fast import NEAREST, IllegalActions

TABLES = 24


def towards_the_nearest(env: ManySeats) -> NDArray[np.int64]:
    return env.batch.choose([NEAREST] * 4)


def test_episodes_follow_each_other() -> None:
    env = ManySeats(TABLES, ("nearest", "random", "nearest"), seat=3)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    ended = np.zeros(TABLES, np.bool_)
    hands = rewards = 0
    for _ in range(60):
        before = env.batch.tables["seed"].copy()
        seen, reward, over, cut, _ = env.step(towards_the_nearest(env))
        anew = (env.batch.tables["seed"] != before).any(axis=1)
        assert (anew == ended).all() and not over[ended].any() and not cut.any()
        assert not reward[~over].any()
        assert (seen["action_mask"].any(axis=1) == ~over).all()
        assert (env.batch.actor[~over] == 3).all()
        hands += int(over.sum())
        rewards += int(np.abs(reward).sum())
        ended = over
    assert hands > TABLES and rewards > 0
    assert env.observation_space.contains(seen)


def test_the_same_seed_is_the_same() -> None:
    ends = []
    for seed in (7, 7, 8):
        env = ManySeats(TABLES)
        env.reset(seed=seed)
        total = 0.0
        for _ in range(40):
            _, reward, *_ = env.step(towards_the_nearest(env))
            total += float((reward * np.arange(1, TABLES + 1)).sum())
        ends.append((total, env.batch.tables["wall"].tobytes()))
    assert ends[0] == ends[1] != ends[2]


def test_an_action_outside_the_mask() -> None:
    env = ManySeats(2)
    seen, _ = env.reset(seed=1)
    with pytest.raises(IllegalActions):
        env.step(seen["action_mask"].argmin(axis=1))


def test_one_seed_serves_all() -> None:
    with pytest.raises(ValueError, match="one seed serves all tables"):
        ManySeats(2).reset(seed=[1, 2])
