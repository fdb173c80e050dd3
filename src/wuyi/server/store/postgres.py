"""The store of many machines: PostgreSQL, shared by all nodes (docs/scale.md).

A few connections write the logs. Each takes all appends that wait, commits them with one statement and
only then answers each: while one commit is on its way to the disk, the next gathers (group commit). A table
has at most one append under way, so that the connections never write to the same log at once.

Nodes share the tables: an append is accepted from the owner of the table alone (`postgres_leases`). Should
two nodes ever believe to own it at the same instant, the key (table, seq) of the log lets one of them win.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import asyncpg

from wuyi.server.store import postgres_documents as documents
from wuyi.server.store.port import Document, LogConflict, StoredTable, StoreError, Write
from wuyi.server.store.postgres_database import LOST, Connection, Database, storable
from wuyi.server.store.postgres_leases import PostgresLeases

_WRITERS: Final = 2
"""While one waits for the disk, the other is prepared; more gained little."""

_BATCH: Final = 512
"""Appends in one commit, at most: so that one answer never waits for an endless batch."""

_SEATS: Final = 4

_CREATE: Final = """
    WITH made AS (
        INSERT INTO tables (id, header, keys, owner) VALUES ($1, $2, $3, $4)
    )
    INSERT INTO events (table_id, seq, event)
    SELECT $1, place - 1, event FROM unnest($5::bytea[]) WITH ORDINALITY AS given (event, place)
"""

_APPEND: Final = """
    WITH accepted AS (
        SELECT asked.id, asked.finished
        FROM unnest($2::text[], $3::integer[], $4::boolean[]) AS asked (id, first, finished)
        JOIN tables ON tables.id = asked.id AND tables.owner = $1
        WHERE (asked.first = 0
               OR EXISTS (SELECT FROM events WHERE table_id = asked.id AND seq = asked.first - 1))
          AND NOT EXISTS (SELECT FROM events WHERE table_id = asked.id AND seq = asked.first)
    ), written AS (
        INSERT INTO events (table_id, seq, event)
        SELECT given.id, given.seq, given.event
        FROM unnest($5::text[], $6::integer[], $7::bytea[]) AS given (id, seq, event)
        JOIN accepted USING (id)
    ), closed AS (
        UPDATE tables SET finished = true FROM accepted
        WHERE tables.id = accepted.id AND accepted.finished
    )
    SELECT id FROM accepted
"""
"""One statement, so one commit: all the events of each table whose log ends where the append begins."""


_LOAD: Final = """
    SELECT header, keys, finished,
        ARRAY(SELECT event FROM events WHERE table_id = tables.id ORDER BY seq) AS log
    FROM tables WHERE id = $1
