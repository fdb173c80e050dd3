"""A store that forgets: the same promises as any other, except to outlive the process."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from wuyi.server.store.port import Document, LogConflict, StoredTable, Write


@dataclass
class _Table:
    header: bytes
    keys: dict[int, bytes]
    log: list[bytes] = field(default_factory=list)
    finished: bool = False


@dataclass
class _Document:
    version: int
    data: bytes
    index: frozenset[tuple[str, str]]


class MemoryStore:
    """`Store` in dictionaries, for tests and for games that need not be kept."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}
        # By kind and id, in the order in which they were made.
        self._documents: dict[str, dict[str, _Document]] = {}

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

    async def get_document(self, kind: str, id: str) -> Document | None:
        kept = self._documents.get(kind, {}).get(id)
        return None if kept is None else Document(id, kept.version, kept.data)

    async def put_documents(self, *writes: Write) -> None:
        for write in writes:
            kept = self._documents.get(write.kind, {}).get(write.id)
            if (kept.version if kept else 0) != write.version - 1:
                raise LogConflict(f"the {write.kind} {write.id} has another version than {write.version - 1}")
        for write in writes:
            documents = self._documents.setdefault(write.kind, {})
            documents[write.id] = _Document(write.version, write.data, frozenset(write.index))

    async def find_documents(
        self, kind: str, key: str, value: str, limit: int, *, before: str | None = None
    ) -> list[Document]:
        ids = list(self._documents.get(kind, {}))
        if before is not None:
            ids = ids[: ids.index(before)] if before in ids else []
        documents = ((id, self._documents[kind][id]) for id in reversed(ids))
        found = (
            Document(id, kept.version, kept.data) for id, kept in documents if (key, value) in kept.index
        )
        return list(islice(found, limit))

    async def delete_document(self, kind: str, id: str) -> None:
        self._documents.get(kind, {}).pop(id, None)

    async def close(self) -> None:
        self._tables.clear()
        self._documents.clear()
