"""The replay in a browser: a file, a link to a moment, one's own hands, and playing on from a moment."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.server.client import seated
from tests.server.lobby import Someone
from tests.server.process import ServerProcess
from tests.web.table import Table
from wuyi.engine.event import Won
from wuyi.engine.frames import Replay, replay
from wuyi.engine.record import Record, encode
from wuyi.rules import Ruleset
from wuyi.server.protocol import Ticket
from wuyi.server.words import Identity, Statistics
from wuyi.simulate.play import match_seed, play_match

pytestmark = pytest.mark.browser

PHONE, WIDE, DESK = (390, 844), (844, 390), (1280, 800)


@pytest.fixture(scope="module")
def records() -> tuple[Record, ...]:
    return tuple(play_match(Ruleset(hands=4), match_seed(7, 1), ("greedy",) * 4, "7-1"))


@pytest.fixture(scope="module")
def file(records: tuple[Record, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match as `wuyi simulate` writes it."""
    path = tmp_path_factory.mktemp("records") / "match.jsonl"
    path.write_bytes(b"".join(encode(record) + b"\n" for record in records))
    return path


def open_file(table: Table, address: str, file: Path) -> None:
    table.page.goto(f"{address}/p")
    table.at("record-file").set_input_files(file)
    expect(table.at("board")).to_be_visible()


def at(table: Table, frame: int) -> None:
    """The page stands at this frame."""
    expect(table.at("replay-page")).to_have_attribute("data-at", str(frame))


def shown(table: Table, seat: int) -> list[str]:
    """The tiles of a seat that lie open; "" is a back."""
    tiles = table.page.locator(f"[data-testid=shown-hand][data-seat='{seat}'] li")
    found: list[str] = tiles.evaluate_all("all => all.map(one => one.dataset.tile ?? '')")
    return sorted(found)


def hands_at(film: Replay, frame: int) -> list[list[str]]:
    hands: dict[int, list[str]] = {}
    for each in film.frames[: frame + 1]:
        for one in each.seats:
            hands[one.seat] = sorted([*one.hand, *([one.drawn] if one.drawn else [])])
    return [hands[seat] for seat in range(4)]


def inside(table: Table) -> None:
    """Nothing scrolls, and every tile of every hand and river is on the screen."""
    table.fits()
    size = table.page.viewport_size
    assert size is not None
    boxes = table.page.evaluate(
        "() => [...document.querySelectorAll('.board .tile, [data-testid=controls] button')]"
        ".map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])"
    )
    for left, top, right, bottom in boxes:
        assert left >= -1 and top >= -1 and right <= size["width"] + 1 and bottom <= size["height"] + 1


@pytest.mark.parametrize(("size", "language"), [(PHONE, "zh"), (WIDE, "en"), (DESK, "en")])
def test_a_file_is_stepped_through(
    table: Table,
    server: ServerProcess,
    file: Path,
    records: tuple[Record, ...],
    size: tuple[int, int],
    language: str,
) -> None:
    film = replay(records[0], None)
    last = len(film.frames) - 1
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.settings(language=language)
    open_file(table, server.address, file)
    at(table, 0)
    assert [shown(table, seat) for seat in range(4)] == hands_at(film, 0)
    expect(table.at("replay-ending")).to_have_count(0)
    for _ in range(3):
        table.at("step").click()
    table.at("step-back").click()
    at(table, 2)
    table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("ArrowRight")
    at(table, 4)
    assert [shown(table, seat) for seat in range(4)] == hands_at(film, 4)
    table.at("turn-next").click()
    assert int(table.at("replay-page").get_attribute("data-at") or 0) > 4
    inside(table)
    table.speaks_only(language)

    # One seat alone: the others show backs, as many as before.
    table.page.keyboard.press("3")
    expect(table.at("replay-page")).to_have_attribute("data-seat", "2")
    now = int(table.at("replay-page").get_attribute("data-at") or 0)
    expected = hands_at(film, now)
    expect(table.page.locator("[data-testid=shown-hand][data-seat='0'] li[data-tile]")).to_have_count(0)
    assert shown(table, 2) == expected[2]
    assert len(shown(table, 0)) == len(expected[0])
    table.page.keyboard.press("0")
    expect(table.at("replay-page")).to_have_attribute("data-seat", "all")

    # The end: the settlement, and the totals that were kept back until now.
    won = film.frames[-1].event
    assert isinstance(won, Won)
    assert not re.search(r"[+−]\d", table.at("board").inner_text())
    table.page.keyboard.press("End")
    at(table, last)
    expect(table.at("replay-ending")).to_be_visible()
    assert str(abs(won.payments[0])) in table.at("replay-ending").inner_text()
    table.at("verify-record").click()
    expect(table.at("verified")).to_contain_text("对得上" if language == "zh" else "It holds")
    table.speaks_only(language)
    table.page.keyboard.press("Escape")
    assert re.search(r"[+−]\d", table.at("board").inner_text())
    inside(table)
    table.at("hand-next").click()
    at(table, 0)
    expect(table.at("hand-previous")).to_be_visible()
    assert [shown(table, seat) for seat in range(4)] == hands_at(replay(records[1], None), 0)