"""


class _Append(NamedTuple):
    table: str
    first: int
    events: Sequence[bytes]
    finished: bool
    done: asyncio.Future[None]

    def settle(self, error: Exception | None) -> None:
        """Answer whoever waits, unless they have gone."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class PostgresStore:
    """`Store` in a PostgreSQL database that `Database.migrate` has prepared.

    node: who writes. A table belongs to the node that made it until another claims it; `append` raises
    `LogConflict` for a table of another node, after it has called `on_lost` with the table's id.
    """

    def __init__(self, database: Database, node: str | None = None) -> None:
        self.database = database
        self.node = node or secrets.token_urlsafe(9)
        self.on_lost: Callable[[str], None] = lambda table: None
        self._waiting: asyncio.Queue[_Append | None] = asyncio.Queue()
        self._writers: list[asyncio.Task[None]] = []
        self._closed = False

    async def create(self, table: str, header: bytes, keys: dict[int, bytes], log: Sequence[bytes]) -> None:
        seats = [keys.get(seat) for seat in range(_SEATS)]
        async with self.database.connection() as connection:
            try:
                await connection.execute(_CREATE, table, header, seats, self.node, log)
            except asyncpg.UniqueViolationError:
                raise LogConflict(f"table {table} exists already") from None

    async def append(
        self, table: str, first: int, events: Sequence[bytes], *, finished: bool = False
    ) -> None:
        if self._closed:
            raise StoreError(f"{self.database.title} is closed")
        if not self._writers:
            self._writers = [
                asyncio.create_task(self._write_forever(), name="store") for _ in range(_WRITERS)
            ]
        job = _Append(table, first, events, finished, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(job)
        await job.done

    async def load(self, table: str) -> StoredTable | None:
        if not storable(table):
            return None
        async with self.database.connection() as connection:
            row = await connection.fetchrow(_LOAD, table)
        if row is None:
            return None
        keys = {seat: key for seat, key in enumerate(row["keys"]) if key is not None}
        return StoredTable(row["header"], tuple(row["log"]), keys, row["finished"])

    async def get_document(self, kind: str, id: str) -> Document | None:
        async with self.database.connection() as connection:
            return await documents.get(connection, kind, id)

    async def put_documents(self, *writes: Write) -> None:
        async with self.database.connection() as connection, connection.transaction():
            await documents.put(connection, writes)

    async def find_documents(
        self, kind: str, key: str, value: str, limit: int, *, before: str | None = None
    ) -> list[Document]:
        async with self.database.connection() as connection:
            return await documents.find(connection, kind, key, value, limit, before)

    async def delete_document(self, kind: str, id: str) -> None:
        async with self.database.connection() as connection:
            await documents.delete(connection, kind, id)

    def leases(self, lease: float) -> PostgresLeases:
        """What this node knows of the others; one silent for `lease` seconds counts as dead."""
        return PostgresLeases(self.database, self.node, lease)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        for _ in self._writers:
            self._waiting.put_nowait(None)
        await asyncio.gather(*self._writers)
        await self.database.close()

    # --- writing the logs ----------------------------------------------------------------------

    async def _write_forever(self) -> None:
        """A writer: until the closing None, commit what waits and answer it."""
        connection: Connection | None = None
        while (job := await self._waiting.get()) is not None:
            batch = [job]
            while len(batch) < _BATCH and not self._waiting.empty():
                if (job := self._waiting.get_nowait()) is None:
                    self._waiting.put_nowait(None)  # to be found again, when this batch is answered
                    break
                batch.append(job)
            try:
                connection, outcomes = await self._commit(connection, batch)
            except Exception as error:  # whatever it is, the writer lives on and each of them is answered
                outcomes = [error] * len(batch)
                if connection is not None:
                    connection.terminate()
                connection = None
            for job, outcome in zip(batch, outcomes, strict=True):
                job.settle(outcome)
        if connection is not None:
            with contextlib.suppress(*LOST):
                await connection.close()

    async def _commit(
        self, connection: "Connection | None", batch: Sequence[_Append]
    ) -> tuple[Connection, list[Exception | None]]:
        """The error of each append, None for those that are on the disk; raises if none is known to be.

        If the line breaks, nobody knows whether the commit was done. A new line is tried once, and each log
        is asked whether it holds what was sent.
        """
        if connection is None or connection.is_closed():
            connection = await self.database.connect()
        with self.database.explained():
            try:
                return connection, await self._append(connection, batch)
            except LOST:
                connection.terminate()
        connection = await self.database.connect()
        with self.database.explained():
            outcomes: list[Exception | None] = []
            for job in batch:
                (outcome,) = await self._append(connection, [job])
                outcomes.append(None if outcome and await _holds(connection, job) else outcome)
        return connection, outcomes

    async def _append(self, connection: Connection, batch: Sequence[_Append]) -> list[Exception | None]:
        events = [
            (job.table, job.first + place, event) for job in batch for place, event in enumerate(job.events)
        ]
        try:
            accepted = await connection.fetch(
                _APPEND,
                self.node,
                [job.table for job in batch],
                [job.first for job in batch],
                [job.finished for job in batch],
                [table for table, _, _ in events],
                [seq for _, seq, _ in events],
                [event for _, _, event in events],
            )
        except asyncpg.UniqueViolationError:
            # Another has written to one of these logs meanwhile, which undoes them all: find out whom.
            if len(batch) == 1:
                return [await self._conflict(connection, batch[0])]
            return [outcome for job in batch for outcome in await self._append(connection, [job])]
        tables = {table for (table,) in accepted}
        return [None if job.table in tables else await self._conflict(connection, job) for job in batch]

    async def _conflict(self, connection: Connection, job: _Append) -> LogConflict:
        """Why this append was not accepted."""
        row = await connection.fetchrow(
            "SELECT owner, (SELECT coalesce(max(seq) + 1, 0) FROM events WHERE table_id = $1) AS length "
            "FROM tables WHERE id = $1",
            job.table,
        )
        if row is None:
            return LogConflict(f"there is no table {job.table}")
        if row["owner"] != self.node:
            self.on_lost(job.table)
            return LogConflict(f"table {job.table} belongs to another node")
        return LogConflict(f"the log of table {job.table} ends at {row['length']}, not at {job.first}")


async def _holds(connection: Connection, job: _Append) -> bool:
    """Whether the log holds, from `first` to its end, exactly what was to be appended."""
    rows = await connection.fetch(
        "SELECT event FROM events WHERE table_id = $1 AND seq >= $2 ORDER BY seq", job.table, job.first
    )
    return [event for (event,) in rows] == list(job.events)
