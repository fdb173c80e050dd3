"""The score book in a browser: an evening at a real table, without a network, and shared with a circle."""

import csv
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.server.process import ServerProcess
from tests.web.table import Table

pytestmark = pytest.mark.browser

NAMES = ("阿土", "欧阳小凤", "老陈", "Wolfgang")
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def table(page: Page) -> Iterator[Table]:
    """A phone that keeps the page."""
    seat = Table(page, keeps=True)
    yield seat
    assert seat.complaints == []


def begin(table: Table, address: str) -> None:
    table.page.goto(f"{address}/b")
    for person, name in enumerate(NAMES):
        table.at(f"name-{person}").fill(name)
    table.at("begin").click()
    expect(table.at("tally")).to_be_visible()


def write(table: Table, winner: str, source: str, fan: int) -> None:
    table.at("write").click()
    table.at("winner-0").get_by_text(winner).click()
    table.at("source").get_by_text(source).click()
    table.at(f"fan-{fan}").click()
    table.at("save-hand").click()
    expect(table.at("hand-form")).to_have_count(0)


def totals(table: Table) -> list[int]:
    """The four totals, which always sum to zero."""
    shown = [table.at(f"total-{person}").locator("b").inner_text() for person in range(4)]
    points = [int(one.replace("−", "-").replace("+", "")) for one in shown]
    assert sum(points) == 0
    return points


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
def test_an_evening(table: Table, server: ServerProcess, tmp_path: Path, width: int, height: int) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    begin(table, server.address)
    table.page.context.set_offline(True)
    write(table, "欧阳小凤", "自摸", 5)
    assert totals(table) == [-64, 128, -32, -32]
    write(table, "老陈", "Wolfgang", 4)  # off another than the dealer, who is the winner of the hand before
    assert totals(table) == [-80, 96, 48, -64]
    expect(table.at("total-2")).to_contain_text("庄家")

    # A hand is mended, and all that follows with it; then it is as it was, and then mended again.
    table.at("line").last.click()
    table.at("winner-0").get_by_text("阿土").click()
    table.at("save-hand").click()
    assert totals(table) == [160, -80, 16, -96]
    table.at("undo").click()
    assert totals(table) == [-80, 96, 48, -64]
    table.at("redo").click()
    assert totals(table) == [160, -80, 16, -96]

    # Two change seats: their points go with them.
    table.at("open-seats").click()
    table.at("seat-0").click()
    table.at("seat-3").click()
    table.page.keyboard.press("Escape")
    assert totals(table) == [160, -80, 16, -96]
    expect(table.at("line").first).to_contain_text("换座位")
    table.speaks_only("zh")
    table.fits()

    # It is all there after a reload, and as a table.
    table.page.context.set_offline(False)
    table.page.reload()
    assert totals(table) == [160, -80, 16, -96]
    table.at("open-export").click()
    expect(table.at("picture")).to_be_visible()
    with table.page.expect_download() as saved:
        table.at("save-csv").click()
    saved.value.save_as(tmp_path / "book.csv")
    rows = list(csv.reader((tmp_path / "book.csv").read_text("utf-8-sig").splitlines()))
    assert rows[0][3:7] == list(NAMES) and [int(one) for one in rows[-1][3:7]] == [160, -80, 16, -96]


def test_a_slip_loses_nothing(table: Table, server: ServerProcess) -> None:
    """A sheet closed half-way, a page loaded anew, a button tapped twice; what was done last is in words."""
    page = table.page
    page.set_viewport_size(PHONE)
    begin(table, server.address)
    table.at("write").click()
    table.at("winner-0").get_by_text("老陈").click()
    page.mouse.click(195, 20)
    expect(table.at("hand-form")).to_have_count(0)
    expect(table.at("write")).to_contain_text("接着")
    page.reload()
    table.at("write").click()
    table.at("fan-4").click()
    table.at("save-hand").dblclick()
    expect(table.at("last-change")).to_contain_text("老陈 自摸 4番")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert totals(table) == [-32, -16, 64, -16]
    table.at("undo").click()
    expect(table.at("last-change")).to_contain_text("已撤销")
    table.at("write").click()
    expect(table.at("clear-hand")).to_be_disabled()
    table.at("winner-0").get_by_text("阿土").click()
    table.at("clear-hand").click()
    expect(table.at("preview")).to_contain_text("先点谁胡")
    page.keyboard.press("Escape")
    expect(table.at("write")).not_to_contain_text("接着")


