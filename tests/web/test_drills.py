"""Drills and the review of a replay in a browser."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec
import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.server.reviewed import made_up
from tests.web.sizes import SIZES, is_not_too_wide, open_at
from tests.web.table import Table
from tools.picture_scenes import lay_friends, lay_review
from wuyi.drills.cards import ChoiceCard, discards
from wuyi.engine.action import Chow, Discard
from wuyi.server.drill_words import DailyDrill

pytestmark = pytest.mark.browser


def answer(table: Table, card: ChoiceCard, right: bool) -> None:
    """Do what is right, or something else."""
    expect(table.at("drill-remaining")).to_have_text(str(card.view.remaining))
    may = discards(card.view) or [option.action for option in card.decision.options]
    action = next(action for action in may if (action in card.best) == right)
    if isinstance(action, Discard):
        table.page.locator(f"[data-testid=drill-tile][data-tile='{action.tile}']").first.click()
        table.at("drill-throw").click()
    else:
        key = ["chow", *action.tiles] if isinstance(action, Chow) else [action.__struct_config__.tag]
        table.page.locator(f"[data-claim='{' '.join(map(str, key))}']").click()


@pytest.mark.parametrize("size", SIZES)
def test_today_s_five(table: Table, server: ServerProcess, size: str) -> None:
    """From the start screen through all five, one of them wrong; what was answered stays so."""
    language = open_at(table, size)
    today = msgspec.json.decode(httpx.get(f"{server.address}/api/drills/daily").content, type=DailyDrill)
    table.page.goto(server.address)
    table.at("drills").click()
    table.at("drill-daily").click()
    for number, card in enumerate(today.cards):
        expect(table.at("drill-card")).to_have_attribute("data-card", card.id)
        table.speaks_only(language)
        is_not_too_wide(table)
        if isinstance(card, ChoiceCard):
            answer(table, card, right=number > 0)
            expect(table.at("drill-lines").locator(".best")).to_have_count(len(card.best))
        else:
            assert card.figure.win is not None
            table.page.locator(f"[data-fan='{card.figure.win.fan}']").click()
            lines = table.at("fan-lines").locator("li")
            expect(lines).to_have_count(len(card.figure.win.fans) + 1)
        right = "false" if number == 0 else "true"
        expect(table.at("drill-verdict")).to_have_attribute("data-right", right)
        table.speaks_only(language)
        is_not_too_wide(table)
        table.at("drill-next").click()
    expect(table.at("drill-end")).to_be_visible()
    table.page.reload()
    expect(table.at("drill-daily").locator(".right")).to_have_count(len(today.cards) - 1)
    expect(table.at("drill-daily").locator(".wrong")).to_have_count(1)
    expect(table.at("drill-streak").locator("b")).to_contain_text("1")


async def play_an_evening(database: Path) -> str:
    """Who has played an evening, one hand of which was reviewed, as the page keeps it."""
    friends = await lay_friends(database, "zh")
    await lay_review(database, friends.me, "evening-zh:1", made_up)
    return msgspec.json.encode(friends.me).decode()


def test_own_hands_and_their_review(table: Table, tmp_path: Path) -> None:
    """A card of one's own leads to its hand; a reviewed hand has marks, moments and a dot in time."""
    database = tmp_path / "wuyi.db"
    with ThreadPoolExecutor() as pool:
        evening = pool.submit(asyncio.run, play_an_evening(database)).result()
    with ServerProcess(database) as server:
        table.page.add_init_script(f"localStorage.setItem('wuyi.guest', {json.dumps(evening)})")
        table.settings()
        table.page.goto(f"{server.address}/d")
        table.at("drill-own").click()
        while table.at("drill-card").get_attribute("data-phase") != "turn":
            table.page.locator("[data-testid=drill-fan], [data-testid=drill-claim]").first.click()
            table.at("drill-next").click()
        table.at("drill-tile").first.click()
        table.at("drill-tile").first.click()
        table.at("drill-replay").click()
        expect(table.at("replay-page")).to_have_attribute("data-at", re.compile(r"[1-9]\d*"))

        table.page.goto(f"{server.address}/p?record=evening-zh:1&seat=0")
        table.at("review").click()
        expect(table.at("review-card")).to_be_visible()
        assert 1 <= table.at("review-moment").count() <= 3
        table.speaks_only("zh")
        table.page.keyboard.press("Escape")
        table.at("loss-after").click()
        before = int(table.at("replay-page").get_attribute("data-at") or 0)
        assert before > 0 and table.page.locator(".rail .loss").count() >= 1
        table.at("review-say").click()
        expect(table.at("review-decision").locator(".best")).to_have_count(1)
        table.speaks_only("zh")
        table.page.keyboard.press("Escape")
        table.at("review-close").click()
        expect(table.at("review-strip")).to_have_count(0)
        table.at("back").click()
        table.at("records-part").locator("label").nth(1).click()
        expect(table.at("accuracy").locator(".picture button")).to_have_count(1)
