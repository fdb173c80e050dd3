"""What a seat is told as numbers: what its view says, and nothing of what it cannot know."""

from random import Random

import numpy as np
import pytest

from tests.simulate.fast.twin import Twins, compare_observation, state_of
from wuyi.engine.legal import acting
from wuyi.errors import ArgumentError
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.fast import NEAREST, RANDOM, Batch
from wuyi.simulate.fast.observe import PLANES, SCALARS
from wuyi.simulate.fast.rows import CONCEALED_KONG
from wuyi.simulate.play import match_seed


def test_observations_say_what_views_say() -> None:
    twins = Twins(40, DEFAULT_RULES, seed=5)
    batch = twins.batch
    random = Random(5)
    while not batch.over.all():
        seats = np.array([random.randrange(4) for _ in range(len(batch))], np.int8)
        planes, scalars = batch.observe(seats)
        assert planes.shape == (40, PLANES, 34) and scalars.shape == (40, SCALARS)
        for index in np.flatnonzero(~batch.over).tolist():
            if random.random() < 0.1:
                state = state_of(twins.matches[index])
                compare_observation(planes[index], scalars[index], state, int(seats[index]))
        actions = twins.choose()
        for index in np.flatnonzero(~batch.over).tolist():
            twins.matches[index].apply(batch.action(index, int(actions[index])))
        batch.step(actions)


def test_the_seat_that_acts_looks_if_none_is_named() -> None:
    twins = Twins(8, DEFAULT_RULES, seed=6)
    planes, scalars = twins.batch.observe()
    for index, match in enumerate(twins.matches):
        state = state_of(match)
        compare_observation(planes[index], scalars[index], state, acting(state)[0])


def test_where_a_hand_is_over_nobody_looks() -> None:
    batch = Batch(2)
    planes, scalars = batch.observe()
    assert not planes.any() and not scalars.any()


def test_hidden_tiles_are_not_told() -> None:
    """Others' concealed tiles and the wall to come, exchanged at will, leave what a seat sees as it was."""
    batch = Batch(50)
    batch.reset([match_seed(9, number) for number in range(50)])
    random = Random(9)
    for _ in range(60):
        seats = batch.actor.copy()
        before = batch.observe(seats)
        other = batch.clone()
        for index in np.flatnonzero(~batch.over).tolist():
            hide(other, index, int(seats[index]), random)
        after = other.observe(seats)
        assert (before[0] == after[0]).all() and (before[1] == after[1]).all()
        batch.step(batch.choose([NEAREST, RANDOM, NEAREST, NEAREST]))


def hide(batch: Batch, index: int, seat: int, random: Random) -> None:
    """Shuffle the wall of a table, and give the others any tiles for what they hold unseen."""
    random.shuffle(wall := batch.tables["wall"][index].tolist())
    turned = batch.tables["turned"][index]
    wall[turned] = batch.tables["caishen"][index]
    batch.tables["wall"][index] = wall
    for other in range(4):
        if other != seat:
            row = batch.hands[index, other]
            random.shuffle(counts := row["counts"].tolist())
            row["counts"] = counts
            row["meld_start"] = np.where(row["meld_kind"] == CONCEALED_KONG, 33, row["meld_start"])


@pytest.mark.parametrize("seats", [[0], [0, 4], [0, -2], [0.0, 1.0]])
def test_one_of_four_seats_looks_at_each_table(seats: list[int]) -> None:
    batch = Batch(2)
    batch.reset([match_seed(1, number) for number in (1, 2)])
    with pytest.raises(ArgumentError, match=r"seats: numbers from -1 to 3 of shape \(2,\), not"):
        batch.observe(seats)
