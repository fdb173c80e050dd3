"""The real server with the built page, and a page open on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.process import ServerProcess
from tests.web.table import Table
from wuyi.server.http.pages import load_pages

expect.set_options(timeout=15_000)


@pytest.fixture(scope="session", autouse=True)
def built_page() -> None:
    """The page has to be built before it can be tested."""
    if not load_pages():
        pytest.skip("the page is not built: run `make test`, or `npm run build` in web/")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("web") / "wuyi.db") as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for one test, to be killed."""
    with ServerProcess(tmp_path / "wuyi.db") as running:
        yield running


@pytest.fixture
def table(page: Page) -> Iterator[Table]:
    """A page without motion, whose every complaint is an error of the test."""
    seat = Table(page)
    yield seat
    assert seat.complaints == []
