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
    (
        # Their numbers are in the order in which they were made.
        """
        CREATE TABLE documents (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            version INTEGER NOT NULL,
            data BLOB NOT NULL,
            UNIQUE (kind, id)
        )
        """,
        """
        CREATE TABLE document_index (
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            number INTEGER NOT NULL REFERENCES documents (number),
            PRIMARY KEY (kind, key, value, number)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX document_index_number ON document_index (number)",
    ),
)

SCHEMA_VERSION: Final = len(MIGRATIONS)
