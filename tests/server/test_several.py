"""Several people at one table."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.server.client import simple_choice
from tests.server.seated import (
    Seated,
    all_play,
    create,
    entries_of,
    header_of,
    opened,
    refused,
    sit_down,
    table,
)
from tests.server.warp import BACKEND
from wuyi.engine.event import HandStarted
from wuyi.engine.record import Record, verify
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.table.happening import TakenBack, TakenOver
from wuyi.server.table.header import Header
from wuyi.server.table.pace import Pace
from wuyi.server.table.sitting import Sitting

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, Mapping[str, Any]]:
    return BACKEND


class Notes:
    """Hooks that remember."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.over = 0

    def hand_over(self, table: str, header: Header, record: Record) -> None:
        self.records.append(record)

    def match_over(self, table: str, header: Header) -> None:
        self.over += 1


@pytest.mark.parametrize("window", [0.0, 0.9])
@pytest.mark.parametrize("clock", [0, 8])
@pytest.mark.parametrize("bots", [(None, None, None, None), (None, "greedy", None, "random")])
async def test_a_whole_match(window: float, clock: int, bots: Any) -> None:
    store, notes = MemoryStore(), Notes()
    header = header_of(bots, clock=clock)
    await create(store, header)
    async with opened(store, Pace(window=window), notes) as session:
        states = await all_play(sit_down(session))
        sitting = session._sitting
    assert all(state.standing == states[0].standing for state in states)
    assert sum(states[0].standing.scores) == 0 and len(states[0].standing.results) == 4
    assert [record.hand for record in notes.records] == [1, 2, 3, 4] and notes.over == 1
    for record in notes.records:
        verify(record)
    folded = Sitting.fold(header, await entries_of(store))
    assert lasting(folded) == lasting(sitting)
    stored = await store.load("t")
    assert stored is not None and stored.finished


def lasting(sitting: Sitting) -> dict[str, Any]:
    """Everything a sitting is, comparable."""
    clock = sitting.clock
    return {
        "at": sitting.at if clock else 0,
        "auto": sitting.auto,
        "ballot": sitting.ballot,
        "paused": sitting.paused_since,
        "ending": sitting.ending,
        "seeds": sitting.seeds,
        "events": sitting.match.events,
        "results": sitting.match.results,
        "clock": clock and (clock.banks, clock.turn, clock.deadline),
    }


async def test_each_key_opens_its_seat() -> None:
    async with table() as session:
        assert [session.seat_of(f"token {seat}") for seat in range(4)] == [0, 1, 2, 3]


async def test_nobody_acts_for_another() -> None:
    async with table() as session:
        people = sit_down(session)
        dealer = session._sitting.state.dealer
        state = await people[dealer].asked()
        other = (dealer + 1) % 4
        assert await refused(session.act(other, state.legal[0], state.seq)) == "not_your_seat"
        assert await refused(session.act(other, state.legal[0], 0)) == "not_your_seat"


async def to_settlement(people: list[Seated]) -> None:
    """Play the hand to its end."""

    async def play(person: Seated) -> None:
        while not (state := await person.asked_or_over()).view.result:
            await person.do(simple_choice(state))

    await asyncio.gather(*(play(person) for person in people))


async def test_the_next_hand_begins_when_all_are_ready() -> None:
    async with table() as session:
        people = sit_down(session)
        await to_settlement(people)
        for person in people[:3]:
            assert person.seat is not None
            await session.ready(person.seat)
        state = await people[3].until(lambda state: sum(seat.ready for seat in state.seats_state) == 3)
        assert not state.seats_state[3].ready
        await session.ready(3)
        state = await people[0].until(lambda state: state.view.hand_number == 2)
        assert not any(seat.ready for seat in state.seats_state)


@pytest.mark.parametrize("settle", [10, 30, 60])
async def test_the_next_hand_begins_without_whoever_is_not_ready(settle: int) -> None:
    async with table(header_of(settle=settle)) as session:
        people = sit_down(session)
        await to_settlement(people)
        before = asyncio.get_running_loop().time()
        await session.ready(0)
        await asyncio.sleep(4)
        back = await Seated(session, 1).state()
        assert back.settling == pytest.approx(settle - 4)
        state = await people[0].until(lambda state: state.view.hand_number == 2)
        assert state.settling is None
        assert asyncio.get_running_loop().time() - before == pytest.approx(settle)


