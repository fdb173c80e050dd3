"""The page without a network, and when a new version of it is there: what its service worker does."""

import functools
import http.server
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.server.process import ServerProcess
from wuyi.server.http.pages import FOLDER

pytestmark = pytest.mark.browser


def ready_for_offline(page: Page) -> None:
    """Wait until the page is kept, and this page is one of those that are served from what is kept."""
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")


def test_without_a_network(page: Page, context: BrowserContext, own_server: ServerProcess) -> None:
    page.goto(own_server.address)
    ready_for_offline(page)
    devtools = context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    kinds = {one["errorId"] for one in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert kinds <= {"in-incognito"}  # as every browser of a test is
    devtools.detach()
    kept: list[str] = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"
    )
    assert "/" in kept
    assert {path for path in kept if path.startswith("/api")} == {"/api/lessons", "/api/rules"}
    own_server.stop()
    page.goto(own_server.address)  # the browser does not know that there is nobody
    expect(page.get_by_test_id("offline")).to_be_visible()
    context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("offline")).to_be_visible()
    page.get_by_test_id("scorebook").click()
    for person, name in enumerate(("小武", "阿土", "老陈", "小凤")):
        page.get_by_test_id(f"name-{person}").fill(name)
    page.get_by_test_id("begin").click()
    page.reload()
    expect(page.get_by_test_id("total-0")).to_contain_text("小武")
    # The calculator asks the server, which has the rules.
    page.goto(f"{own_server.address}/c#hand=12345678m111z77z&tile=9m&caishen=5p")
    expect(page.get_by_test_id("offline")).to_be_visible()
    # The lesson and the examples of the rules are kept.
    page.goto(f"{own_server.address}/l")
    expect(page.get_by_test_id("lesson-scene")).to_be_visible()
    page.goto(f"{own_server.address}/g")
    expect(page.get_by_test_id("rule").locator("svg").first).to_be_visible()

    own_server.start()
    context.set_offline(False)
    page.goto(own_server.address)
    expect(page.get_by_test_id("start")).to_be_visible()
    expect(page.get_by_test_id("offline")).to_have_count(0)


class Still(http.server.SimpleHTTPRequestHandler):
    """The files of a folder, anew each time, and nothing said about it."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript"}

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the built page that can be changed, and the address at which it is served."""
    folder = tmp_path / "page"
    shutil.copytree(FOLDER, folder)
    handler = functools.partial(Still, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        thread = threading.Thread(target=files.serve_forever)
        thread.start()
        yield folder, f"http://127.0.0.1:{files.server_address[1]}"
        files.shutdown()
        thread.join()


def test_a_new_version_is_offered_and_let_in(page: Page, copy: tuple[Path, str]) -> None:
    folder, address = copy
    page.goto(address)
    ready_for_offline(page)
    expect(page.get_by_test_id("new-version")).to_have_count(0)

    worker = folder / "sw.js"
    text, changed = re.subn(r'BUILD = "\w+"', 'BUILD = "another"', worker.read_text(encoding="utf-8"))
    assert changed == 1
    worker.write_text(text, encoding="utf-8")
    index = folder / "index.html"
    index.write_text(index.read_text(encoding="utf-8").replace("<body>", "<body data-new>"), encoding="utf-8")

    # Whoever opens the page now gets the server's, whatever is kept.
    page.reload()
    expect(page.locator("body[data-new]")).to_have_count(1)
    page.get_by_test_id("take-version").click()
    page.wait_for_function("async () => (await caches.keys()).join() === 'wuyi-another'")
    expect(page.get_by_test_id("start")).to_be_visible()
    expect(page.get_by_test_id("new-version")).to_have_count(0)
