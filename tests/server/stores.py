"""Stores that fail on demand."""

from collections.abc import Sequence

from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import StoreError


class FailingStore(MemoryStore):
    """A memory store whose appends fail while `broken`, as with a full or read-only disk."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = False
        self.failures = 0

    async def append(
        self, table: str, first: int, events: Sequence[bytes], *, finished: bool = False
    ) -> None:
        if self.broken:
            self.failures += 1
            raise StoreError("the disk is full")
        await super().append(table, first, events, finished=finished)