async def test_everybody_sees_who_is_there() -> None:
    async with table(header_of((None, None, None, "greedy"))) as session:
        people = sit_down(session)
        state = await people[0].until(lambda state: state.seats_state[2].connected)
        assert [seat.connected for seat in state.seats_state] == [True] * 4
        people[2].go()
        await people[0].until(lambda state: not state.seats_state[2].connected)
        Seated(session, 2)
        await people[0].until(lambda state: state.seats_state[2].connected)


# --- leaving, and being away ------------------------------------------------------------------


async def test_the_machine_plays_for_whoever_leaves_until_they_are_back() -> None:
    store = MemoryStore()
    await create(store, header_of())
    async with opened(store, Pace(think=0.5)) as session:
        people = sit_down(session)
        dealer = session._sitting.state.dealer
        state = await people[dealer].asked()
        await session.leave(dealer)
        await session.leave(dealer)
        assert await refused(session.act(dealer, state.legal[0], state.seq)) == "taken_over"
        state = await people[dealer].until(lambda state: state.seats_state[dealer].auto)
        assert not state.legal
        await people[dealer].until(lambda state: state.view.seats[dealer].river)
        await session.back(dealer)
        assert await refused(session.back(dealer)) == "not_taken_over"
        await all_play(people)
    happened = [entry for entry in await entries_of(store) if isinstance(entry, (TakenOver, TakenBack))]
    assert happened == [TakenOver(dealer, "left"), TakenBack(dealer)]


async def test_a_match_goes_on_when_all_have_left() -> None:
    async with table() as session:
        people = sit_down(session)
        for seat in range(4):
            await session.leave(seat)
        await people[0].until(lambda state: state.standing.over)


async def test_the_machine_plays_for_whoever_is_not_there() -> None:
    store = MemoryStore()
    await create(store, header_of())
    async with opened(store) as session:
        people = [Seated(session, seat) for seat in (0, 1, 2)]
        await all_play(people)
    assert TakenOver(3, "absent") in await entries_of(store)


async def test_a_table_rests_while_nobody_is_there_and_goes_on_with_them() -> None:
    store = MemoryStore()
    await create(store, header_of(clock=8))
    async with opened(store) as session:
        people = sit_down(session)
        dealer = session._sitting.state.dealer
        await people[dealer].asked()
        for person in people:
            person.go()
        await asyncio.sleep(3600)
        length = len(await entries_of(store))
        await asyncio.sleep(3600)
        assert len(await entries_of(store)) == length
        await all_play(sit_down(session))
    hands = [entry for entry in await entries_of(store) if isinstance(entry, HandStarted)]
    assert len(hands) == 4


# --- phrases ----------------------------------------------------------------------------------


def said(person: Seated) -> Iterator[bytes]:
    return (message for _, message in person.messages if b'"said"' in message)


async def test_phrases_are_heard_by_all_but_those_who_mute_and_not_too_many() -> None:
    async with table() as session:
        people = sit_down(session)
        session.mute(2, 0, True)
        session.say(0, "hello")
        session.mute(2, 0, False)
        session.say(0, "tea")
        dealer = session._sitting.state.dealer
        await session.leave(dealer)
        for person in people:
            await person.until(lambda state: state.seats_state[dealer].auto)
        assert [len(list(said(person))) for person in people] == [2, 2, 1, 2]
        session.say(0, "again")
        with pytest.raises(Refusal, match="phrases a second"):
            session.say(0, "angry")
        with pytest.raises(Refusal, match="no seat 4"):
            session.mute(0, 4, True)


async def test_motions_are_not_without_number() -> None:
    async with table() as session:
        for _ in range(10):
            assert await refused(session.back(1)) == "not_taken_over"
        assert await refused(session.back(1)) == "too_fast"
        await asyncio.sleep(2)
        assert await refused(session.back(1)) == "not_taken_over"
