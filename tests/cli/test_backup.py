"""`wuyi backup` and `wuyi restore`, over the database of a real server."""

import os
import pty
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.client import new_match, seated
from tests.server.process import ServerProcess
from wuyi.server.store.backup import back_up, restore
from wuyi.server.store.migrations import SCHEMA_VERSION
from wuyi.server.store.port import StoreError
from wuyi.server.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


def wuyi(command: str, file: Path, database: Path | str, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wuyi.cli.main", command, str(file), "--database", str(database), *more],
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def refused(answer: subprocess.CompletedProcess[str]) -> str:
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1, answer
    return answer.stderr


async def make_store(path: Path, *tables: str) -> None:
    store = SqliteStore(path)
    for table in tables:
        await store.create(table, b"header", {}, [b"event"])
    await store.close()


def tables_of(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [table for (table,) in connection.execute("SELECT id FROM tables ORDER BY rowid")]


async def test_a_hand_goes_on_where_the_backup_was_taken(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with ServerProcess(tmp_path / "wuyi.db") as server:
        ticket = await new_match(server.address)
        async with seated(server.address, ticket) as (player, state):
            then = await player.until_asked(await player.play(state, steps=3))
            answer = wuyi("backup", copy, server.database)
            assert answer.returncode == 0 and str(copy) in answer.stdout, answer.stderr
            later = await player.play(then, steps=4)
            assert later.seq > then.seq or later.view.hand > then.view.hand
        in_use = refused(wuyi("restore", copy, server.database, "--yes"))
        assert "is in use; stop the server first" in in_use
        server.stop()
        assert wuyi("restore", copy, server.database, "--yes").returncode == 0
        server.start()
        async with seated(server.address, ticket) as (player, again):
            assert (again.seq, again.view, again.legal) == (then.seq, then.view, then.legal)
            # And it can be played on from there.
            assert (await player.play(again, steps=2)).seq > again.seq
        server.stop()
        assert "exception" not in server.log


async def test_a_backup_is_whole_while_others_write(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with ServerProcess(tmp_path / "wuyi.db") as server:
        ticket = await new_match(server.address)
        async with seated(server.address, ticket) as (player, state):
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "wuyi.cli.main",
                    "backup",
                    str(copy),
                    "--database",
                    str(server.database),
                ]
            )
            while process.poll() is None:
                state = await player.play(state, steps=1)
            assert process.returncode == 0
    with closing(sqlite3.connect(copy)) as connection:
        count, last = connection.execute("SELECT COUNT(*), MAX(seq) FROM events").fetchone()
        assert count == last + 1 > 0
        events = connection.execute("SELECT event FROM events ORDER BY seq").fetchall()
        assert all(msgspec.json.decode(event) for (event,) in events)


async def test_a_backup_is_one_private_file(tmp_path: Path) -> None:
    database, copy = tmp_path / "wuyi.db", tmp_path / "copy.db"
    await make_store(database, "one")
    assert wuyi("backup", copy, database).returncode == 0
    assert tables_of(copy) == ["one"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]


async def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    database, copy = tmp_path / "wuyi.db", tmp_path / "copy.db"
    await make_store(database, "one")
    await make_store(copy, "other")
    assert f"{copy} exists; --yes" in refused(wuyi("backup", copy, database))
    assert f"{database} exists; --yes" in refused(wuyi("restore", copy, database))
    assert (tables_of(database), tables_of(copy)) == (["one"], ["other"])
    assert wuyi("backup", copy, database, "--yes").returncode == 0
    assert tables_of(copy) == ["one"]


@pytest.mark.parametrize(
    ("said", "code", "tables"), [("n", 1, ["one"]), ("", 1, ["one"]), ("y", 0, ["other"])]
)
async def test_it_asks_at_a_terminal(tmp_path: Path, said: str, code: int, tables: list[str]) -> None:
    database, copy = tmp_path / "wuyi.db", tmp_path / "copy.db"
    await make_store(database, "one")
    await make_store(copy, "other")
    outer, inner = pty.openpty()
    os.write(outer, f"{said}\n".encode())
    answer = subprocess.run(
        [sys.executable, "-m", "wuyi.cli.main", "restore", str(copy), "--database", str(database)],
        stdin=inner,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(inner)
    os.close(outer)
    assert answer.returncode == code, answer
    assert "Overwrite it?" in answer.stdout + answer.stderr
    assert tables_of(database) == tables


async def test_a_lost_or_damaged_database_is_restored(tmp_path: Path) -> None:
    database, copy = tmp_path / "new" / "wuyi.db", tmp_path / "copy.db"
    await make_store(copy, "one", "two")
    assert wuyi("restore", copy, database).returncode == 0
    assert tables_of(database) == ["one", "two"]
    database.write_bytes(b"no database at all, but a file that is long enough" * 50)
    assert wuyi("restore", copy, database, "--yes").returncode == 0
    assert tables_of(database) == ["one", "two"]
    await make_store(database, "three")  # a server can use it


async def test_a_backup_that_cannot_be_used_changes_nothing(tmp_path: Path) -> None:
    database, copy = tmp_path / "wuyi.db", tmp_path / "copy.db"
    await make_store(database, "one")
    assert f"there is no file {copy}" in refused(wuyi("restore", copy, database, "--yes"))
    copy.write_bytes(b"something else" * 100)
    assert "not a SQLite database" in refused(wuyi("restore", copy, database, "--yes"))
    copy.unlink()
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE tables (id TEXT)")
        connection.commit()
    assert "is no database of this program" in refused(wuyi("restore", copy, database, "--yes"))
    copy.unlink()
    await make_store(copy, "newer")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("INSERT INTO migrations VALUES (?, '')", (SCHEMA_VERSION + 1,))
        connection.commit()
    assert f"schema {SCHEMA_VERSION + 1}, newer than" in refused(wuyi("restore", copy, database, "--yes"))
    assert tables_of(database) == ["one"]


async def test_the_database_is_no_copy_of_itself(tmp_path: Path) -> None:
    database = tmp_path / "wuyi.db"
    await make_store(database, "one")
    (tmp_path / "other.db").symlink_to(database)
    (tmp_path / "third.db").hardlink_to(database)
    for name in ("wuyi.db", "wuyi.db-wal", "other.db", "third.db"):
        assert "is the database itself" in refused(wuyi("backup", tmp_path / name, database, "--yes"))
    assert f"{tmp_path} is a folder; name a file in it" in refused(wuyi("backup", tmp_path, database))
    assert "is a folder" in refused(wuyi("restore", database, tmp_path, "--yes"))
    assert tables_of(database) == ["one"]


async def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, copy, new = tmp_path / "wuyi.db", tmp_path / "copy.db", tmp_path / "new.db"
    await make_store(database, "one", "two")
    await make_store(copy, "old")
    connect = sqlite3.connect

    def connect_full(path: str, **how: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(path, **how)
        if "wuyi.db" not in str(path):
            connection.execute("PRAGMA max_page_count = 8")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr("wuyi.server.store.backup.sqlite3.connect", connect_full)
        for put in (back_up, restore):
            with pytest.raises(StoreError, match=r"new\.db cannot be written: the disk is full"):
                put(database, new)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "wuyi.db"]


async def test_damage_is_told_of_the_database_and_not_of_the_copy(tmp_path: Path) -> None:
    database, copy = tmp_path / "wuyi.db", tmp_path / "copy.db"
    await make_store(database, "one")
    with database.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(b"\xff" * 4096)
    assert f"{database} is damaged" in refused(wuyi("backup", copy, database))
    assert not copy.exists()


async def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "wuyi.db"
    assert f"there is no file {database}" in refused(wuyi("backup", tmp_path / "copy.db", database))
    assert "pg_dump" in refused(wuyi("backup", tmp_path / "copy.db", "postgresql://here/wuyi"))
    await make_store(database, "one")
    assert "is the database itself" in refused(wuyi("restore", database, database, "--yes"))
    nowhere = tmp_path / "no" / "folder.db"
    assert f"the backup {nowhere} cannot be written" in refused(wuyi("backup", nowhere, database))
    assert not list(tmp_path.glob("*.part"))
