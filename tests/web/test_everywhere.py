"""Every screen beside the table: at any size, in both languages, for everybody, and without a network."""

import functools
import http.server
import json
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.server.process import ServerProcess
from tests.web.page_load import FIRST_LOAD, TABLE_LOADED
from tests.web.table import Table
from wuyi.server.http.pages import FOLDER

pytestmark = pytest.mark.browser

SIZES: Final = ((390, 844), (844, 390), (1280, 800))
BUDGET: Final = 120 * 1024
"""Bytes of the first load as they travel, gzipped."""

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS: Final = """
async () => {
  const many = [...document.querySelectorAll("[data-testid=rule]")].slice(10);
  const { violations } = await axe.run({ include: document, exclude: many }, { resultTypes: ["violations"] });
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
"""
"""What axe finds. Of the many rules of the rule book, all made alike, the first ten are enough."""

TOO_WIDE: Final = """
() => [...document.querySelectorAll("html, main, dialog, dialog .body")]
  .filter((node) => node.scrollWidth > node.clientWidth + 1)
  .map((node) => `${node.tagName} ${node.className} ${node.scrollWidth} > ${node.clientWidth}`)
"""

SCREENS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "lobby": ("/", ()),
    "account": ("/", ("account",)),
    "join": ("/", ("join-room",)),
    "records": ("/", ("records",)),
    "circles": ("/", ("records", "circles")),
    "members of a circle": ("/", ("records", "circles", "circle-members")),
    "calculator": ("/c", ()),
    "score book": ("/b", ()),
    "replay": ("/p", ()),
    "lesson": ("/l", ()),
    "rule book": ("/g", ()),
    "drills": ("/d", ()),
    "a drill": ("/d", ("drill-practice-throw",)),
    "a hand to count": ("/d", ("drill-practice-fan",)),
    "create": ("/", ("create-room",)),
    "room": ("/", ("create-room", "create")),
}
"""Where each begins, and what is clicked on the way to it. The room comes last: a reload stays in it."""


def become(page: Page, address: str, name: str) -> None:
    """Be somebody who has a circle, before the page is opened."""
    identity = httpx.post(f"{address}/api/players", json={"name": name}).json()
    bearer = {"authorization": f"Bearer {identity['token']}"}
    httpx.post(f"{address}/api/circles", json={"name": name}, headers=bearer).raise_for_status()
    kept = json.dumps(json.dumps(identity))
    page.add_init_script(f"localStorage.setItem('wuyi.guest', {kept})")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_screen(table: Table, server: ServerProcess, language: str) -> None:
    """Nothing serious for axe, nothing too wide at any size, nothing in the other language."""
    page = table.page
    name = "小武" if language == "zh" else "Li"
    table.settings(language=language, name=name)
    become(page, server.address, name)
    found: dict[str, Any] = {}
    for screen, (path, clicks) in SCREENS.items():
        page.goto(server.address + path)
        for testid in clicks:
            table.at(testid).click()
        expect(page.locator("h1")).to_be_visible()
        if screen == "room":
            expect(table.at("room-code")).to_be_visible()
        page.wait_for_load_state("networkidle")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if wide := page.evaluate(TOO_WIDE):
                found[f"{screen} at {width}x{height}"] = wide
        table.speaks_only(language)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        if serious := page.evaluate(SERIOUS):
            found[screen] = serious
    assert found == {}


def test_a_sheet_keeps_the_focus_and_gives_it_back(table: Table, server: ServerProcess) -> None:
    table.settings()
    table.page.goto(server.address)
    opener = table.page.get_by_role("button", name="设置")
    inside = "() => document.activeElement.matches('body, dialog, dialog *')"
    for close in ("Escape", "Enter"):
        opener.focus()
        table.page.keyboard.press("Enter")
        expect(table.page.get_by_role("dialog")).to_be_visible()
        for _ in range(4):
            table.page.keyboard.press("Tab")
            assert table.page.evaluate(inside)
        if close == "Enter":
            table.page.get_by_role("dialog").get_by_role("button", name="关闭").focus()
        table.page.keyboard.press(close)
        expect(table.page.get_by_role("dialog")).to_have_count(0)
        expect(opener).to_be_focused()


# --- the first load ----------------------------------------------------------------------------


def test_the_first_load_is_small(page: Page, server: ServerProcess) -> None:
    """As a browser gets it that only knows gzip. The table comes after it, while the start screen is read."""
    page.goto(server.address, wait_until="load")
    page.wait_for_function(TABLE_LOADED)
    sizes = {}
    with httpx.Client(headers={"accept-encoding": "gzip"}) as client:
        for url in page.evaluate(FIRST_LOAD):
            with client.stream("GET", url) as answer:
                sizes[url.removeprefix(server.address)] = sum(len(part) for part in answer.iter_raw())
    assert {Path(path).suffix for path in sizes} >= {".js", ".css", ".svg", ".webmanifest"}
    assert not any("/Table-" in path for path in sizes)
    assert sum(sizes.values()) < BUDGET, sizes


# --- without a network -------------------------------------------------------------------------


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
