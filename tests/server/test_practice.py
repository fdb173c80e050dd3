"""Playing on from a moment of a record: a table like any other, whose hand counts nowhere."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.server.client import seated
from tests.server.lobby import Someone, someone
from tests.server.process import ServerProcess
from tests.server.seated import Seated
from wuyi.bots import UnknownBot
from wuyi.engine.event import Answered, Event, Exhausted, HandStarted, Won
from wuyi.engine.frames import events_until, replay
from wuyi.engine.legal import acting
from wuyi.engine.record import Record, decode, encode, verify
from wuyi.engine.state import SEATS, fold
from wuyi.errors import RecordError
from wuyi.rules import Ruleset
from wuyi.server.community.bookkeeper import Bookkeeper
from wuyi.server.community.circles import Circles
from wuyi.server.community.records import Records
from wuyi.server.community.rooms import Rooms
from wuyi.server.config import Config
from wuyi.server.protocol import State, Ticket
from wuyi.server.refusal import Refusal
from wuyi.server.replay_words import NewPractice
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import Store
from wuyi.server.table.finished import finished_hands
from wuyi.server.table.happening import decode_log
from wuyi.server.table.pace import Pace
from wuyi.server.table.practice import practice_events
from wuyi.server.table.tables import Tables
from wuyi.server.words import HandSummary, Statistics
from wuyi.simulate.play import match_seed, play_match

pytestmark = pytest.mark.anyio

CONFIG = Config(database=Path("unused"), pace=Pace(think=0))


@cache
def played() -> tuple[Record, ...]:
    return tuple(play_match(Ruleset(hands=4), match_seed(7, 1), ("greedy",) * 4, "7-1"))


def wish(record: Record, at: int, seat: int = 0) -> NewPractice:
    return NewPractice(msgspec.json.decode(encode(record)), at, seat, name="Li")


def last(record: Record) -> int:
    """Its last frame but that of its end."""
    return len(replay(record, 0).frames) - 2


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[tuple[Tables, Records]]:
    """The tables and records of a server over `store`."""
    circles = Circles(store)
    records = Records(store, circles)
    tables = Tables(store, CONFIG)
    bookkeeper = Bookkeeper(records, Rooms(store, tables, records, circles))
    tables.open(bookkeeper)
    try:
        yield tables, records
    finally:
        await tables.close()
        await bookkeeper.close()


async def log_of(store: Store, match: str) -> list[Event]:
    stored = await store.load(match)
    assert stored is not None
    return decode_log(stored.log)


# --- the beginning ---------------------------------------------------------------------------


def test_from_every_moment_somebody_has_a_choice() -> None:
    """The events up to it, but no answers to the tile on the table; then what follows without a choice."""
    for record in played():
        for at in range(last(record) + 1):
            try:
                events = practice_events(record, at)
            except Refusal as refusal:
                assert refusal.reason == "hand_over"
                continue
            start, *rest = events
            assert isinstance(start, HandStarted) and start.wall == record.wall
            until = events_until(record, at)[1:]
            assert rest[: len(until)] == until
            assert not any(isinstance(event, Answered) for event in rest[len(until) :])
            state = fold(record.rules, events)
            assert acting(state) and not state.over


def test_nothing_is_proven_by_it() -> None:
    start = practice_events(played()[0], 3)[0]
    assert isinstance(start, HandStarted)
    assert (start.seed, start.commitment, start.secret, start.seeds) == ("", "", "", ())


def test_after_the_end_there_is_nothing_to_play() -> None:
    record = played()[0]
    with pytest.raises(Refusal, match="the hand is over"):
        practice_events(record, last(record) + 1)
    with pytest.raises(RecordError, match="no frame"):
        practice_events(record, last(record) + 2)


# --- a table ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
async def test_a_seat_is_played_on_to_the_end(seat: int) -> None:
    luck = random.Random(seat)
    for record in played()[:2]:
        at = luck.randrange(last(record) - 4)
        store = MemoryStore()
        async with opened(store) as (tables, _):
            ticket = await tables.practise(wish(record, at, seat), record)
            assert ticket.seat == seat
            session = await tables.session(ticket.match)
            begun = await log_of(store, ticket.match)
            person = Seated(session, seat)
            state = await person.state()
            names = [(player.name, player.bot) for player in state.players]
            assert names == [("Li", None) if each == seat else ("", "greedy") for each in SEATS]
            assert (state.proof.practice, state.proof.commitment, state.proof.next_commitment) == (
                True,
                "",
                "",
            )
            assert (state.ending, state.view.hand_number) == (True, record.hand)
            assert list(state.standing.scores) == list(record.before)
            session.detach(seat, person.outbox)
            end = await Seated(session, seat).play()
            assert end.standing.over and sum(end.standing.scores) == 0
            (made,) = [decode(line) for line in (await tables.records(ticket.match)).splitlines()]
        verify(made)
        assert made.format == 1 and made.seed == "" and made.wall == record.wall
        assert [made.start, *made.events][: len(begun)] == begun
        assert made.after == end.standing.scores


async def test_a_table_that_was_killed_goes_on_where_it_stood() -> None:
    record = played()[1]
    store = MemoryStore()
    shown: list[State] = []
    async with opened(store) as (tables, _):
        ticket = await tables.practise(wish(record, 20, 2), record)
    for _ in range(3):  # each time another server finds the table in the store
        async with opened(store) as (tables, _):
            person = Seated(await tables.session(ticket.match), 2)
            shown.append(await person.asked_or_over())
            if shown[-1].view.result is None:
                await person.do(shown[-1].legal[-1])
    async with opened(store) as (tables, _):
        end = await Seated(await tables.session(ticket.match), 2).play()
    assert end.standing.over and all(state.ending for state in shown)
    hands = finished_hands([msgspec.json.encode(event) for event in await log_of(store, ticket.match)])
    assert list(hands) == [record.hand] and isinstance(hands[record.hand][-1], (Won, Exhausted))


async def test_it_is_kept_and_counts_nowhere() -> None:
    store = MemoryStore()
    async with opened(store) as (tables, records):
        ticket = await tables.practise(wish(played()[0], 4, 1), played()[0], "li")
        await Seated(await tables.session(ticket.match), 1).play()
        while not (hands := await records.of("player", "li")):
            await asyncio.sleep(0.01)
        assert [hand.practice for hand in hands] == [True]
        assert hands[0].players == (None, "li", None, None)
        assert (await records.tally("li")).hands == 0
        assert (await records.get(hands[0].id, "li")).seed == ""
        assert await records.neighbours(hands[0].id) == (None, None)


async def test_an_unknown_computer_player() -> None:
    record = played()[0]
    asked = msgspec.structs.replace(wish(record, 4), bots=("greedy", "nobody", "greedy"))
    async with opened(MemoryStore()) as (tables, _):
        with pytest.raises(UnknownBot):
            await tables.practise(asked, record)


# --- over HTTP -------------------------------------------------------------------------------


@pytest.fixture
async def http(server: ServerProcess) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.address) as client:
        yield client


async def ask(http: httpx.AsyncClient, asked: NewPractice) -> httpx.Response:
    content = msgspec.json.encode(asked)
    return await http.post(
        "/api/matches/practice", content=content, headers={"content-type": "application/json"}
    )


async def test_what_is_refused(http: httpx.AsyncClient) -> None:
    record = played()[0]
    good = wish(record, 3)
    false = msgspec.structs.replace(record, after=(1, -1, 0, 0))
    for asked, status, reason in [
        (msgspec.structs.replace(good, record={}), 400, "bad_record"),
        (wish(false, 3), 400, "bad_record"),
        (wish(record, 10**6), 400, "bad_record"),
        (wish(record, -1), 400, "bad_record"),
        (wish(record, last(record) + 1), 400, "hand_over"),
        (wish(record, 3, 4), 400, "no_such_seat"),
        (msgspec.structs.replace(good, bots=("greedy", "greedy", "x")), 400, "unknown_bot"),
        (msgspec.structs.replace(good, name="x" * 200_000), 413, "too_large"),
    ]:
        answer = await ask(http, asked)
        assert (answer.status_code, answer.json()["reason"]) == (status, reason)


async def test_a_practice_hand_survives_kill_9(own_server: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=own_server.address) as http:
        li: Someone = await someone(http)
        ticket = await li.post("/api/matches/practice", Ticket, wish(played()[2], 12, 3))
    async with seated(own_server.address, ticket) as (player, state):
        state = await player.play(state, steps=2)
    own_server.restart()
    async with seated(own_server.address, ticket) as (player, again):
        assert again.view == state.view and again.proof.practice
        assert (await player.play(again)).standing.over
    async with httpx.AsyncClient(base_url=own_server.address) as http:
        li.http = http
        hands: list[HandSummary] = []
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(10):
                while not hands:
                    hands = await li.get("/api/players/me/records", list[HandSummary])
        assert [hand.practice for hand in hands] == [True]
        assert (await li.get("/api/players/me/statistics", Statistics)).hands == 0
        shown = await li.ask("GET", f"/api/records/{hands[0].id}/replay")
        assert shown.status_code == 200
