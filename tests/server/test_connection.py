"""One socket without a network: what happens around the greeting, and to a reader that is too slow."""

import asyncio
import json
from pathlib import Path

import msgspec
import pytest

from tests.server.stores import FailingStore
from wuyi.server.config import Config
from wuyi.server.connection import serve
from wuyi.server.protocol import Close, Hello, NewMatch, Ping
from wuyi.server.session import Pace
from wuyi.server.store.memory import MemoryStore
from wuyi.server.tables import Tables

pytestmark = pytest.mark.anyio

CONFIG = Config(database=Path("unused"), pace=Pace(think=0), hello_seconds=0.05, outbox=4)


class Wire:
    """A channel in memory. `stuck`: whatever is sent never arrives."""

    def __init__(self, stuck: bool = False) -> None:
        self.incoming: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.sent: list[dict[str, object]] = []
        self.code: int | None = None
        self.stuck = stuck

    async def receive(self) -> str | bytes | None:
        return await self.incoming.get()

    async def send(self, message: bytes) -> None:
        if self.stuck:
            await asyncio.Event().wait()
        self.sent.append(json.loads(message))

    async def close(self, code: int) -> None:
        self.code = code

    def say(self, message: msgspec.Struct | None) -> None:
        self.incoming.put_nowait(None if message is None else msgspec.json.encode(message))


async def test_silence_is_not_waited_for() -> None:
    tables = Tables(MemoryStore(), CONFIG)
    wire = Wire()
    async with asyncio.timeout(5):
        await serve(wire, "any", tables, CONFIG)
    assert (wire.sent[0]["reason"], wire.code) == ("too_late", Close.NO_HELLO)


async def test_gone_before_hello() -> None:
    wire = Wire()
    wire.say(None)
    await serve(wire, "any", Tables(MemoryStore(), CONFIG), CONFIG)
    assert wire.sent == [] and wire.code is None


async def test_gone_after_hello() -> None:
    tables = Tables(MemoryStore(), CONFIG)
    ticket = await tables.create(NewMatch())
    wire = Wire()
    wire.say(Hello(ticket.token))
    wire.say(Ping(1.5))
    wire.say(None)
    async with asyncio.timeout(5):
        await serve(wire, ticket.match, tables, CONFIG)
    assert wire.sent[0]["type"] == "state" and wire.sent[0]["events"] == []
    assert (await tables.session(ticket.match)).idle
    await tables.close()


async def test_a_store_that_fails_at_the_greeting() -> None:
    store = FailingStore()
    tables = Tables(store, CONFIG)
    ticket = await tables.create(NewMatch())
    store.broken = True
    wire = Wire()
    wire.say(Hello(ticket.token))
    await serve(wire, ticket.match, tables, CONFIG)
    assert (wire.sent[0]["reason"], wire.code) == ("unavailable", 1011)


async def test_a_reader_that_does_not_read_is_closed_while_the_table_goes_on() -> None:
    tables = Tables(MemoryStore(), CONFIG)
    ticket = await tables.create(NewMatch())
    asleep = Wire(stuck=True)
    asleep.say(Hello(ticket.token))
    sleeping = asyncio.create_task(serve(asleep, ticket.match, tables, CONFIG))
    awake = Wire()
    awake.say(Hello(ticket.token))
    playing = asyncio.create_task(serve(awake, ticket.match, tables, CONFIG))
    async with asyncio.timeout(10):
        answered = -1
        while asleep.code is None:
            await asyncio.sleep(0)
            state = awake.sent[-1] if awake.sent else {}
            if state.get("legal") and state["seq"] != answered:
                answered = int(str(state["seq"]))
                legal = state["legal"]
                assert isinstance(legal, list)
                text = json.dumps({"type": "act", "seq": answered, "action": legal[-1]})
                awake.incoming.put_nowait(text)
        await sleeping
    assert asleep.code == Close.SLOW and asleep.sent == []
    awake.say(None)
    await playing
    await tables.close()
