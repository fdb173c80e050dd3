"""The store of one machine: SQLite in WAL mode, every commit synced to the disk.

One thread owns the writing connection. It takes all appends that wait, commits them together and only
then answers each: a sync costs the same for one table as for a hundred (group commit). Reading has a
connection of its own, which in WAL mode never waits for the writer; a third moves the log into the file
beside it (`checkpoint`).

A commit costs the loop's core much the same for one append as for ten. So after each the thread lets some
time pass for the next to gather in, the longer the more there were of them: who acts alone is answered at
once, and a busy server commits a hundred times a second instead of four hundred.

At every statement the thread lets go of the interpreter and has to get it back from a busy loop, which takes
milliseconds. So appends to logs whose end it knows, since it wrote it, go into the file by one statement that
is its own transaction, unchecked but for the key (table, seq): should another program have written there, the
key refuses them all, and each is done by itself.
"""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from wuyi.server.store import documents
from wuyi.server.store.checkpoint import LOG_PAGES, Checkpointer
from wuyi.server.store.migrations import MIGRATIONS, SCHEMA_VERSION
from wuyi.server.store.port import Document, LogConflict, StoredTable, StoreError, Write

_BUSY_SECONDS: Final = 5.0
_BATCH: Final = 512
"""Appends in one commit, at most: so that one answer never waits for an endless batch."""

_GATHERING: Final = 0.001
"""Seconds between two commits for each append in the first of them."""
_GATHERING_AT_MOST: Final = 0.02
"""Seconds, too: so much slower is a busy server to answer, and no more."""

_ROWS: Final = tuple(1 << power for power in range(3, 12))
"""For how many events there are statements, so that SQLite keeps each prepared; rows left over stay empty."""

_MANY: Final = {
    rows: "INSERT INTO events (table_id, seq, event) SELECT * FROM (VALUES "
    + ", ".join(["(?, ?, ?)"] * rows)
    + ") WHERE column1 IS NOT NULL"
    for rows in _ROWS
}
_NO_ROW: Final = (None, None, None)

_LOGS_KNOWN: Final = 20_000

_Work = Callable[[sqlite3.Connection], None]
_Found = TypeVar("_Found")


@dataclass(slots=True)
class _Append:
    """Events to be written at `first` of the log of `table`; `finished` closes it."""

    table: str
    first: int
    events: Sequence[bytes]
    finished: bool

    def __call__(self, connection: sqlite3.Connection) -> None:
        """By itself; raises `LogConflict`."""
        (length,) = connection.execute(
            "SELECT COALESCE(MAX(seq) + 1, 0) FROM events WHERE table_id = ?", (self.table,)
        ).fetchone()
        if length != self.first:
            raise LogConflict(f"the log of table {self.table} ends at {length}, not at {self.first}")
        _insert(connection, self.table, self.first, self.events)
        if self.finished:
            connection.execute("UPDATE tables SET finished = 1 WHERE id = ?", (self.table,))


class _Job(NamedTuple):
    work: _Work
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


def _settle(jobs: Sequence[_Job], errors: Sequence[Exception | None]) -> None:
    """Answer whoever waits, unless they have gone."""
    for job, error in zip(jobs, errors, strict=True):
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)


