"""Distances to the patterns a player aims for (RULES.md 4), and which of them the rules leave."""

from random import Random

import pytest

from tests.bots.tables import opening
from tests.walls import wall
from wuyi.bots.outlook import Outlook
from wuyi.bots.targets import Target, targets
from wuyi.bots.weigher import DEFAULT_WEIGHTS
from wuyi.engine.view import view
from wuyi.hand import Hand
from wuyi.hand.distance import distances
from wuyi.hand.tile import KINDS, TILES
from wuyi.rules import Ruleset

LOOSE = Ruleset(half_flush_required=False, min_fan=0)
ALL = {target.name: target for target in targets(LOOSE)}


def outlook(caishen: str, rules: Ruleset = LOOSE) -> Outlook:
    """Of the dealer of some deal with that caishen, who has seen next to nothing."""
    return Outlook(view(opening(wall(turned=caishen), rules), 0), DEFAULT_WEIGHTS)


@pytest.mark.parametrize(
    ("target", "hand", "steps"),
    [
        ("half_flush_m", "123456789m1122z", 1),
        ("full_flush_m", "123456789m1122z", 5),
        ("half_flush_m", "123456m223z9p [777m]", 1),
        ("triplets_p", "11133366p7z9p [222p]", 1),
        ("all_honours", "1122334677z123m", 4),
        ("pairs", "11122m33p4455s66z", 1),
        ("pairs", "1111m2233p4455s6z", 1),
        ("pairs", "1122m33p4455s66z9p", 1),
        ("natural_pairs", "1122m33p4455s66z9p", 2),
        ("unconnected", "147m258p369s1234z", 1),
        ("unconnected", "147m258p36s125z9p6m", 2),
        ("one_third", "147m147p258s1234z", 4),
        ("regular", "123m456p789s2344s", 1),
    ],
)
def test_steps(target: str, hand: str, steps: int) -> None:
    assert outlook("9p").steps(ALL[target], Hand.parse(hand, caishen="9p")) == steps


@pytest.mark.parametrize("caishen", ["5m", "9p", "3z", "5z"])
def test_steps_agree_with_the_distances_of_the_hand(caishen: str) -> None:
    """`wuyi.hand.distance` asks the same of a hand by other means."""
    random = Random(caishen)
    judge = outlook(caishen)
    pool = [tile for tile in range(KINDS) for _ in range(4 - (tile == TILES[caishen]))]
    for _ in range(200):
        hand = Hand(random.sample(pool, 13), caishen=TILES[caishen])
        by_name = {name: judge.steps(target, hand) for name, target in ALL.items()}
        found = distances(hand, LOOSE)
        for suit in "mps":
            assert by_name[f"half_flush_{suit}"] == found[suit]
        assert by_name["all_honours"] == found["honours"]
        for name in ("pairs", "unconnected", "regular"):
            assert by_name[name] == found[name]


def test_useful_tiles_are_those_that_bring_the_hand_nearer() -> None:
    random = Random(1)
    judge = outlook("5m")
    pool = [tile for tile in range(KINDS) for _ in range(4 - (tile == TILES["5m"]))]
    for _ in range(10):
        hand = Hand(random.sample(pool, 13), caishen=TILES["5m"])
        for target in ALL.values():
            steps = judge.steps(target, hand)
            nearer = 0
            for tile in range(KINDS):
                hand.add(tile)
                if hand.counts[tile] <= 4 and judge.steps(target, hand) < steps:
                    nearer += judge.left[tile]
                hand.remove(tile)
            assert judge.useful(target, hand) == nearer


@pytest.mark.parametrize(
    ("melds", "names"),
    [
        ("[123m]", {"half_flush_m", "full_flush_m", "regular"}),
        ("[111m]", {"half_flush_m", "full_flush_m", "triplets_m", "regular", "triplets"}),
        ("[111m] [222p]", {"regular", "triplets"}),
        ("[111z]", {*(f"{kind}_{suit}" for kind in ("half_flush", "triplets") for suit in "mps")}
         | {"all_honours", "regular", "triplets"}),
        ("[555z]", {name for name in ALL if ALL[name].melds} - {"full_flush_m", "full_flush_s"}),
        ("[78p5z]", {"half_flush_p", "full_flush_p", "regular"}),
    ],
)  # fmt: skip
def test_melds_rule_targets_out(melds: str, names: set[str]) -> None:
    """With 9p turned a 白 is a 9p, or itself (2.3)."""
    size = 13 - 3 * melds.count("[")
    hand = Hand.parse(f"{'1122334466778s'[:size]}s {melds}", caishen="9p")
    assert {name for name, target in ALL.items() if target.allows(hand.melds, hand.caishen)} == names


def names(found: tuple[Target, ...]) -> set[str]:
    return {target.name for target in found}


def test_the_least_fan_rules_targets_out() -> None:
    """A win adds one fan to its pattern's (4.9)."""
    assert "half_flush_m" in names(targets(Ruleset()))
    assert "regular" not in names(targets(Ruleset()))
    assert "regular" not in names(targets(Ruleset(half_flush_required=False)))
    assert "triplets" in names(targets(Ruleset(half_flush_required=False)))
    assert "half_flush_m" not in names(targets(Ruleset(min_fan=4)))
    assert names(targets(Ruleset(min_fan=6))) == {"all_honours"}
    assert names(targets(Ruleset(min_fan=10))) == {"all_honours"}


def test_a_white_dragon_that_is_only_the_turned_tile() -> None:
    """`white_as_itself: false`, which leaves it an honour in 字一色 and 十三不靠 (8)."""
    free, bound = outlook("9p"), outlook("9p", Ruleset(white_as_itself=False))
    for judge, steps in ((free, 1), (bound, 3)):
        hand = Hand.parse("11122233355z12m", caishen="9p")
        assert judge.steps(ALL["half_flush_m"], hand) == steps
        assert judge.steps(ALL["all_honours"], hand) == 3
