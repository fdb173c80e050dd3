"""What is PostgreSQL's own of the store there; the common promises are those of test_store.py."""

import asyncio
import contextlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.stores import postgres_store
from wuyi.server.config import ConfigError, parse_database
from wuyi.server.store.opening import open_store
from wuyi.server.store.port import LogConflict, StoredTable, StoreError, Write
from wuyi.server.store.postgres import PostgresStore
from wuyi.server.store.postgres_database import Database, prepare, title
from wuyi.server.store.postgres_schema import SCHEMA_VERSION
from wuyi.server.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio

CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Breaks every line to a database."""


async def test_what_was_committed_is_there_for_another(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with postgres_store(url) as store:
        await store.create("a", b"head", {1: b"key"}, [b"1"])
    async with postgres_store(url) as again:
        assert await again.load("a") == StoredTable(b"head", (b"1",), {1: b"key"}, False)


async def test_only_the_owner_of_a_table_appends(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with postgres_store(url, "left") as left, postgres_store(url, "right") as right:
        lost: list[str] = []
        right.on_lost = lost.append
        await left.create("a", b"", {}, [b"0"])
        with pytest.raises(LogConflict, match="belongs to another node"):
            await right.append("a", 1, [b"1"])
        assert lost == ["a"]
        await left.append("a", 1, [b"1"])
        with pytest.raises(LogConflict, match="the log of table a ends at 2, not at 1"):
            await left.append("a", 1, [b"1"])
        loaded = await right.load("a")
        assert loaded is not None and loaded.log == (b"0", b"1")


async def test_two_who_both_take_themselves_for_the_owner_leave_no_hole(postgres: Postgres) -> None:
    """The key (table, seq) is the last fence, whatever the leases say: they share a node's name here."""
    url = postgres.new_database()
    async with postgres_store(url, "same") as one, postgres_store(url, "same") as other:
        tables = [f"t{number}" for number in range(8)]
        for table in tables:
            await one.create(table, b"", {}, [b"0"])

        async def write(store: PostgresStore, table: str, name: int) -> int:
            """Append by ones to fours until the log is long; how many of its events were acknowledged."""
            seq, done = 1, 0
            while seq < 60:
                count = seq % 4 + 1
                try:
                    await store.append(table, seq, [b"%d %d" % (name, seq + n) for n in range(count)])
                    seq, done = seq + count, done + count
                except LogConflict:
                    loaded = await store.load(table)
                    assert loaded is not None
                    seq = len(loaded.log)
            return done

        done = await asyncio.gather(
            *(write(store, table, name) for name, store in enumerate((one, other)) for table in tables)
        )
        for place, table in enumerate(tables):
            loaded = await one.load(table)
            assert loaded is not None
            assert [int(event.split()[-1]) for event in loaded.log] == list(range(len(loaded.log)))
            assert done[place] + done[place + len(tables)] == len(loaded.log) - 1


async def test_waiting_appends_share_a_commit(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with postgres_store(url) as store:
        tables = [f"t{number}" for number in range(200)]
        await asyncio.gather(*(store.create(table, b"", {}, [b"0"]) for table in tables))
        await asyncio.gather(*(store.append(table, 1, [b"1", b"2"]) for table in tables))
        commits = postgres.execute("SELECT count(DISTINCT xmin::text) FROM events WHERE seq > 0", url)
        assert commits[0][0] <= 4


@pytest.mark.parametrize("moment", range(5))
async def test_a_broken_line_loses_nothing_and_does_nothing_twice(postgres: Postgres, moment: int) -> None:
    url = postgres.new_database()
    async with postgres_store(url) as store:
        tables = [f"t{number}" for number in range(10)]

        for table in tables:
            await store.create(table, b"", {}, [b"0"])

        async def length_of(table: str) -> int:
            while True:
                with contextlib.suppress(StoreError):  # this line is among those that are cut
                    loaded = await store.load(table)
                    assert loaded is not None
                    return len(loaded.log)

        async def write(table: str) -> None:
            seq = 1
            while seq < 40:
                try:
                    await store.append(table, seq, [b"%d" % seq])
                    seq += 1
                except StoreError:  # the line was cut twice; the session would try again, too
                    length = await length_of(table)
                    assert length in (seq, seq + 1)
                    seq = length

        writing = asyncio.gather(*(write(table) for table in tables))
        await asyncio.sleep(0.05 + 0.03 * moment)
        postgres.execute(CUT, url)
        await writing
        for table in tables:
            loaded = await store.load(table)
            assert loaded is not None and loaded.log == tuple(b"%d" % seq for seq in range(40))


async def test_servers_that_start_at_once_migrate_once(postgres: Postgres) -> None:
    url = postgres.new_database()
    await asyncio.gather(*(prepare(url) for _ in range(5)))
    versions = postgres.execute("SELECT version FROM migrations ORDER BY version", url)
    assert [version for (version,) in versions] == list(range(1, SCHEMA_VERSION + 1))


async def test_a_newer_schema_is_refused(postgres: Postgres) -> None:
    url = postgres.new_database()
    await prepare(url)
    postgres.execute(f"INSERT INTO migrations VALUES ({SCHEMA_VERSION + 1})", url)
    with pytest.raises(StoreError, match=rf"schema {SCHEMA_VERSION + 1}, newer than the {SCHEMA_VERSION}"):
        await prepare(url)


async def test_a_read_only_database_fails_the_append(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with postgres_store(url) as store:
        await store.create("a", b"", {}, [b"0"])
        name = url.partition("?")[0].rpartition("/")[2]
        postgres.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        postgres.execute(CUT, url)
        with pytest.raises(StoreError, match="is read-only; name the primary"):
            await store.append("a", 1, [b"1"])
        postgres.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
        postgres.execute(CUT, url)
        await store.append("a", 1, [b"1"])


async def test_a_closed_store_says_so(postgres: Postgres) -> None:
    async with postgres_store(postgres.new_database()) as store:
        await store.create("a", b"", {}, [b"0"])
    await store.close()
    for attempt in (store.append("a", 1, [b"1"]), store.load("a")):
        with pytest.raises(StoreError, match="is closed"):
            await attempt


@pytest.mark.parametrize("odd", ["a\0b", "\udc80", "'; DROP TABLE tables"])
async def test_what_it_cannot_hold_is_not_there(postgres: Postgres, odd: str) -> None:
    async with postgres_store(postgres.new_database()) as store:
        assert await store.load(odd) is None
        assert await store.leases(1).claim(odd) is None
        assert await store.get_document("player", odd) is None
        assert await store.find_documents("player", "name", odd, 1) == []


async def test_documents_written_in_another_order_do_not_wait_for_each_other(postgres: Postgres) -> None:
    async with postgres_store(postgres.new_database()) as store:
        pair = [Write("player", name, 1, b"") for name in "ab"]
        await store.put_documents(*pair)

        async def write(names: str) -> int:
            done = 0
            for _ in range(20):
                read = [await store.get_document("player", name) for name in names]
                try:
                    await store.put_documents(
                        *(Write("player", one.id, one.version + 1, b"") for one in read if one is not None)
                    )
                    done += 1
                except LogConflict:
                    pass
            return done

        done = sum(await asyncio.gather(write("ab"), write("ba")))
        last = await store.get_document("player", "a")
        assert last is not None and last.version == done + 1


# --- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql://li:secret@db.example:5433/games", "the database games at db.example:5433"),
        ("postgresql://li:secret@one:1,two:2/games?sslmode=require", "the database games at one:1,two:2"),
        ("postgresql:///games?host=/run/postgresql&password=secret", "the database games at /run/postgresql"),
        ("postgresql://li:secret@db.example", "the database of the user at db.example"),
    ],
)
def test_it_is_named_without_the_password(url: str, name: str) -> None:
    assert title(url) == name


