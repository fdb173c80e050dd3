"""A won hand laid out group by group. That groups are true to the tiles is held for hands by the thousand in
tests/test_oracle.py; here is what they look like."""

import pytest

from tests.scoring.asking import ask
from wuyi.hand.hand import Hand
from wuyi.hand.tile import tile
from wuyi.rules import Ruleset
from wuyi.scoring.context import Question, Winning
from wuyi.scoring.layout import lay_out
from wuyi.scoring.reading import Group, Reading
from wuyi.scoring.score import Score


def groups(text: str, caishen: str) -> list[str]:
    """A group as `run 5p 9p=6p 7p`, a `*` behind the kind of a claimed one; `=` is what a tile stands for."""
    score = ask(text, caishen)
    assert isinstance(score, Score), score
    return [written(group) for group in score.groups]


def written(group: Group) -> str:
    shown = [
        tile if tile == read else f"{tile}={read}"
        for tile, read in zip(group.tiles, group.reads, strict=True)
    ]
    return f"{group.kind}{'*' if group.claimed else ''} {' '.join(shown)}"


def test_the_pair_of_baotou_comes_last_and_then_the_melds() -> None:
    assert groups("345m222z7m(1111z)[68m5z]+1s", "7m") == [
        "run 3m 4m 5m",
        "triplet 2z 2z 2z",
        "pair 1s 7m=1s",
        "kong 1z 1z 1z 1z",
        "run* 6m 5z=7m 8m",
    ]


def test_a_straight_is_laid_in_its_runs() -> None:
    assert groups("11123456789m11z+1z", "9p") == [
        "run 1m 2m 3m",
        "run 4m 5m 6m",
        "run 7m 8m 9m",
        "triplet 1z 1z 1z",
        "pair 1m 1m",
    ]


def test_four_triplets_are_laid_as_such() -> None:
    assert groups("111222333m4466m+6m", "9p")[:3] == [
        "triplet 1m 1m 1m",
        "triplet 2m 2m 2m",
        "triplet 3m 3m 3m",
    ]


def test_a_pung_of_white_stands_for_what_makes_the_hand() -> None:
    assert groups("11123678m11z[555z]+1z", "5m")[-1] == "triplet* 5z=5m 5z=5m 5z=5m"
    assert groups("11123678m11z[555z]+1z", "5p")[-1] == "triplet* 5z 5z 5z"


def test_seven_pairs() -> None:
    assert groups("1144m5588p22s14z9s+4z", "9s")[-2:] == ["pair 1z 9s=1z", "pair 4z 4z"]
    assert groups("1144m5588p22s11z9s+9s", "9s")[-1] == "pair 9s=1m 9s=1m"
    assert groups("1144m5588p22s11z9s+4z", "9s")[-1] == "pair 4z 9s=4z"


def test_unconnected_fills_places_that_fit() -> None:
    assert groups("147m25p1234567z9p+8p", "9p")[:7] == [
        "single 1m",
        "single 4m",
        "single 7m",
        "single 2p",
        "single 5p",
        "single 8p",
        "single 9p=1s",
    ]


def test_honours_in_any_arrangement_stand_alone() -> None:
    assert groups("1123567z[444z][666z]+7z", "9p") == [
        *[f"single {kind}z" for kind in (1, 1, 2, 3, 5, 6, 7, 7)],
        "triplet* 4z 4z 4z",
        "triplet* 6z 6z 6z",
    ]


def test_a_reading_of_other_tiles_is_refused() -> None:
    hand = Hand.parse("1-9m1234p", "9s")
    asked = Question.of(hand, tile("1z"), Winning(), Ruleset())
    with pytest.raises(ValueError, match="no such reading"):
        lay_out(asked, Reading("pairs", 1, False, False, 0))
