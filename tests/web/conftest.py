"""The real server with the built page, and a page open on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.needs import lacking
from tests.server.process import ServerProcess
from tests.web.table import Table
from tools import ensure_browser
from wuyi.server.http.pages import load_pages

expect.set_options(timeout=15_000)


@pytest.fixture(scope="session", autouse=True)
def page_and_browser() -> None:
    """There must be a browser, and the page that is to be opened in it."""
    if missing := ensure_browser.missing():
        lacking(f"not installed: {' and '.join(missing)}")
    if not load_pages():
        lacking("the page is not built: run `make test`, or `npm run build` in web/")


@pytest.fixture(scope="session")
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
