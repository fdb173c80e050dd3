"""Copies of a SQLite store: one taken while the server runs, and one put back while it does not.

Both go through SQLite's online backup: it reads one committed state, whatever is written meanwhile, and
writes it in one transaction.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wuyi.server.store.migrations import SCHEMA_VERSION
from wuyi.server.store.port import StoreError

_DAMAGED: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_CAUSES: Final = {
    sqlite3.SQLITE_BUSY: "is in use; stop the server first",
    sqlite3.SQLITE_LOCKED: "is in use; stop the server first",
    sqlite3.SQLITE_NOTADB: "is not a SQLite database, or a damaged one",
    sqlite3.SQLITE_CORRUPT: "is not a SQLite database, or a damaged one",
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened; run this as the user who runs the server",
    sqlite3.SQLITE_READONLY: "cannot be written; run this as the user who runs the server",
}


def back_up(database: Path, copy: Path) -> None:
    """Write the store of `database` as it is now to the file `copy`, for its owner alone.

    `copy` is there when it is whole, checked and on the disk, in the place of any file of that name. Raises
    `StoreError`; `copy` is then as it was.
    """
    part = copy.with_name(f"{copy.name}.part")
    try:
        with _opened(database) as source:
            _schema_of(source, database)
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)
            with _opened(part, called=copy) as target:
                source.backup(target)
                # One file, which can be moved about: no write-ahead log beside it.
                target.execute("PRAGMA journal_mode = DELETE")
                _check(target, database)  # whose copy it is, page for page
        _sync(part)
        part.replace(copy)
        _sync(copy.parent)
    except OSError as error:
        raise StoreError(f"the backup {copy} cannot be written: {error.strerror}") from None
    finally:
        _remove(part)


def restore(copy: Path, database: Path) -> None:
    """Let `database` be what `copy` holds; it may be damaged, or not be there.

    Raises `StoreError` and changes nothing if `copy` is no whole store or that of a newer version, or if a
    server uses `database`.
    """
    with _opened(copy) as source:
        _schema_of(source, copy)
        _check(source, copy)
        if database.exists() and not _is_a_database(database):
            _remove(database)
        new = not database.exists()
        if new:
            database.touch(mode=0o600)
        try:
            with _opened(database, alone=True) as target:
                source.backup(target)
        except StoreError:
            if new:
                _remove(database)
            raise


@contextlib.contextmanager
def _opened(path: Path, *, alone: bool = False, called: Path | None = None) -> Iterator[sqlite3.Connection]:
    """A connection to a file that is there. alone: nobody else has it open, nor will meanwhile.

    Errors of SQLite are `StoreError`s that name the file, or what it is `called`.
    """
    if not path.is_file():
        raise StoreError(f"there is no file {path}")
    try:
        with contextlib.closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=1)
        ) as connection:
            if alone:
                # Leaving the write-ahead log needs the file to oneself; a server that begins now, waits.
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                connection.execute("PRAGMA journal_mode = DELETE")
                connection.execute("BEGIN EXCLUSIVE")
                connection.execute("COMMIT")
            yield connection
    except sqlite3.Error as error:
        raise StoreError(f"{called or path} {_CAUSES.get(_code(error), error)}") from None


def _code(error: sqlite3.Error) -> int:
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _schema_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the store in `path`. Raises `StoreError` if there is none, or a newer one than ours."""
    known = "SELECT 1 FROM sqlite_master WHERE name = 'migrations'"
    if connection.execute(known).fetchone() is None:
        raise StoreError(f"{path} is no database of this program")
    version = int(connection.execute("SELECT COALESCE(MAX(version), 0) FROM migrations").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} has schema {version}, newer than the {SCHEMA_VERSION} this version can read; update wuyi"
        )
    return version


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise StoreError(f"{path} is damaged: {found}")


def _is_a_database(path: Path) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        return _code(error) not in _DAMAGED
    return True


def files_of(database: Path) -> tuple[Path, ...]:
    """The database and what SQLite keeps beside it while it is in use."""
    return tuple(database.with_name(database.name + end) for end in ("", "-wal", "-shm", "-journal"))


def _remove(database: Path) -> None:
    for path in files_of(database):
        path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Have what is known of `path` on the disk; a folder too, where the system can."""
    if path.is_dir() and os.name == "nt":
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
