"""From what the configuration says to a store that is ready."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from wuyi.server.store.port import StoreError
from wuyi.server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from wuyi.server.store.postgres import PostgresStore


def open_store(database: Path | str) -> "SqliteStore | PostgresStore":
    """The store in the file or at the URL, its schema brought up to date; raises `StoreError`.

    To be called outside an event loop.
    """
    if isinstance(database, Path):
        return SqliteStore(database)
    try:
        from wuyi.server.store.postgres import PostgresStore
        from wuyi.server.store.postgres_database import Database, prepare
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreError("PostgreSQL needs an extra: pip install '.[postgres]' in a clone") from None
    asyncio.run(prepare(database))
    return PostgresStore(Database(database))
