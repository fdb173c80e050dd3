"""Properties of every hand: on hands drawn by hypothesis every day, on 100,000 in the long run."""

import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.checks import (
    check_actions,
    check_conserved,
    check_replay,
    check_secrets,
    loaded_start,
    play,
)
from wuyi.engine.apply import apply, start_hand
from wuyi.engine.event import Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.rules import DEFAULT_RULES, Ruleset

rulesets = st.builds(
    Ruleset,
    dealer_succession=st.sampled_from(["winner", "rotate"]),
    half_flush_required=st.booleans(),
    min_fan=st.integers(0, 10),
    white_as_itself=st.booleans(),
    wait_fans_stack=st.booleans(),
    kongs_stack=st.booleans(),
    fan_cap=st.none() | st.integers(1, 12),
)


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32), rules=rulesets)
def test_tiles_are_conserved_and_replay_equals_play(seed: int, rules: Ruleset) -> None:
    rng = random.Random(seed)
    for state, events in play(loaded_start(rng), rng, rules):
        check_conserved(state)
        if state.over or rng.random() < 0.05:
            check_replay(state, events, rules)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_what_is_offered_applies_and_all_else_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    for state, _ in play(loaded_start(rng), rng):
        if state.over or state.phase == "rob" or state.last or rng.random() < 0.08:
            check_actions(state)


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_a_view_depends_on_nothing_hidden(seed: int) -> None:
    rng = random.Random(seed)
    for state, events in play(loaded_start(rng), rng):
        if state.phase != "rob" and not state.over and rng.random() < 0.2:
            check_secrets(state, events, rng)


@settings(deadline=None, max_examples=20)
@given(seed=st.binary(min_size=32, max_size=32))
def test_a_seed_deals_the_same_hand_every_time(seed: bytes) -> None:
    assert start_hand(seed)[1] == start_hand(seed)[1]


def random_hands(first: int, count: int) -> Counter[str]:
    """Play hands by random legal choices, half of them from leaning deals, checking each thoroughly."""
    tally: Counter[str] = Counter()
    for number in range(first, first + count):
        rng = random.Random(number)
        start = loaded_start(rng) if number % 2 else start_hand(rng.randbytes(32))[0].start
        final, all_events = None, []
        for state, events in play(start, rng):
            check_conserved(state)
            if rng.random() < 0.004:
                check_actions(state)
            if rng.random() < 0.01 and not state.over and state.phase != "rob":
                check_secrets(state, events, rng)
            final, all_events = state, events
        assert final is not None
        check_replay(final, all_events, DEFAULT_RULES)
        result = final.result
        tally[f"won by {result.way}" if isinstance(result, Won) else "drawn"] += 1
        tally["events"] += len(all_events)
    return tally


def test_random_hands() -> None:
    tally = random_hands(0, 60)
    assert tally["drawn"] + sum(n for kind, n in tally.items() if kind.startswith("won")) == 60


@pytest.mark.long
def test_a_hundred_thousand_random_hands() -> None:
    tally: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(random_hands, range(0, 100_000, 500), [500] * 200):
            tally += part
    print(dict(tally))
    assert sum(n for kind, n in tally.items() if kind != "events") == 100_000


def test_the_first_answer_stands() -> None:
    """A seat that has answered is asked no more, and nobody can answer for it again."""
    rng = random.Random(7)
    for _ in range(40):
        state, _ = start_hand(rng.randbytes(32))
        while not state.over:
            seats = acting(state)
            if len(seats) > 1:
                seat = seats[0]
                options = legal_actions(state, seat)
                apply(state, options[-1])
                if state.phase == "claim":
                    assert seat not in acting(state)
                    assert legal_actions(state, seat) == ()
                continue
            apply(state, rng.choice(legal_actions(state, seats[0])))
