"""Tables in memory with several people at them, without sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tests.server.box import Box
from tests.server.client import simple_choice
from tests.server.following import Follower
from wuyi.bots import make
from wuyi.engine.action import Action, Seat
from wuyi.engine.event import HandStarted
from wuyi.engine.match import Match
from wuyi.rules import Ruleset
from wuyi.server.community.tokens import token_key
from wuyi.server.protocol import Said, State
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import Store
from wuyi.server.table.fair import first_hand
from wuyi.server.table.happening import Entry, Stamped, decode_entries, encode_log
from wuyi.server.table.header import Header
from wuyi.server.table.hooks import Hooks
from wuyi.server.table.pace import Pace
from wuyi.server.table.session import TableSession
from wuyi.server.table.timing import now

RULES = Ruleset(hands=4)
ALL = (None, None, None, None)

Choice = Callable[[State], Action]


class Seated:
    """A person at a table, or a spectator (seat None). messages: all that came, each with its time."""

    def __init__(self, session: TableSession, seat: Seat | None, limit: int = 10_000) -> None:
        self.session = session
        self.seat = seat
        self.outbox = Box(limit)
        self.messages: list[tuple[float, bytes]] = []
        self.last: State | None = None
        self._follower = Follower()
        self.answered = -1
        if seat is None:
            session.watch(self.outbox)
        else:
            session.attach(seat, self.outbox)

    def go(self) -> None:
        """Close the socket."""
        if self.seat is None:
            self.session.unwatch(self.outbox)
        else:
            self.session.detach(self.seat, self.outbox)

    async def receive(self) -> Any:
        data = await self.outbox.get()
        self.messages.append((now(), data))
        message = self._follower.read(data)
        if isinstance(message, State):
            self.last = message
        return message

    async def state(self) -> State:
        """The next state."""
        while not isinstance(message := await self.receive(), State):
            assert isinstance(message, Said)
        return message

    async def until(self, wanted: Callable[[State], object]) -> State:
        """The next state of that kind, the last one included."""
        state = self.last or await self.state()
        while not wanted(state):
            state = await self.state()
        return state

    async def asked(self) -> State:
        """The next state in which this seat may act and has not."""
        return await self.until(lambda state: state.legal and state.seq != self.answered)

    async def asked_or_over(self) -> State:
        """The same, or the settlement."""
        return await self.until(
            lambda state: state.view.result or (state.legal and state.seq != self.answered)
        )

    async def do(self, action: Action) -> None:
        """Do `action` in answer to the last state."""
        assert self.last is not None and self.seat is not None
        self.answered = self.last.seq
        await self.session.act(self.seat, action, self.answered)

    async def play(self, choose: Choice = simple_choice, think: float = 0.0) -> State:
        """Play until the match is over. What others overtake is let go."""
        assert self.seat is not None
        while True:
            state = await self.state()
            if state.standing.over:
                return state
            with contextlib.suppress(Refusal):
                if state.view.result:
                    if not state.seats_state[self.seat].ready:
                        await self.session.ready(self.seat)
                elif state.legal and not state.paused:
                    if think:
                        await asyncio.sleep(think)
                    await self.session.act(self.seat, choose(state), state.seq)


def header_of(
    bots: tuple[str | None, str | None, str | None, str | None] = ALL,
    *,
    seed: bytes = bytes(32),
    rules: Ruleset = RULES,
    clock: int = 0,
    bank: int = 20,
    spectators: bool = False,
    settle: int = 30,
) -> Header:
    return Header(
        rules=rules,
        names=("Li", "Wu", "He", "Mo"),
        bots=bots,
        seed=seed.hex(),
        clock=clock,
        bank=bank,
        spectators=spectators,
        settle=settle,
    )


async def create(store: Store, header: Header, start: HandStarted | None = None) -> None:
    """Table `t`, its first hand dealt: that of `start`, or the one of the header's seed."""
    entries: list[Entry] = [Stamped(now())]
    if start is None:
        entries += first_hand(header.seed, header.rules)
    else:
        match = Match.fold(bytes(32), header.rules, [start])
        entries += [start, *match.advance()]
    keys = {seat: token_key(f"token {seat}") for seat in header.people}
    await store.create("t", header.encode(), keys, encode_log(entries))


@asynccontextmanager
async def opened(
    store: Store, pace: Pace | None = None, hooks: Hooks | None = None
) -> AsyncIterator[TableSession]:
    """The table of `store`, alive."""
    stored = await store.load("t")
    assert stored is not None
    header = Header.decode(stored.header)
    bots = {seat: make(bot, bytes([seat]) * 32) for seat, bot in enumerate(header.bots) if bot}
    session = TableSession("t", store, header, stored.keys, bots, pace or Pace(think=0), hooks)
    session.open(stored.log)
    try:
        yield session
    finally:
        await session.close()


@asynccontextmanager
async def table(
    header: Header | None = None, pace: Pace | None = None, start: HandStarted | None = None
) -> AsyncIterator[TableSession]:
    """A new table in a store of its own."""
    store = MemoryStore()
    await create(store, header or header_of(), start)
    async with opened(store, pace) as session:
        yield session


def sit_down(session: TableSession) -> list[Seated]:
    """Everybody who holds a seat."""
    return [Seated(session, seat) for seat in session.header.people]


async def entries_of(store: Store) -> list[Entry]:
    stored = await store.load("t")
    assert stored is not None
    return decode_entries(stored.log)


async def refused(work: Awaitable[None]) -> str:
    """The reason why `work` is refused."""
    try:
        await work
    except Refusal as refusal:
        return refusal.reason
    raise AssertionError("not refused")


async def all_play(people: Sequence[Seated], choose: Choice = simple_choice) -> list[State]:
    """Everybody plays to the end of the match; the last state of each."""
    return await asyncio.gather(*(person.play(choose) for person in people))
