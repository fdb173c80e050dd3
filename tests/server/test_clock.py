"""The clock: a time a move, a bank a hand, deadlines that the log alone gives, and 托管 when time is up."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from tests.server.seated import Seated, create, entries_of, header_of, opened, sit_down, table
from tests.server.warp import BACKEND
from wuyi.server.protocol import State
from wuyi.server.store.memory import MemoryStore
from wuyi.server.table import motions, timing
from wuyi.server.table.clock import Clock
from wuyi.server.table.happening import Stamped, TakenOver
from wuyi.server.table.pace import Pace
from wuyi.server.table.sitting import Sitting
from wuyi.server.table.timing import now

pytestmark = pytest.mark.anyio

MOVE, BANK = 8, 20
PACE = Pace(think=0.5)


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, Mapping[str, Any]]:
    return BACKEND


# --- by itself --------------------------------------------------------------------------------


def test_what_is_used_beyond_a_move_comes_out_of_the_bank() -> None:
    clock = Clock(8, 20)
    clock.ask(1, 100)
    assert clock.deadline == 128 and clock.left(103) == 5
    clock.moved(107)
    assert clock.banks == [20, 20, 20, 20] and clock.deadline is None
    clock.ask(1, 200)
    clock.ask(1, 205)
    assert clock.deadline == 228 and clock.left(211) == -3
    clock.moved(211)
    assert clock.banks == [20, 17, 20, 20]
    clock.ask(1, 300)
    assert clock.deadline == 325
    clock.moved(1000)
    assert clock.banks[1] == 0
    clock.refill()
    assert clock.banks == [20, 20, 20, 20]


def test_time_stands_still_in_a_pause() -> None:
    clock = Clock(8, 20)
    clock.ask(2, 100)
    clock.stop(105)
    assert clock.deadline is None and clock.left(500) == 3
    copy = clock.copy()
    clock.go(1005)
    assert clock.deadline == 1028 and clock.left(1006) == 2
    assert copy.deadline is None and copy.left(500) == 3


def test_a_time_that_the_log_does_not_know_is_never_up() -> None:
    clock = Clock(8, 20)
    clock.ask(0, 0)
    assert clock.deadline is None and clock.left(1e9) == 8
    clock.moved(1e9)
    assert clock.banks == [20, 20, 20, 20]


# --- at a table -------------------------------------------------------------------------------


def time() -> float:
    return asyncio.get_running_loop().time()


async def dealer_asked(people: list[Seated]) -> tuple[Seated, State]:
    dealer = people[people[0].session._sitting.state.dealer]
    return dealer, await dealer.asked()


async def taken_over(person: Seated, seat: int) -> State:
    return await person.until(lambda state: state.seats_state[seat].auto)


async def test_when_its_time_is_up_the_machine_plays_until_the_owner_is_back() -> None:
    async with table(header_of(clock=MOVE, bank=BANK), PACE) as session:
        people = sit_down(session)
        begin = time()
        dealer, state = await dealer_asked(people)
        assert dealer.seat is not None and state.clock is not None
        assert (state.clock.seat, round(state.clock.left, 3)) == (dealer.seat, MOVE)
        assert state.clock.banks == (BANK,) * 4
        state = await taken_over(dealer, dealer.seat)
        assert round(time() - begin, 3) == MOVE + BANK and not state.legal
        state = await dealer.until(lambda state: state.view.seats[dealer.seat or 0].river)
        assert state.clock is not None and state.clock.banks[dealer.seat] == 0
        assert round(time() - begin, 3) == MOVE + BANK
        await session.back(dealer.seat)
        await dealer.until(lambda state: not state.seats_state[dealer.seat or 0].auto)


async def test_a_reconnect_does_not_refill_it() -> None:
    async with table(header_of(clock=MOVE, bank=BANK), PACE) as session:
        people = sit_down(session)
        begin = time()
        dealer, _ = await dealer_asked(people)
        assert dealer.seat is not None
        for _ in range(9):
            dealer.go()
            await asyncio.sleep(1)
            dealer = Seated(session, dealer.seat)
            await asyncio.sleep(2)
        state = await dealer.state()
        assert state.clock is not None and round(state.clock.left, 3) == MOVE - 25
        await taken_over(dealer, state.clock.seat or 0)
        assert round(time() - begin, 3) == MOVE + BANK


async def test_a_crash_does_not_refill_it_but_leaves_time_to_come_back() -> None:
    store = MemoryStore()
    await create(store, header_of(clock=MOVE, bank=BANK))
    begin = time()
    async with opened(store, PACE) as session:
        dealer, state = await dealer_asked(sit_down(session))
        await asyncio.sleep(5)
    async with opened(store, PACE) as session:
        dealer, state = await dealer_asked(sit_down(session))
        assert state.clock is not None and round(state.clock.left, 3) == MOVE - 5
        assert dealer.seat is not None
        await taken_over(dealer, dealer.seat)
        assert round(time() - begin, 3) == MOVE + BANK
    # A server that was away for an hour gives a little time to everybody.
    store = MemoryStore()
    await create(store, header_of(clock=MOVE, bank=BANK))
    await asyncio.sleep(3600)
    begin = time()
    async with opened(store, PACE) as session:
        dealer, _ = await dealer_asked(sit_down(session))
        await taken_over(dealer, dealer.seat or 0)
        assert round(time() - begin, 3) == PACE.grace


@pytest.mark.parametrize("paused", [False, True])
async def test_a_log_of_the_future_is_of_now(monkeypatch: pytest.MonkeyPatch, paused: bool) -> None:
    """The machine's clock has been put back by an hour, or the table comes from a machine that was ahead."""
    store = MemoryStore()
    await create(store, header_of(clock=MOVE, bank=BANK))
    async with opened(store, PACE) as session:
        people = sit_down(session)
        dealer, state = await dealer_asked(people)
        await asyncio.sleep(5)
        if paused:
            await asyncio.gather(session.call_vote(0, "pause"), *[session.cast_vote(s, True) for s in (1, 2)])
        else:
            await dealer.do(state.legal[-1])
    log = await entries_of(store)
    stamps = [entry.at for entry in log if isinstance(entry, Stamped)]
    monkeypatch.setattr(timing, "_EPOCH", timing._EPOCH - 3600)
    sitting = Sitting.fold(header_of(clock=MOVE, bank=BANK), log, now())
    assert sitting.at == now() and sitting.clock is not None
    if paused:
        assert sitting.paused_since == now() and round(sitting.clock.left(now()), 3) == MOVE - 5
    else:
        assert sitting.clock.deadline is None or sitting.clock.deadline <= now() + MOVE + BANK
    async with opened(store, PACE) as session:
        people = sit_down(session)
        state = await people[0].state()
        assert state.clock is not None and state.clock.left <= MOVE
        begin = time()
        if paused:
            await people[0].until(lambda state: not state.paused)
            assert round(time() - begin, 3) == PACE.pause
        else:
            await people[0].until(lambda state: any(one.auto for one in state.seats_state))
            assert time() - begin <= MOVE + BANK + 1
    assert stamps[-1] > now()


