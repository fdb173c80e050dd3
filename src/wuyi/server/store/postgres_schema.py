"""The schema of the PostgreSQL store, as the steps that lead to it. A step once released never changes."""

from typing import Final

MIGRATIONS: Final[tuple[str, ...]] = (
    # Tables are numbered in the order in which they were made. keys: of the four seats. owner: the node it
    # belongs to, see `postgres_leases`. The log has no foreign key: an append looks its table up itself, and
    # a key would look once more for every event.
    """
    CREATE TABLE tables (
        id text PRIMARY KEY,
        number bigint GENERATED ALWAYS AS IDENTITY,
        header bytea NOT NULL,
        keys bytea[] NOT NULL,
        finished boolean NOT NULL DEFAULT false,
        owner text,
        created timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX tables_open ON tables (number) WHERE NOT finished;
    CREATE INDEX tables_owned ON tables (owner) WHERE owner IS NOT NULL AND NOT finished;

    CREATE TABLE events (
        table_id text NOT NULL,
        seq integer NOT NULL,
        event bytea NOT NULL,
        PRIMARY KEY (table_id, seq)
    );

    CREATE TABLE nodes (
        id text PRIMARY KEY,
        address text NOT NULL,
        seen timestamptz NOT NULL
    ) WITH (fillfactor = 50);

    CREATE TABLE documents (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL,
        id text NOT NULL,
        version integer NOT NULL,
        data bytea NOT NULL,
        UNIQUE (kind, id)
    );
    CREATE TABLE document_index (
        kind text NOT NULL,
        key text NOT NULL,
        value text NOT NULL,
        number bigint NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
        PRIMARY KEY (kind, key, value, number)
    );
    CREATE INDEX document_index_number ON document_index (number);
    """,
)

SCHEMA_VERSION: Final = len(MIGRATIONS)
