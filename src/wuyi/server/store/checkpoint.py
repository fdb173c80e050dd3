"""The log of a SQLite file is moved into the file beside the writer, so that no commit waits for it."""

import contextlib
import sqlite3
import threading
from typing import Final

EVERY_SECONDS: Final = 0.25
LOG_PAGES: Final = 16_000
"""64 MB. If the log has grown so long all the same, the writer moves it itself, and commits wait for that."""


class Checkpointer:
    """A thread with a connection of its own, to the file of a writer in WAL mode."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._written = threading.Event()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wuyi-checkpoint", daemon=True)
        self._thread.start()

    def note(self) -> None:
        """Something was committed."""
        self._written.set()

    def close(self) -> None:
        self._closed.set()
        self._written.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed.wait(EVERY_SECONDS):
            self._written.wait()
            self._written.clear()
            # An error of the disk meets the writer, too, which has somebody to tell.
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._connection.close()
