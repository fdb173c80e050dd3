"""Records made ready to be looked at, whoever brings them; what comes from outside is read with suspicion."""

from typing import Final

import msgspec

from wuyi.bots.registry import BOTS
from wuyi.engine.action import Seat
from wuyi.engine.frames import replay
from wuyi.engine.record import Record, decode, verify, verify_succession
from wuyi.engine.state import SEATS
from wuyi.errors import RecordError
from wuyi.server.community import names
from wuyi.server.refusal import Refusal
from wuyi.server.replay_words import Playback

MOST_BYTES: Final = 1 << 20
MOST_HANDS: Final = 64
"""Of a file: a match of sixteen hands is a fifth of it."""

_MARK: Final = b"\xef\xbb\xbf"
"""What some editors put before UTF-8."""


def read_file(data: bytes, hand: int) -> tuple[Record, int]:
    """Of a file of records, one a line, or of one record laid out as it likes: the hand in place `hand`, from
    0, which verifies and goes on from the one on the line before, and how many there are.

    Raises `RecordError` naming line, event or field, `Refusal`.
    """
    records = _records(data.removeprefix(_MARK))
    if not 0 <= hand < len(records):
        raise RecordError(f"no hand {hand}: the file holds {len(records)}")
    line, record = records[hand]
    _, before = records[hand - 1]
    try:
        verify(record)
        if hand > 0 and record.match and (before.match, before.hand + 1) == (record.match, record.hand):
            verify_succession(before, record)
    except RecordError as error:
        raise RecordError(f"line {line}: {error}") from None
    return record, len(records)


def _records(data: bytes) -> list[tuple[int, Record]]:
    found: list[tuple[int, Record]] = []
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip():
            continue
        if len(found) == MOST_HANDS:
            raise Refusal("too_large", f"line {number}: more than {MOST_HANDS} hands in a file")
        try:
            found.append((number, decode(line)))
        except RecordError as error:
            if not found and (whole := _whole(data)) is not None:
                return [(number, whole)]
            raise RecordError(f"line {number}: {error}") from None
    if not found:
        raise RecordError("the file is empty")
    return found


def _whole(data: bytes) -> Record | None:
    try:
        return decode(data)
    except RecordError:
        return None


def read_record(record: dict[str, object]) -> Record:
    """A record that verifies; raises `RecordError` naming what is wrong."""
    read = decode(msgspec.json.encode(record))
    verify(read)
    return read


def seat_asked(seat: Seat | None) -> Seat | None:
    """The seat as it was asked for; raises `Refusal` if there is no such seat."""
    if seat is not None and seat not in SEATS:
        raise Refusal("no_such_seat", f"no seat {seat}")
    return seat


def playback(
    record: Record,
    seat: Seat | None,
    *,
    records: int = 1,
    previous: str | None = None,
    next: str | None = None,
) -> bytes:
    """The `Playback` of a record, encoded, for the eyes of `seat` or with all hands shown."""
    film = replay(record, seat)
    east, south, west, north = ("" if name in BOTS else names.clean(name) for name in record.seats)
    film = msgspec.structs.replace(film, names=(east, south, west, north))
    return msgspec.json.encode(Playback(film, records, previous, next))
