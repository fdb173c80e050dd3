"""The cards: sound, the same for everybody on a day, and without a tile that their seat could not see."""

from collections import Counter
from datetime import date, timedelta
from functools import cache

import msgspec
import pytest

from wuyi.bots.decision import Decision, Option
from wuyi.drills.cards import FanCard, ThrowCard, card_id, fan_card
from wuyi.drills.own import own_cards
from wuyi.drills.pool import A_PAGE, DAILY, FIRST_DAY, THROWS_A_DAY, daily, pack, pool, practice
from wuyi.drills.throws import CLEAR, EVEN, clearly_best, from_below, turns
from wuyi.drills.wins import win_of
from wuyi.engine.action import Discard
from wuyi.engine.advice import unseen
from wuyi.engine.event import Discarded, Won
from wuyi.engine.frames import moments
from wuyi.engine.record import Record
from wuyi.engine.state import SEATS
from wuyi.engine.view import UNKNOWN, view
from wuyi.hand.tile import NAMES
from wuyi.rules import Ruleset
from wuyi.simulate.play import match_seed, play_match

TODAY = date(2026, 11, 30)


@cache
def played() -> tuple[Record, ...]:
    rules = Ruleset(hands=4, min_fan=2)
    return tuple(play_match(rules, match_seed(11, 1), ("value", "greedy", "value", "greedy"), "11-1"))


# --- the pool --------------------------------------------------------------------------------


def test_every_card_of_the_pool_is_sound() -> None:
    questions = pool()
    assert len(questions.throws) >= 200 and len(questions.wins) >= 80
    for throw in questions.throws:
        held = {*throw.view.hand, *([throw.view.drawn] if throw.view.drawn else [])}
        assert throw.view.seat == 0 == throw.view.turn
        assert throw.best and set(throw.best) < held
        assert throw.decision.action == Discard(0, throw.best[0])
        weighed = [option.action for option in throw.decision.options]
        assert {action.tile for action in weighed if isinstance(action, Discard)} <= held
        assert min(unseen(throw.view)) >= 0, "no tile is there five times"
    ids = [card_id(throw.view) for throw in questions.throws]
    ids += map(card_id, questions.wins)
    assert len(set(ids)) == len(ids)
    for win in questions.wins:
        card = fan_card(win)
        assert card.figure.win is not None and card.figure.win.fan in card.choices
        assert len(card.choices) == 4 and min(card.choices) >= 0


def test_the_pool_is_various() -> None:
    questions = pool()
    hard = sum(throw.hard for throw in questions.throws)
    assert 0.4 < hard / len(questions.throws) < 0.8
    targets = {throw.decision.options[0].target for throw in questions.throws}
    assert len(targets) >= 5
    fans = Counter(won.fan for win in questions.wins if (won := fan_card(win).figure.win))
    assert len(fans) >= 4


def test_it_is_packed_to_the_same_bytes() -> None:
    assert pack(pool()) == pack(pool())
    assert len(pack(pool())) < 200_000


# --- by the day ------------------------------------------------------------------------------


def test_a_day_has_the_same_cards_for_everybody() -> None:
    cards = daily(TODAY)
    assert cards == daily(TODAY) and len(cards) == DAILY
    assert [card.id for card in cards] != [card.id for card in daily(TODAY + timedelta(days=1))]
    assert sum(isinstance(card, ThrowCard) for card in cards) == THROWS_A_DAY
    with pytest.raises(ValueError):
        daily(FIRST_DAY - timedelta(days=1))


def test_no_turn_comes_again_before_all_have_come() -> None:
    days = len(pool().throws) // THROWS_A_DAY
    throws = [
        card.id
        for day in range(days)
        for card in daily(FIRST_DAY + timedelta(days=day))
        if isinstance(card, ThrowCard)
    ]
    assert len(set(throws)) == len(throws) == days * THROWS_A_DAY


