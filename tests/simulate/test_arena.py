"""Duplicate deals: fair, repeatable, and able to tell a good player from a bad one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from wuyi.bots import Bot
from wuyi.engine.match import Match
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate import arena
from wuyi.simulate.arena import Report, play_deal, run_arena, run_arms
from wuyi.simulate.play import line_up, match_seed, play_hand, seat_bots
from wuyi.simulate.pool import Processes
from wuyi.simulate.stats import Tally, Times

MIXED = line_up(["greedy", "random"])


def without_times(report: Report) -> dict[str, Tally]:
    return {bot: replace(each, times=Times()) for bot, each in report.tallies.items()}


def test_each_deal_is_played_in_every_seating() -> None:
    walls = set()
    line_ups = []

    def spy_hand(match: Match, bots: Sequence[Bot]) -> None:
        play_hand(match, bots)
        assert match.state is not None
        walls.add(match.state.start.wall)

    def spy_seats(seats: Sequence[str], seed: bytes) -> list[Bot]:
        line_ups.append(tuple(seats))
        return seat_bots(seats, seed)

    with patch.object(arena, "play_hand", spy_hand), patch.object(arena, "seat_bots", spy_seats):
        report = play_deal(MIXED, DEFAULT_RULES, 1, 1)
    assert len(walls) == 1
    assert [seats.index("greedy") for seats in line_ups] == [0, 1, 2, 3]
    assert report.outcomes.hands == 4
    assert {bot: tally.hands for bot, tally in report.tallies.items()} == {"greedy": 4, "random": 12}


def test_the_wall_is_that_of_the_match_of_the_same_number() -> None:
    match = Match(match_seed(1, 5))
    match.start_next_hand()
    assert match.state is not None
    dealt = []
    start_next_hand = Match.start_next_hand

    def spy(self: Match) -> object:
        events = start_next_hand(self)
        dealt.append(events[0])
        return events

    with patch.object(Match, "start_next_hand", spy):
        play_deal(line_up(["random"]), DEFAULT_RULES, 1, 5)
    assert dealt == [match.state.start] * 4


def test_points_sum_to_zero() -> None:
    report = run_arena(line_up(["greedy", "greedy", "random"]), deals=3, seed=4, rules=DEFAULT_RULES)
    for deal in zip(*[tally.points for tally in report.tallies.values()], strict=True):
        assert sum(deal) == 0
    assert sum(sum(tally.capped) for tally in report.tallies.values()) == 0
    assert sum(tally.wins for tally in report.tallies.values()) == report.outcomes.wins


def test_the_report_is_the_same_for_any_number_of_processes() -> None:
    calls: list[None] = []
    how: dict[str, Any] = {"deals": 4, "seed": 2, "rules": DEFAULT_RULES}
    alone, together = (
        run_arena(MIXED, **how, workers=Processes(jobs), progress=lambda: calls.append(None))
        for jobs in (1, 2)
    )
    assert without_times(alone) == without_times(together)
    assert alone.outcomes == together.outcomes
    assert len(calls) == 8


def test_arms_hold_the_same_hands_against_the_same_opponents() -> None:
    how: dict[str, Any] = {"deals": 3, "seed": 6, "rules": DEFAULT_RULES}
    report = run_arms(("greedy", "random"), ("greedy", "greedy", "random"), **how)
    assert list(report.tallies) == ["greedy", "random"]
    assert report.outcomes.hands == 24
    alone = run_arms(("random",), ("greedy", "greedy", "random"), **how)
    assert without_times(alone)["random"] == without_times(report)["random"]
    mixed = run_arena(line_up(["random", "greedy", "greedy", "random"]), **how)
    assert mixed.tallies["random"].hands == 2 * alone.tallies["random"].hands


def test_an_arm_among_its_like_comes_out_even() -> None:
    """Four alike: over the four seats of a deal the gains of one are those of all."""
    report = run_arms(("greedy",), ("greedy", "greedy", "greedy"), deals=2, seed=3, rules=DEFAULT_RULES)
    assert report.tallies["greedy"].points == [0, 0]


def test_decisions_are_timed() -> None:
    report = play_deal(MIXED, DEFAULT_RULES, 1, 1)
    for tally in report.tallies.values():
        median = tally.times.quantile(0.5)
        assert median is not None and median > 0


def test_greedy_beats_random() -> None:
    report = run_arena(MIXED, deals=25, seed=1, rules=DEFAULT_RULES)
    greedy = report.tallies["greedy"]
    assert greedy.interval is not None
    assert greedy.interval[0] > 0
    assert greedy.win_rate > 0.3


@pytest.mark.long
def test_greedy_beats_random_by_a_wide_margin() -> None:
    report = run_arena(MIXED, deals=1000, seed=1, rules=DEFAULT_RULES)
    greedy = report.tallies["greedy"]
    assert greedy.interval is not None
    assert greedy.interval[0] > 20


@pytest.mark.long
def test_greedy_players_among_themselves_seldom_draw() -> None:
    report = run_arena(line_up(["greedy"]), deals=200, seed=1, rules=DEFAULT_RULES)
    assert report.outcomes.draw_rate < 0.35
    median = report.tallies["greedy"].times.quantile(0.5)
    assert median is not None and median < 5
