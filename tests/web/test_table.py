"""The table for everybody: by ear, by keys alone, by a large or unsteady finger, by one's own voice."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.server.process import ServerProcess
from tests.web.table import MOVED_ON, Table

pytestmark = pytest.mark.browser

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

FAULTS: Final = """
async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)
"""

SMALL: Final = """
() => {
  const fields = "select, label:has(input), input:not([type=radio], [type=checkbox])";
  return [...document.querySelectorAll(`button:not(.rule-link), .rule-row, summary, ${fields}`)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]"))
    .filter((node) => !node.parentElement.closest("label"))
    .map((node) => [node.outerHTML.slice(0, 120), node.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 2 && (width < 43.5 || height < 43.5))
    .map(([html, { width, height }]) => `${html} ${width}x${height}`);
}
"""
"""Controls too small for a thumb. One pixel wide are those for the keyboard alone; a word that leads to its
rule is as high as its line, unless it has a row of its own, the whole of which is tapped."""

SILENT_MICROPHONE: Final = """
navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream;
"""


def accessible(table: Table) -> None:
    """axe finds nothing serious, and nothing is too small to be touched."""
    if not table.page.evaluate("'axe' in window"):
        table.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert table.page.evaluate(FAULTS) == []
    assert table.page.evaluate(SMALL) == []


MOVED_ON_OR_ASKED_WHICH: Final = f"""
before => ({MOVED_ON})(before) || document.activeElement?.dataset.testid === "variant"
"""


def to_own_discard(table: Table) -> None:
    while (what := table.what_now()) != "discard":
        table.do(what)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement?.dataset.testid ?? ''"))


@pytest.mark.parametrize(("size", "language"), [((360, 640), "zh"), ((844, 390), "en"), ((1280, 800), "zh")])
def test_nothing_keeps_anybody_out(
    table: Table, server: ServerProcess, size: tuple[int, int], language: str
) -> None:
    """Lobby, settings, table, the table in words, the keys, the settlement."""
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.settings(language=language, text="large" if size == (360, 640) else "normal")
    table.page.goto(server.address)
    expect(table.at("start")).to_be_visible()
    accessible(table)
    settings = table.page.get_by_role("button", name=re.compile("设置|Settings"))
    settings.click()
    expect(table.at("settings-hand-size")).to_be_visible()
    table.speaks_only(language)
    accessible(table)
    table.page.keyboard.press("Escape")
    table.start(server.address)
    table.play(turns=3)
    to_own_discard(table)
    accessible(table)
    table.page.keyboard.press("t")
    expect(table.at("text-view")).to_be_visible()
    table.speaks_only(language)
    accessible(table)
    table.page.keyboard.press("t")
    expect(table.at("text-view")).to_have_count(0)
    table.page.keyboard.press("?")
    expect(table.at("keys")).to_be_visible()
    table.speaks_only(language)
    accessible(table)
    table.page.keyboard.press("Escape")
    while (what := table.what_now()) != "next-hand":
        table.do(what)
    table.speaks_only(language)
    accessible(table)


def test_a_hand_by_keys_alone(table: Table, server: ServerProcess) -> None:
    """Arrows and Enter discard, digits call; what happens is told, and the focus stays in the hand."""
    page = table.page
    table.settings(textView=True)
    table.start(server.address)
    keys = {"win": "1", "kong": "2", "pung": "3", "chow": "4", "pass": "5"}
    while (what := table.what_now()) != "next-hand":
        before = table.asked
        if table.seq() != before:
            continue  # another's better claim was quicker
        if what == "discard":
            page.keyboard.press("ArrowLeft")
            expect(table.page.locator("[data-testid=hand-tile][aria-pressed=true]")).to_be_focused()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(keys[what.removeprefix("action-")])
            page.wait_for_function(MOVED_ON_OR_ASKED_WHICH, arg=before, timeout=30_000)
            if focused(page) == "variant":
                page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
        page.wait_for_function(MOVED_ON, arg=before, timeout=30_000)
        if what == "discard" and table.at("settlement").count() == 0:
            assert focused(page) in ("hand-tile", "next-hand")
    expect(table.at("spoken")).to_contain_text(re.compile("胡|黄庄|自摸"))
    expect(table.at("next-hand")).to_be_focused()
    page.keyboard.press("Enter")
    expect(table.at("settlement")).to_have_count(0)


def test_discards_by_choice(table: Table, server: ServerProcess) -> None:
    """A tap elsewhere lowers; by double tap alone a slow second tap discards nothing; a drag upwards does."""
    page = table.page
    table.settings(confirm="double")
    table.start(server.address)
    to_own_discard(table)
    tile = table.at("hand-tile").first
    before = table.look()
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    table.at("remaining").click()
    expect(tile).to_have_attribute("aria-pressed", "false")
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    assert table.look() == before
    box = tile.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30, steps=3)
    page.mouse.up()
    assert table.look() == before
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 90, steps=5)
    page.mouse.up()
    page.wait_for_function(MOVED_ON, arg=before[0], timeout=30_000)


def test_calls_in_ones_own_voice(table: Table, server: ServerProcess) -> None:
    """A clip is recorded, kept over a reload, and removed; the line to the server is shown to be good."""
    page = table.page
    page.add_init_script(SILENT_MICROPHONE)
    table.settings()

    def open_recordings() -> None:
        page.get_by_role("button", name="设置").click()
        table.at("recordings").click()

    page.goto(server.address)
    open_recordings()
    pung = table.at("clip-pung")
    expect(pung).to_be_visible()
    accessible(table)
    pung.get_by_test_id("clip-record").click()
    expect(pung.get_by_test_id("clip-stop")).to_be_focused()
    pung.get_by_test_id("clip-stop").click()
    expect(pung.get_by_test_id("clip-play")).to_be_enabled()
    page.reload()
    open_recordings()
    expect(pung.get_by_test_id("clip-play")).to_be_enabled()
    pung.get_by_test_id("clip-play").click()
    pung.get_by_test_id("clip-remove").click()
    expect(pung.get_by_test_id("clip-play")).to_be_disabled()
    expect(pung.get_by_test_id("clip-record")).to_be_focused()
    page.keyboard.press("Escape")
    table.start(server.address)
    expect(table.at("signal")).to_have_attribute("data-bars", re.compile("[123]"))
