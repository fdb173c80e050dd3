"""What the server asks of a store: an append-only log of events for each table, and documents.

The log is the only truth about a table. A table session may be anywhere, and may be killed at any moment;
whoever folds the log stands where it stood. The key (table, seq) is the fence: of two writers that believe
they own a table, the slower one is refused with `LogConflict` and has to load the log again.

A document is everything else that is kept: a player, a room, a record. It is replaced as a whole, by whoever
has read its last version; of two that have, the slower one is refused with `LogConflict` and reads again.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec

from wuyi.errors import WuyiError


class StoreError(WuyiError):
    """The store cannot do what it was asked for; its text is one line fit to be shown."""

    reason = "unavailable"


class LogConflict(StoreError):
    """Another writer has already written at this place of the log, or the place is beyond its end; or
    another has replaced the document."""

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


class Document(NamedTuple):
    """A document as the store has it. version: 1 when it was made, one more with every replacement."""

    id: str
    version: int
    data: bytes


class Write(msgspec.Struct, frozen=True):
    """A document to be made (version 1) or replaced (version n, over n - 1).

    index: the pairs (key, value) by which it can be found, in place of those it had; a key may have several
    values.
    """

    kind: str
    id: str
    version: int
    data: bytes
    index: tuple[tuple[str, str], ...] = ()


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

    async def get_document(self, kind: str, id: str) -> Document | None:
        """The document `id` of this kind as it was last committed, or None."""

    async def put_documents(self, *writes: Write) -> None:
        """Make or replace documents, each at most once; returns when they are committed.

        All of them or none. Raises `LogConflict` unless the version of each in the store is exactly one less
        than that in `writes`, 0 for a document that is not there.
        """

    async def find_documents(
        self, kind: str, key: str, value: str, limit: int, *, before: str | None = None
    ) -> list[Document]:
        """The documents of this kind whose index holds (key, value), the last made first, at most `limit`.

        before: only those made before this one; none if it is not there.
        """

    async def delete_document(self, kind: str, id: str) -> None:
        """Forget a document and its index; nothing happens if there is none."""

    async def close(self) -> None:
        """Finish what was begun and let go of the store. Nothing may be called after."""
