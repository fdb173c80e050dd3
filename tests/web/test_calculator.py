"""The calculator in a browser: a hand in few taps, what it is worth, why it may not win, and a link to it."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.process import ServerProcess
from tests.web.table import Table

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}

HALF_FLUSH = (
    *("pad-9p", "pad-2m", "pad-3m", "mode-run", "pad-4m", "mode-run", "pad-7m"),
    *("mode-triplet", "pad-1z", "mode-pair", "pad-2z", "pad-4m"),
)
"""The turned tile, then 23m 456m 789m 111z 22z and the winning 4m."""

WIN = "hand=23456789m11122z&tile=4m&caishen=9p&dealer=2"


def open_calculator(table: Table, address: str, question: str = "", language: str = "zh") -> None:
    table.settings(language=language)
    table.page.goto(f"{address}/c" + (f"#{question}" if question else ""))
    expect(table.at("tray")).to_be_visible()


def reaches(table: Table) -> None:
    """Nothing is wider than the screen, and the keys are all on it."""
    size = table.page.viewport_size
    assert size is not None
    wide = table.page.evaluate(
        "() => [...document.querySelectorAll('[data-testid=calculator-page] *')]"
        ".filter(one => one.getBoundingClientRect().right > innerWidth + 1).length"
    )
    assert wide == 0
    for testid in ("pad-1m", "pad-9m", "pad-7z", "undo"):
        box = table.at(testid).bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1


def test_a_usual_hand_in_under_fifteen_taps(table: Table, server: ServerProcess) -> None:
    table.page.set_viewport_size(PHONE)
    open_calculator(table, server.address)
    reaches(table)
    for tap in HALF_FLUSH:
        table.at(tap).click()
    assert len(HALF_FLUSH) < 15
    expect(table.at("fan")).to_have_text("3番")
    expect(table.at("payments")).to_contain_text("+48")
    expect(table.page).to_have_url(re.compile(r"/c#hand=23456789m11122z&tile=4m&caishen=9p$"))
    table.speaks_only("zh")

    # How it was won lies under the thumb now; off a discard it may not win, and it says why.
    table.at("dealer").get_by_text("对家").click()
    expect(table.at("payments")).to_contain_text("+32")
    table.at("way").get_by_text("捉冲").click()
    expect(table.at("why")).to_contain_text("听了不止一种牌")
    table.at("undo").click()
    expect(table.at("fan")).to_have_text("3番")
    table.at("flag-after_kong").click()
    expect(table.at("why")).to_have_text("杠开：没有杠过。")
    table.at("undo").click()

    # Thirteen tiles tell what they wait for; a tap on one of them is a win again.
    table.at("tray-winning").click()
    expect(table.at("wait")).to_have_count(3)
    table.page.locator("[data-testid=wait][data-tile='1m']").click()
    expect(table.at("fan")).to_have_text("5番")
    expect(table.at("fans")).to_contain_text("一条龙")


def test_a_link_opens_the_same_hand(table: Table, server: ServerProcess) -> None:
    table.page.set_viewport_size(DESKTOP)
    open_calculator(table, server.address, WIN, "en")
    expect(table.at("base")).to_have_text("8")
    expect(table.at("payments")).to_contain_text("+32")
    table.speaks_only("en")
    table.page.reload()
    expect(table.at("base")).to_have_text("8")
    table.at("clear").click()
    expect(table.page).to_have_url(re.compile(r"/c#dealer=2$"))
    table.page.evaluate(f"location.hash = '{WIN}'")
    expect(table.at("base")).to_have_text("8")


def test_melds_and_the_white_dragon_sideways(table: Table, server: ServerProcess) -> None:
    table.page.set_viewport_size(SIDEWAYS)
    open_calculator(table, server.address)
    for tap in ("pad-6p", "mode-chow", "pad-4p", "mode-pung", "pad-1z", "mode-concealed_kong", "pad-9p"):
        table.at(tap).click()
    reaches(table)
    expect(table.at("tray-meld")).to_have_count(3)
    expect(table.page).to_have_url(re.compile(r"melds=\[45p5z\]\[111z\]\(9999p\)"))
    # Typed: 123p and the pair 22z, the last of which wins.
    table.page.keyboard.type("123p22z")
    expect(table.at("fan")).to_have_text("5番")
    expect(table.at("fans")).to_contain_text("单吊")


def test_without_the_server_it_says_so(table: Table, server: ServerProcess) -> None:
    open_calculator(table, server.address)
    table.page.route("**/api/score", lambda route: route.abort("connectionrefused"))
    for tap in HALF_FLUSH:
        table.at(tap).click()
    expect(table.at("offline")).to_contain_text("服务器")
    table.page.unroute("**/api/score")
    table.at("offline").get_by_role("button").click()
    expect(table.at("fan")).to_have_text("3番")
