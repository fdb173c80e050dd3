"""The documents of the PostgreSQL store, one connection given."""

from collections.abc import Sequence

from wuyi.server.store.port import Document, LogConflict, Write
from wuyi.server.store.postgres_database import Pooled, storable


async def get(connection: Pooled, kind: str, id: str) -> Document | None:
    if not storable(id):
        return None
    row = await connection.fetchrow(
        "SELECT id, version, data FROM documents WHERE kind = $1 AND id = $2", kind, id
    )
    return None if row is None else Document(*row)


async def find(
    connection: Pooled, kind: str, key: str, value: str, limit: int, before: str | None
) -> list[Document]:
    if not storable(value) or not storable(before or ""):
        return []
    rows = await connection.fetch(
        """
        SELECT id, version, data FROM document_index AS entry JOIN documents USING (number)
        WHERE entry.kind = $1 AND key = $2 AND value = $3 AND (
            $4::text IS NULL
            OR entry.number < (SELECT number FROM documents WHERE kind = $1 AND id = $4)
        )
        ORDER BY entry.number DESC LIMIT $5
        """,
        kind,
        key,
        value,
        before,
        limit,
    )
    return [Document(*row) for row in rows]


async def put(connection: Pooled, writes: Sequence[Write]) -> None:
    """To be called within a transaction, which `LogConflict` undoes."""
    # Always in the same order, so that of two that overlap one waits for the other, and not both.
    for write in sorted(writes, key=lambda write: (write.kind, write.id)):
        number = await connection.fetchval(
            _MAKE if write.version == 1 else _REPLACE, write.kind, write.id, write.version, write.data
        )
        if number is None:
            raise LogConflict(f"the {write.kind} {write.id} has another version than {write.version - 1}")
        await connection.execute("DELETE FROM document_index WHERE number = $1", number)
        await connection.executemany(
            "INSERT INTO document_index (kind, key, value, number) VALUES ($1, $2, $3, $4)",
            [(write.kind, key, value, number) for key, value in set(write.index)],
        )


_MAKE = """
    INSERT INTO documents (kind, id, version, data) VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, id) DO NOTHING RETURNING number
"""
_REPLACE = """
    UPDATE documents SET version = $3, data = $4
    WHERE kind = $1 AND id = $2 AND version = $3 - 1 RETURNING number
"""


async def delete(connection: Pooled, kind: str, id: str) -> None:
    # Its index goes with it.
    await connection.execute("DELETE FROM documents WHERE kind = $1 AND id = $2", kind, id)
