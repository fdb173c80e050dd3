"""Every screen beside the table: at any size, in both languages; and how much comes first."""

import json
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.process import ServerProcess
from tests.web.page_load import FIRST_LOAD, TABLE_LOADED
from tests.web.table import Table

pytestmark = pytest.mark.browser

SIZES: Final = ((390, 844), (844, 390), (1280, 800))
BUDGET: Final = 120 * 1024
"""Bytes of the first load as they travel, gzipped."""

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS: Final = """
async () => {
  for (const rule of [...document.querySelectorAll("[data-testid=rule]")].slice(10)) rule.remove();
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
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

SCREENS: Final[dict[str, tuple[str, tuple[str, ...], str]]] = {
    "lobby": ("/", (), "start"),
    "account": ("/", ("account",), "save-name"),
    "join": ("/", ("join-room",), "open-rooms"),
    "records": ("/", ("records",), "no-hands"),
    "circles": ("/", ("records", "circles"), "invitation"),
    "members of a circle": ("/", ("records", "circles", "circle-members"), "members"),
    "calculator": ("/c", (), "tray"),
    "score book": ("/b", (), "begin"),
    "replay": ("/p", (), "choose-file"),
    "lesson": ("/l", (), "lesson-scene"),
    "rule book": ("/g", (), "figure"),
    "drills": ("/d", (), "drill-daily"),
    "a drill": ("/d", ("drill-practice-throw",), "drill-tile"),
    "a hand to count": ("/d", ("drill-practice-fan",), "fan-question"),
    "create": ("/", ("create-room",), "create"),
    "room": ("/", ("create-room", "create"), "room-code"),
}
"""Where each begins, what is clicked on the way to it, what is there once it is whole. The room comes last: a
reload stays in it."""


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
    for screen, (path, clicks, whole) in SCREENS.items():
        page.goto(server.address + path)
        for testid in clicks:
            table.at(testid).click()
        expect(page.locator("h1")).to_be_visible()
        expect(table.at(whole).first).to_be_attached()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if wide := page.evaluate(TOO_WIDE):
                found[f"{screen} at {width}x{height}"] = wide
        table.speaks_only(language)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        if serious := page.evaluate(SERIOUS):
            found[screen] = serious
    assert found == {}


def test_large_words_on_a_small_phone(table: Table, server: ServerProcess) -> None:
    """The number that friends are told is whole, and so is the picture of it."""
    table.page.set_viewport_size({"width": 360, "height": 640})
    table.settings(text="large", name="王大妈")
    table.page.goto(server.address)
    table.at("create-room").click()
    table.at("create").click()
    code, picture = table.at("room-code"), table.page.locator("svg.qr")
    expect(picture).to_be_visible()
    assert code.evaluate("node => node.scrollWidth <= node.clientWidth")
    boxes = [one.evaluate("node => node.getBoundingClientRect().toJSON()") for one in (code, picture)]
    assert boxes[0]["right"] <= boxes[1]["left"] or boxes[0]["bottom"] <= boxes[1]["top"]
    assert max(box["right"] for box in boxes) <= 360


def test_what_is_opened_on_the_start_screen_comes_into_sight(table: Table, server: ServerProcess) -> None:
    """On a phone on its side, where the card scrolls and the screen around it does not."""
    table.page.set_viewport_size({"width": 844, "height": 390})
    table.page.goto(server.address)
    table.page.locator("details > summary").first.click()
    expect(table.page.get_by_text("坐庄", exact=True)).to_be_in_viewport()
    screen = table.page.locator("main.lobby")
    assert screen.evaluate("node => node.scrollHeight <= node.clientHeight")


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
