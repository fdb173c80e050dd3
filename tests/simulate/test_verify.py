"""A file of records is checked hand by hand, and from hand to hand."""

from typing import Any

import msgspec
import pytest

from wuyi.engine.record import Record
from wuyi.errors import RecordError
from wuyi.rules import Ruleset
from wuyi.simulate.play import match_seed, play_match
from wuyi.simulate.verify import Verifier

HANDS = list(play_match(Ruleset(hands=4), match_seed(3, 1), ("greedy", "greedy", "greedy", "random"), "one"))


def check(*records: Record) -> None:
    verifier = Verifier()
    for record in records:
        verifier.check(record)


def test_a_match_holds() -> None:
    check(*HANDS)


def test_hands_missing_in_between_are_no_fault() -> None:
    check(HANDS[0], HANDS[2], HANDS[3])


@pytest.mark.parametrize("second", [0, 1])
def test_the_hands_of_a_match_come_in_order_and_once(second: int) -> None:
    """Or a hand whose totals were altered could hide from the one before it."""
    with pytest.raises(RecordError, match=f"^hand: {second + 1} of match one comes after its hand 2"):
        check(HANDS[1], HANDS[second])


def test_anonymous_hands_may_be_of_different_matches() -> None:
    others = list(play_match(Ruleset(hands=8), match_seed(3, 2), ("random",) * 4, "two"))
    check(*[msgspec.structs.replace(hand, match="") for hand in (HANDS[0], others[1])])


def test_a_hand_that_does_not_hold_by_itself() -> None:
    with pytest.raises(RecordError, match="after"):
        check(msgspec.structs.replace(HANDS[0], after=(1, 1, 1, -3)))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seats": ("greedy", "greedy", "greedy", "greedy")}, "seats"),
        ({"rules": Ruleset(hands=8), "rules_hash": Ruleset(hands=8).hash}, "rules_hash"),
        ({"before": (5, -5, 0, 0)}, "before"),
        ({"dealer": (HANDS[1].dealer + 1) % 4}, "dealer"),
    ],
)
def test_a_hand_that_does_not_go_on_from_the_last(change: dict[str, Any], what: str) -> None:
    with pytest.raises(RecordError, match=f"^{what}: recorded"):
        check(HANDS[0], msgspec.structs.replace(HANDS[1], **change))


def test_matches_are_told_apart_by_name() -> None:
    other = [msgspec.structs.replace(record, match="two") for record in HANDS]
    check(HANDS[0], other[0], HANDS[1], other[1])
