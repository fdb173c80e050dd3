"""Matches by seed: the same luck always gives the same records, and they hold."""

import hashlib

import pytest

from wuyi.engine.luck import derive
from wuyi.engine.record import Record, decode, encode, verify
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.play import SeatingError, line_up, match_seed, play_match
from wuyi.simulate.pool import Processes
from wuyi.simulate.run import simulate

RANDOM = ("random", "random", "random", "random")
FOUR = Ruleset(hands=4)


def records(seed: int) -> list[Record]:
    return list(play_match(FOUR, match_seed(seed, 1), ("greedy", "random", "random", "greedy"), "m"))


def test_the_seed_of_a_match_is_as_documented() -> None:
    assert match_seed(7, 3) == hashlib.sha256(b"wuyi:7:3").digest()
    assert match_seed(-1, 1) == hashlib.sha256(b"wuyi:-1:1").digest()


def test_a_match_is_its_hands_one_after_the_other() -> None:
    played = records(1)
    assert [record.hand for record in played] == [1, 2, 3, 4]
    assert [record.before for record in played] == [(0, 0, 0, 0), *[record.after for record in played[:-1]]]
    for record in played:
        assert record.seed == derive(match_seed(1, 1), f"hand {record.hand}").hex()
        assert record.seats == ("greedy", "random", "random", "greedy")
        assert decode(encode(record)) == record
        verify(record)


def test_the_same_seed_gives_the_same_records() -> None:
    assert records(1) == records(1)
    assert records(1)[0].wall != records(2)[0].wall


def test_simulated_matches_are_named_and_counted() -> None:
    played = list(simulate(RANDOM, matches=2, seed=9, rules=FOUR))
    lines = b"".join(match.lines for match in played).splitlines()
    assert [decode(line).match for line in lines] == ["9-1"] * 4 + ["9-2"] * 4
    assert [match.outcomes.hands for match in played] == [4, 4]


def test_more_processes_give_the_same_bytes() -> None:
    alone, together = (
        [match.lines for match in simulate(RANDOM, matches=3, seed=9, rules=FOUR, workers=Processes(jobs))]
        for jobs in (1, 2)
    )
    assert alone == together


def test_a_line_up_is_filled_with_its_last() -> None:
    assert line_up(["a"]) == ("a", "a", "a", "a")
    assert line_up(["a", "b"]) == ("a", "b", "b", "b")
    assert line_up(["a", "b", "c", "d"]) == ("a", "b", "c", "d")


@pytest.mark.parametrize("bots", [[], ["a"] * 5])
def test_a_line_up_fits_the_table(bots: list[str]) -> None:
    with pytest.raises(SeatingError):
        line_up(bots)


def test_the_rules_of_a_match_are_those_of_its_records() -> None:
    record = next(play_match(FOUR, match_seed(1, 1), RANDOM, "m"))
    assert record.rules == FOUR
    assert record.rules_hash == FOUR.hash != DEFAULT_RULES.hash