def test_practice_goes_on_without_end() -> None:
    pages = [practice("any", 5, page) for page in range(3)]
    assert pages == [practice("any", 5, page) for page in range(3)]
    assert len({card.id for page in pages for card in page}) == 3 * A_PAGE
    assert practice("any", 6, 0) != pages[0]
    assert len(practice("throw", 5, 99_999)) == len(practice("fan", 5, 99_999)) == A_PAGE
    assert all(isinstance(card, FanCard) for card in practice("fan", 1, 0))


# --- out of records --------------------------------------------------------------------------


def option(tile: str, value: float) -> Option:
    return Option(action=Discard(0, tile), value=value)


def decision(*values: float) -> Decision:
    options = tuple(option(tile, value) for tile, value in zip(NAMES, values, strict=False))
    return Decision(options[0].action, "keep", options)


def test_only_what_leaves_no_doubt_is_asked() -> None:
    far = 10 - CLEAR - 0.1
    assert clearly_best(decision(10, far, far, far)) == ("1m",)
    assert clearly_best(decision(10, 10 - EVEN, far, far)) == ("1m", "2m")
    assert clearly_best(decision(10, 10 - EVEN - 0.1, far, far)) == ()
    assert clearly_best(decision(10, 10, 10, far)) == ()
    assert clearly_best(decision(10, far, far)) == ()
    assert clearly_best(msgspec.structs.replace(decision(10, far, far, far), reason="give_up")) == ()


def test_a_turn_is_what_the_seat_saw_then() -> None:
    """And what it threw; whatever else lies hidden changes nothing."""
    for record in played():
        frames = [(event, view(state, 2)) for event, state, _ in moments(record)]
        found = list(turns(record, 2))
        assert found
        for turn in found:
            seen = frames[turn.at][1]
            assert turn.seen == from_below(seen)
            assert (turn.seen.hand, turn.seen.drawn) == (seen.hand, seen.drawn)
            assert unseen(turn.seen) == unseen(seen)
            thrown = frames[turn.at + 1][0]
            assert isinstance(thrown, Discarded) and (thrown.seat, thrown.tile) == (2, turn.thrown)


def test_a_table_turned_around_is_the_same_table() -> None:
    turn = next(turn for turn in turns(played()[0], 3) if turn.seen.remaining < 50)
    again = from_below(turn.seen)
    assert again == turn.seen
    other = next(seen for event, state, _ in moments(played()[0]) if (seen := view(state, 1)).remaining < 50)
    below = from_below(other)
    for side in SEATS:
        seat = other.seats[(1 + side) % 4]
        assert below.seats[side].concealed == seat.concealed
        assert [tile.tile for tile in below.seats[side].river] == [tile.tile for tile in seat.river]
        assert sorted(below.seats[side].feeds) == sorted(seat.feeds)


def test_a_win_is_asked_as_it_was_settled() -> None:
    asked = 0
    for record in played():
        won = record.events[-1]
        found = win_of(record)
        assert (found is not None) == isinstance(won, Won)
        if found is None or not isinstance(won, Won):
            continue
        win, winner = found
        figure = fan_card(win).figure
        assert figure.win is not None
        assert (figure.win.fan, figure.win.fans, figure.win.groups) == (won.fan, won.fans, won.groups)
        assert figure.win.payments == tuple(won.payments[(winner + side) % 4] for side in SEATS)
        asked += 1
    assert asked


def test_own_cards_show_one_s_own_tiles_and_no_other_s() -> None:
    for record in played():
        for seat in SEATS:
            for card in own_cards(record, seat, "table:1"):
                assert (card.record, card.seat) == ("table:1", seat)
                if isinstance(card, FanCard):
                    won = record.events[-1]
                    assert isinstance(won, Won) and won.seat == seat
                    continue
                others = [meld.meld for side in (1, 2, 3) for meld in card.view.seats[side].melds]
                assert all(UNKNOWN in meld for meld in others if meld[0] == "(")
                assert {outlook.tile for outlook in card.outlooks} == {*card.view.hand, card.view.drawn} - {
                    None
                }
