"""Which node owns which table: the leases of the nodes that share one PostgreSQL.

A node says ever again that it lives; one that has not for the time of a lease counts as dead, and its tables
may be claimed by others. All times are those of the database, so that no two clocks are compared.
"""

from datetime import timedelta
from typing import Final

from wuyi.server.store.port import StoreError
from wuyi.server.store.postgres_database import Database, storable

_LIVES: Final = "nodes.seen > clock_timestamp() - $2::interval"

_BEAT: Final = f"""
    WITH beat AS (
        INSERT INTO nodes (id, address, seen) VALUES ($1, $3, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen
    )
    SELECT EXISTS (SELECT FROM nodes WHERE id <> $1 AND NOT {_LIVES})
"""
_REPLACE: Final = "UPDATE nodes SET seen = '-infinity' WHERE address = $1 AND id <> $2"
_LEAVE: Final = "UPDATE nodes SET seen = '-infinity' WHERE id = $1"
_CLAIM: Final = f"""
    UPDATE tables SET owner = $1 WHERE id = $3 AND (
        owner IS NULL OR owner = $1
        OR NOT EXISTS (SELECT FROM nodes WHERE nodes.id = tables.owner AND {_LIVES})
    ) RETURNING id
"""
_OWNER: Final = """
    SELECT nodes.address FROM tables LEFT JOIN nodes ON nodes.id = tables.owner WHERE tables.id = $1
"""
_INHERIT: Final = f"""
    WITH orphans AS (
        SELECT tables.id FROM tables JOIN nodes ON nodes.id = tables.owner
        WHERE NOT finished AND nodes.id <> $1 AND NOT {_LIVES}
        LIMIT $3 FOR UPDATE OF tables SKIP LOCKED
    )
    UPDATE tables SET owner = $1 FROM orphans WHERE tables.id = orphans.id RETURNING tables.id
"""
_BURY: Final = f"""
    DELETE FROM nodes WHERE id <> $1 AND NOT {_LIVES}
    AND NOT EXISTS (SELECT FROM tables WHERE owner = nodes.id AND NOT finished)
"""
_RELEASE: Final = "UPDATE tables SET owner = NULL WHERE id = $2 AND owner = $1"
_OWNED: Final = "SELECT id FROM tables WHERE owner = $1 AND id = ANY($2::text[])"


class PostgresLeases:
    """`nodes.Leases` in the database of a `PostgresStore`, for its node.

    lease: seconds after which a node that is silent counts as dead.
    """

    def __init__(self, database: Database, node: str, lease: float) -> None:
        self._database = database
        self._node = node
        self._lease = timedelta(seconds=lease)

    async def join(self, address: str) -> None:
        async with self._database.connection() as connection, connection.transaction():
            await connection.execute(_REPLACE, address, self._node)
            await connection.execute(_BEAT, self._node, self._lease, address)

    async def beat(self, address: str) -> bool:
        async with self._database.connection() as connection:
            dead: bool = await connection.fetchval(_BEAT, self._node, self._lease, address)
        return dead

    async def leave(self) -> None:
        async with self._database.connection() as connection:
            await connection.execute(_LEAVE, self._node)

    async def claim(self, table: str) -> str | None:
        if not storable(table):
            return None
        async with self._database.connection() as connection:
            # A second time, should its owner let go of it between the two questions.
            for _ in range(2):
                if await connection.fetchval(_CLAIM, self._node, self._lease, table):
                    return None
                row = await connection.fetchrow(_OWNER, table)
                if row is None:
                    return None
                if row["address"] is not None:
                    address: str = row["address"]
                    return address
        raise StoreError(f"{self._database.title} does not say who owns table {table}")

    async def inherit(self, most: int) -> tuple[str, ...]:
        async with self._database.connection() as connection:
            rows = await connection.fetch(_INHERIT, self._node, self._lease, most)
            if not rows:
                await connection.execute(_BURY, self._node, self._lease)
        return tuple(table for (table,) in rows)

    async def release(self, table: str) -> None:
        async with self._database.connection() as connection:
            await connection.execute(_RELEASE, self._node, table)

    async def owned(self, tables: set[str]) -> set[str]:
        async with self._database.connection() as connection:
            rows = await connection.fetch(_OWNED, self._node, list(tables))
        return {table for (table,) in rows}