class SqliteStore:
    """`Store` in one file. Opening it creates or migrates the file.

    Raises `StoreError`, naming the file, if it cannot be opened: no such folder, read-only, locked by
    another program, no database, or written by a newer version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        with self._explained():
            self._writer = self._connect()
            try:
                _migrate(self._writer)
                self._reader = self._connect()
                self._checkpointer = Checkpointer(self._connect())
            except BaseException:
                self._writer.close()
                raise
        self._lengths: dict[str, int] = {}
        self._reading = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._write_forever, name="wuyi-store", daemon=True)
        self._thread.start()

    async def create(self, table: str, header: bytes, keys: dict[int, bytes], log: Sequence[bytes]) -> None:
        def work(connection: sqlite3.Connection) -> None:
            if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
                raise LogConflict(f"table {table} exists already")
            connection.execute("INSERT INTO tables (id, header) VALUES (?, ?)", (table, header))
            connection.executemany(
                "INSERT INTO seats (table_id, seat, key) VALUES (?, ?, ?)",
                [(table, seat, key) for seat, key in keys.items()],
            )
            _insert(connection, table, 0, log)

        await self._write(work)

    async def append(
        self, table: str, first: int, events: Sequence[bytes], *, finished: bool = False
    ) -> None:
        await self._write(_Append(table, first, events, finished))

    async def load(self, table: str) -> StoredTable | None:
        return await asyncio.to_thread(self._load, table)

    async def get_document(self, kind: str, id: str) -> Document | None:
        return await asyncio.to_thread(self._read, lambda reader: documents.get(reader, kind, id))

    async def put_documents(self, *writes: Write) -> None:
        await self._write(lambda writer: documents.put(writer, writes))

    async def find_documents(
        self, kind: str, key: str, value: str, limit: int, *, before: str | None = None
    ) -> list[Document]:
        return await asyncio.to_thread(
            self._read, lambda reader: documents.find(reader, kind, key, value, limit, before)
        )

    async def delete_document(self, kind: str, id: str) -> None:
        await self._write(lambda writer: documents.delete(writer, kind, id))

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._checkpointer.close)
        self._reader.close()

    # --- reading -------------------------------------------------------------------------------

    def _load(self, table: str) -> StoredTable | None:
        with self._reading, self._explained(), _transaction(self._reader, "BEGIN"):
            found = self._reader.execute("SELECT header, finished FROM tables WHERE id = ?", (table,))
            row = found.fetchone()
            if row is None:
                return None
            keys = dict(self._reader.execute("SELECT seat, key FROM seats WHERE table_id = ?", (table,)))
            log = self._reader.execute("SELECT event FROM events WHERE table_id = ? ORDER BY seq", (table,))
            return StoredTable(row[0], tuple(event for (event,) in log), keys, bool(row[1]))

    def _read(self, work: Callable[[sqlite3.Connection], _Found]) -> _Found:
        with self._reading, self._explained():
            return work(self._reader)

    # --- writing -------------------------------------------------------------------------------

    async def _write(self, work: _Work) -> None:
        if self._closed:
            raise StoreError(f"the database {self.path} is closed")
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        await job.done

    def _write_forever(self) -> None:
        """The writer's thread: until the closing None, commit what waits and answer it."""
        closing = False
        not_before = 0.0
        while not closing:
            batch: list[_Job] = []
            job = self._jobs.get()
            if (early := not_before - time.monotonic()) > 0:
                time.sleep(early)
            while job is not None:
                batch.append(job)
                if len(batch) == _BATCH or self._jobs.empty():
                    break
                job = self._jobs.get()
            closing = job is None
            errors = self._commit(batch)
            not_before = time.monotonic() + min(_GATHERING * len(batch), _GATHERING_AT_MOST)
            self._checkpointer.note()
            # A loop that is closed has nobody left to wait.
            if batch and not batch[0].loop.is_closed():
                batch[0].loop.call_soon_threadsafe(_settle, batch, errors)
        self._writer.close()

    def _commit(self, batch: Sequence[_Job]) -> list[Exception | None]:
        """Do the batch; the error of each job, None for those that are on the disk."""
        errors: list[Exception | None] = [None] * len(batch)
        follows, others = self._told_apart(batch)
        try:
            others += self._append_together(batch, follows)
        except Exception as error:  # whatever it is, the thread lives on and each of them is answered
            self._fail(errors, follows, error)
        try:
            self._do_each(batch, others, errors)
        except Exception as error:
            self._fail(errors, others, error)
        self._remember(batch, errors)
        return errors

    def _told_apart(self, batch: Sequence[_Job]) -> tuple[list[int], list[int]]:
        """The places of the appends that follow on what was written before, and of all other jobs."""
        follows: list[int] = []
        others: list[int] = []
        rows = 0
        for place, job in enumerate(batch):
            work = job.work
            if (
                isinstance(work, _Append)
                and not work.finished
                and self._lengths.get(work.table) == work.first
                and rows + len(work.events) <= _ROWS[-1]
            ):
                rows += len(work.events)
                follows.append(place)
            else:
                others.append(place)
        return follows, others

    def _append_together(self, batch: Sequence[_Job], places: list[int]) -> list[int]:
        """Commit these appends by one statement; the places if the key refuses one of them."""
        values: list[object] = []
        for place in places:
            work = batch[place].work
            assert isinstance(work, _Append)
            for seq, event in enumerate(work.events, work.first):
                values += (work.table, seq, event)
        if not values:
            return []
        rows = len(values) // 3
        room = next(room for room in _ROWS if room >= rows)
        values += _NO_ROW * (room - rows)
        with self._explained():
            try:
                self._writer.execute(_MANY[room], values)
            except sqlite3.IntegrityError:
                return places
        return []

    def _do_each(self, batch: Sequence[_Job], places: Sequence[int], errors: list[Exception | None]) -> None:
        """These jobs in one transaction. One refused for its own sake (`LogConflict`) leaves the others
        alone; an error of the disk undoes all and is raised."""
        if not places:
            return
        with self._explained(), _transaction(self._writer, "BEGIN IMMEDIATE"):
            for place in places:
                try:
                    batch[place].work(self._writer)
                except LogConflict as conflict:
                    errors[place] = conflict

    def _fail(self, errors: list[Exception | None], places: Sequence[int], error: Exception) -> None:
        self._lengths.clear()
        for place in places:
            errors[place] = error

    def _remember(self, batch: Sequence[_Job], errors: Sequence[Exception | None]) -> None:
        """How long the logs are now."""
        if len(self._lengths) > _LOGS_KNOWN:
            self._lengths.clear()
        for job, error in zip(batch, errors, strict=True):
            work = job.work
            if not isinstance(work, _Append):
                continue
            if error is None and not work.finished:
                self._lengths[work.table] = work.first + len(work.events)
            else:
                self._lengths.pop(work.table, None)

    # --- the file ------------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Errors of SQLite as `StoreError`s that name the file and what to do."""
        try:
            yield
        except sqlite3.Error as error:
            code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
            cause = _CAUSES.get(code, str(error))
            raise StoreError(f"the database {self.path} {cause}") from error
        except _NewerSchema as error:
            raise StoreError(f"the database {self.path} {error}") from None


