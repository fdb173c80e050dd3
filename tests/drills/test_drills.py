"""The cards: sound, the same for everybody on a day, and without a tile that their seat could not see."""

from collections import Counter
from datetime import date, timedelta
from functools import cache

import msgspec
import pytest

from wuyi.bots.decision import Decision, Option
from wuyi.bots.hints import advise
from wuyi.drills.below import from_below
from wuyi.drills.cards import ChoiceCard, FanCard, card_id, discards, fan_card
from wuyi.drills.choices import CLEAR, EVEN, NEAR, choices, clearly_best
from wuyi.drills.own import own_cards
from wuyi.drills.pool import A_PAGE, CHOICES_A_DAY, DAILY, FIRST_DAY, Kind, daily, pack, pool, practice
from wuyi.drills.wins import win_of
from wuyi.engine.action import Action, Discard, Pass, Pung, Win
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
    assert len(questions.choices) >= 200 and len(questions.wins) >= 80
    for choice in questions.choices:
        assert choice.view.seat == 0 and (choice.view.turn == 0) == (choice.view.phase == "turn")
        options = [option.action for option in choice.decision.options]
        assert choice.decision.action == choice.best[0] == options[0]
        may: set[Action] = {*(discards(choice.view) or options)}
        assert set(choice.best) < may and set(options) <= may
        assert min(unseen(choice.view)) >= 0, "no tile is there five times"
    ids = [card_id(choice.view) for choice in questions.choices]
    ids += map(card_id, questions.wins)
    assert len(set(ids)) == len(ids)
    for win in questions.wins:
        card = fan_card(win)
        assert card.figure.win is not None and card.figure.win.fan in card.choices
        assert len(card.choices) == 4 and min(card.choices) >= 0


def test_every_choice_of_the_pool_was_played_out() -> None:
    """What is right came to as much as the best, and nothing else did, beyond its standard error."""
    for choice in pool().choices:
        options = {option.action for option in choice.decision.options}
        assert {each.action for each in choice.played} == {*(discards(choice.view) or options)}
        assert choice.played[0].action == choice.best[0] and choice.played[0].behind == 0
        for each in choice.played:
            right = each.action in choice.best
            assert (each.why is None) == right
            assert abs(each.behind) <= 1 if right else each.behind >= 1.5 and each.behind > 1.9 * each.error


def test_the_pool_is_various() -> None:
    questions = pool()
    levels = Counter(choice.level for choice in questions.choices)
    assert min(levels.values()) / len(questions.choices) > 0.12 and len(levels) == 3
    targets = Counter(choice.decision.options[0].target for choice in questions.choices)
    assert len(targets) >= 5 and max(targets.values()) < len(questions.choices) / 2
    assert 20 <= sum(choice.view.phase == "claim" for choice in questions.choices) <= 80
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
    assert sum(isinstance(card, ChoiceCard) for card in cards) == CHOICES_A_DAY
    with pytest.raises(ValueError):
        daily(FIRST_DAY - timedelta(days=1))


def test_no_choice_comes_again_before_all_have_come() -> None:
    days = len(pool().choices) // CHOICES_A_DAY
    asked = [
        card.id
        for day in range(days)
        for card in daily(FIRST_DAY + timedelta(days=day))
        if isinstance(card, ChoiceCard)
    ]
    assert len(set(asked)) == len(asked) == days * CHOICES_A_DAY


def test_practice_goes_on_without_end() -> None:
    pages = [practice("any", 5, page) for page in range(3)]
    assert pages == [practice("any", 5, page) for page in range(3)]
    assert len({card.id for page in pages for card in page}) == 3 * A_PAGE
    assert practice("any", 6, 0) != pages[0]
    assert len(practice("throw", 5, 99_999)) == len(practice("fan", 5, 99_999)) == A_PAGE
    assert all(isinstance(card, FanCard) for card in practice("fan", 1, 0))
    asked: tuple[tuple[Kind, str], ...] = (("throw", "turn"), ("claim", "claim"))
    for kind, phase in asked:
        cards = practice(kind, 1, 0)
        assert [card.view.phase for card in cards if isinstance(card, ChoiceCard)] == [phase] * A_PAGE


# --- out of records --------------------------------------------------------------------------


def option(tile: str, value: float) -> Option:
    return Option(action=Discard(0, tile), value=value, lacking=NEAR)


def decision(*values: float) -> Decision:
    options = tuple(option(tile, value) for tile, value in zip(NAMES, values, strict=False))
    return Decision(options[0].action, "keep", options)


def test_only_what_leaves_no_doubt_is_asked() -> None:
    far, far_from_claim = 10 - CLEAR["turn"] - 0.1, 10 - CLEAR["claim"] - 0.1
    one, two = Discard(0, "1m"), Discard(0, "2m")
    assert clearly_best(decision(10, far, far, far)) == (one,)
    assert clearly_best(decision(10, 10 - EVEN, far, far)) == (one, two)
    assert clearly_best(decision(10, 10 - EVEN - 0.1, far, far)) == ()
    assert clearly_best(decision(10, 10, 10, far)) == ()
    assert clearly_best(decision(10, far, far)) == ()
    assert clearly_best(msgspec.structs.replace(decision(10, far, far, far), reason="give_up")) == ()
    first, *rest = decision(10, far, far, far).options
    farther = msgspec.structs.replace(first, lacking=NEAR + 1)
    assert clearly_best(Decision(one, "keep", (farther, *rest))) == ()
    pung = Option(action=Pung(0), value=far_from_claim)
    claim = Decision(Pass(0), "let_go", (Option(action=Pass(0), value=10), pung))
    assert clearly_best(claim) == (Pass(0),)


def test_a_choice_is_what_the_seat_saw_then() -> None:
    """And what it did; whatever else lies hidden changes nothing."""
    phases = Counter[str]()
    for record in played():
        frames = [(event, view(state, 2)) for event, state, _ in moments(record)]
        for choice in choices(record, 2):
            phases[choice.seen.phase] += 1
            seen = frames[choice.at][1]
            assert choice.seen == from_below(seen)
            assert (choice.seen.hand, choice.seen.drawn) == (seen.hand, seen.drawn)
            assert unseen(choice.seen) == unseen(seen)
            assert choice.taken in choice.legal and Win(0) not in choice.legal
            if choice.seen.phase == "turn":
                thrown = frames[choice.at + 1][0]
                assert isinstance(thrown, Discarded) and thrown.seat == 2
                assert choice.taken == Discard(0, thrown.tile)
    assert phases["turn"] > 20 and phases["claim"] > 5


def test_the_adviser_weighs_every_claim() -> None:
    """So that all of them can be offered."""
    for record in played():
        for choice in choices(record, 1):
            if choice.seen.phase == "claim":
                weighed = [option.action for option in advise(choice.seen, choice.legal).options]
                assert set(weighed) == set(choice.legal)


def test_a_table_turned_around_is_the_same_table() -> None:
    choice = next(each for each in choices(played()[0], 3) if each.seen.remaining < 50)
    assert from_below(choice.seen) == choice.seen
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
                held = {*card.view.hand, card.view.drawn} - {None}
                assert {outlook.tile for outlook in card.outlooks} == (held if card.view.turn == 0 else set())