async def test_one_that_cannot_be_reached_is_named(postgres: Postgres) -> None:
    with pytest.raises(StoreError, match=r"the database games at 127\.0\.0\.1:1 cannot be reached") as error:
        await prepare("postgresql://li:secret@127.0.0.1:1/games")
    assert "secret" not in str(error.value)


async def test_one_that_is_not_there_is_named(postgres: Postgres) -> None:
    url = postgres.new_database().replace("/wuyi_", "/nothing_")
    with pytest.raises(StoreError, match=r"the database nothing_.* does not exist; create it"):
        await prepare(url)


async def test_lines_cut_while_they_were_idle_are_nobodys_trouble(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with postgres_store(url) as store:
        for number in range(3):
            await asyncio.gather(*(store.get_document("some", "x") for _ in range(8)))  # all lines are in use
            postgres.execute(CUT, url)  # while this loop stands still
            await store.create(f"t{number}", b"", {}, [b"0"])
            postgres.execute(CUT, url)
            await store.put_documents(Write("some", f"d{number}", 1, b"", (("all", ""),)))
            postgres.execute(CUT, url)
            assert len(await store.find_documents("some", "all", "", 10)) == number + 1


async def test_a_user_who_is_not_there_is_refused(postgres: Postgres) -> None:
    url = postgres.new_database().replace("postgres:@", "nobody:secret@")
    with pytest.raises(StoreError, match="refuses this user or password") as error:
        await prepare(url)
    assert "secret" not in str(error.value) and "nobody" not in str(error.value)


async def test_a_url_that_cannot_be_used_is_explained() -> None:
    with pytest.raises(StoreError, match=r"the database games at db\.example fails: .*sslmode"):
        await Database("postgresql://li:secret@db.example/games?sslmode=odd").migrate()


def test_the_store_is_chosen_by_the_setting(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    assert parse_database(url) == url
    assert isinstance(open_store(url), PostgresStore)
    store = open_store(parse_database(str(tmp_path / "wuyi.db")))
    assert isinstance(store, SqliteStore)
    asyncio.run(store.close())


@pytest.mark.parametrize("text", ["mysql://li:secret@db/games", "postgresql://li:secret@db:port/games"])
def test_what_is_no_database_is_refused(text: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse_database(text)
    assert "secret" not in str(error.value)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for name in [name for name in sys.modules if name.startswith("wuyi.server.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(StoreError, match=r"needs an extra: pip install '\.\[postgres\]' in a clone"):
        open_store("postgresql://db/games")


@pytest.mark.parametrize(
    ("database", "complaint"),
    [
        ("postgresql://li:secret@127.0.0.1:1/games", "the database games at 127.0.0.1:1 cannot be reached; "),
        ("mysql://li:secret@db/games", "database mysql://...: neither a file nor a URL postgresql://..."),
    ],
)
def test_a_server_without_its_database_ends_with_one_line(database: str, complaint: str) -> None:
    command = [sys.executable, "-m", "wuyi.cli.main", "serve", "--port", "0", "--database", database]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"wuyi serve: {complaint}") and answer.stderr.count("\n") == 1
    assert "secret" not in answer.stderr
