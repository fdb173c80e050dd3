"""All tables of a server: made, loaded once, let go when idle, back when asked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest

from tests.server.box import Box
from tests.server.stores import FailingStore
from wuyi.bots import UnknownBot
from wuyi.errors import RulesError
from wuyi.server.config import Config
from wuyi.server.http.app import create_app
from wuyi.server.protocol import NewMatch
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import Store, StoreError
from wuyi.server.table.pace import Pace
from wuyi.server.table.tables import Tables

pytestmark = pytest.mark.anyio

CONFIG = Config(database=Path("unused"), pace=Pace(think=0), idle_seconds=0.05)


@asynccontextmanager
async def opened(store: Store, config: Config = CONFIG) -> AsyncIterator[Tables]:
    tables = Tables(store, config)
    tables.open()
    try:
        yield tables
    finally:
        await tables.close()


async def test_a_table_is_loaded_once_however_many_ask() -> None:
    async with opened(MemoryStore(), msgspec.structs.replace(CONFIG, idle_seconds=900)) as tables:
        ticket = await tables.create(NewMatch())
        sessions = await asyncio.gather(*(tables.session(ticket.match) for _ in range(10)))
        assert len(set(map(id, sessions))) == 1 and len(tables) == 1


async def test_an_idle_table_is_let_go_and_comes_back_the_same() -> None:
    async with opened(MemoryStore()) as tables:
        ticket = await tables.create(NewMatch())
        before = await tables.summary(ticket.match)
        first = await tables.session(ticket.match)
        async with asyncio.timeout(5):
            while len(tables):
                await asyncio.sleep(0.02)
        assert await tables.summary(ticket.match) == before
        assert await tables.session(ticket.match) is not first


async def test_a_table_with_somebody_at_it_stays() -> None:
    async with opened(MemoryStore()) as tables:
        ticket = await tables.create(NewMatch())
        session = await tables.session(ticket.match)
        outbox = Box(10)
        session.attach(0, outbox)
        await asyncio.sleep(0.2)
        assert len(tables) == 1
        session.detach(0, outbox)
        async with asyncio.timeout(5):
            while len(tables):
                await asyncio.sleep(0.02)


async def test_wishes_that_cannot_be_met() -> None:
    async with opened(MemoryStore()) as tables:
        with pytest.raises(RulesError):
            await tables.create(NewMatch(rules={"hands": 5}))
        with pytest.raises(UnknownBot):
            await tables.create(NewMatch(bots=("greedy", "greedy", "nobody")))
        with pytest.raises(Refusal) as refused:
            await tables.session("nothing")
        assert refused.value.reason == "unknown_match"


@pytest.mark.parametrize("header", [b"", b"{}", b'{"version": 99}'])
async def test_a_header_this_version_cannot_read(header: bytes) -> None:
    store = MemoryStore()
    await store.create("a", header, {}, [])
    async with opened(store) as tables:
        with pytest.raises(StoreError, match="header"):
            await tables.session("a")


async def test_a_log_this_version_cannot_read() -> None:
    store = MemoryStore()
    async with opened(store) as tables:
        ticket = await tables.create(NewMatch())
        stored = await store.load(ticket.match)
        assert stored is not None
        await store.append(ticket.match, len(stored.log), [b'{"type": "flown_away"}'])
        with pytest.raises(StoreError, match="log cannot be read"):
            await tables.session(ticket.match)


async def test_a_store_that_fails_is_said_so_over_http() -> None:
    store = FailingStore()
    transport = httpx.ASGITransport(cast(Any, create_app(store, CONFIG)))
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
        assert (await http.get("/healthz")).status_code == 200
        store.broken = True
        for answer in (await http.get("/healthz"), await http.post("/api/matches", json={})):
            assert answer.status_code == 503
            assert answer.json() == {"reason": "unavailable", "detail": "the store failed"}
