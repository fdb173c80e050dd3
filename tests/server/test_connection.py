"""One socket without a network: what happens around the greeting, and to a reader that is too slow."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server import seated
from tests.server.stores import FailingStore
from tests.walls import wall
from wuyi.engine.action import Discard, Pung
from wuyi.server.config import Config
from wuyi.server.protocol import Act, Close, Hello, Look, NewMatch, Ping, Ready, Say, Watch
from wuyi.server.sockets.connection import serve
from wuyi.server.store.memory import MemoryStore
from wuyi.server.table.pace import Pace
from wuyi.server.table.tables import Tables

pytestmark = pytest.mark.anyio

CONFIG = Config(database=Path("unused"), pace=Pace(think=0), hello_seconds=0.05)

# Seat 0 deals and throws 5m, which seat 2 may pung.
START = wall(turned="9s", hands={2: "55m"}, draws="5m", dealer=0)


class Wire:
    """A channel in memory, served by `task`. code: with which it was ended."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        self.code: int | None = None
        self.closing = self.ending = False
        self.task: asyncio.Task[None] | None = None
        self._code = 0

    async def receive(self) -> str | bytes | None:
        return None if self.closing else await self.incoming.get()

    def put(self, message: bytes) -> None:
        if not self.closing:
            self.sent.append(json.loads(message))

    def close(self, code: int = Close.SLOW) -> None:
        self.closing = True
        self._code = self._code or code
        if self.task is not None:
            self.task.cancel()

    async def listen(self, hear: Callable[[str | bytes], None]) -> None:
        while (message := await self.receive()) is not None:
            hear(message)

    async def end(self) -> None:
        if self.closing:
            self.code = self._code

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message of that kind, as soon as it is there."""
        while not (found := [message for message in self.sent if wanted(message)]):
            await asyncio.sleep(0.001)
        return found[0]

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


async def test_who_has_missed_something_looks_again() -> None:
    tables = Tables(MemoryStore(), CONFIG)
    ticket = await tables.create(NewMatch())
    wire = Wire()
    wire.say(Hello(ticket.token))
    wire.say(Look())
    wire.say(None)
    async with asyncio.timeout(5):
        await serve(wire, ticket.match, tables, CONFIG)
    first, again = (message for message in wire.sent if message["type"] == "state")
    assert again["view"] == first["view"] or again["seq"] > first["seq"]
    assert again["events"] == [] and again["history"]
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


async def test_a_socket_that_is_closed_leaves_the_table() -> None:
    tables = Tables(MemoryStore(), CONFIG)
    ticket = await tables.create(NewMatch())
    wire = Wire()
    wire.say(Hello(ticket.token))
    wire.task = asyncio.create_task(serve(wire, ticket.match, tables, CONFIG))
    async with asyncio.timeout(5):
        await wire.until(lambda message: message["type"] == "state")
        wire.close()
        await wire.task
    assert wire.code == Close.SLOW and (await tables.session(ticket.match)).idle
    await tables.close()


# --- several people, and spectators ------------------------------------------------------------


async def test_a_socket_goes_on_while_its_answer_waits_for_the_window() -> None:
    store = MemoryStore()
    await seated.create(store, seated.header_of(), START)
    tables = Tables(store, Config(database=Path("unused"), pace=Pace(window=0.2)))
    wires = [Wire() for _ in range(4)]
    for seat, wire in enumerate(wires):
        wire.say(Hello(f"token {seat}"))
    async with asyncio.timeout(10), asyncio.TaskGroup() as sockets:
        for wire in wires:
            sockets.create_task(serve(wire, "t", tables, CONFIG))
        state = await wires[0].until(lambda message: bool(message.get("legal")))
        wires[0].say(Act(state["seq"], Discard(0, "5m")))
        claim = await wires[2].until(lambda message: bool(message.get("legal")))
        wires[2].say(Act(claim["seq"], Pung(2)))
        wires[2].say(Ping(2.5))
        wires[2].say(Say("tea"))
        await wires[2].until(lambda message: message["type"] == "pong")
        said = await wires[1].until(lambda message: message["type"] == "said")
        assert said == {"type": "said", "seat": 2, "phrase": "tea"}
        turn = await wires[3].until(lambda message: bool(message.get("events")) and _turn(message) == 2)
        assert [event["type"] for event in turn["events"]] == ["claimed"]
        for wire in wires:
            wire.say(None)
    await tables.close()


def _turn(message: dict[str, Any]) -> int | None:
    turn: int | None = message["view"].get("turn")
    return turn


async def test_a_spectator_may_look_and_no_more() -> None:
    store = MemoryStore()
    await seated.create(store, seated.header_of(spectators=True), START)
    tables = Tables(store, Config(database=Path("unused"), pace=Pace(delay=0.1)))
    wire = Wire()
    wire.say(Watch())
    wire.say(Ready())
    wire.say(Ping(1.0))
    async with asyncio.timeout(10), asyncio.TaskGroup() as sockets:
        sockets.create_task(serve(wire, "t", tables, CONFIG))
        state = await wire.until(lambda message: message["type"] == "state")
        assert state["view"]["seat"] is None and state["view"]["hand"] == []
        refused = await wire.until(lambda message: message["type"] == "refused")
        assert refused["reason"] == "bad_message"
        await wire.until(lambda message: message["type"] == "pong")
        wire.say(None)
    assert (await tables.session("t")).idle
    await tables.close()


async def test_a_table_that_is_not_to_be_watched() -> None:
    tables = Tables(MemoryStore(), CONFIG)
    ticket = await tables.create(NewMatch())
    wire = Wire()
    wire.say(Watch())
    await serve(wire, ticket.match, tables, CONFIG)
    assert (wire.sent[0]["reason"], wire.code) == ("no_spectators", Close.UNKNOWN_TOKEN)
    await tables.close()
