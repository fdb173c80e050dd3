"""A store that forgets: the same promises as any other, except to outlive the process."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from wuyi.server.store.port import LogConflict, StoredTable


@dataclass
class _Table:
    header: bytes
    keys: dict[int, bytes]
    log: list[bytes] = field(default_factory=list)
    finished: bool = False


class MemoryStore:
    """`Store` in a dictionary, for tests and for games that need not be kept."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}

    async def create(self, table: str, header: bytes, keys: dict[int, bytes], log: Sequence[bytes]) -> None:
        if table in self._tables:
            raise LogConflict(f"table {table} exists already")
        self._tables[table] = _Table(header, dict(keys), list(log))

    async def append(
        self, table: str, first: int, events: Sequence[bytes], *, finished: bool = False
    ) -> None:
        kept = self._tables.get(table)
        if kept is None or len(kept.log) != first:
            raise LogConflict(f"the log of table {table} does not end at {first}")
        kept.log.extend(events)
        kept.finished = kept.finished or finished

    async def load(self, table: str) -> StoredTable | None:
        kept = self._tables.get(table)
        if kept is None:
            return None
        return StoredTable(kept.header, tuple(kept.log), dict(kept.keys), kept.finished)

    async def open_tables(self) -> tuple[str, ...]:
        return tuple(name for name, kept in self._tables.items() if not kept.finished)

    async def close(self) -> None:
        self._tables.clear()
