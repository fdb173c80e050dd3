"""What happens at a table beside the game: in the same log, so that a crash keeps it.

An entry of the log is an event of the engine or one of these. None of them is told to a seat as it stands;
what follows from them is part of a `State`.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.event import Event
from wuyi.server.store.port import StoreError

VoteKind = Literal["pause", "resume", "end"]


class Beside(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Any entry that is no event of the game."""


class Stamped(Beside, frozen=True, tag="stamped"):
    """The server's time of the entries that follow, in seconds since 1970."""

    at: float


class TakenOver(Beside, frozen=True, tag="taken_over"):
    """托管: the machine plays this seat from here on, for its owner left, was too slow, or was not there."""

    seat: Seat
    why: Literal["left", "clock", "absent"]


class TakenBack(Beside, frozen=True, tag="taken_back"):
    """The owner of the seat plays again."""

    seat: Seat


class VoteCalled(Beside, frozen=True, tag="vote_called"):
    """A seat asks for something that most must agree to, and agrees itself. voters: who may answer."""

    kind: VoteKind
    seat: Seat
    voters: tuple[Seat, ...]


class VoteCast(Beside, frozen=True, tag="vote_cast"):
    seat: Seat
    yes: bool


class VoteEnded(Beside, frozen=True, tag="vote_ended"):
    """The vote is decided, or its time is up."""

    passed: bool


class Resumed(Beside, frozen=True, tag="resumed"):
    """A pause has lasted as long as one may."""


class Seeded(Beside, frozen=True, tag="seeded"):
    """A seat adds to the luck of the next hand: 64 hex digits."""

    seat: Seat
    seed: str


SessionEvent = Stamped | TakenOver | TakenBack | VoteCalled | VoteCast | VoteEnded | Resumed | Seeded
Entry = Event | SessionEvent

_ENTRIES: Final = msgspec.json.Decoder(Entry)
_ENCODER: Final = msgspec.json.Encoder()


def encode_log(entries: Sequence[Entry]) -> list[bytes]:
    """The entries as a store keeps them."""
    return [_ENCODER.encode(entry) for entry in entries]


def decode_entries(log: Sequence[bytes]) -> list[Entry]:
    """The entries of a stored log; raises `StoreError` for what this version cannot read."""
    try:
        return [_ENTRIES.decode(entry) for entry in log]
    except msgspec.DecodeError as error:
        raise StoreError(f"a table's log cannot be read: {error}") from None


def game_events(entries: Sequence[Entry]) -> list[Event]:
    """The events of the game alone."""
    return [entry for entry in entries if not isinstance(entry, Beside)]


def decode_log(log: Sequence[bytes]) -> list[Event]:
    """The events of the game in a stored log; raises as `decode_entries`."""
    return game_events(decode_entries(log))
