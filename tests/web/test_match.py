"""A match in a real browser, by clicking, at the three sizes."""

import json

import httpx
import pytest

from tests.server.process import ServerProcess
from tests.web.prepared import sit_before_the_last_hand
from tests.web.table import Table

pytestmark = pytest.mark.browser

SIZES = {"phone on its side": (844, 390, "en"), "desktop": (1280, 800, "zh")}


def play_to_the_end(table: Table, language: str) -> int:
    """Look at each kind of screen that comes, and add the scores up; how many hands have ended."""
    seen: set[str] = set()
    hands = 0

    def check(what: str) -> None:
        nonlocal hands
        hands += what == "next-hand"
        if what not in seen:
            seen.add(what)
            table.speaks_only(language)
            if what != "final":
                table.fits()

    table.play(check)
    assert {"discard", "next-hand", "final"} <= seen
    scores = table.at("final-standing").locator(".standing b").all_inner_texts()
    assert len(scores) == 4
    assert sum(int(score.replace("−", "-").replace("+", "") or 0) for score in scores) == 0
    return hands


def test_a_whole_match(table: Table, server: ServerProcess) -> None:
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.settings()
    table.start(server.address)
    match = table.page.evaluate("JSON.parse(localStorage['wuyi.ticket']).match")
    assert play_to_the_end(table, "zh") == 4
    records = httpx.get(f"{server.address}/api/matches/{match}/records").text.splitlines()
    given = [json.loads(record)["seeds"] for record in records]
    assert [[bool(seed) for seed in seeds] for seeds in given] == 4 * [[True, False, False, False]]


@pytest.mark.parametrize("size", SIZES)
def test_the_last_hand_of_a_match(table: Table, server: ServerProcess, size: str) -> None:
    """The same screens at the other sizes, from the settlement of the hand before on."""
    width, height, language = SIZES[size]
    table.page.set_viewport_size({"width": width, "height": height})
    table.settings(language=language)
    sit_before_the_last_hand(table.page, server.address)
    assert play_to_the_end(table, language) == 2


def test_select_then_confirm(table: Table, server: ServerProcess) -> None:
    """The first tap raises a tile and discards nothing; the second discards it."""
    table.settings()
    table.start(server.address)
    while table.what_now() != "discard":
        table.do(table.what_now())
    before = table.look()
    tile = table.at("hand-tile").first
    tile.click()
    assert tile.get_attribute("aria-pressed") == "true"
    assert table.look() == before
    name = tile.get_attribute("data-tile")
    tile.click(delay=150)  # two touches closer than an unsteady finger's would be one
    table.page.wait_for_function("before => Number(document.body.dataset.seq) !== before", arg=before[0])
    after = [one.rstrip("*") for one in table.tiles()]
    assert after.count(str(name)) <= [one.rstrip("*") for one in before[1]].count(str(name))


def test_the_language_is_switched_and_kept(table: Table, server: ServerProcess) -> None:
    table.settings()
    table.page.goto(server.address)
    table.speaks_only("zh")
    table.at("language").click()
    table.speaks_only("en")
    table.start(server.address)
    table.speaks_only("en")
    table.page.reload()
    assert table.what_now()
    table.speaks_only("en")
