"""One seat against others: Gymnasium's own check, and what its rewards are."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from wuyi.env import OneSeat
from wuyi.errors import ArgumentError
from wuyi.simulate.fast import NEAREST, IllegalActions


def play(env: OneSeat, seed: int) -> tuple[list[int], float]:
    """An episode towards the nearest win: what the seat did, and its points."""
    seen, _ = env.reset(seed=seed)
    done: list[int] = []
    over, reward = False, 0.0
    while not over:
        assert env.observation_space.contains(seen)
        assert env.batch.actor[0] == env.seat
        assert (seen["action_mask"] == env.action_masks()).all() and seen["action_mask"].any()
        action = env.batch.choose([NEAREST] * 4)[0]
        done.append(int(action))
        seen, reward, over, _, _ = env.step(action)
        assert over or reward == 0
    assert not seen["action_mask"].any()
    return done, reward


class FirstLegal(OneSeat):
    """What Gymnasium's check, which knows no masks, may step through: any action is taken for a legal one."""

    def step(self, action: np.int64):  # type: ignore[no-untyped-def]
        return super().step(np.int64(self.action_masks().argmax()))


def test_gymnasiums_own() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(FirstLegal(), skip_render_check=True)


def test_the_same_seed_is_the_same_episode() -> None:
    env = OneSeat(seat=2)
    assert play(env, 5) == play(env, 5)
    assert play(env, 5) != play(env, 6)


def test_points_come_at_the_end() -> None:
    env = OneSeat(("value", "nearest", "greedy"), seat=1)
    rewards = [play(env, seed)[1] for seed in range(12)]
    assert any(rewards)
    assert rewards[-1] == env.batch.gains[0, 1]


def test_an_action_outside_the_mask() -> None:
    env = OneSeat()
    seen, _ = env.reset(seed=1)
    with pytest.raises(IllegalActions):
        env.step(np.int64(seen["action_mask"].argmin()))


def test_who_may_sit_there() -> None:
    with pytest.raises(ValueError, match=r"three of nearest, random, .* sit at the other seats, not nobody"):
        OneSeat(("nobody",))


@pytest.mark.parametrize("seat", [-1, 4])
def test_it_sits_at_one_of_four_seats(seat: int) -> None:
    with pytest.raises(ArgumentError, match=f"seat: {seat} is no seat"):
        OneSeat(seat=seat)
