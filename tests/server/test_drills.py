"""Drills over HTTP: today's, those to practise, and those of one's own hands."""

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest

from tests.server.lobby import someone
from wuyi.drills.cards import Card, ChoiceCard
from wuyi.drills.pool import daily
from wuyi.rules import Ruleset
from wuyi.server.community.circles import Circles
from wuyi.server.community.records import Records
from wuyi.server.config import Config
from wuyi.server.drill_words import DailyDrill, OwnDrill
from wuyi.server.http.app import create_litestar
from wuyi.server.http.drills import CHINA, OWN_HANDS
from wuyi.server.store.memory import MemoryStore
from wuyi.server.table.header import Header
from wuyi.simulate.play import match_seed, play_match

pytestmark = pytest.mark.anyio

Cards = tuple[Card, ...]


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
async def http(store: MemoryStore) -> AsyncIterator[httpx.AsyncClient]:
    app = create_litestar(store, Config(database=Path("unused")))
    transport = httpx.ASGITransport(cast(Any, app))
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
        yield client


async def an_evening(store: MemoryStore, player: str, *, seat: int, hands: int = 8) -> None:
    """A match of this player against computer players, kept."""
    rules = Ruleset(hands=cast(Any, hands))
    players = tuple([player if each == seat else None for each in range(4)])
    names = tuple(["Li" if each == seat else "value" for each in range(4)])
    header = Header(
        rules=rules,
        names=cast(Any, names),
        bots=cast(Any, tuple([None if each == seat else "value" for each in range(4)])),
        seed=bytes(32).hex(),
        players=cast(Any, players),
    )
    records = Records(store, Circles(store))
    for record in play_match(rules, match_seed(3, 1), ("greedy",) * 4, "table"):
        await records.keep("table", header, record)


async def test_the_day_is_china_s(http: httpx.AsyncClient) -> None:
    before = datetime.now(CHINA).date()
    answer = await http.get("/api/drills/daily")
    drill = msgspec.json.decode(answer.content, type=DailyDrill)
    day = datetime.fromisoformat(drill.day).date()
    assert before <= day <= datetime.now(CHINA).date()
    assert drill.cards == daily(day)
    ends = datetime.fromtimestamp(drill.ends, CHINA)
    assert (ends.hour, ends.minute, (ends.date() - day).days) == (0, 0, 1)
    assert (await http.get("/api/drills/daily")).content == answer.content


async def test_practice_is_bounded(http: httpx.AsyncClient) -> None:
    answer = await http.get("/api/drills/practice?kind=throw&seed=7&page=3")
    cards = msgspec.json.decode(answer.content, type=Cards)
    assert len(cards) == 5 and all(isinstance(card, ChoiceCard) for card in cards)
    for asked in ("seed=-1", f"seed={2**32}", "page=-1", "page=100000", "kind=tile", "seed=x"):
        refused = await http.get(f"/api/drills/practice?{asked}")
        assert (refused.status_code, refused.json()["reason"]) == (400, "bad_message"), asked


async def test_one_s_own_hands(http: httpx.AsyncClient, store: MemoryStore) -> None:
    """All of them, some at a time, from the own seat; nobody else's."""
    li, mo = await someone(http), await someone(http, "Mo")
    await an_evening(store, li.id, seat=2)
    drills = [await li.get("/api/drills/own", OwnDrill)]
    while drills[-1].before is not None:
        drills.append(await li.get(f"/api/drills/own?before={drills[-1].before}", OwnDrill))
    assert sum(drill.hands for drill in drills) == 8 and drills[0].hands == OWN_HANDS
    cards = [card for drill in drills for card in drill.cards]
    assert cards and all(card.seat == 2 and card.record is not None for card in cards)
    assert [card for card in cards if isinstance(card, ChoiceCard) and card.taken is not None]
    assert await mo.get("/api/drills/own", OwnDrill) == OwnDrill(0, None, ())
    assert (await http.get("/api/drills/own")).status_code == 401
    assert await li.get("/api/drills/own?before=nothing:1", OwnDrill) == OwnDrill(0, None, ())
