"""What the server asks of a store: an append-only log of events for each table.

The log is the only truth. A table session may be anywhere, and may be killed at any moment; whoever
folds the log stands where it stood. The key (table, seq) is the fence: of two writers that believe they
own a table, the slower one is refused with `LogConflict` and has to load the log again.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from wuyi.errors import WuyiError


class StoreError(WuyiError):
    """The store cannot do what it was asked for; its text is one line fit to be shown."""

    reason = "unavailable"


class LogConflict(StoreError):
    """Another writer has already written at this place of the log, or the place is beyond its end."""

    reason = "log_conflict"


class StoredTable(msgspec.Struct, frozen=True):
    """A table as the store has it.

    header: what does not change (`server.header.Header`, encoded). log: every event, in order, encoded.
    keys: SHA-256 of the token of each seat that a person holds.
    """

    header: bytes
    log: tuple[bytes, ...]
    keys: dict[int, bytes]
    finished: bool


class Store(Protocol):
    """All methods may be called from one event loop only. All may raise `StoreError`."""

    async def create(self, table: str, header: bytes, keys: dict[int, bytes], log: Sequence[bytes]) -> None:
        """A new table with the beginning of its log; returns when it is committed.

        Raises `LogConflict` if there is a table of this id.
        """

    async def append(
        self, table: str, first: int, events: Sequence[bytes], *, finished: bool = False
    ) -> None:
        """Write `events` at first, first + 1, ... of the log; returns when they are committed.

        All of them or none. A table has at most one append under way. `finished` closes the table with
        the same commit. Raises `LogConflict` unless the log is exactly `first` events long.
        """

    async def load(self, table: str) -> StoredTable | None:
        """The table with its whole log, or None if there is none of this id."""

    async def open_tables(self) -> tuple[str, ...]:
        """The ids of the tables that are not finished, oldest first."""

    async def close(self) -> None:
        """Finish what was begun and let go of the store. Nothing may be called after."""
