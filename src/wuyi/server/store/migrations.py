"""The schema of the SQLite store, as the steps that lead to it. A step once released never changes."""

from typing import Final

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            header BLOB NOT NULL,
            finished INTEGER NOT NULL DEFAULT 0,
            created TEXT NOT NULL DEFAULT (datetime('now'))
        )
        """,
        """
        CREATE TABLE seats (
            table_id TEXT NOT NULL REFERENCES tables (id),
            seat INTEGER NOT NULL,
            key BLOB NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE events (
            table_id TEXT NOT NULL REFERENCES tables (id),
            seq INTEGER NOT NULL,
            event BLOB NOT NULL,
            PRIMARY KEY (table_id, seq)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX tables_open ON tables (id) WHERE NOT finished",
    ),
)

SCHEMA_VERSION: Final = len(MIGRATIONS)
