"""Films of records: true to the engine frame by frame, and for one seat's eyes without a secret."""

import random
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from tests.engine.checks import loaded_start, play, with_other_hidden_tiles
from tests.engine.test_rare import about_to_add_2m
from wuyi.engine.action import AddedKong, Win
from wuyi.engine.advice import current_waits
from wuyi.engine.event import Answered, Dealt, Drawn, Event, HandStarted, Konged, Won
from wuyi.engine.frames import Frame, SeatFrame, events_until, moments, replay, seats_shown
from wuyi.engine.record import Record, record_of
from wuyi.engine.state import SEATS, State, fold
from wuyi.engine.view import UNKNOWN, view
from wuyi.errors import RecordError
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.play import match_seed, play_match

EYES = (*SEATS, None)


@cache
def records() -> tuple[Record, ...]:
    """A whole match, and hands of claims, kongs and wins of every kind."""
    seats = ("value", "value", "value", "random")
    found = play_match(Ruleset(hands=4, kongs_stack=True), match_seed(3, 1), seats, "m")
    hands = [robbed()]
    for number in range(8):
        rng = random.Random(number)
        *_, (_, events) = play(loaded_start(rng), rng)
        hands.append(events)
    return (*found, *[record_of(DEFAULT_RULES, each, match="", seats=("",) * 4) for each in hands])


def robbed() -> list[Event]:
    """A hand that ends with a robbed kong."""
    table = about_to_add_2m()
    table.do(AddedKong(1, "2m"), Win(3))
    return table.events


def told_apart(record: Record) -> list[Event]:
    """What everybody notices of a record, in order."""
    return [event for event in record.events if not isinstance(event, Answered)]


def seats_of(frames: tuple[Frame, ...]) -> Iterator[list[SeatFrame]]:
    """All four seats at each frame, from what has changed."""
    now: dict[int, SeatFrame] = {}
    for frame in frames:
        now.update({one.seat: one for one in frame.seats})
        yield [now[seat] for seat in SEATS]


def test_the_records_hold_everything() -> None:
    types = {type(event).__name__ for record in records() for event in record.events}
    assert types == {"Drawn", "Discarded", "Answered", "Claimed", "Konged", "Won", "Exhausted"}
    ways = {event.way for record in records() for event in record.events if isinstance(event, Won)}
    assert ways == {"draw", "discard", "rob"}


@pytest.mark.parametrize("eyes", EYES)
def test_every_frame_is_what_the_engine_says(eyes: int | None) -> None:
    for record in records():
        film = replay(record, eyes)
        assert len(film.frames) == 1 + len(told_apart(record))
        state = State(record.rules, record.start)
        events = iter(record.events)
        for at, (frame, shown) in enumerate(zip(film.frames, seats_of(film.frames), strict=True)):
            while at and isinstance(event := next(events), Answered):
                state.evolve(event)
            if at:
                state.evolve(event)
            for seat in SEATS:
                seen = view(state, seat if eyes is None else eyes)
                own = eyes in (None, seat)
                facts = (seen.phase, seen.turn, seen.tile, seen.remaining, seen.last, seen.replacement)
                assert facts == (
                    *(frame.phase, frame.turn, frame.tile),
                    *(frame.remaining, frame.last, frame.replacement),
                )
                assert shown[seat].seen == seen.seats[seat]
                assert shown[seat].hand == (seen.hand if own else ())
                assert shown[seat].drawn == (seen.drawn if own else None)


def test_with_all_hands_shown_nothing_is_left_out() -> None:
    for record in records():
        film = replay(record, None)
        first, *frames = film.frames
        assert isinstance(first.event, Dealt) and first.event.turned == film.caishen == record.turned
        told: list[Event] = []
        for frame in film.frames:
            told += [frame.event, *frame.answers]
        assert told[1:] == list(record.events)
        assert frames[-1].phase == "over"
        assert all(len(one.hand) == 13 for one in first.seats)


def test_for_one_seat_nothing_is_told_that_it_was_not() -> None:
    """No hand, no draw, no concealed kong and no answer of another seat, and not the wall."""
    for record in records():
        for eyes in SEATS:
            film = replay(record, eyes)
            for frame, shown in zip(film.frames, seats_of(film.frames), strict=True):
                for one in shown:
                    if one.seat != eyes:
                        assert (one.hand, one.drawn, one.seen.kongs, one.seen.flown) == ((), None, 0, 0)
                event = frame.event
                if isinstance(event, Drawn):
                    assert (event.tile == UNKNOWN) == (event.seat != eyes)
                if isinstance(event, Konged) and event.meld[0] == "(":
                    assert ("?" in event.meld) == (event.seat != eyes)
                assert {answer.seat for answer in frame.answers} <= {eyes}
            assert [bool(each) for each in film.prospects] == [seat == eyes for seat in SEATS]
            assert record.wall.encode() not in msgspec.json.encode(film)


def test_hidden_tiles_change_no_frame() -> None:
    """Two tables that differ only in what a seat cannot see look the same to it."""
    rng = random.Random(5)
    for number in range(12):
        for state, _ in play(loaded_start(random.Random(number)), rng):
            if state.phase == "rob" or state.over or rng.random() < 0.8:
                continue
            for eyes in SEATS:
                other, _ = with_other_hidden_tiles(state, eyes, rng)
                assert seats_shown(other, eyes) == seats_shown(state, eyes)


def test_prospects_are_the_seat_s_own_waits() -> None:
    for record in records()[:8]:
        film = replay(record, None)
        for seat in SEATS:
            entries = {entry.at: entry for entry in film.prospects[seat]}
            now = entries[0]
            for at, (_, state, _) in enumerate(moments(record)):
                now = entries.get(at, now)
                assert now.waits == (() if state.over else current_waits(view(state, seat)))


def test_a_record_is_cut_at_a_frame() -> None:
    for record in records()[:12]:
        film = replay(record, None)
        for at, (frame, shown) in enumerate(zip(film.frames, seats_of(film.frames), strict=True)):
            events = events_until(record, at)
            assert isinstance(events[0], HandStarted) and not isinstance(events[-1], Answered)
            assert at == 0 or events[-1] == frame.event
            assert list(seats_shown(fold(record.rules, events), None)) == shown


@pytest.mark.parametrize("at", [-1, 10_000])
def test_there_is_no_such_frame(at: int) -> None:
    with pytest.raises(RecordError, match="no frame"):
        events_until(records()[0], at)
