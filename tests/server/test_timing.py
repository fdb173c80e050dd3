"""Time does not tell: when a seat is sent a message does not depend on what others hold."""

import asyncio
import contextlib
import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from tests.engine.checks import loaded_start
from tests.server.seated import Seated, create, header_of, opened, refused, sit_down, table
from tests.server.stores import FailingStore
from tests.server.warp import BACKEND
from tests.walls import wall
from wuyi.engine.action import Action, Chow, Discard, Pass, Pung, Seat
from wuyi.engine.event import Answered, Claimed, Drawn, Event, HandStarted
from wuyi.engine.state import dealt_tiles
from wuyi.engine.wall import TILES_IN_ALL, read_wall, turned_index
from wuyi.hand.tile import NAMES
from wuyi.server.protocol import Change, State
from wuyi.server.refusal import Refusal
from wuyi.server.table.pace import Pace
from wuyi.server.table.session import TableSession
from wuyi.server.table.timing import now
from wuyi.server.table.window import HOLDS_A_HAND

pytestmark = pytest.mark.anyio

THINK = 1.3
WINDOW = 0.9
PACE = Pace(think=0.5, window=WINDOW)


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, Mapping[str, Any]]:
    return BACKEND


# --- the property -----------------------------------------------------------------------------


async def throw_what_is_drawn(person: Seated, luck: random.Random) -> None:
    """Discard the drawn tile after a while; pass a claim at once, late, or by saying nothing."""
    assert person.seat is not None
    while not (state := await person.asked_or_over()).view.result and not state.view.last:
        if state.view.phase == "turn":
            await asyncio.sleep(THINK)
            assert state.view.drawn is not None
            await person.do(Discard(person.seat, state.view.drawn))
            continue
        person.answered = state.seq
        if (wait := luck.choice([0.0, 0.2, 0.8, None])) is not None:
            await asyncio.sleep(wait)
            with contextlib.suppress(Refusal):
                await person.do(Pass(person.seat))


async def times_of(start: HandStarted, luck: random.Random, bots: Any) -> list[list[tuple[float, str]]]:
    """For each seat, when it was sent something and what kinds of events it was told, up to the last draw."""
    async with table(header_of(bots), PACE, start) as session:
        begin = now()
        people = sit_down(session)
        await asyncio.gather(*(throw_what_is_drawn(person, luck) for person in people))
        return [[kind_of(data, at - begin) for at, data in until_last(person)] for person in people]


def until_last(person: Seated) -> list[tuple[float, bytes]]:
    """Whoever can win with the 海底 wins: what is told after it was drawn is another matter."""
    ends = [n for n, (_, data) in enumerate(person.messages) if b'"remaining":0' in data]
    return person.messages[: ends[0]]


def kind_of(data: bytes, after: float) -> tuple[float, str]:
    """Without the seat's own answers: what it may answer depends on what it drew itself."""
    kinds = [type(event) for event in msgspec.json.decode(data, type=State | Change).events]
    return round(after, 3), " ".join([kind.__name__ for kind in kinds if kind is not Answered])


def other_hidden(start: HandStarted, viewer: Seat, luck: random.Random) -> HandStarted:
    """The same deal for `viewer`, all other tiles but the turned one changed among themselves."""
    wall = list(read_wall(start.wall))
    place = (viewer - start.dealer) % 4
    own = {16 * r + 4 * place + i for r in range(3) for i in range(4)} | {48 + place}
    free = [i for i in range(TILES_IN_ALL) if i not in own and i != turned_index(start.dice)]
    moved = [wall[i] for i in free]
    luck.shuffle(moved)
    for i, tile in zip(free, moved, strict=True):
        wall[i] = tile
    assert dealt_tiles(tuple(wall), place) == dealt_tiles(read_wall(start.wall), place)
    return msgspec.structs.replace(start, wall="".join([NAMES[tile] for tile in wall]))


class Thrower:
    """A computer player that throws what it drew and claims nothing."""

    def choose(self, view: Any, legal: Any) -> Action:
        for action in legal:
            if isinstance(action, Pass) or action == Discard(view.seat, view.drawn):
                return action  # type: ignore[no-any-return]
        return legal[-1]  # type: ignore[no-any-return]


