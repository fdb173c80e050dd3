"""A PostgreSQL database: its connections, its schema, and what goes wrong with it in words."""

import asyncio
import contextlib
import urllib.parse
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, TypeAlias

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from wuyi.server.store.port import StoreError
from wuyi.server.store.postgres_schema import MIGRATIONS, SCHEMA_VERSION

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Pooled: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"

_CONNECT_SECONDS: Final = 5.0
_ANSWER_SECONDS: Final = 10.0
"""A database that takes longer counts as gone."""

_PING_SECONDS: Final = 1.0
"""And so does a connection that takes longer to answer to nothing."""

_POOLED: Final = 4
_MIGRATION_LOCK: Final = 0x77757969
"""Advisory lock under which one server at a time migrates: "wuyi"."""

LOST: Final = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the line broke in the middle of an answer
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
"""The line is gone, or no answer came in time: nobody knows whether the last statement was committed."""


class Database:
    """The database at `url` (`postgresql://user:password@host:port/name`).

    It is connected to when it is first used, and from the event loop of that use alone. `title` names it
    without user and password. Every error leaves it as a `StoreError`.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._opening = asyncio.Lock()
        self._closed = False
        self.title = title(url)

    async def connect(self) -> Connection:
        """A connection of one's own."""
        if self._closed:
            raise StoreError(f"{self.title} is closed")
        with self.explained():
            return await asyncpg.connect(self._url, timeout=_CONNECT_SECONDS, command_timeout=_ANSWER_SECONDS)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Pooled]:
        """One of the shared connections, for a while; one that answers.

        A connection that broke while it was idle says so only when it is used, and what was to be done on it
        must not be done twice. So it is asked first, at the price of a round trip.
        """
        with self.explained():
            pool = await self._opened()
            connection = await _living(pool)
            try:
                yield connection
            finally:
                await pool.release(connection)

    async def _opened(self) -> "asyncpg.Pool[asyncpg.Record]":
        async with self._opening:
            if self._closed:
                raise StoreError(f"{self.title} is closed")
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=1,
                    max_size=_POOLED,
                    timeout=_CONNECT_SECONDS,
                    command_timeout=_ANSWER_SECONDS,
                )
            return self._pool

    async def migrate(self) -> None:
        """Bring the schema to `SCHEMA_VERSION`, one migration after the other, all or nothing.

        Of servers that start at once, one does it and the others wait. Raises `StoreError`, also for a
        schema newer than this version knows.
        """
        async with self.connection() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations "
                "(version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())"
            )
            version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM migrations")
            if version > SCHEMA_VERSION:
                raise StoreError(
                    f"{self.title} has schema {version}, newer than the {SCHEMA_VERSION} "
                    "this version can read; update wuyi"
                )
            for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
                await connection.execute(migration)
                await connection.execute("INSERT INTO migrations (version) VALUES ($1)", number)

    async def close(self) -> None:
        self._closed = True
        async with self._opening:
            pool, self._pool = self._pool, None
        if pool is not None:
            try:
                await asyncio.wait_for(pool.close(), _CONNECT_SECONDS)
            except LOST:
                pool.terminate()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Errors of PostgreSQL and of the line to it as `StoreError`s that name it and what to do."""
        try:
            yield
        except (asyncpg.PostgresError, *LOST) as error:
            cause = next((words for kinds, words in _CAUSES if isinstance(error, kinds)), None)
            raise StoreError(f"{self.title} {cause or f'fails: {_first_line(error)}'}") from error


_CAUSES: Final = (
    (
        (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError),
        "refuses this user or password",
    ),
    (asyncpg.InvalidCatalogNameError, "does not exist; create it with createdb"),
    (asyncpg.TooManyConnectionsError, "has no connection left; raise max_connections or stop a server"),
    (asyncpg.CannotConnectNowError, "is starting or stopping"),
    (asyncpg.DiskFullError, "cannot grow: the disk is full"),
    (asyncpg.ReadOnlySQLTransactionError, "is read-only; name the primary, not a standby"),
    (asyncpg.InsufficientPrivilegeError, "does not let this user do this; make the user its owner"),
    (
        (
            asyncpg.InternalClientError,
            asyncpg.PostgresConnectionError,
            asyncpg.AdminShutdownError,
            asyncpg.CrashShutdownError,
        ),
        "has broken the connection",
    ),
    (TimeoutError, "does not answer in time"),
    (OSError, "cannot be reached; check that PostgreSQL runs there and lets this machine in"),
)


async def _living(pool: "asyncpg.Pool[asyncpg.Record]") -> Pooled:
    """A connection of the pool that is not broken: of those in it, or a new one."""
    for _ in range(_POOLED):
        connection = await pool.acquire(timeout=_ANSWER_SECONDS)
        try:
            await connection.execute("SELECT", timeout=_PING_SECONDS)
        except LOST:
            with contextlib.suppress(asyncpg.InterfaceError):  # the pool may have taken it back by itself
                connection.terminate()
            await pool.release(connection)
        except BaseException:
            await pool.release(connection)
            raise
        else:
            return connection
    return await pool.acquire(timeout=_ANSWER_SECONDS)


def title(url: str) -> str:
    """How messages and logs name the database of `url`: by its host and name alone."""
    parts = urllib.parse.urlsplit(url)
    query = urllib.parse.parse_qs(parts.query)
    hosts = parts.netloc.rpartition("@")[2] or query.get("host", ["localhost"])[0]
    name = parts.path.lstrip("/") or query.get("dbname", query.get("database", [""]))[0]
    return f"the database {urllib.parse.unquote(name) or 'of the user'} at {urllib.parse.unquote(hosts)}"


def storable(text: str) -> bool:
    """Whether PostgreSQL can hold `text`; what it cannot hold, it does not hold."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:  # half a character
        return False


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "") or type(error).__name__


async def prepare(url: str) -> None:
    """Bring the schema of the database at `url` up to date; raises `StoreError`."""
    database = Database(url)
    try:
        await database.migrate()
    finally:
        await database.close()
