"""The arena on kernels finds what the readable one finds, to the point."""

import json
from dataclasses import replace
from typing import Any

import pytest

from wuyi.bots import UnknownBot
from wuyi.cli.main import main
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.arena import Report, run_arena, run_arms
from wuyi.simulate.fast.arena import AT_ONCE, fast_arena, fast_arms
from wuyi.simulate.play import line_up
from wuyi.simulate.stats import Times


def without_times(report: Report) -> Report:
    return Report(
        report.outcomes, {bot: replace(each, times=Times()) for bot, each in report.tallies.items()}
    )


def test_arms_come_out_as_those_of_the_readable_players() -> None:
    how: dict[str, Any] = {"deals": 1, "seed": 5, "rules": DEFAULT_RULES}
    arms, against = ["ev", "value", "greedy", "novice"], ("greedy", "novice", "ev")
    assert fast_arms(arms, against, **how) == without_times(run_arms(arms, against, **how))


def test_a_line_up_comes_out_as_that_of_the_readable_players() -> None:
    how: dict[str, Any] = {"deals": 2, "seed": 6, "rules": Ruleset(min_fan=0, half_flush_required=False)}
    bots = line_up(["value", "value", "greedy"])
    assert fast_arena(bots, **how) == without_times(run_arena(bots, **how))


def test_the_command_plays_by_kernels_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["arena", "--seats", "value,greedy", "--deals", "2", "--seed", "7", "--json"]
    found = []
    for more in ([], ["--fast"]):
        assert main([*run, *more]) == 0
        found.append(json.loads(capsys.readouterr().out))
    slow, fast = found
    assert fast["bots"][0]["decision_ms"] == {"p50": None, "p99": None}
    for bot in (*slow["bots"], *fast["bots"]):
        del bot["decision_ms"]
    assert fast == slow


def test_many_batches_are_one_report() -> None:
    done: list[None] = []
    deals = AT_ONCE + 3
    report = fast_arena(
        line_up(["random"]),
        deals=deals,
        seed=1,
        rules=DEFAULT_RULES,
        progress=lambda: done.append(None),
    )
    (tally,) = report.tallies.values()
    assert (tally.deals, tally.hands, len(done)) == (deals, 16 * deals, deals)
    assert not any(tally.points) and report.outcomes.hands == 4 * deals


def test_a_player_that_no_kernel_plays() -> None:
    with pytest.raises(
        UnknownBot, match="no kernel plays 'nobody'; there are random, novice, greedy, value, ev"
    ):
        fast_arms(["nobody"], ("greedy",) * 3, deals=1, seed=1, rules=DEFAULT_RULES)


@pytest.mark.long
def test_hundreds_of_deals() -> None:
    how: dict[str, Any] = {"deals": 150, "seed": 7, "rules": DEFAULT_RULES}
    arms, against = ["value", "greedy"], ("value", "greedy", "greedy")
    assert fast_arms(arms, against, **how) == without_times(run_arms(arms, against, **how))