async def test_the_deadline_follows_from_the_log_alone() -> None:
    store = MemoryStore()
    header = header_of(clock=MOVE, bank=BANK)
    await create(store, header)
    async with opened(store, PACE) as session:
        people = sit_down(session)
        for _ in range(6):
            turn = session._sitting.state.turn
            state = await people[turn].until(
                lambda state: state.legal and state.view.phase == "turn"  # the window of others passes
            )
            await asyncio.sleep(9.5)
            await people[turn].do(state.legal[-1])
            await people[turn].until(lambda state: state.view.phase == "turn" and not state.legal)
            clock = Sitting.fold(header, await entries_of(store)).clock
            assert clock is not None and session._sitting.clock is not None
            assert (clock.banks, clock.deadline) == (
                session._sitting.clock.banks,
                session._sitting.clock.deadline,
            )
        assert session._sitting.clock is not None and min(session._sitting.clock.banks) < BANK


async def test_to_leave_and_to_come_back_does_not_refill_it() -> None:
    async with table(header_of(clock=MOVE, bank=BANK), PACE) as session:
        sitting = session._sitting
        seat = sitting.state.turn
        assert sitting.clock is not None
        for motion in (motions.leave, motions.come_back):
            before = sitting.clock.deadline
            sitting = sitting.trial(sitting.at + 3)
            motion(sitting, seat)
            assert sitting.clock is not None and sitting.clock.deadline == before


async def test_without_a_clock_the_table_waits_for_whoever_is_there() -> None:
    store = MemoryStore()
    await create(store, header_of())
    async with opened(store, PACE) as session:
        people = sit_down(session)
        dealer, state = await dealer_asked(people)
        assert state.clock is None
        await asyncio.sleep(86_400)
        assert not any(isinstance(entry, TakenOver) for entry in await entries_of(store))
        await dealer.do(state.legal[-1])


async def test_nobody_is_waited_for_who_is_not_there() -> None:
    async with table(header_of(), PACE) as session:
        people = sit_down(session)
        dealer, _ = await dealer_asked(people)
        dealer.go()
        begin = time()
        await taken_over(people[(dealer.seat or 0) - 1], dealer.seat or 0)
        assert round(time() - begin, 3) == PACE.absent