def test_a_hand_is_worked_through_in_the_calculator(
    table: Table, server: ServerProcess, file: Path, records: tuple[Record, ...]
) -> None:
    """Where it was looked at is where one comes back to; and neither screen's looks reach into the other."""
    won = records[0].events[-1]
    assert isinstance(won, Won)
    table.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    table.settings()
    open_file(table, server.address, file)
    river = table.page.locator(".river.self li")
    table.page.keyboard.press("End")
    table.at("to-calculator").click()
    expect(table.at("fan")).to_have_text(f"{won.fan}番")
    table.at("view-tiles").click()
    key = table.at("pad-7z").bounding_box()
    assert key is not None and key["y"] + key["height"] <= PHONE[1]
    table.at("back").click()
    at(table, len(replay(records[0], None).frames) - 1)
    table.page.keyboard.press("Escape")

    # Sideways the tiles of the rivers are large enough to be read.
    table.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    size = river.first.bounding_box()
    assert size is not None and size["width"] >= 24


def test_it_plays_by_itself_to_the_end(table: Table, server: ServerProcess, file: Path) -> None:
    table.settings()
    open_file(table, server.address, file)
    for _ in range(2):
        table.at("speed").click()
    table.at("board").click(position={"x": 4, "y": 4})
    table.page.keyboard.press(" ")
    expect(table.at("replay-page")).not_to_have_attribute("data-at", "0")
    table.page.keyboard.press("ArrowLeft")
    now = table.at("replay-page").get_attribute("data-at")
    table.page.wait_for_timeout(600)
    assert table.at("replay-page").get_attribute("data-at") == now, "whoever steps has taken over"


def test_a_file_that_is_none(
    table: Table, server: ServerProcess, records: tuple[Record, ...], tmp_path: Path
) -> None:
    good = encode(records[0])
    path = tmp_path / "file.json"
    table.settings()
    table.page.goto(f"{server.address}/p")
    for data, words in [
        (b"nonsense", "不是能看的牌谱"),
        (b"", "不是能看的牌谱"),
        (good + b"\n" + good[:-9], "第2行"),
        (b"x" * ((1 << 20) + 1), "太大"),
    ]:
        path.write_bytes(data)
        table.at("record-file").set_input_files(path)
        expect(table.at("replay-failure")).to_contain_text(words)
    # The browser reports an answer of 400 by itself.
    table.complaints = [text for text in table.complaints if "status of 400" not in text]


def test_a_file_is_dropped_on_the_page(table: Table, server: ServerProcess, file: Path) -> None:
    table.settings()
    table.page.goto(f"{server.address}/p")
    expect(table.at("choose-file")).to_be_visible()
    data = table.page.evaluate_handle(
        "text => { const data = new DataTransfer();"
        " data.items.add(new File([text], 'match.jsonl')); return data; }",
        file.read_text(),
    )
    table.page.dispatch_event("body", "drop", {"dataTransfer": data})
    expect(table.at("board")).to_be_visible()


