"""What a decision tells: the alternatives, and for hints where each of them leads."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.bots.tables import Question, asked, first_asked
from tests.walls import Table, wall
from wuyi.bots import BOTS, LEVELS, Decision, make
from wuyi.bots.decision import Option
from wuyi.bots.targets import targets
from wuyi.engine.action import Action, Discard, Pass, Pung, Win
from wuyi.engine.match import Match
from wuyi.hand.tile import TILES
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.play import match_seed, seat_bots

SEED = match_seed(7, 1)
JUDGES = [bot for bot in BOTS if bot != "random"]


@dataclass
class Asked:
    """A question of a hand with what one player says to it, briefly and at length."""

    question: Question
    brief: Decision
    long: Decision


def decisions(bot: str) -> Iterator[Asked]:
    """A hand of four alike, decision by decision."""
    match = Match(match_seed(7, 12))
    match.start_next_hand()
    state = match.state
    assert state is not None
    brief, long = (seat_bots([bot] * 4, SEED) for _ in range(2))
    while not state.over:
        seat = first_asked(state)
        question = asked(state, seat)
        found = Asked(question, brief[seat].act(*question), long[seat].act(*question, "explain"))
        yield found
        match.apply(found.brief.action)


@pytest.mark.parametrize("bot", JUDGES)
def test_decisions_name_what_was_weighed(bot: str) -> None:
    reasons = set()
    for each in decisions(bot):
        _, legal = each.question
        reasons.add(each.brief.reason)
        values = [option.value for option in each.brief.options]
        assert values == sorted(values, reverse=True)
        assert {option.action for option in each.brief.options} <= set(legal)
        if len(legal) == 1:
            assert (each.brief.action, each.brief.reason) == (legal[0], "only_choice")
        elif isinstance(each.brief.action, Win):
            assert each.brief.reason == "win"
        elif each.brief.reason != "give_up":
            assert each.brief.chosen is not None
    assert {"keep", "let_go", "nearer", "win"} <= reasons


@pytest.mark.parametrize("bot", JUDGES)
def test_to_explain_changes_no_choice(bot: str) -> None:
    names = {target.name for target in targets(DEFAULT_RULES)}
    for each in decisions(bot):
        assert each.long.action == each.brief.action
        assert each.long.reason == each.brief.reason
        for option in each.long.options:
            if option.target is None:  # the melds rule everything out
                assert (option.lacking, option.useful, option.left) == (None, (), 0)
                continue
            assert option.target in names
            assert option.lacking is not None and option.lacking >= 1
            assert option.left >= len(option.useful)
            assert all(tile in TILES for tile in option.useful)


def test_the_player_that_forecasts_tells_it() -> None:
    for each in decisions("ev"):
        for option in each.brief.options:
            assert option.win is not None and 0 <= option.win <= 1
            assert option.points is not None and -100 < option.points < 400


def options(table: Table, seat: int) -> dict[Action, Option]:
    decision = make("value", SEED).act(*asked(table.state, seat), "explain")
    return {option.action: option for option in decision.options}


def test_of_a_waiting_hand_the_waits_are_useful() -> None:
    table = Table(wall(turned="9s", hands={0: "123456789m11z22z"}, draws="8p"))
    option = options(table, 0)[Discard(0, "8p")]
    assert (option.lacking, option.useful, option.left) == (1, ("1z", "2z"), 4)
    assert option.target in {"half_flush_m", "triplets_m"}


def test_of_another_hand_the_tiles_that_bring_it_nearer() -> None:
    table = Table(wall(turned="9s", hands={0: "124578m1155z37p2s"}, draws="8s"))
    option = options(table, 0)[Discard(0, "8s")]
    assert option.target == "half_flush_m"
    assert {"3m", "6m", "1z"} <= set(option.useful)


def test_a_claim_is_weighed_against_letting_go() -> None:
    table = Table(wall(turned="9s", hands={0: "1245m1245p124s37z", 1: "124578m1155z37p2s"}, draws="1z"))
    table.do(Discard(0, "1z"))
    decision = make("value", SEED).act(*asked(table.state, 1))
    assert {option.action for option in decision.options} == {Pung(1), Pass(1)}
    assert (decision.action, decision.reason) == (Pung(1), "nearer")


@pytest.mark.parametrize("bot", BOTS)
def test_after_a_reset_a_player_begins_anew(bot: str) -> None:
    match = Match(SEED)
    match.start_next_hand()
    assert match.state is not None
    question = asked(match.state, match.state.turn)
    fresh, used = make(bot, SEED), make(bot, match_seed(8, 1))
    used.act(*question)
    used.reset(0, DEFAULT_RULES, SEED)
    assert [used.act(*question) for _ in range(5)] == [fresh.act(*question) for _ in range(5)]


def test_levels_are_the_players_worth_choosing() -> None:
    assert "random" not in LEVELS
    assert set(LEVELS) < set(BOTS)
