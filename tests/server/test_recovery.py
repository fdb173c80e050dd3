"""What a server leaves half done when it dies, or when its store fails, another finishes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from tests.server.box import Box
from tests.server.seated import Seated
from wuyi.rules import Ruleset
from wuyi.server import words
from wuyi.server.community import room
from wuyi.server.community import rooms as module
from wuyi.server.community.bookkeeper import Bookkeeper
from wuyi.server.community.circles import Circles
from wuyi.server.community.people import People, Player
from wuyi.server.community.records import Records
from wuyi.server.community.rooms import Rooms, code_of
from wuyi.server.community.shelf import Shelf
from wuyi.server.config import Config
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import Store, StoreError, Write
from wuyi.server.table.happening import Stamped, decode_entries
from wuyi.server.table.pace import Pace
from wuyi.server.table.tables import Tables
from wuyi.server.words import RoomOptions

pytestmark = pytest.mark.anyio

CONFIG = Config(database=Path("unused"), pace=Pace(think=0, window=0, settle=0, absent=0.05, together=0))
QUICK = Ruleset(hands=4, min_fan=0, half_flush_required=False)
LI, SI = (Player(id=name.lower(), name=name, created=0) for name in ("Li", "Si"))


@dataclass
class Server:
    tables: Tables
    records: Records
    rooms: Rooms


@asynccontextmanager
async def running(store: Store, *, shared: bool = False, hooks: bool = True) -> AsyncIterator[Server]:
    """A server over `store`. hooks: it lives to see what follows from the end of a hand."""
    circles = Circles(store)
    records = Records(store, circles)
    tables = Tables(store, CONFIG, People(store))
    rooms = Rooms(store, tables, records, circles, shared=shared)
    bookkeeper = Bookkeeper(records, rooms)
    tables.open(bookkeeper if hooks else None)
    rooms.open()
    try:
        yield Server(tables, records, rooms)
    finally:
        await rooms.close()
        await tables.close()
        await bookkeeper.close()


async def full_room(rooms: Rooms) -> str:
    """The code of a room of Li and three computer players."""
    made = await rooms.create(LI, RoomOptions(rules=QUICK, clock=0))
    for seat in (1, 2, 3):
        await rooms.change(made.code, lambda before, seat=seat: room.set_bot(before, "li", seat, "random"))  # type: ignore[misc]
    return made.code


async def until_gathering(rooms: Rooms, code: str) -> words.Room:
    async with asyncio.timeout(60):
        while (shown := await rooms.get(code, "li")).phase != "gathering":
            await asyncio.sleep(0.02)
    return shown


async def test_a_match_ends_and_the_room_gathers(store: Store) -> None:
    async with running(store) as server:
        code = await full_room(server.rooms)
        outbox = Box(1000)
        await server.rooms.attach(code, "li", outbox)
        started = await server.rooms.start(code, "li")
        assert started.match is not None
        luck = (await server.tables.session(started.match)).header.seed
        await server.tables.leave(started.match, "li")
        after = await until_gathering(server.rooms, code)
        assert [(total.player, total.hands) for total in after.totals] == [("li", 4)]
        assert (await server.records.tally("li")).hands == 4
        # Told of every change and every hand, and never of what the deals follow from.
        told: list[words.Room] = []
        while not told or told[-1].version < after.version:
            message = await outbox.get()
            assert luck not in message.decode()
            told.append(msgspec.json.decode(message, type=words.Room))
        assert {one.totals[0].hands for one in told if one.totals} == {1, 2, 3, 4}
        assert [one.version for one in told] == sorted(one.version for one in told)


async def finished(store: Store, table: str) -> bool:
    stored = await store.load(table)
    assert stored is not None
    return stored.finished


async def test_a_server_that_died_before_it_told_the_room(store: Store) -> None:
    async with running(store, hooks=False) as server:
        code = await full_room(server.rooms)
        started = await server.rooms.start(code, "li")
        assert started.match is not None
        await server.tables.leave(started.match, "li")
        async with asyncio.timeout(60):
            while not await finished(store, started.match):
                await asyncio.sleep(0.02)
        assert (await server.rooms.get(code, "li")).phase == "playing"
    async with running(store) as server:
        after = await until_gathering(server.rooms, code)
        assert [(total.player, total.hands) for total in after.totals] == [("li", 4)]
        assert (await server.records.tally("li")).hands == 4


async def test_a_server_that_died_before_it_made_the_table() -> None:
    class Dying(MemoryStore):
        dead = False

        async def create(self, *arguments: object, **more: object) -> None:
            if self.dead:
                raise StoreError("gone")
            await super().create(*arguments, **more)  # type: ignore[arg-type]

    store = Dying()
    async with running(store) as server:
        code = await full_room(server.rooms)
        store.dead = True
        with pytest.raises(StoreError):
            await server.rooms.start(code, "li")
    store.dead = False
    async with running(store) as server:
        again = await server.rooms.get(code, "li")
        assert again.match is not None and not await finished(store, again.match)
        session = await server.tables.session(again.match)
        assert session.header.players == ("li", None, None, None)


async def test_a_store_that_fails_for_a_while_loses_no_hand() -> None:
    class Failing(MemoryStore):
        failures = 3

        async def put_documents(self, *writes: Write) -> None:
            if self.failures and any(write.kind == "record" for write in writes):
                self.failures -= 1
                raise StoreError("away")
            await super().put_documents(*writes)

    async with running(Failing()) as server:
        code = await full_room(server.rooms)
        started = await server.rooms.start(code, "li")
        assert started.match is not None
        await server.tables.leave(started.match, "li")
        assert (await until_gathering(server.rooms, code)).totals[0].hands == 4


async def test_who_leaves_the_room_is_played_by_the_machine() -> None:
    async with running(MemoryStore()) as server:
        code = await full_room(server.rooms)
        await server.rooms.join(code, SI)
        started = await server.rooms.start(code, "li")
        assert started.match is not None
        await server.rooms.leave(code, "li")
        session = await server.tables.session(started.match)
        seat = Seated(session, 0)
        assert (await seat.state()).seats_state[0].auto
        seat.go()
        async with asyncio.timeout(60):
            while (shown := await server.rooms.get(code, "si")).phase != "gathering":
                await asyncio.sleep(0.02)
        assert shown.host == "si" and shown.places[0] == room.EMPTY


async def test_a_table_is_made_as_the_room_has_decided() -> None:
    store = MemoryStore()
    async with running(store) as server:
        made = await server.rooms.create(LI, RoomOptions(rules=QUICK, clock=8, bank=30, spectators=True))
        for seat in (1, 2, 3):
            await server.rooms.change(
                made.code,
                lambda before, seat=seat: room.set_bot(before, "li", seat, "random"),  # type: ignore[misc]
            )
        started = await server.rooms.start(made.code, "li")
        assert started.match is not None
        header = (await server.tables.session(started.match)).header
        assert (header.rules, header.clock, header.bank, header.spectators) == (QUICK, 8, 30, True)
        assert header.names == ("Li", "random", "random", "random")
        assert header.players == ("li", None, None, None)
        stored = await store.load(started.match)
        assert stored is not None and isinstance(decode_entries(stored.log)[0], Stamped)


# --- several servers -------------------------------------------------------------------------


async def test_another_server_tells_what_this_one_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.02)
    store = MemoryStore()
    async with running(store, shared=True) as one, running(store, shared=True) as two:
        made = await one.rooms.create(LI, RoomOptions())
        outbox = Box(10)
        await two.rooms.attach(made.code, "li", outbox)
        first = msgspec.json.decode(await outbox.get(), type=words.Room)
        assert first == made
        changed = await one.rooms.join(made.code, SI)
        async with asyncio.timeout(5):
            assert msgspec.json.decode(await outbox.get(), type=words.Room) == changed
        two.rooms.detach(made.code, outbox)


async def test_changes_at_once_are_all_made(store: Store) -> None:
    async with running(store) as one, running(store) as two:
        made = await one.rooms.create(LI, RoomOptions())
        people = [Player(id=f"p{number}", name="P", created=0) for number in range(12)]
        await asyncio.gather(
            *((one, two)[number % 2].rooms.join(made.code, person) for number, person in enumerate(people))
        )
        shown = await one.rooms.get(made.code, "li")
        assert len({place.player for place in shown.places}) + len(shown.guests) == 13


# --- codes -----------------------------------------------------------------------------------


async def test_a_code_is_given_again_only_when_its_room_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter([0, 0, 1, 0])
    monkeypatch.setattr("wuyi.server.community.rooms.secrets.randbelow", lambda _: next(codes))
    async with running(MemoryStore()) as server:
        first = await server.rooms.create(LI, RoomOptions())
        second = await server.rooms.create(SI, RoomOptions())
        assert (first.code, second.code) == ("100000", "100001")
        await server.rooms.leave(first.code, "li")
        third = await server.rooms.create(SI, RoomOptions())
        assert third.code == "100000" and third.version > first.version
        with pytest.raises(Refusal) as refused:
            await server.rooms.get(third.code, "li")
        assert refused.value.reason == "not_member"


async def test_what_comes_late_from_an_old_room_does_not_touch_the_new_one() -> None:
    store = MemoryStore()
    async with running(store) as server:
        code = await full_room(server.rooms)
        started = await server.rooms.start(code, "li")
        kept = await Shelf(store, "room", room.Room).get(code)
        assert kept is not None and started.match is not None
        await server.rooms.match_over(f"{code_of(kept.value.id)}-another", started.match)
        assert (await server.rooms.get(code, "li")).phase == "playing"


async def test_a_forgotten_room_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(MemoryStore()) as server:
        made = await server.rooms.create(LI, RoomOptions(public=True))
        assert len(await server.rooms.open_rooms()) == 1
        monkeypatch.setattr(module, "_FRESH_SECONDS", -1)
        assert await server.rooms.open_rooms() == ()
        assert len(await server.rooms.of("li")) == 1
        monkeypatch.setattr(module, "_FORGOTTEN_SECONDS", -1)
        assert await server.rooms.of("li") == []
        with pytest.raises(Refusal) as refused:
            await server.rooms.join(made.code, SI)
        assert refused.value.reason == "unknown_room"
