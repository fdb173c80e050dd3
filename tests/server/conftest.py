"""Servers to play against: the real one, as its own process."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.needs import lacking
from tests.server.postgres import Postgres, running_postgres
from tests.server.process import ServerProcess
from tests.server.stores import postgres_store
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import Store
from wuyi.server.store.sqlite import SqliteStore


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server for the tests of a module, computer players at once."""
    with ServerProcess(tmp_path_factory.mktemp("server") / "wuyi.db") as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A running server for one test, to be ill-treated."""
    with ServerProcess(tmp_path / "wuyi.db") as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this run, from the first test that asks for it."""
    with contextlib.ExitStack() as stack:
        try:
            started = stack.enter_context(running_postgres())
        except Exception as error:  # whatever keeps it from starting here
            lacking(f"no PostgreSQL can be started: {type(error).__name__}: {error}")
        yield started


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Each of the stores, empty."""
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        async with postgres_store(postgres.new_database()) as shared:
            yield shared
        return
    opened: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "wuyi.db")
    yield opened
    await opened.close()
