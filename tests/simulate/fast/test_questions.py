"""Hands asked about by the kernels and by the readable library.

Twins: `fast.complete`, `fast.wait`, `fast.distance` and those of `wuyi.hand`; `fast.judge` and
`wuyi.scoring.judge`.
"""

from collections import defaultdict
from random import Random

import numpy as np
import pytest

from tests.hands import requests
from wuyi.errors import ArgumentError
from wuyi.hand import Hand, Meld, waits
from wuyi.hand.distance import distance
from wuyi.hand.notation import parse_tiles
from wuyi.hand.tile import KINDS, TILES
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.scoring import Score, Winning, judge
from wuyi.simulate.fast import distances, fan_ids, hand_rows, judge_hands, kinds_of, rows_of, waits_of
from wuyi.simulate.fast.judge import REFUSALS
from wuyi.simulate.fast.prices import way_entry

Asked = tuple[Hand, int, Winning]


def questions(count: int, seed: int) -> dict[Ruleset, list[Asked]]:
    """Hands that win about as often as not, with their winning tile and its circumstances, by rules."""
    found: dict[Ruleset, list[Asked]] = defaultdict(list)
    for said in requests(count, seed):
        caishen = TILES[said["caishen"]]
        melds = [Meld.parse(text, caishen) for text in said["melds"]]
        winning = Winning(
            way=said["way"],
            kongs=said.get("kongs", int(said.get("after_kong", False))),
            **{
                name: said[name]
                for name in ("flown", "last_tile", "kong_discard", "heavenly", "earthly")
                if name in said
            },
        )
        hand = Hand(parse_tiles(said["hand"]), melds, caishen=caishen)
        found[Ruleset.of(said["rules"])].append((hand, TILES[said["tile"]], winning))
    return found


def compare(asked: list[Asked], rules: Ruleset) -> int:
    """Wait, distance and verdict of each; how many win."""
    rows = hand_rows([hand for hand, _, _ in asked])
    tiles = np.array([tile for _, tile, _ in asked], np.int8)
    ways = np.array([way_entry(winning) for _, _, winning in asked], np.int64)
    fan, fans = judge_hands(rows, tiles, ways, rules)
    wins = 0
    for (hand, tile, winning), wait, missing, worth, ids in zip(
        asked, waits_of(rows, rules), distances(rows, drawn=False, rules=rules), fan, fans, strict=True
    ):
        assert kinds_of(wait) == waits(hand, rules), hand
        assert missing == distance(hand, rules), hand
        verdict = judge(hand, tile, winning, rules)
        if isinstance(verdict, Score):
            wins += 1
            expected = tuple([id for id, _ in verdict.fans])
            assert (worth, fan_ids(int(ids))) == (verdict.fan, expected), (hand, tile, winning, rules)
        else:
            assert worth < 0 and REFUSALS[-1 - worth] == verdict.reason, (hand, tile, winning, rules)
    return wins


def test_hands_that_may_win() -> None:
    wins = sum(compare(asked, rules) for rules, asked in questions(1500, seed=20).items())
    assert wins > 400


@pytest.mark.long
def test_many_hands_that_may_win() -> None:
    wins = sum(compare(asked, rules) for rules, asked in questions(300_000, seed=21).items())
    print(f"{wins} of 300000 hands win")
    assert wins > 100_000


def test_dealt_hands() -> None:
    """Of fourteen tiles off a wall, too."""
    random = Random(3)
    wall = [kind for kind in range(KINDS) for _ in range(4)]
    hands = [Hand(random.sample(wall, 14), caishen=random.randrange(KINDS)) for _ in range(400)]
    for rules in (DEFAULT_RULES, Ruleset(half_flush_required=False, white_as_itself=False)):
        missing = distances(hand_rows(hands), drawn=True, rules=rules)
        assert missing.tolist() == [distance(hand, rules) for hand in hands]


def test_one_winning_for_all() -> None:
    hand = Hand.parse("11122244466m88m", "1p")
    fan, fans = judge_hands(hand_rows([hand]), np.array([TILES["8m"]], np.int8))
    assert (fan[0], fan_ids(int(fans[0]))) == (6, ("pengpenghu", "qingyise", "zimo"))


@pytest.mark.parametrize("tiles", [[], [7, 7], [34], [-1], [7.0], [[7]]])
def test_there_is_a_winning_tile_for_each_hand(tiles: list[object]) -> None:
    """Kernels look at no bounds: what is beyond them would be read from anywhere."""
    rows = hand_rows([Hand.parse("11122244466m88m", "1p")])
    with pytest.raises(ArgumentError, match=r"tiles: numbers from 0 to 33 of shape \(1,\), not"):
        judge_hands(rows, np.array(tiles))


def test_winning_tiles_of_any_width_will_do() -> None:
    rows = hand_rows([Hand.parse("11122244466m88m", "1p")])
    assert judge_hands(rows, np.array([7]))[0] == 6


@pytest.mark.parametrize(("what", "value"), [("counts", 5), ("caishen", 34), ("melds", 34), ("counts", -1)])
def test_rows_are_of_tiles(what: str, value: int) -> None:
    given = {
        "counts": np.zeros((1, KINDS), np.int8),
        "caishen": np.zeros(1, np.int8),
        "melds": np.zeros((1, 4, 2), np.int8),
    }
    given[what].flat[0] = value
    with pytest.raises(ArgumentError, match=f"{what}: numbers from 0"):
        rows_of(**given)
