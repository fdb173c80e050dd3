"""Every reason of docs/reasons.md can be come to, and is put in words in both languages."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.walls import Table, wall
from wuyi.cli.words import REASONS
from wuyi.engine.action import (
    Action,
    AddedKong,
    Chow,
    ConcealedKong,
    Discard,
    Kong,
    Pass,
    Pung,
    Win,
)
from wuyi.engine.apply import do
from wuyi.engine.reasons import WinRefusal, explain_win_refusal, refusals, why_not
from wuyi.errors import IllegalAction
from wuyi.rules import Ruleset

ROOT = Path(__file__).parent.parent.parent
DOCUMENTED = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "reasons.md").read_text("utf-8"), re.MULTILINE)

PLAIN = "23m567m111z22z789m"
"""Half flush; waits for 1m and 4m."""
SINGLE = "13m567m111z22z789m"
"""Half flush; waits for 2m alone."""
ANY_HAND = Ruleset(half_flush_required=False)


def drawn(hand: str, tile: str, rules: Ruleset | None = None) -> Table:
    """Seat 0 has drawn `tile` as the dealer."""
    return Table(wall(turned="9p", hands={0: hand}, draws=tile), rules or Ruleset())


def offered(hand: str, tile: str, *, by: int = 3, hands: dict[int, str] | None = None) -> Table:
    """Seat `by` has thrown `tile`; seat 0 holds `hand`."""
    table = Table(wall(turned="9p", hands={0: hand, **(hands or {})}, draws=tile, dealer=by))
    table.do(Discard(by, tile))
    return table


def locked() -> Table:
    table = Table(wall(turned="9p", hands={0: SINGLE}, draws="9p2m", dealer=2))
    table.throw("9p")
    table.do(Discard(3, "2m"))
    return table


def last() -> Table:
    """Seat 0 has drawn the 海底, which wins."""
    table = Table(wall(turned="9p", hands={0: SINGLE}, sea="2m", dice=(2, 3), dealer=2))
    table.go_to_last()
    assert table.state.turn == 0
    return table


def caishen_offered() -> Table:
    """A caishen lies on the table; left alone the hand would go on at once."""
    table = Table(wall(turned="9p", hands={0: "778p135m2468s116z"}, draws="9p", dealer=3))
    do(table.state, Discard(3, "9p"))
    return table


def claimed() -> Table:
    table = offered("55m4444p135s1236z", "5m", by=2)
    table.do(Pung(0))
    return table


def answered() -> Table:
    table = offered("46m11357p135s123z", "5m", hands={1: "55m"})
    table.do(Chow(0, ("4m", "6m")))
    return table


def over() -> Table:
    table = drawn(SINGLE, "2m")
    table.do(Win(0))
    return table


CASES: dict[str, tuple[Callable[[], Table], Action]] = {
    "not_complete": (lambda: drawn(PLAIN, "5p"), Win(0)),
    "not_half_flush": (lambda: drawn("123m789m456p11z22z", "1z"), Win(0)),
    "many_waits_must_draw": (lambda: offered("88m" + "23m567m111z789m", "4m"), Win(0)),
    "baotou_must_draw": (lambda: offered("123m456m777m11z9p1z", "1m"), Win(0)),
    "too_few_fan": (
        lambda: Table(wall(turned="9p", hands={0: PLAIN}, draws="4m"), Ruleset(min_fan=9)),
        Win(0),
    ),
    "caishen_lock": (locked, Win(0)),
    "caishen_unclaimable": (caishen_offered, Pung(0)),
    "caishen_stays_concealed": (lambda: offered("46m1359p279s1234z", "5m"), Chow(0, ("4m", "9p"))),
    "chow_only_from_upper": (lambda: offered("4m6m55m357p135s123z", "5m", by=2), Chow(0, ("4m", "6m"))),
    "no_such_run": (lambda: offered("46m1357p135s1234z", "5m"), Chow(0, ("4m", "1p"))),
    "not_enough_tiles": (lambda: offered("46m1357p135s1234z", "5m"), Kong(0)),
    "not_in_hand": (lambda: drawn(PLAIN, "5p"), Discard(0, "9s")),
    "no_pung_to_extend": (lambda: drawn(PLAIN, "5p"), AddedKong(0, "5m")),
    "no_tile_left_for_kong": (last, ConcealedKong(0, "1z")),
    "last_tile": (last, Discard(0, "2m")),
    "must_discard": (claimed, Win(0)),
    "nothing_to_claim": (lambda: drawn(PLAIN, "5p"), Pung(0)),
    "already_answered": (answered, Pass(0)),
    "not_your_turn": (lambda: drawn(PLAIN, "5p"), Discard(1, "1m")),
    "hand_over": (over, Discard(0, "1z")),
    "not_a_tile": (lambda: drawn(PLAIN, "5p"), Discard(0, "0m")),
    "no_such_seat": (lambda: drawn(PLAIN, "5p"), Win(4)),
}


def test_all_that_is_documented_is_tried() -> None:
    assert set(CASES) == set(DOCUMENTED)


@pytest.mark.parametrize("reason", CASES)
def test_each_is_given(reason: str) -> None:
    make, action = CASES[reason]
    table = make()
    with pytest.raises(IllegalAction) as refused:
        table.do(action)
    assert refused.value.reason == reason == why_not(table.state, action)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_each_has_words(language: str) -> None:
    words = json.loads((ROOT / "web" / "src" / "i18n" / f"{language}.json").read_text(encoding="utf-8"))
    assert [reason for reason in DOCUMENTED if not words.get(f"reason.{reason}")] == []
    assert set(DOCUMENTED) <= set(REASONS)


# --- with the particulars ------------------------------------------------------------------------


def test_too_few_fan_says_which_there_are() -> None:
    table = Table(wall(turned="9p", hands={0: "13m567p111z22z789s"}, draws="1p2m", dealer=2), ANY_HAND)
    table.throw("1p")
    table.do(Discard(3, "2m"))
    assert explain_win_refusal(table.state, 0) == WinRefusal(
        "too_few_fan", fans=(("pinghu", 0), ("duting", 1))
    )


def test_no_half_flush_says_which_suits_are_mixed() -> None:
    table = drawn("123m789m456p11z22z", "1z")
    assert explain_win_refusal(table.state, 0) == WinRefusal("not_half_flush", suits="mp")


def reasons(table: Table) -> dict[str, str]:
    return {each.action: each.reason for each in refusals(table.state, 0)}


def test_what_a_seat_cannot_do_at_a_discard() -> None:
    """With a caishen it would; that it must not is the reason that teaches."""
    assert reasons(offered("57m1359p279s1234z", "7m", hands={1: "77m"})) == {
        "win": "not_complete",
        "kong": "not_enough_tiles",
        "pung": "caishen_stays_concealed",
        "chow": "caishen_stays_concealed",
    }
    far = offered("46m1357p135s1234z", "5m", by=2, hands={1: "55m"})
    assert reasons(far)["chow"] == "chow_only_from_upper"
    assert set(reasons(caishen_offered()).values()) == {"caishen_unclaimable"}


def test_what_a_seat_cannot_do_on_its_turn() -> None:
    assert reasons(claimed()) == dict.fromkeys(("win", "concealed_kong", "added_kong"), "must_discard")
    assert reasons(last()) == {
        "concealed_kong": "no_tile_left_for_kong",
        "added_kong": "no_tile_left_for_kong",
        "discard": "last_tile",
    }
    assert reasons(answered()) == reasons(over()) == {}
