"""Whole matches on both engines, told the same actions: equal at every decision."""

from random import Random

import pytest

from tests.simulate.fast.twin import Twins, any_rules
from wuyi.rules import DEFAULT_RULES, Ruleset

COMMON = {
    *("Discard", "Chow", "Pung", "Kong", "ConcealedKong", "AddedKong", "Win", "Pass"),
    *("draw", "discard", "zimo", "duting", "baotou", "hunyise", "duiduihu", "xiaokao", "dakao"),
}
"""What even a few hundred hands must have seen."""

RARE = {
    *("liable", "gangkai", "haidilao", "qifeng", "pengpenghu", "qingyise", "yitiaolong", "dandiao"),
    *("quanqiuren", "sancaishen", "ziyise_luan"),
}
"""What the long run must have seen; what is rarer still is in test_rare.py."""

HANDS_OF_A_MATCH = 8


def test_hands_under_the_default_rules() -> None:
    twins = Twins(96, DEFAULT_RULES, seed=1)
    twins.play(look=0.02)
    assert twins.hands == 96 * HANDS_OF_A_MATCH
    assert twins.seen >= COMMON


@pytest.mark.parametrize("seed", range(4))
def test_hands_under_other_rules(seed: int) -> None:
    rules = any_rules(Random(seed))
    assert rules != DEFAULT_RULES
    twins = Twins(24, rules, seed)
    twins.play(look=0.02)
    assert twins.hands == 24 * rules.hands


@pytest.mark.long
def test_a_hundred_thousand_hands() -> None:
    """Half of them under the default rules, half under others."""
    random = Random(7)
    hands = decisions = round = 0
    seen: set[str] = set()
    while hands < 100_000:
        rules: Ruleset = any_rules(random) if round % 2 else DEFAULT_RULES
        twins = Twins(256, rules, seed=1000 + round)
        twins.play(look=0.01)
        hands += twins.hands
        decisions += twins.decisions
        seen |= twins.seen
        round += 1
        print(f"{hands} hands, {decisions} decisions", flush=True)
    print(sorted(seen))
    assert seen >= COMMON | RARE
