"""The documents of the SQLite store, one connection given: what `SqliteStore` asks of its two tables."""

import sqlite3
from collections.abc import Sequence

from wuyi.server.store.port import Document, LogConflict, Write


def get(connection: sqlite3.Connection, kind: str, id: str) -> Document | None:
    found = connection.execute("SELECT version, data FROM documents WHERE kind = ? AND id = ?", (kind, id))
    row = found.fetchone()
    return None if row is None else Document(id, *row)


def find(
    connection: sqlite3.Connection, kind: str, key: str, value: str, limit: int, before: str | None
) -> list[Document]:
    rows = connection.execute(
        """
        SELECT id, version, data FROM document_index AS entry JOIN documents USING (number)
        WHERE entry.kind = :kind AND key = :key AND value = :value AND (
            :before IS NULL
            OR entry.number < (SELECT number FROM documents WHERE kind = :kind AND id = :before)
        )
        ORDER BY entry.number DESC LIMIT :limit
        """,
        {"kind": kind, "key": key, "value": value, "before": before, "limit": limit},
    )
    return [Document(*row) for row in rows]


def put(connection: sqlite3.Connection, writes: Sequence[Write]) -> None:
    """Raises `LogConflict` before anything is written: others share the transaction."""
    for write in writes:
        kept = get(connection, write.kind, write.id)
        if (kept.version if kept else 0) != write.version - 1:
            raise LogConflict(f"the {write.kind} {write.id} has another version than {write.version - 1}")
    for write in writes:
        (number,) = connection.execute(
            """
            INSERT INTO documents (kind, id, version, data) VALUES (?, ?, ?, ?)
            ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, data = excluded.data
            RETURNING number
            """,
            (write.kind, write.id, write.version, write.data),
        ).fetchone()
        connection.execute("DELETE FROM document_index WHERE number = ?", (number,))
        connection.executemany(
            "INSERT INTO document_index (kind, key, value, number) VALUES (?, ?, ?, ?)",
            [(write.kind, key, value, number) for key, value in set(write.index)],
        )


def delete(connection: sqlite3.Connection, kind: str, id: str) -> None:
    connection.execute(
        "DELETE FROM document_index WHERE number = (SELECT number FROM documents WHERE kind = ? AND id = ?)",
        (kind, id),
    )
    connection.execute("DELETE FROM documents WHERE kind = ? AND id = ?", (kind, id))
