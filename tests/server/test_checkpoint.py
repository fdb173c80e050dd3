"""The log of a SQLite file goes into the file while it is written."""

import shutil
import sqlite3
import time
from pathlib import Path

from wuyi.server.store.checkpoint import Checkpointer


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    return connection


def rows_in_the_file_alone(path: Path) -> int:
    """What is there without the log."""
    copy = path.with_suffix(".copy")
    shutil.copyfile(path, copy)
    connection = sqlite3.connect(f"file:{copy}?immutable=1", uri=True)
    try:
        return int(connection.execute("SELECT COUNT(*) FROM kept").fetchone()[0])
    except sqlite3.OperationalError:  # not even the table
        return 0
    finally:
        connection.close()


def test_what_was_committed_goes_into_the_file_without_the_writer(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    writer = connect(path)
    checkpointer = Checkpointer(connect(path))
    try:
        writer.execute("CREATE TABLE kept (number INTEGER)")
        for number in range(50):
            writer.execute("INSERT INTO kept VALUES (?)", (number,))
        assert rows_in_the_file_alone(path) == 0
        checkpointer.note()
        deadline = time.monotonic() + 60
        while rows_in_the_file_alone(path) < 50:
            assert time.monotonic() < deadline, "the log stays where it is"
            time.sleep(0.02)
    finally:
        checkpointer.close()
        writer.close()


def test_it_ends_though_nothing_was_ever_written(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    writer = connect(path)
    Checkpointer(connect(path)).close()
    writer.execute("CREATE TABLE kept (number INTEGER)")
    writer.close()
