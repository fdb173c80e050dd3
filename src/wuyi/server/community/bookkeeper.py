"""What follows from what happens at the tables: hands are kept, rooms told, each once and in order."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from itertools import chain, repeat
from typing import Final

from wuyi.engine.record import Record
from wuyi.server.community.records import Records
from wuyi.server.community.rooms import Rooms
from wuyi.server.store.port import StoredTable, StoreError
from wuyi.server.table.finished import finished_hands, record
from wuyi.server.table.header import Header

LOG = logging.getLogger(__name__)

_RETRY_SECONDS: Final = (0.1, 1.0, 5.0)
"""Pauses between tries; the last is repeated until it works."""

_Work = Callable[[], Awaitable[None]]


class Bookkeeper:
    """`TablesHooks` of this server. What the store fails to take is tried again until it does; what a server
    takes to its grave is found in the log when the table is next loaded."""

    def __init__(self, records: Records, rooms: Rooms) -> None:
        self._records = records
        self._rooms = rooms
        self._last: dict[str, asyncio.Task[None]] = {}
        self._closing = asyncio.Event()

    def hand_over(self, table: str, header: Header, record: Record) -> None:
        async def work() -> None:
            await self._records.keep(table, header, record)
            if header.room is not None:
                await self._rooms.refresh(header.room)

        self._do(table, work)

    def match_over(self, table: str, header: Header) -> None:
        async def work() -> None:
            if header.room is not None:
                await self._rooms.match_over(header.room, table)

        self._do(table, work)

    def loaded(self, table: str, header: Header, stored: StoredTable) -> None:
        async def work() -> None:
            for number, hand in finished_hands(stored.log).items():
                if not await self._records.has(table, number):
                    await self._records.keep(table, header, record(table, header, hand))
            if stored.finished and header.room is not None:
                await self._rooms.match_over(header.room, table)

        if any(header.players):
            self._do(table, work)

    async def close(self) -> None:
        """Finish what was begun, but wait for no store that fails."""
        self._closing.set()
        await asyncio.gather(*self._last.values())

    def _do(self, table: str, work: _Work) -> None:
        """`work`, after whatever is still to be done for this table."""
        task = asyncio.create_task(self._work(table, work, self._last.get(table)))
        self._last[table] = task

        def forget(done: asyncio.Task[None]) -> None:
            if self._last.get(table) is done:
                del self._last[table]

        task.add_done_callback(forget)

    async def _work(self, table: str, work: _Work, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        for seconds in chain(_RETRY_SECONDS, repeat(_RETRY_SECONDS[-1])):
            try:
                await work()
                return
            except StoreError as error:
                LOG.error("not kept", extra={"table": table, "error": str(error)})
            except Exception:  # a bug must not stand in the way of the next hand
                LOG.exception("not kept", extra={"table": table})
                return
            if self._closing.is_set():
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._closing.wait()