_CAUSES: Final = {
    sqlite3.SQLITE_BUSY: "is locked by another program; stop that program or choose another file",
    sqlite3.SQLITE_LOCKED: "is locked by another program; stop that program or choose another file",
    sqlite3.SQLITE_READONLY: "is read-only; make it writable or choose another file",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that its folder exists and is writable",
    sqlite3.SQLITE_NOTADB: "is not a SQLite database; choose another file",
    sqlite3.SQLITE_CORRUPT: "is damaged; restore it from a backup or choose another file",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
}


class _NewerSchema(Exception):
    """The file was written by a version of this program that knows more than this one."""


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # Some errors (a full disk) have already rolled back by themselves.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _insert(connection: sqlite3.Connection, table: str, first: int, events: Sequence[bytes]) -> None:
    connection.executemany(
        "INSERT INTO events (table_id, seq, event) VALUES (?, ?, ?)",
        [(table, first + place, event) for place, event in enumerate(events)],
    )


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema of the file to `SCHEMA_VERSION`, one migration after the other, all or nothing."""
    with _transaction(connection, "BEGIN IMMEDIATE"):
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, applied TEXT NOT NULL)"
        )
        (version,) = connection.execute("SELECT COALESCE(MAX(version), 0) FROM migrations").fetchone()
        if version > SCHEMA_VERSION:
            raise _NewerSchema(
                f"has schema {version}, newer than the {SCHEMA_VERSION} this version can read; update wuyi"
            )
        for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
            for statement in statements:
                connection.execute(statement)
            connection.execute("INSERT INTO migrations VALUES (?, datetime('now'))", (number,))