@pytest.mark.parametrize("number", range(6))
async def test_message_times_are_those_of_any_other_hidden_tiles(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.server.seated.make", lambda *_: Thrower())
    luck = random.Random(number)
    bots = [(None,) * 4, (None, None, "random", "random"), (None, "random", None, None)][number % 3]
    start = loaded_start(luck)
    times = await times_of(start, random.Random(0), bots)
    assert sum(len(each) for each in times) > 100
    for viewer in range(len(times)):
        seat = [seat for seat, bot in enumerate(bots) if bot is None][viewer]
        others = await times_of(other_hidden(start, seat, luck), random.Random(1), bots)
        assert others[viewer] == times[viewer]


# --- the window -------------------------------------------------------------------------------

# Seat 0 deals and throws 5m: seat 2 may pung it, seat 1 may chow it.
START = wall(turned="9s", hands={1: "34m", 2: "55m"}, draws="5m", dealer=0)


async def thrown(session: TableSession) -> tuple[list[Seated], float]:
    """Everybody sits; seat 0 has thrown 5m just now."""
    people = sit_down(session)
    await people[0].asked()
    await people[0].do(Discard(0, "5m"))
    for person in people:
        await person.until(lambda state: state.view.phase == "claim")
    return people, asyncio.get_running_loop().time()


def events(state: State) -> list[type[Event]]:
    return [type(event) for event in state.events]


async def next_turn(person: Seated) -> State:
    return await person.until(lambda state: state.view.phase == "turn")


def since(begin: float) -> float:
    return round(asyncio.get_running_loop().time() - begin, 3)


async def test_a_claim_is_shown_when_the_window_closes_and_the_best_one_counts() -> None:
    async with table(pace=PACE, start=START) as session:
        people, begin = await thrown(session)

        async def claim(person: Seated, action: Action, at: float) -> float:
            await asyncio.sleep(at)
            await person.do(action)
            return since(begin)

        chow = claim(people[1], Chow(1, ("3m", "4m")), 0.1)
        pung = claim(people[2], Pung(2), 0.4)
        assert list(await asyncio.gather(chow, pung)) == [WINDOW, WINDOW]
        state = await next_turn(people[3])
        assert events(state) == [Claimed] and state.view.turn == 2 and since(begin) == WINDOW


async def test_who_says_nothing_has_passed() -> None:
    async with table(pace=PACE, start=START) as session:
        people, begin = await thrown(session)
        state = await next_turn(people[3])
        assert events(state) == [Drawn] and since(begin) == WINDOW
        assert await refused(session.act(2, Pung(2), people[2].answered)) == "stale"


async def test_the_last_word_counts() -> None:
    async with table(pace=PACE, start=START) as session:
        people, _ = await thrown(session)
        assert people[2].last is not None
        seq = people[2].last.seq
        first = session.act(2, Pung(2), seq)
        await asyncio.sleep(0.1)
        second = session.act(2, Pass(2), seq)
        assert await refused(first) == "stale"
        await second
        assert events(await next_turn(people[3])) == [Drawn]


async def test_what_is_no_claim_is_refused_at_once() -> None:
    async with table(pace=PACE, start=START) as session:
        people, begin = await thrown(session)
        assert people[3].last is not None
        assert await refused(session.act(3, Pung(3), people[3].last.seq)) == "not_enough_tiles"
        assert await refused(session.act(3, Pass(3), people[3].last.seq)) == "nothing_to_claim"
        assert since(begin) == 0


async def test_a_seat_may_hold_the_window_with_a_claim_or_without() -> None:
    for holder in (1, 2, 3):
        async with table(pace=PACE, start=START) as session:
            people, begin = await thrown(session)
            await session.hold(holder, True)
            state = await people[0].until(lambda state: state.window and state.window.holding)
            assert state.window is not None and state.window.holding == (holder,)
            await asyncio.sleep(5)
            await session.hold(holder, False)
            await next_turn(people[0])
            assert since(begin) == 5


async def test_an_answer_ends_the_hold_and_its_time_has_an_end() -> None:
    async with table(pace=PACE, start=START) as session:
        people, begin = await thrown(session)
        await session.hold(2, True)
        await people[2].until(lambda state: state.window and state.window.holding)
        await asyncio.sleep(7)
        await people[2].do(Pung(2))
        assert (await next_turn(people[0])).view.turn == 2 and since(begin) == 7
    async with table(pace=PACE, start=START) as session:
        people, begin = await thrown(session)
        await session.hold(2, True)
        await asyncio.sleep(3)
        await session.hold(1, True)
        await next_turn(people[0])
        assert since(begin) == Pace().hold


async def test_holding_is_for_windows_and_not_without_end() -> None:
    async with table(pace=PACE, start=START) as session:
        assert await refused(session.hold(2, True)) == "nothing_to_hold"
        await thrown(session)
        assert await refused(session.hold(0, True)) == "nothing_to_hold"
        for _ in range(HOLDS_A_HAND):
            await session.hold(3, True)
            await session.hold(3, False)
        assert await refused(session.hold(3, True)) == "no_holds_left"


async def test_a_table_that_comes_back_in_a_window_opens_it_anew() -> None:
    async with table(pace=PACE, start=START) as session:
        people, _ = await thrown(session)
        for person in people:
            person.go()
        await asyncio.sleep(1000)
        Seated(session, 0)
        begin = asyncio.get_running_loop().time()
        person = Seated(session, 3)
        await next_turn(person)
        assert since(begin) == 0 or since(begin) == WINDOW


async def test_what_was_said_stands_while_the_store_fails() -> None:
    store = FailingStore()
    await create(store, header_of(), START)
    async with opened(store, PACE) as session:
        people, begin = await thrown(session)
        store.broken = True
        claim = asyncio.create_task(people[2].do(Pung(2)))
        await asyncio.sleep(2.5)
        assert not claim.done() and store.failures > 1
        store.broken = False
        await claim
        assert (await next_turn(people[3])).view.turn == 2 and since(begin) < 4


async def test_a_window_that_another_server_has_closed() -> None:
    store = FailingStore()
    await create(store, header_of(), START)
    async with opened(store, PACE) as session:
        people, _ = await thrown(session)
        async with opened(store, Pace(window=0.5)) as other:
            Seated(other, 2)
            assert await refused(people[2].do(Pung(2))) == "stale"
            assert events(await next_turn(people[3])) == []
