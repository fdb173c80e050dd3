"""Every rule has examples, and each shows what it is about: the engine says so."""

import json
import re
from pathlib import Path

import pytest

from wuyi.engine.action import Chow, Pass, Win
from wuyi.engine.event import Claimed, Won
from wuyi.scoring.registry import FANS
from wuyi.teaching.figures import (
    Figure,
    JudgedHand,
    Moment,
    Succession,
    TileSet,
    WaitingHand,
    WallTail,
)
from wuyi.teaching.rules import rule_examples

ROOT = Path(__file__).parent.parent.parent
TEXTS = ROOT / "web" / "src" / "rulebook" / "text"

WITHOUT = {"hands"}
"""A number of hands is nothing to be drawn."""


@pytest.fixture(scope="module")
def examples() -> dict[str, tuple[Figure, ...]]:
    return {each.rule: each.figures for each in rule_examples()}


def rules_of_the_text() -> set[str]:
    """The numbered rules, the fans and the options of docs/rules.md."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").partition("\n## 9")[0]
    numbers = re.findall(r"^\*\*(\d+\.\d+)", text, re.MULTILINE)
    fans = re.findall(r"^\| [^|]+ \| `(\w+)` \|", text, re.MULTILINE)
    options = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert (len(numbers), len(fans), len(options)) == (42, 25, 8)
    return {*numbers, *fans, *options}


def judged(figures: tuple[Figure, ...]) -> list[JudgedHand]:
    return [figure for figure in figures if isinstance(figure, JudgedHand)]


def reasons(figures: tuple[Figure, ...]) -> list[str | None]:
    return [figure.refused.reason if figure.refused else None for figure in judged(figures)]


def test_every_rule_has_an_example(examples: dict[str, tuple[Figure, ...]]) -> None:
    assert rules_of_the_text() - set(examples) == WITHOUT
    assert set(examples) - rules_of_the_text() == {"4", "5", "9"}
    assert all(examples.values())


def test_every_hand_is_judged_one_way_or_the_other(examples: dict[str, tuple[Figure, ...]]) -> None:
    for figures in examples.values():
        for figure in judged(figures):
            assert (figure.win is None) != (figure.refused is None)
            tiles = len(figure.hand) + 3 * len(figure.melds)
            assert tiles == 13


def test_every_fan_is_in_its_example(examples: dict[str, tuple[Figure, ...]]) -> None:
    for fan in FANS:
        win = judged(examples[fan])[0].win
        assert win is not None and fan in dict(win.fans), fan


@pytest.mark.parametrize(
    ("rule", "expected"),
    {
        "4.5": ["not_half_flush", None],
        "4.8": ["many_waits_must_draw", None, None, "baotou_must_draw"],
        "4.9": [None, "too_few_fan"],
        "half_flush_required": ["not_half_flush", None],
        "min_fan": [None, "too_few_fan"],
        "white_as_itself": [None, "not_half_flush"],
    }.items(),
)
def test_reasons(examples: dict[str, tuple[Figure, ...]], rule: str, expected: list[str | None]) -> None:
    assert reasons(examples[rule]) == expected


def test_the_countys_own_examples(examples: dict[str, tuple[Figure, ...]]) -> None:
    """Section 9, as its table has it."""
    wins = [figure.win for figure in judged(examples["9"])]
    assert [win and (win.fan, win.base) for win in wins][:4] == [(6, 64), (6, 64), (5, 32), (5, 32)]


def test_the_house_rules_make_a_difference(examples: dict[str, tuple[Figure, ...]]) -> None:
    for option in ("half_flush_required", "min_fan", "white_as_itself", "wait_fans_stack", "kongs_stack"):
        default, changed = judged(examples[option])
        assert not default.house and option in changed.house
        assert (default.win and default.win.fan) != (changed.win and changed.win.fan), option


def test_payments_add_up(examples: dict[str, tuple[Figure, ...]]) -> None:
    """6.2, 6.3 and 6.5, in bases."""
    paid = {}
    for rule in ("6.2", "6.3", "6.5"):
        wins = [figure.win for figure in judged(examples[rule])]
        paid[rule] = [tuple(gain // win.base for gain in win.payments or ()) for win in wins if win]
    assert paid["6.2"] == [(4, -2, -1, -1), (5, -2, -2, -1), (6, -4, -1, -1)]
    assert paid["6.3"] == [(6, -2, -2, -2), (4, -1, -2, -1)]
    assert paid["6.5"] == [(4, 0, 0, -4), (4, -2, -1, -1)]


def moment(examples: dict[str, tuple[Figure, ...]], rule: str, number: int = 0) -> Moment:
    figure = examples[rule][number]
    assert isinstance(figure, Moment)
    return figure


def refused(figure: Moment) -> dict[str, str]:
    return {each.action: each.reason for each in figure.refused}


def test_moments(examples: dict[str, tuple[Figure, ...]]) -> None:
    """What the seat may do is what the rule says."""
    assert moment(examples, "1.6").legal == (Win(0), Pass(0))
    assert refused(moment(examples, "1.6"))["discard"] == "last_tile"
    assert refused(moment(examples, "2.2")) == dict.fromkeys(("pung", "chow"), "caishen_stays_concealed")
    assert Chow(0, ("5z", "6m")) in moment(examples, "2.3", 3).legal
    assert set(refused(moment(examples, "2.4")).values()) == {"caishen_unclaimable"}
    locked = moment(examples, "2.5")
    assert refused(locked) == {"win": "caishen_lock"} and locked.view.seats[2].locked
    assert Win(0) in moment(examples, "3.1").legal
    assert isinstance(moment(examples, "3.2").then[-1], Claimed)
    assert isinstance(moment(examples, "3.2", 1).then[-1], Won)
    assert refused(moment(examples, "3.2", 2)) == {"chow": "chow_only_from_upper"}
    assert set(refused(moment(examples, "3.4")).values()) == {"must_discard"}
    assert moment(examples, "3.5").view.phase == "rob" and Win(0) in moment(examples, "3.5").legal


def test_walls(examples: dict[str, tuple[Figure, ...]]) -> None:
    """1.1, 1.4, 1.5, 1.7."""
    (tiles,) = examples["1.1"]
    assert isinstance(tiles, TileSet) and len(tiles.tiles) * tiles.copies == tiles.total == 136
    for rule, taken in (("1.4", (0, 0)), ("1.5", (0,)), ("1.7", (1, 2))):
        for tail, gone in zip(examples[rule], taken, strict=True):
            assert isinstance(tail, WallTail)
            marks = [mark for stack in tail.stacks for mark in stack]
            assert marks.count("standing") + tail.standing_turned == 4
            assert (marks.count("last"), marks.count("turned"), marks.count("taken")) == (1, 1, gone)
            place = marks.index("turned")
            assert len(marks) - place == 2 * sum(tail.dice) and place % 2 == 0


def test_waits_and_dealers(examples: dict[str, tuple[Figure, ...]]) -> None:
    baotou, white = examples["4.6"][0], examples["2.3"][2]
    assert isinstance(baotou, WaitingHand) and baotou.any
    assert isinstance(white, WaitingHand) and [wait.tile for wait in white.waits] == ["5z"]
    assert examples["7.1"] == (Succession(0, 2, 2, 1), Succession(0, 0, 0, 0), Succession(0, None, 0, 0))


def test_the_texts_of_the_page_are_those_of_the_docs() -> None:
    from tools import generate_rulebook

    for name, text in generate_rulebook.generate().items():
        assert (TEXTS / name).read_text(encoding="utf-8") == text, "run tools/generate_rulebook.py"


def test_the_texts_name_every_rule_in_one_language_each(examples: dict[str, tuple[Figure, ...]]) -> None:
    english, chinese = (json.loads((TEXTS / f"{name}.json").read_text("utf-8")) for name in ("en", "zh"))
    ids = [[rule["id"] for section in text for rule in section["rules"]] for text in (english, chinese)]
    assert ids[0] == ids[1] and len(ids[0]) == len(set(ids[0]))
    assert not re.search(r"[\u3400-\u9fff]", json.dumps(english, ensure_ascii=False))