def test_one_plays_on_from_a_moment(table: Table, own_server: ServerProcess, file: Path) -> None:
    """The hand is as it was, and goes on where it stood after the server was killed."""
    table.settings()
    open_file(table, own_server.address, file)
    table.at("timeline").fill("20")
    at(table, 20)
    tiles = shown(table, 2)
    table.at("practice").click()
    table.at("practice-seat").get_by_text("西", exact=True).click()
    table.at("practice-start").click()
    table.what_now()
    held = [tile.rstrip("*") for tile in table.tiles()]
    assert len(set(held) & set(tiles)) >= len(set(tiles)) - 1
    table.play(turns=1)
    table.quiet()
    before = table.look()
    own_server.restart()
    assert table.page.url == f"{own_server.address}/"
    table.page.reload()
    table.what_now()
    assert table.look() == before
    while (what := table.what_now()) != "final":
        if what == "next-hand":
            expect(table.at("practice-hand")).to_be_visible()
        table.do(what)
    expect(table.at("final-standing").locator("tbody tr")).to_have_count(1)


async def play_as(name: str, address: str) -> str:
    """A match by a new player; who they are, as the page keeps it."""
    async with httpx.AsyncClient(base_url=address) as http:
        answer = await http.post("/api/players", json={"name": name})
        who = Someone(http, msgspec.json.decode(answer.content, type=Identity))
        ticket = await who.post("/api/matches", Ticket, {"rules": {"hands": 4}, "name": name})
        async with seated(address, ticket) as (player, state):
            await player.play(state)
        while (await who.get("/api/players/me/statistics", Statistics)).hands < 4:
            await asyncio.sleep(0.05)
    return answer.text


def test_own_hands_and_a_link_to_a_moment(
    table: Table, server: ServerProcess, context: BrowserContext
) -> None:
    with ThreadPoolExecutor() as pool:
        identity = pool.submit(asyncio.run, play_as("小武", server.address)).result()
    table.page.add_init_script(f"localStorage.setItem('wuyi.guest', {json.dumps(identity)})")
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    table.settings()
    table.page.goto(server.address)
    table.at("records").click()
    expect(table.at("hands-list").locator("li")).to_have_count(4)
    table.at("hands-list").locator("button").last.click()
    at(table, 0)
    expect(table.at("board")).to_contain_text("小武")
    expect(table.at("hand-next")).to_be_visible()
    for _ in range(5):
        table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("2")
    expect(table.at("replay-page")).to_have_attribute("data-seat", "1")
    tiles = shown(table, 1)
    table.page.wait_for_url("**at=5&seat=1")
    table.page.reload()
    at(table, 5)
    assert shown(table, 1) == tiles
    table.at("options").click()
    table.at("anonymous").get_by_text("是", exact=True).click()
    expect(table.at("board")).not_to_contain_text("小武")
    table.at("copy-link").click()
    expect(table.at("notice")).to_be_visible()
    link = str(table.page.evaluate("navigator.clipboard.readText()"))
    assert re.fullmatch(rf"{server.address}/p/[\w-]+\?at=5&seat=1", link)

    stranger = Table(context.browser.new_page() if context.browser else context.new_page())
    stranger.settings()
    stranger.page.goto(link)
    at(stranger, 5)
    expect(stranger.at("replay-page")).to_have_attribute("data-seat", "1")
    assert shown(stranger, 1) == tiles
    expect(stranger.at("board")).not_to_contain_text("小武")
    with stranger.page.expect_download() as download:
        stranger.at("options").click()
        stranger.at("download").click()
    assert "小武" not in download.value.path().read_text(encoding="utf-8")
    stranger.page.goto(link.replace("/p/", "/s/").split("?")[0])
    at(stranger, 0)
    assert stranger.complaints == []
    stranger.page.close()
