"""Four people, each with a browser of their own, find each other in a room and play a match in it."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.server.process import ServerProcess
from tests.web.table import Table

pytestmark = pytest.mark.browser

NAMES = ("阿土", "欧阳小凤", "Wolfgang", "老陈")


@pytest.fixture
def four(browser: Browser) -> Iterator[list[Table]]:
    """Four phones without motion, their nicknames chosen. No page may complain."""
    with ExitStack() as stack:
        tables = []
        for name in NAMES:
            phone = browser.new_context(viewport={"width": 390, "height": 844})
            table = Table(stack.enter_context(phone).new_page())
            table.settings(name=name)
            tables.append(table)
        yield tables
        for table in tables:
            assert table.complaints == []


def gather(four: list[Table], address: str) -> str:
    """All four in one room with a seat each and ready; its code."""
    host, *guests = four
    host.page.goto(address)
    host.at("create-room").click()
    host.at("room-hands").locator("label").first.click()
    host.at("create").click()
    code = host.at("room-code").inner_text()
    assert re.fullmatch(r"\d{6}", code)
    for number, guest in enumerate(guests, 1):
        if number == 1:
            guest.page.goto(address)
            guest.at("join-room").click()
            guest.at("code").fill(f"{code[:3]} {code[3:]}")
        else:
            guest.page.goto(f"{address}/r/{code}")
            expect(guest.at("code")).to_have_value(code)
        guest.at("join").click()
        expect(guest.at(f"seat-{number}")).to_contain_text(NAMES[number])
    for guest in guests:
        guest.at("ready").click()
    return code


def play_together(tables: list[Table], turns: int) -> None:
    """So many clicks, each by whoever has something to do."""
    for _ in range(turns):
        for table in tables:
            what = table.what_if_anything()
            if what is not None:
                table.do(what)
                break
        else:
            tables[0].page.wait_for_timeout(50)


def after_reload(table: Table) -> tuple[int, list[str], str]:
    table.page.reload()
    expect(table.at("hand-tile").first).to_be_visible()
    return table.look()


def step_away(table: Table) -> None:
    table.at("table-menu").click()
    table.at("step-away").click()
    expect(table.at("auto")).to_be_visible()


def test_a_match_in_a_room(four: list[Table], server: ServerProcess) -> None:
    host, second, third, fourth = four
    code = gather(four, server.address)
    for table in four:
        table.speaks_only("zh")
    host.at("start-match").click()
    for table in four:
        expect(table.at("hand-tile").first).to_be_visible()
        table.speaks_only("zh")
        table.fits()
    assert len({tuple(table.tiles()) for table in four}) == 4

    play_together(four, 12)
    # The last click may not have come to this page yet; what a reload brings is all there is.
    seen = [after_reload(second) for _ in range(2)]
    assert seen[0] == seen[1]

    third.at("talk").click()
    third.at("say-hello").click()
    expect(host.at("bubble-2")).to_be_visible()

    # The machine plays for one until they say that they are back.
    step_away(fourth)
    expect(host.at("mark-3")).to_be_visible()
    fourth.at("i-am-back").click()
    expect(fourth.at("auto")).to_have_count(0)
    expect(host.at("mark-3")).to_have_count(0)

    # Whoever would leave the room is asked first, and may take their hand back from the start screen.
    for answer in ("leave-stay", "leave-sure"):
        fourth.at("table-menu").click()
        fourth.at("leave-match").click()
        fourth.speaks_only("zh")
        fourth.at(answer).click(delay=300)  # sooner it would be the second tap of an unsteady finger
    expect(host.at("mark-3")).to_be_visible()
    fourth.at("left-back").click()
    expect(fourth.at("hand-tile").first).to_be_visible()
    expect(host.at("mark-3")).to_have_count(0)

    # Then for three, who close the page; the fourth plays two hands, and decides alone that they are enough.
    for table in (second, third, fourth):
        step_away(table)
        table.page.goto("about:blank")
    while (what := host.what_now()) != "next-hand":
        host.do(what)
    host.at("proof").click()
    host.at("verify").click()
    expect(host.at("verified")).to_contain_text("对得上")
    host.do(host.what_now())
    host.at("table-menu").click()
    host.at("propose-end").click()
    # It makes room for a kong or a win.
    expect(host.page.get_by_text("这局打完就散")).to_have_count(1)
    host.play()
    for table in (second, third, fourth):
        table.page.goto(server.address)
        table.at("next-hand").click()
        expect(table.at("final-standing")).to_be_visible()
    host.at("back-to-room").click()
    expect(host.at("room-code")).to_have_text(code)
    # The hands are booked after they are over: both have to be.
    hands = host.at("totals").locator("td:nth-child(2)")
    expect(hands).to_have_text(["2"] * 4)
    points = host.at("totals").locator("td:last-child").all_inner_texts()
    assert len(points) == 4
    assert sum(int(one.replace("−", "-").replace("+", "")) for one in points) == 0
    host.at("room-records").click()
    host.at("records-where").get_by_text("这个房间").click()
    expect(host.at("hands-list").locator("li")).to_have_count(2)
    host.at("hands-list").locator("button").last.click()
    expect(host.at("board")).to_be_visible()
    host.speaks_only("zh")


def test_a_spectator_is_let_in_told_to_wait_and_may_go(four: list[Table], server: ServerProcess) -> None:
    host, spectator, *_ = four
    host.page.goto(server.address)
    host.at("create-room").click()
    host.at("room-bots").get_by_text("3位").click()
    host.at("room-spectators").get_by_text("是").click()
    host.at("create").click()
    spectator.page.goto(f"{server.address}/r/{host.at('room-code').inner_text()}")
    spectator.at("join").click()
    expect(spectator.page.get_by_text("座位满了")).to_be_visible()
    host.at("start-match").click()
    with spectator.page.expect_websocket(lambda line: "/matches/" in line.url) as line:
        spectator.at("watch").click()
    # What is to be seen comes three minutes later; until then the server answers to a ping and nothing else.
    line.value.wait_for_event("framereceived", lambda frame: "pong" in frame)
    expect(spectator.page.get_by_text("一般慢三分钟")).to_be_visible()
    spectator.page.get_by_role("button", name="不看了").click()
    expect(spectator.at("watch")).to_be_visible()


def test_a_circle_and_its_owner(four: list[Table], server: ServerProcess) -> None:
    one, other, *_ = four
    for table in (one, other):
        table.page.goto(server.address)
        table.at("account").click()
        table.at("save-name").click()
        expect(table.at("set-password")).to_be_visible()
        table.at("back").click()
        table.at("records").click()
        table.at("circles").click()
    one.at("circle-name").fill("老街牌友")
    one.at("make-circle").click()
    other.at("circle-code").fill(one.at("invitation").inner_text())
    other.at("join-circle").click()
    expect(other.at("invitation")).to_be_visible()

    one.page.reload()
    for testid in ("records", "circles", "circle-members"):
        one.at(testid).click()
    expect(one.at("members").locator("li")).to_have_count(2)
    one.at("circle-rename").fill("新街牌友")
    one.page.get_by_role("button", name="改名").click()
    expect(one.page.get_by_role("dialog")).to_have_accessible_name("新街牌友")
    one.page.get_by_role("button", name=f"管理{NAMES[1]}").click()
    one.page.get_by_role("button", name="让位").click()
    one.at("circle-sure").click()
    expect(one.at("members").locator("li").last).to_contain_text("圈主")
    one.speaks_only("zh")

    other.page.reload()
    for testid in ("records", "circles", "circle-members", "dissolve", "circle-sure"):
        other.at(testid).click()
    expect(other.page.get_by_text("还没有亲友圈")).to_be_visible()


def test_who_one_is_outlives_a_reload_and_goes_to_another_phone(
    four: list[Table], server: ServerProcess
) -> None:
    one, other, *_ = four
    one.page.goto(server.address)
    one.at("account").click()
    one.at("save-name").click()
    expect(one.at("set-password")).to_be_visible()  # known now: the page has changed its form
    one.at("user-name").fill("atu@example")
    one.at("password").fill("correct horse")
    one.at("set-password").click()
    expect(one.page.get_by_text("atu@example")).to_be_visible()
    other.page.goto(server.address)
    other.at("account").click()
    other.at("user-name").fill("atu@example")
    other.at("password").fill("correct horse")
    other.at("login").click()
    expect(other.at("nickname")).to_have_value(NAMES[0])
    kept = [json.loads(table.page.evaluate("localStorage['wuyi.guest']")) for table in (one, other)]
    assert kept[0]["player"] == kept[1]["player"]
    assert kept[0]["token"] != kept[1]["token"]
