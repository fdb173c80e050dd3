"""What never changes about a table, stored beside its log."""

from functools import lru_cache
from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.rules import Ruleset
from wuyi.server.store.port import StoreError

HEADER_VERSION: Final = 1


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """names: of the four seats. bots: the id of the computer player at each seat, None for a person.

    seed: 64 hex digits from which every hand's luck follows. It never leaves the server.
    players: the id of who holds each seat, None for a computer player, and for a person known by a seat's key
    alone. room, circle: where the match is played, by their ids. clock: seconds a move, 0 for none.
    bank: seconds beyond the clock that each seat may use up in a hand. spectators: others may watch.
    settle: seconds that a settlement waits for several people. hints: seats may ask for them. practice: its
    one hand is played on from a record (`practice`), and counts nowhere.
    """

    version: int = HEADER_VERSION
    rules: Ruleset
    names: tuple[str, str, str, str]
    bots: tuple[str | None, str | None, str | None, str | None]
    seed: str
    players: tuple[str | None, str | None, str | None, str | None] = (None, None, None, None)
    room: str | None = None
    circle: str | None = None
    clock: int = 0
    bank: int = 0
    spectators: bool = False
    settle: int = 30
    practice: bool = False
    hints: bool = False

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats a person holds."""
        return _people(self.bots)

    @property
    def advises(self) -> bool:
        """Whether a seat is told what it might do: where it is alone with machines that harms nobody."""
        return self.hints or len(self.people) == 1

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> "Header":
        """Raises `StoreError` for what this version cannot read."""
        try:
            header = msgspec.json.decode(data, type=cls)
        except msgspec.DecodeError as error:
            raise StoreError(f"a table's header cannot be read: {error}") from None
        if header.version != HEADER_VERSION:
            raise StoreError(f"a table's header has version {header.version}, not {HEADER_VERSION}")
        return header


@lru_cache(maxsize=1 << 12)
def _people(bots: tuple[str | None, ...]) -> tuple[Seat, ...]:
    """Asked for several times at every change of a table."""
    return tuple([seat for seat, bot in enumerate(bots) if bot is None])
