"""The batch as its users see it: matches to their end, clones, errors, and nothing lost on the way."""

import msgspec
import numpy as np
import pytest

from tests.simulate.fast.audit import audit
from tests.walls import wall
from wuyi.engine.apply import begin
from wuyi.errors import ArgumentError
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import NEAREST, RANDOM, Batch, IllegalActions
from wuyi.simulate.play import match_seed

from .twin import compare_state

SEEDS = [match_seed(4, number) for number in range(1, 41)]


def fresh(rules: Ruleset = DEFAULT_RULES) -> Batch:
    batch = Batch(len(SEEDS), rules)
    batch.reset(SEEDS)
    return batch


def test_before_the_first_hand() -> None:
    batch = Batch(3)
    assert len(batch) == 3
    assert batch.over.all() and (batch.actor == -1).all()


def test_whole_matches_end_with_the_totals_of_their_hands() -> None:
    batch = fresh(Ruleset(hands=4))
    total = np.zeros_like(batch.scores)
    for hand in range(1, 5):
        assert (batch.tables["hand"] == hand).all()
        batch.rollout([NEAREST, RANDOM, NEAREST, RANDOM], seed=hand)
        total += batch.gains
        assert (batch.scores == total).all()
        assert batch.match_over.all() == (hand == 4)
        batch.deal()
    assert total.any() and not total.sum(axis=1).any()


def test_a_rollout_of_whole_matches() -> None:
    batch = fresh(Ruleset(hands=4))
    decisions = batch.rollout([NEAREST] * 4, whole_matches=True)
    assert batch.match_over.all()
    assert decisions > 4 * 40 * len(batch)


def test_rollouts_follow_from_their_seed() -> None:
    batch = fresh()
    policies = [RANDOM, NEAREST, RANDOM, NEAREST]
    ends = []
    for seed in (1, 1, 2):
        twin = batch.clone()
        twin.rollout(policies, seed=seed)
        ends.append(twin.tables["river_tile"].copy())
    assert (ends[0] == ends[1]).all() and (ends[0] != ends[2]).any()


def test_steps_by_policies_are_a_rollout() -> None:
    batch = fresh()
    other = batch.clone()
    decisions = batch.rollout([NEAREST] * 4)
    steps = 0
    while not other.over.all():
        steps += int((~other.over).sum())
        other.step(other.choose([NEAREST] * 4))
    assert steps == decisions
    assert (batch.scores == other.scores).all()


def test_a_clone_goes_its_own_way() -> None:
    batch = fresh()
    other = batch.clone([3, 3, 0])
    assert len(other) == 3
    assert (other.legal_mask() == batch.legal_mask()[[3, 3, 0]]).all()
    before = batch.tables.copy()
    other.rollout([RANDOM] * 4)
    assert (batch.tables == before).all() and other.over.all()


def test_reset_of_some_tables() -> None:
    batch = fresh()
    first = batch.tables.copy()
    batch.rollout([RANDOM] * 4)
    where = np.arange(len(batch)) % 2 == 0
    batch.reset(SEEDS, where)
    assert (batch.over == ~where).all()
    assert (batch.tables["wall"] == first["wall"]).all()
    assert (batch.legal_mask().any(axis=1) == where).all()


def test_a_loaded_hand_is_as_dealt() -> None:
    start = wall(turned="5m", hands={2: "123456789p1112z"}, dealer=2, seed=8)
    batch = Batch(2)
    batch.load(1, start)
    assert batch.over.tolist() == [True, False]
    compare_state(batch, 1, begin(DEFAULT_RULES, start)[0])


@pytest.mark.parametrize(
    ("field", "value"), [("wall", "1m" * 136), ("dealer", 4), ("dealer", -1), ("dice", (1, 1, 0, 1))]
)
def test_what_is_no_deal_is_not_loaded(field: str, value: object) -> None:
    start = msgspec.structs.replace(wall(turned="5m", seed=8), **{field: value})
    batch = Batch(1)
    with pytest.raises(ArgumentError, match=f"^{field}: "):
        batch.load(0, start)
    assert batch.over.all() and not batch.tables["wall"].any()


@pytest.mark.parametrize("seat", [-1, 4])
def test_it_is_played_to_one_of_four_seats(seat: int) -> None:
    with pytest.raises(ArgumentError, match=r"^seat: numbers from 0 to 3"):
        Batch(1).play_to(seat, [RANDOM] * 4)


def test_an_illegal_action_changes_nothing() -> None:
    batch = fresh()
    before = batch.tables.copy()
    actions = batch.legal_mask().argmax(axis=1)
    actions[7] = int(np.flatnonzero(~batch.legal_mask()[7])[0])
    with pytest.raises(IllegalActions, match=rf"table 7: action {actions[7]} of seat \d") as caught:
        batch.step(actions)
    assert caught.value.reason == "illegal_action"
    assert (batch.tables == before).all()


@pytest.mark.parametrize("number", [-1, 109, 10**9])
def test_a_number_that_is_no_action(number: int) -> None:
    batch = fresh()
    with pytest.raises(IllegalActions):
        batch.step([number] * len(batch))


def test_wrong_shapes_are_refused() -> None:
    batch = fresh()
    with pytest.raises(ValueError, match="40 tables want an action each"):
        batch.step([0])
    with pytest.raises(ValueError, match="40 tables want an action each, not float64"):
        batch.step([0.5] * 40)
    with pytest.raises(ValueError, match="40 tables want 32 bytes each"):
        batch.reset(SEEDS[:5])
    with pytest.raises(ValueError, match=r"a seed is 32 bytes, not \[31, 32, 33\]"):
        batch.reset([*SEEDS[2:], SEEDS[0][1:], SEEDS[1] + b"1"])
    with pytest.raises(ValueError, match="not a policy for each of 4 seats"):
        batch.rollout([RANDOM, 9, RANDOM, RANDOM])


@pytest.mark.long
def test_a_million_hands_lose_nothing() -> None:
    """Most of them by chance alone, the others towards a win; every decision is looked at."""
    batch = Batch(1024)
    played = 0
    for policies, hands in (
        ([RANDOM] * 4, 900_000),
        ([NEAREST] * 4, 60_000),
        ([NEAREST, RANDOM] * 2, 40_000),
    ):
        batch.reset([match_seed(hands, table) for table in range(len(batch))])
        found = audit(batch, policies, hands=hands)
        print(policies, found, flush=True)
        assert (found.illegal, found.lost, found.unpaid) == (0, 0, 0)
        played += found.hands
    assert played >= 1_000_000
