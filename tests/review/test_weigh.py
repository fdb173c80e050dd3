"""A decision on the scales."""

from collections.abc import Sequence
from random import Random

import pytest

from wuyi.bots.hints import advise
from wuyi.engine.action import Action, Discard, Win
from wuyi.engine.state import SEATS
from wuyi.review.outcome import Outcome
from wuyi.review.plain import PlainTrial
from wuyi.review.position import Decided, Position, decisions, position_of
from wuyi.review.weigh import weigh

from ..bots.tables import shuffled_secrets
from ..walls import Table, wall
from .deals import RECORDS, Noise, made_hand


def test_a_terrible_discard_is_found() -> None:
    """It breaks a hand that waits: the worlds say so, by far more than they may err."""
    position = position_of(made_hand(44), 0)
    drawn = position.view.drawn
    assert drawn is not None and Win(0) not in position.legal
    judged = weigh(Decided(7, position, Discard(0, "5m")), PlainTrial(), 60.0)
    assert judged is not None and judged.shown
    assert judged.loss > 2 * judged.error > 0
    assert judged.best == judged.options[0].action == Discard(0, drawn)
    assert judged.why == "wait" and judged.options[0].useful == ("1z", "2z")
    assert judged.options[0].points == pytest.approx(judged.options[1].points + judged.loss)


def test_a_good_discard_costs_nothing() -> None:
    position = position_of(made_hand(8), 0)
    taken = advise(position.view, position.legal).action
    assert weigh(Decided(7, position, taken), Noise(), 60.0) is None  # nothing else is worth a thought
    decided = next(each for each in decisions(RECORDS[0], 3) if len(each.position.legal) > 10)
    judged = weigh(decided._replace(taken=advised(decided)), Noise(steps=9), 60.0)
    assert judged is not None and judged.taken == judged.best == judged.advised
    assert (judged.loss, judged.shown, judged.why) == (0.0, False, None)


class Doubtful(Noise):
    """A trial in which one action is worse than all others, by between two and four standard errors."""

    def __init__(self, worse: Action) -> None:
        self.worse = worse

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        return [[(2, -4)[at % 2] * (each == self.worse) for at in range(worlds)] for each in actions]


def test_what_is_advised_is_reproached_only_if_that_is_plain() -> None:
    decided = next(each for each in decisions(RECORDS[0], 3) if len(each.position.legal) > 10)
    best = advised(decided)
    other = next(action for action in decided.position.legal if action != best)
    for taken, shown in ((best, False), (other, True)):
        judged = weigh(decided._replace(taken=taken), Doubtful(taken), 60.0)
        assert judged is not None and judged.taken == taken
        assert 2 * judged.error < judged.loss < 4 * judged.error
        assert judged.shown is shown


def advised(decided: Decided) -> Action:
    return advise(decided.position.view, decided.position.legal).action


def test_letting_a_win_go_by_breaking_the_hand_is_found() -> None:
    position = position_of(made_hand(20, seed=1), 0)
    assert Win(0) in position.legal
    judged = weigh(Decided(7, position, Discard(0, "5m")), PlainTrial(), 60.0)
    assert judged is not None and judged.shown and judged.best == Win(0) and judged.why == "win"
    win = judged.options[0]
    assert win.error == 0 and win.win == 1 and win.points == win.gain > 0  # a win is what it pays


def test_what_is_forced_is_not_weighed() -> None:
    noise = Noise()
    position = position_of(made_hand(8), 0)
    forced = Position(position.view, position.legal[:1], False)
    assert weigh(Decided(7, forced, position.legal[0]), noise, 60.0) is None
    assert noise.played == 0


def test_a_win_taken_is_weighed_only_against_baotou() -> None:
    table = Table(wall(turned="9p", hands={0: "123456789m1122z"}, draws="1z"))
    assert weigh(Decided(1, position_of(table.state, 0), Win(0)), Noise(), 60.0) is None

    table = Table(wall(turned="9p", hands={0: "123456789m11z99p"}, draws="1z"))
    judged = weigh(Decided(1, position_of(table.state, 0), Win(0)), Noise(), 60.0)
    assert judged is not None and Discard(0, "9p") in [option.action for option in judged.options]


def test_hidden_tiles_make_no_difference() -> None:
    random = Random(2)
    table = Table(wall(turned="9p", seed=4))
    for _ in range(12):
        table.throw()
        state = table.state
        seat = state.turn
        other = shuffled_secrets(state, seat, random)
        one, two = position_of(state, seat), position_of(other, seat)
        taken = one.legal[0]
        assert weigh(Decided(0, one, taken), Noise(), 60.0) == weigh(Decided(0, two, taken), Noise(), 60.0)


def test_the_taken_one_is_among_the_options_and_few_are_shown_of_equals() -> None:
    """All actions are worth the same here: what is found is luck, and rarely beyond two errors."""
    judged = [
        found
        for seat in SEATS
        for decided in decisions(RECORDS[0], seat)
        if (found := weigh(decided, Noise(), 60.0)) is not None
    ]
    assert len(judged) > 20
    for each in judged:
        actions = [option.action for option in each.options]
        assert each.taken in actions and each.best in actions and len(actions) <= 4
        assert len(set(actions)) == len(actions)
        assert each.options[0].behind == 0 == min(option.behind for option in each.options)
        assert each.shown == (each.why is not None)
    assert sum(each.shown for each in judged) < 0.15 * len(judged)
