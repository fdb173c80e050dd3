"""Servers to play against: the real one, as its own process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.process import ServerProcess


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
