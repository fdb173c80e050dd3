"""Coming back: a reload, a second window, and a server that was killed."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.server.process import ServerProcess
from tests.web.table import Table

pytestmark = pytest.mark.browser

STYLED = "() => [...document.styleSheets].some(({ href }) => href?.includes('/SettingsSheet-'))"


def test_a_reload_comes_back_to_the_same_tiles(table: Table, server: ServerProcess) -> None:
    table.settings()
    table.start(server.address)
    for turns in (1, 4):
        table.play(turns=turns)
        table.quiet()
        before = table.look()
        table.page.reload()
        table.what_now()
        assert table.look() == before


def test_a_killed_server_comes_back_to_the_same_tiles(table: Table, own_server: ServerProcess) -> None:
    """The page finds it by itself; and at once, if the browser says that there is a network again. What was
    not yet fetched says so, and is fetched when one asks again, its style with it."""
    table.settings()
    table.start(own_server.address)
    for turns, told in ((3, False), (5, True)):
        table.play(turns=turns)
        table.quiet()
        before = table.look()
        own_server.kill()
        expect(table.page.locator("[data-testid=notice].lost")).to_be_visible()
        assert table.look() == before
        if not told:
            table.page.get_by_role("button", name="设置").click()
            expect(table.at("missing")).to_contain_text("连不上服务器")
        own_server.start()
        if not told:
            table.at("part-again").click()
            expect(table.page.get_by_role("dialog", name="设置").get_by_text("手牌大小")).to_be_visible()
            assert table.page.evaluate(STYLED)
            table.page.keyboard.press("Escape")
        if told:
            table.page.evaluate("dispatchEvent(new Event('online'))")
        expect(table.page.locator("[data-testid=notice].lost")).to_have_count(0)
        assert table.look() == before
        table.do(table.what_now())
        assert table.seq() > before[0]


def test_a_server_killed_with_the_page_closed(
    table: Table, own_server: ServerProcess, context: BrowserContext
) -> None:
    table.settings()
    table.start(own_server.address)
    table.play(turns=3)
    table.quiet()
    before = table.look()
    table.page.close()
    own_server.restart()
    again = Table(context.new_page())
    again.settings()
    again.page.goto(own_server.address)
    again.what_now()
    assert again.look() == before
    assert again.complaints == []


def test_two_windows_show_one_table(table: Table, server: ServerProcess, context: BrowserContext) -> None:
    table.settings()
    table.start(server.address)
    table.quiet()
    other = Table(context.new_page())
    other.settings()
    other.page.goto(server.address)
    other.what_now()
    assert other.look() == table.look()
    other.do(other.what_now())
    other.quiet()
    expect(table.page.locator("body")).to_have_attribute("data-seq", str(other.seq()))
    assert other.look() == table.look()
    assert other.complaints == []