def test_the_fan_comes_from_the_calculator(table: Table, server: ServerProcess) -> None:
    table.page.set_viewport_size(PHONE)
    begin(table, server.address)
    table.at("open-dice").click()
    table.at("throw-opening").click()
    expect(table.at("opening")).to_contain_text("墩")
    table.at("throw-caishen").click()
    table.at("turned-9p").click()
    table.page.keyboard.press("Escape")
    table.at("write").click()
    table.at("winner-0").get_by_text("老陈").click()
    table.at("calculate-0").click()
    # The turned tile is known already.
    for tap in ("pad-2m", "pad-3m", "mode-run", "pad-4m", "mode-run", "pad-7m", "mode-triplet", "pad-1z"):
        table.at(tap).click()
    table.page.keyboard.press("Escape")
    expect(table.at("book-calculator")).to_have_count(0)
    table.at("calculate-0").click()  # what was tapped still lies there
    for tap in ("mode-pair", "pad-2z", "pad-1m", "use"):
        table.at(tap).click()
    expect(table.at("fan-5")).to_have_attribute("aria-pressed", "true")
    expect(table.at("preview")).to_contain_text("+128")
    table.at("save-hand").click()
    assert totals(table) == [-64, -32, 128, -32]


def test_damage_is_mended(table: Table, server: ServerProcess) -> None:
    begin(table, server.address)
    write(table, "老陈", "自摸", 3)
    write(table, "老陈", "自摸", 3)
    table.page.evaluate(
        "() => { const key = Object.keys(localStorage).find(key => key.startsWith('wuyi.book.'));"
        " localStorage[key] = localStorage[key].slice(0, 100); }"
    )
    table.page.reload()
    expect(table.at("book-notice")).to_contain_text("坏了")
    assert totals(table) == [-16, -8, 32, -8]


@pytest.fixture
def two(browser: Browser) -> Iterator[tuple[Table, Table]]:
    """Two phones. That a network is gone, or a version overtaken (409), the browser itself reports."""
    with ExitStack() as stack:
        tables = [
            Table(stack.enter_context(browser.new_context(viewport=PHONE)).new_page(), keeps=True)
            for _ in range(2)
        ]
        yield tables[0], tables[1]
        for table in tables:
            assert [one for one in table.complaints if not re.search("409|ERR_INTERNET", one)] == []


def introduce(page: Page, address: str, name: str) -> str:
    """A guest of this browser; the token."""
    answer = page.request.post(f"{address}/api/players", data={"name": name})
    page.goto(address)
    page.evaluate("kept => localStorage['wuyi.guest'] = kept", answer.text())
    return str(answer.json()["token"])


def ask(page: Page, address: str, token: str, path: str, body: dict[str, str]) -> dict[str, str]:
    headers = {"authorization": f"Bearer {token}"}
    answer = page.request.post(address + path, data=body, headers=headers)
    assert answer.ok, answer.text()
    found: dict[str, str] = answer.json()
    return found


def test_two_phones_keep_one_book(two: tuple[Table, Table], server: ServerProcess) -> None:
    one, other = two
    address = server.address
    token = introduce(one.page, address, "阿土")
    circle = ask(one.page, address, token, "/api/circles", {"name": "周末"})
    token = introduce(other.page, address, "老陈")
    ask(other.page, address, token, "/api/circles/join", {"invitation": circle["invitation"]})
    begin(one, server.address)
    write(one, "老陈", "自摸", 3)
    one.at("open-circle").click()
    one.at("share-周末").click()
    expect(one.at("sync-state")).to_contain_text("已同步")
    one.page.keyboard.press("Escape")

    other.page.goto(f"{server.address}/b")
    other.at("begin").click()
    other.at("open-circle").click()
    other.at("take").click()
    expect(other.at("total-2")).to_contain_text("+32")

    # Both write while neither hears of the other: the quicker one's stays, the other's is a book of its own.
    other.page.context.set_offline(True)
    write(other, "阿土", "自摸", 3)
    write(one, "欧阳小凤", "自摸", 4)
    one.at("open-circle").click()
    expect(one.at("sync-state")).to_contain_text("已同步")
    other.page.context.set_offline(False)
    expect(other.at("book-notice")).to_contain_text("另存")
    assert totals(other) == totals(one)
    other.at("all-books").click()
    expect(other.at("books").locator("li")).to_have_count(3)
    expect(other.page).to_have_url(re.compile("/b$"))
