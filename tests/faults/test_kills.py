"""kill -9 again and again, at any moment, under load: acknowledged is kept, once, without a hole."""

import asyncio
import os
import random
import sqlite3
import statistics
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.judge import Verdict, judge
from tests.faults.load import Load
from tests.server.postgres import Postgres
from tests.server.process import ServerProcess
from tests.server.stores import postgres_store
from wuyi.server.store.sqlite import SqliteStore

TABLES = 8
OUTAGE_SECONDS = 5.0
LENGTHS = "SELECT table_id, COUNT(*), MIN(seq), MAX(seq) FROM events GROUP BY table_id"

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.parametrize(
        "kills",
        [
            pytest.param(int(os.environ.get("WUYI_KILLS", "200")), marks=pytest.mark.faults, id="many"),
            pytest.param(15, marks=pytest.mark.long, id="some"),
        ],
    ),
]


async def test_kills_of_a_server_on_sqlite(
    kills: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    luck = random.Random(20)
    database = tmp_path / "wuyi.db"
    with ServerProcess(database) as server:
        load = Load([server.address], luck)
        load.begin(TABLES)
        for _ in range(kills):
            await asyncio.sleep(luck.uniform(0.1, 1.0))
            await asyncio.to_thread(server.restart)
            await load.all_back()
        await load.end()
    with sqlite3.connect(database) as connection:
        lengths = {table: (count, first, last) for table, count, first, last in connection.execute(LENGTHS)}
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    store = SqliteStore(database)
    verdict = await judge(store, load.evidence, lengths)
    await store.close()
    with capsys.disabled():
        report(f"SQLite, {kills} kills", verdict, load.outages)
    assert (verdict.lost, verdict.twice, verdict.holes) == (0, 0, 0)


async def test_kills_of_two_servers_on_postgres(
    kills: int, postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every tenth is not killed but paused, until the other has its tables, and then wakes."""
    luck = random.Random(21)
    url = postgres.new_database()
    with (
        ServerProcess(url, log=tmp_path / "left.log") as left,
        ServerProcess(url, log=tmp_path / "right.log") as right,
    ):
        load = Load([left.address, right.address], luck)
        load.begin(TABLES)
        await asyncio.sleep(5)  # a new server calls nobody dead
        paused: list[float] = []
        for number in range(kills):  # and each time until its players have noticed and are back
            victim = luck.choice((left, right))
            await asyncio.sleep(luck.uniform(0.1, 1.0))
            if number % 10 == 9:
                killed, load.outages = load.outages, paused
                victim.pause()
                await asyncio.sleep(1.5)
                await load.all_back()
                load.outages = killed
                victim.wake()
            else:
                await asyncio.to_thread(victim.kill)
                await asyncio.sleep(0.2)
                await load.all_back()
                await asyncio.to_thread(victim.start)
        await load.end()
    rows = postgres.execute(LENGTHS, url)
    lengths = {table: (count, first, last) for table, count, first, last in rows}
    async with postgres_store(url) as store:
        verdict = await judge(store, load.evidence, lengths)
    with capsys.disabled():
        report(f"two nodes on PostgreSQL, {kills} kills (every tenth a pause)", verdict, load.outages)
        print(f"by a pause cut off {len(paused)} times, for {max(paused, default=0):.1f} s at most")
    assert (verdict.lost, verdict.twice, verdict.holes) == (0, 0, 0)
    assert max([*load.outages, *paused]) < OUTAGE_SECONDS


def report(title: str, verdict: Verdict, outages: Sequence[float]) -> None:
    assert verdict.actions and outages, "nobody has played"
    print(
        f"\n{title}: {verdict.matches} matches, {verdict.actions} actions acknowledged, "
        f"{verdict.events} events shown; lost {verdict.lost}, twice {verdict.twice}, holes {verdict.holes}; "
        f"{len(outages)} times a table was cut off, for {statistics.median(outages):.1f} s (median), "
        f"{max(outages):.1f} s at most"
    )
