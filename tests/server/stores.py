"""Stores that fail on demand, and stores in a PostgreSQL."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import StoredTable, StoreError
from wuyi.server.store.postgres import PostgresStore
from wuyi.server.store.postgres_database import Database, prepare


class FailingStore(MemoryStore):
    """A memory store that fails while it is `broken`, as with a full disk or one that is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = False
        self.failures = 0

    async def create(self, table: str, header: bytes, keys: dict[int, bytes], log: Sequence[bytes]) -> None:
        self._fail_if_broken()
        await super().create(table, header, keys, log)

    async def append(
        self, table: str, first: int, events: Sequence[bytes], *, finished: bool = False
    ) -> None:
        self._fail_if_broken()
        await super().append(table, first, events, finished=finished)

    async def load(self, table: str) -> StoredTable | None:
        self._fail_if_broken()
        return await super().load(table)

    def _fail_if_broken(self) -> None:
        if self.broken:
            self.failures += 1
            raise StoreError("the disk is full")


@asynccontextmanager
async def postgres_store(url: str, node: str | None = None) -> AsyncIterator[PostgresStore]:
    """The store in the database at `url`, as one of its nodes."""
    await prepare(url)
    store = PostgresStore(Database(url), node)
    try:
        yield store
    finally:
        await store.close()
