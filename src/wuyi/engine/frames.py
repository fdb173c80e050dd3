"""A record as a film: what lay on the table after each thing that happened, for one seat's eyes or for all.

Every frame is cut from `engine.view`, so that a film for one seat holds nothing that the seat was not told.
A frame is what everybody notices: an `answered` event is none of its own, since others do not know of it, and
frame n is therefore the same moment in whatever film of the record.
"""

from collections.abc import Iterator, Sequence

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.advice import DiscardHint, Wait, current_waits, discard_hints
from wuyi.engine.event import Answered, Event, HandStarted, Scores
from wuyi.engine.legal import legal_actions
from wuyi.engine.record import Record
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import SeatView, tell, view
from wuyi.errors import ArgumentError, RecordError
from wuyi.rules import Ruleset


class SeatFrame(msgspec.Struct, frozen=True):
    """A seat as it is shown. hand, drawn: its concealed tiles, as in a `View`; empty where they are hidden.

    seen: what everybody sees of it, and its own chain where its hand is shown.
    """

    seat: Seat
    seen: SeatView
    hand: tuple[str, ...]
    drawn: str | None


class Frame(msgspec.Struct, frozen=True):
    """The table after `event`, as it was told. phase, turn, tile, remaining, last, replacement: as in `View`.

    seats: those that look otherwise than in the frame before; all four in the first. answers: what was said
    to `tile`, as far as it was told, before the next event.
    """

    event: Event
    phase: str
    turn: Seat
    tile: str | None
    remaining: int
    last: bool
    replacement: bool
    seats: tuple[SeatFrame, ...]
    answers: tuple[Answered, ...]


class Prospect(msgspec.Struct, frozen=True):
    """What a seat waited for, and what each of its discards would have left, from frame `at` on."""

    at: int
    waits: tuple[Wait, ...]
    hints: tuple[DiscardHint, ...]


Prospects = tuple[Prospect, ...]


class Replay(msgspec.Struct, frozen=True):
    """A hand as a film. seat: for whose eyes; None: all four hands are shown. names: as in the record.

    before: the totals before the hand. frames: the first is the deal of thirteen each. prospects: of each
    seat whose hand is shown; empty for the others.
    """

    match: str
    hand: int
    rules: Ruleset
    names: tuple[str, str, str, str]
    dealer: Seat
    dice: tuple[int, int, int, int]
    caishen: str
    before: Scores
    seat: Seat | None
    frames: tuple[Frame, ...]
    prospects: tuple[Prospects, Prospects, Prospects, Prospects]


Seats = tuple[SeatFrame, SeatFrame, SeatFrame, SeatFrame]


def replay(record: Record, seat: Seat | None) -> Replay:
    """The film of a record that verifies, for the eyes of `seat`, or with all four hands shown (None).

    Raises `ArgumentError` for what is no seat.
    """
    if seat is not None and seat not in SEATS:
        raise ArgumentError(f"seat: {seat!r} is no seat; they are 0 to 3")
    east, south, west, north = (prospects(record, each) if seat in (None, each) else () for each in SEATS)
    return Replay(
        match=record.match,
        hand=record.hand,
        rules=record.rules,
        names=record.seats,
        dealer=record.dealer,
        dice=record.dice,
        caishen=record.turned,
        before=record.before,
        seat=seat,
        frames=tuple(_frames(record, seat)),
        prospects=(east, south, west, north),
    )


def _frames(record: Record, seat: Seat | None) -> Iterator[Frame]:
    before: tuple[SeatFrame, ...] = ()
    for event, state, answers in moments(record):
        now = seats_shown(state, seat)
        told = tell(event, seat) if seat is not None or isinstance(event, HandStarted) else event
        assert told is not None, "what is a frame is told to everybody"
        table = view(state, None)
        yield Frame(
            event=told,
            phase=table.phase,
            turn=table.turn,
            tile=table.tile,
            remaining=table.remaining,
            last=table.last,
            replacement=table.replacement,
            seats=tuple(one for one in now if one not in before),
            answers=tuple(answer for answer in answers if seat in (None, answer.seat)),
        )
        before = now


def seats_shown(state: State, seat: Seat | None) -> Seats:
    """The four seats for the eyes of `seat`, or each for its own (None)."""
    east, south, west, north = (_seat_shown(state, each, each if seat is None else seat) for each in SEATS)
    return east, south, west, north


def _seat_shown(state: State, seat: Seat, viewer: Seat) -> SeatFrame:
    seen = view(state, viewer)
    if seat != viewer:
        return SeatFrame(seat, seen.seats[seat], (), None)
    return SeatFrame(seat, seen.seats[seat], seen.hand, seen.drawn)


def moments(record: Record) -> Iterator[tuple[Event, State, Sequence[Answered]]]:
    """Each frame's event, the state right after it (one state, which moves on), and the answers to it."""
    state = State(record.rules, record.start)
    for event, answers in _steps(record):
        if not isinstance(event, HandStarted):
            state.evolve(event)
        yield event, state, answers
        for answer in answers:
            state.evolve(answer)


def prospects(record: Record, seat: Seat) -> Prospects:
    """What `seat` waited for all through the hand, as it could have known itself: an entry at each change."""
    found: list[Prospect] = []
    for at, (_, state, _) in enumerate(moments(record)):
        seen = view(state, seat)
        waits = () if state.over else current_waits(seen)
        hints = discard_hints(seen, legal_actions(state, seat))
        if not found or (waits, hints) != (found[-1].waits, found[-1].hints):
            found.append(Prospect(at, waits, hints))
    return tuple(found)


def events_until(record: Record, at: int) -> list[Event]:
    """The events of the record up to that of frame `at`, from `HandStarted` on, but no answer to it.

    Raises `RecordError` if there is no such frame.
    """
    steps = _steps(record)
    if not 0 <= at < len(steps):
        raise RecordError(f"no frame {at}: they are 0 to {len(steps) - 1}")
    return [*[each for event, answers in steps[:at] for each in (event, *answers)], steps[at][0]]


def _steps(record: Record) -> list[tuple[Event, list[Answered]]]:
    """The event of each frame, with what was answered to it."""
    steps: list[tuple[Event, list[Answered]]] = [(record.start, [])]
    for event in record.events:
        if isinstance(event, Answered):
            steps[-1][1].append(event)
        else:
            steps.append((event, []))
    return steps
