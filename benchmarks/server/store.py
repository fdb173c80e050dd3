"""How many appends a second a store commits: `python benchmarks/server/store.py [FILE or postgresql://...]`.

Without an argument a SQLite file and a PostgreSQL of its own, both in the folder for temporary files. Every
table appends an action, waits until it is committed, and appends the next, as a session does. The clients
share the machine with the store.
"""

import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.server.postgres import running_postgres
from wuyi.server.config import parse_database
from wuyi.server.store.opening import open_store
from wuyi.server.store.port import Store

TABLES = (1, 100, 400, 1600)
SECONDS = 5.0
EVENTS = [b'{"type":"discarded","seat":2,"tile":"5m","drawn":true}', b'{"type":"drawn","seat":3,"tile":"8p"}']
"""An action: a discard and the next draw."""

_RUNS = itertools.count()


async def measure(store: Store, tables: int) -> tuple[float, list[float]]:
    """So many tables for `SECONDS`: appends a second, and the seconds each waited."""
    names = [f"bench{next(_RUNS)}-{time.time_ns()}-{number}" for number in range(tables)]
    await asyncio.gather(*(store.create(name, b"{}", {}, EVENTS) for name in names))
    waits: list[float] = []
    began = time.perf_counter()

    async def play(name: str) -> None:
        for first in itertools.count(len(EVENTS), len(EVENTS)):
            start = time.perf_counter()
            await store.append(name, first, EVENTS)
            end = time.perf_counter()
            waits.append(end - start)
            if end - began > SECONDS:
                return

    await asyncio.gather(*(play(name) for name in names))
    return len(waits) / (time.perf_counter() - began), waits


def run(database: Path | str) -> None:
    store = open_store(database)

    async def work() -> None:
        for tables in TABLES:
            rate, waits = await measure(store, tables)
            p50, p99 = statistics.median(waits), statistics.quantiles(waits, n=100)[98]
            print(
                f"  {tables:5} tables: {rate:7,.0f} appends/s, waiting {p50 * 1e3:.1f} ms (p50), "
                f"{p99 * 1e3:.1f} ms (p99)"
            )
        await store.close()

    asyncio.run(work())


def main(arguments: Sequence[str]) -> None:
    if arguments:
        run(parse_database(arguments[0]))
        return
    print("SQLite, WAL, synchronous=FULL")
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder) / "wuyi.db")
    with running_postgres() as postgres:
        print("PostgreSQL, fsync and synchronous_commit on")
        run(postgres.new_database())


if __name__ == "__main__":
    main(sys.argv[1:])
