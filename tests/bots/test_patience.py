"""When the player `ev` lets a win go for a dearer one."""

import msgspec
import pytest

from tests.bots.tables import asked
from tests.walls import Table, wall
from wuyi.bots import Decision, make
from wuyi.bots.ev import EvBot
from wuyi.bots.patience import dearer
from wuyi.engine.action import Discard, Win
from wuyi.engine.advice import unseen
from wuyi.rules import DEFAULT_RULES, Ruleset

FAR = "1245m1245p124s37z"


def decided(table: Table, seat: int = 0) -> Decision:
    view, legal = asked(table.state, seat)
    assert Win(seat) in legal
    assert make("value", bytes(32)).choose(view, legal) == Win(seat)
    return EvBot(spread=0.0).act(view, legal, "explain")


def drawn(hand: str, tile: str, rules: Ruleset = DEFAULT_RULES) -> Table:
    """The dealer's second turn: to win at the first would be 天胡."""
    table = Table(wall(turned="9s", hands={0: hand}, draws="8s8p7s7p" + tile), rules)
    table.throw()
    while table.state.turn != 0 or table.state.drawn is None:
        table.throw()
    return table


def test_with_half_the_pair_a_caishen_it_goes_for_baotou() -> None:
    decision = decided(drawn("12345678m111z9s2z", "9m"))
    assert (decision.action, decision.reason) == (Discard(0, "2z"), "baotou")
    later, win = decision.options
    assert (win.action, win.win, win.fan) == (Win(0), 1.0, 5)
    assert later.fan == pytest.approx(6, abs=0.1)
    assert later.points is not None and win.points is not None and later.points > 1.5 * win.points
    assert (later.lacking, later.left > 60) == (1, True)


def test_so_it_does_of_seven_pairs() -> None:
    assert decided(drawn("1122m3344p556s9s7z", "6s")).action == Discard(0, "7z")


def test_in_baotou_it_lets_a_caishen_fly() -> None:
    decision = decided(drawn("123456789m111z9s", "9s"))
    assert (decision.action, decision.reason) == (Discard(0, "9s"), "fly")


def test_it_wins_where_waiting_would_bring_no_more() -> None:
    assert decided(drawn("123456789m111z9s", "2z")).action == Win(0)
    assert decided(drawn("12345678m111z22z", "9m")).action == Win(0)
    assert decided(drawn("12345678m111z9s2z", "9m", Ruleset(fan_cap=3))).action == Win(0)


def test_it_wins_with_a_discard() -> None:
    table = Table(wall(turned="9s", hands={0: FAR, 1: "123456789m111z2z"}, draws="2z"))
    table.do(Discard(0, "2z"))
    assert decided(table, 1).action == Win(1)


def test_it_wins_when_few_tiles_are_left() -> None:
    view, _ = asked(drawn("12345678m111z9s2z", "9m").state, 0)
    assert dearer(view, unseen(view)) is not None
    assert dearer(msgspec.structs.replace(view, remaining=3), unseen(view)) is None
