"""A hand of a record played on against computer players, from any moment of it, with the rest of its wall.

The log of such a table begins with the record's own events, so that it is a table like any other, crashes
included. It proves nothing about luck, since whoever plays may have seen the wall. So its deal names no seed,
and a record of it cannot be passed off as a hand that was dealt.
"""

import secrets
from typing import TypeVar

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.event import Event, HandStarted
from wuyi.engine.frames import events_until
from wuyi.engine.match import Match
from wuyi.engine.record import Record
from wuyi.engine.state import SEATS
from wuyi.server.community import names
from wuyi.server.refusal import Refusal
from wuyi.server.replay_words import NewPractice
from wuyi.server.table.header import Header

_Value = TypeVar("_Value")


def practice_header(wish: NewPractice, record: Record, player: str | None) -> Header:
    """The header of the table that `wish` asks for. player: who asks, if they are known."""
    return Header(
        rules=record.rules,
        names=_by_seat(wish.seat, names.clean(wish.name), *wish.bots),
        bots=_by_seat(wish.seat, None, *wish.bots),
        players=_by_seat(wish.seat, player, None, None, None),
        seed=secrets.token_bytes(32).hex(),  # for the computer players' luck alone: the wall is dealt
        practice=True,
    )


def _by_seat(first: Seat, *around: _Value) -> tuple[_Value, _Value, _Value, _Value]:
    """By the numbers of the seats what is given anticlockwise from seat `first`."""
    east, south, west, north = (around[(seat - first) % 4] for seat in SEATS)
    return east, south, west, north


def practice_events(record: Record, at: int) -> list[Event]:
    """What happened up to frame `at` of a record that verifies, and what follows without anybody's choice.

    Raises `RecordError` if there is no such frame, `Refusal` if there is nothing left to play.
    """
    start, *events = events_until(record, at)
    assert isinstance(start, HandStarted)
    unproven = msgspec.structs.replace(start, seed="", commitment="", secret="", seeds=())
    match = Match.fold(bytes(32), record.rules, [unproven, *events])
    match.advance()
    if match.state is None or match.state.over:
        raise Refusal("hand_over", f"frame {at}: the hand is over, or nobody has a choice any more")
    return match.events
