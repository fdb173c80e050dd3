"""The promises of `store.port`, kept by every store, and what is SQLite's own."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from wuyi.server.store.migrations import SCHEMA_VERSION
from wuyi.server.store.port import Document, LogConflict, Store, StoredTable, StoreError, Write
from wuyi.server.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


async def test_a_table_comes_back_as_it_was_written(store: Store) -> None:
    await store.create("a", b"head", {0: b"k0", 2: b"k2"}, [b"1", b"2"])
    await store.append("a", 2, [b"3", b"4"])
    assert await store.load("a") == StoredTable(
        b"head", (b"1", b"2", b"3", b"4"), {0: b"k0", 2: b"k2"}, False
    )


async def test_an_unknown_table_is_none(store: Store) -> None:
    assert await store.load("nobody") is None


async def test_a_table_is_made_once(store: Store) -> None:
    await store.create("a", b"first", {}, [b"1"])
    with pytest.raises(LogConflict):
        await store.create("a", b"second", {}, [])
    loaded = await store.load("a")
    assert loaded is not None and loaded.header == b"first"


@pytest.mark.parametrize("first", [0, 1, 3, -1])
async def test_an_append_anywhere_but_at_the_end_is_refused(store: Store, first: int) -> None:
    await store.create("a", b"", {}, [b"1", b"2"])
    with pytest.raises(LogConflict):
        await store.append("a", first, [b"x", b"y"])
    loaded = await store.load("a")
    assert loaded is not None and loaded.log == (b"1", b"2")


async def test_an_append_to_no_table_is_refused(store: Store) -> None:
    with pytest.raises((LogConflict, StoreError)):
        await store.append("nobody", 1, [b"x"])


async def test_a_log_may_begin_empty(store: Store) -> None:
    await store.create("a", b"head", {0: b"key"}, [])
    assert await store.load("a") == StoredTable(b"head", (), {0: b"key"}, False)
    await store.append("a", 0, [b"1", b"2"])
    with pytest.raises(LogConflict):
        await store.append("a", 0, [b"3"])
    stored = await store.load("a")
    assert stored is not None and stored.log == (b"1", b"2")


async def test_of_two_writers_one_wins(store: Store) -> None:
    await store.create("a", b"", {}, [b"1"])
    outcomes = await asyncio.gather(
        store.append("a", 1, [b"left"]), store.append("a", 1, [b"right"]), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["LogConflict", "NoneType"]
    loaded = await store.load("a")
    assert loaded is not None and len(loaded.log) == 2


async def test_a_table_is_finished_with_its_last_events(store: Store) -> None:
    for table in "ab":
        await store.create(table, b"", {}, [b"1"])
        await store.append(table, 1, [b"2"])
    await store.append("b", 2, [b"3"], finished=True)
    open_one, finished = await store.load("a"), await store.load("b")
    assert open_one is not None and not open_one.finished
    assert finished is not None and finished.finished and finished.log == (b"1", b"2", b"3")


async def test_another_writer_in_the_same_log_is_noticed_even_where_the_end_was_known(store: Store) -> None:
    """SQLite: another program; all others: another caller."""
    await store.create("a", b"", {}, [b"1"])
    await store.append("a", 1, [b"2"])
    if isinstance(store, SqliteStore):
        with sqlite3.connect(store.path) as other:
            other.execute("INSERT INTO events VALUES ('a', 2, 'theirs')")
        other.close()
    else:
        await store.append("a", 2, [b"theirs"])
    await store.create("b", b"", {}, [b"1"])
    await store.append("b", 1, [b"2"])
    outcomes = await asyncio.gather(
        store.append("a", 2, [b"ours"]), store.append("b", 2, [b"3"]), return_exceptions=True
    )
    assert isinstance(outcomes[0], LogConflict) and outcomes[1] is None
    await store.append("a", 3, [b"4"])
    for table, length in (("a", 4), ("b", 3)):
        loaded = await store.load(table)
        assert loaded is not None and len(loaded.log) == length


async def test_a_long_append_and_many_short_ones(store: Store) -> None:
    tables = [f"t{number}" for number in range(450)]  # more events at once than one statement holds
    await asyncio.gather(*(store.create(table, b"", {}, [b"0"]) for table in tables))
    for first in (1, 6):
        events = [b"%d" % (first + place) for place in range(5)]
        await asyncio.gather(*(store.append(table, first, events) for table in tables))
    await store.append("t0", 11, [b"%d" % place for place in range(11, 500)])
    for table in tables:
        loaded = await store.load(table)
        length = 500 if table == "t0" else 11
        assert loaded is not None and loaded.log == tuple(b"%d" % place for place in range(length))


async def test_many_tables_write_at_once(store: Store) -> None:
    async def write(table: str) -> None:
        await store.create(table, b"", {}, [b"0"])
        for seq in range(1, 20):
            await store.append(table, seq, [b"%d" % seq])

    names = [f"t{number}" for number in range(50)]
    await asyncio.gather(*(write(name) for name in names))
    for name in names:
        loaded = await store.load(name)
        assert loaded is not None and loaded.log == tuple(b"%d" % seq for seq in range(20))


# --- documents -------------------------------------------------------------------------------


async def ids(store: Store, kind: str, key: str, value: str, **more: str) -> list[str]:
    return [found.id for found in await store.find_documents(kind, key, value, 10, **more)]


async def test_a_document_comes_back_as_it_was_last_written(store: Store) -> None:
    assert await store.get_document("room", "a") is None
    await store.put_documents(Write("room", "a", 1, b"first"))
    await store.put_documents(Write("room", "a", 2, b"second"))
    assert await store.get_document("room", "a") == Document("a", 2, b"second")
    assert await store.get_document("player", "a") is None


@pytest.mark.parametrize("version", [0, 1, 2, 4])
async def test_a_document_is_replaced_only_by_who_read_its_last_version(store: Store, version: int) -> None:
    await store.put_documents(Write("room", "a", 1, b"1"))
    await store.put_documents(Write("room", "a", 2, b"2"))
    with pytest.raises(LogConflict):
        await store.put_documents(Write("room", "a", version, b"x"))
    with pytest.raises(LogConflict):
        await store.put_documents(Write("room", "new", 2, b"x"))
    assert await store.get_document("room", "a") == Document("a", 2, b"2")


async def test_of_two_replacements_one_wins(store: Store) -> None:
    await store.put_documents(Write("room", "a", 1, b"1"))
    outcomes = await asyncio.gather(
        store.put_documents(Write("room", "a", 2, b"left")),
        store.put_documents(Write("room", "a", 2, b"right")),
        return_exceptions=True,
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["LogConflict", "NoneType"]


async def test_documents_are_put_together_or_not_at_all(store: Store) -> None:
    await store.put_documents(Write("player", "p", 1, b"1"))
    with pytest.raises(LogConflict):
        await store.put_documents(
            Write("record", "r", 1, b"r", (("player", "p"),)), Write("player", "p", 1, b"2")
        )
    assert await store.get_document("record", "r") is None
    assert await ids(store, "record", "player", "p") == []
    await store.put_documents(
        Write("record", "r", 1, b"r", (("player", "p"),)), Write("player", "p", 2, b"2")
    )
    assert await store.get_document("player", "p") == Document("p", 2, b"2")
    assert await ids(store, "record", "player", "p") == ["r"]


async def test_documents_are_found_by_any_value_of_their_index(store: Store) -> None:
    await store.put_documents(
        Write("record", "r", 1, b"data", (("player", "p"), ("player", "q"), ("room", "p")))
    )
    await store.put_documents(Write("share", "r", 1, b"data", (("player", "p"),)))
    assert await store.find_documents("record", "player", "p", 10) == [Document("r", 1, b"data")]
    assert await ids(store, "record", "player", "q") == ["r"]
    assert await ids(store, "record", "player", "x") == await ids(store, "record", "room", "q") == []
    await store.put_documents(Write("record", "r", 2, b"data", (("player", "q"),)))
    assert await ids(store, "record", "player", "p") == []
    assert await ids(store, "record", "player", "q") == ["r"]


async def test_the_last_made_is_found_first(store: Store) -> None:
    for number in range(6):
        await store.put_documents(
            Write("record", f"r{number}", 1, b"", (("player", "p" if number else "q"),))
        )
    await store.put_documents(Write("record", "r2", 2, b"", (("player", "p"),)))
    assert await ids(store, "record", "player", "p") == ["r5", "r4", "r3", "r2", "r1"]
    assert await ids(store, "record", "player", "p", before="r3") == ["r2", "r1"]
    assert await ids(store, "record", "player", "p", before="nothing") == []
    assert [found.id for found in await store.find_documents("record", "player", "p", 2)] == ["r5", "r4"]


async def test_a_deleted_document_is_gone_and_may_be_made_anew(store: Store) -> None:
    await store.put_documents(Write("token", "t", 1, b"", (("player", "p"),)))
    await store.delete_document("token", "t")
    await store.delete_document("token", "t")
    assert await store.get_document("token", "t") is None
    assert await ids(store, "token", "player", "p") == []
    await store.put_documents(Write("token", "t", 1, b"again"))
    assert await store.get_document("token", "t") == Document("t", 1, b"again")


# --- SQLite ----------------------------------------------------------------------------------


async def test_what_was_committed_is_there_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "wuyi.db"
    store = SqliteStore(path)
    await store.create("a", b"head", {0: b"key"}, [b"1"])
    await store.close()
    again = SqliteStore(path)
    assert await again.load("a") == StoredTable(b"head", (b"1",), {0: b"key"}, False)
    await again.close()


async def test_every_commit_is_synced_and_readers_do_not_wait(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "wuyi.db")
    assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    await store.close()


async def test_waiting_appends_share_a_commit(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "wuyi.db")
    commits: list[str] = []
    store._writer.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
    tables = [f"t{number}" for number in range(100)]
    await asyncio.gather(*(store.create(table, b"", {}, [b"1"]) for table in tables))
    await store.close()
    assert len(commits) < 20


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "wuyi.db")
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.append("a", 0, [b"x"])


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wuyi.db"
    asyncio.run(SqliteStore(path).close())
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migrations VALUES (?, 'one day')", (SCHEMA_VERSION + 1,))
    connection.close()
    with pytest.raises(
        StoreError, match=rf"schema {SCHEMA_VERSION + 1}, newer than the {SCHEMA_VERSION}"
    ) as error:
        SqliteStore(path)
    assert str(path) in str(error.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wuyi.db"
    path.write_bytes(b"not a database, but long enough to be looked at as one" * 40)
    with pytest.raises(StoreError, match=r"wuyi\.db is not a SQLite database"):
        SqliteStore(path)


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wuyi.db"
    asyncio.run(SqliteStore(path).close())
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * 3996
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"damaged|not a SQLite database"):
        SqliteStore(path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere.*cannot be opened"):
        SqliteStore(tmp_path / "nowhere" / "wuyi.db")


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path)


def test_a_locked_database_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wuyi.server.store.sqlite._BUSY_SECONDS", 0.1)
    path = tmp_path / "wuyi.db"
    asyncio.run(SqliteStore(path).close())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked by another program"):
        SqliteStore(path)
    other.close()


@pytest.mark.parametrize("known", [False, True], ids=["unknown end", "known end"])
async def test_a_full_disk_fails_the_append_and_leaves_nothing(tmp_path: Path, known: bool) -> None:
    store = SqliteStore(tmp_path / "wuyi.db")
    await store.create("a", b"", {}, [] if known else [b"1"])
    if known:
        await store.append("a", 0, [b"1"])
    (pages,) = store._writer.execute("PRAGMA page_count").fetchone()
    store._writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="the disk is full"):
        await store.append("a", 1, [b"x" * 100_000])
    store._writer.execute("PRAGMA max_page_count = 1000000")
    loaded = await store.load("a")
    assert loaded is not None and loaded.log == (b"1",)
    await store.append("a", 1, [b"2"])
    await store.close()


async def test_a_read_only_database_fails_the_append(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "wuyi.db")
    await store.create("a", b"", {}, [b"1"])
    store._writer.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreError, match="is read-only"):
        await store.append("a", 1, [b"2"])
    store._writer.execute("PRAGMA query_only = 0")
    await store.append("a", 1, [b"2"])
    await store.close()
