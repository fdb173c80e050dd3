"""Forks: what they note of a decision is what the player sees in it, and their outcomes are those of play."""

import numpy as np

from wuyi.bots.features import COUNT
from wuyi.simulate.fast.forks import forks
from wuyi.simulate.play import match_seed


def test_forks_are_of_the_best_action_and_another() -> None:
    found = forks([match_seed(3, number) for number in range(1, 9)], 2, np.random.default_rng(1), share=1.0)
    count = len(found.gained)
    assert count > 40
    assert found.numbers.shape == (count, 2, COUNT) and found.values.shape == (count, 2)
    assert (found.values[:, 0] >= found.values[:, 1]).all()
    assert np.isfinite(found.numbers).all() and np.abs(found.numbers).max() < 5
    assert (found.gained != 0).any() and (found.gained == 0).any()


def test_no_fork_is_found_where_no_share_is_asked_for() -> None:
    found = forks([match_seed(3, 1)], 0, np.random.default_rng(1), share=0.0)
    assert len(found.gained) == 0
