"""One table: what is acknowledged is stored, what is refused changes nothing, and it never freezes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec
import pytest

from tests.server.box import Box
from tests.server.client import simple_choice
from tests.server.following import Follower
from tests.server.stores import FailingStore
from wuyi.bots import Bot, make
from wuyi.bots.base import Player
from wuyi.bots.decision import Budget, Decision
from wuyi.engine.action import Action, Discard, Win
from wuyi.engine.event import Dealt, Discarded, Drawn
from wuyi.engine.legal import acting
from wuyi.engine.match import Match
from wuyi.engine.view import View
from wuyi.hand.tile import NAMES
from wuyi.rules import Ruleset
from wuyi.server.community.tokens import token_key
from wuyi.server.protocol import Close, State
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import Store
from wuyi.server.table.happening import decode_log
from wuyi.server.table.header import Header
from wuyi.server.table.pace import Pace
from wuyi.server.table.session import TableSession

pytestmark = pytest.mark.anyio

RULES = Ruleset(hands=4)
PEOPLE = ("Li", "a", "b", "c")


class Seat0:
    """The person at seat 0 of a session: reads its outbox."""

    def __init__(self, session: TableSession, limit: int = 1000) -> None:
        self.session = session
        self.outbox = Box(limit)
        self.follower = Follower()
        session.attach(0, self.outbox)

    async def state(self) -> State:
        message = self.follower.read(await self.outbox.get())
        assert isinstance(message, State)
        return message

    async def until_asked(self) -> State:
        while True:
            state = await self.state()
            if state.legal or state.view.result:
                return state

    async def play(self, state: State) -> State:
        """Play on from `state` to the end of the match."""
        while not state.standing.over:
            try:
                if state.view.result:
                    await self.session.ready(0)
                else:
                    await self.session.act(0, simple_choice(state), state.seq)
            except Refusal as refusal:
                assert refusal.reason == "stale"
            state = await self.until_asked()
        return state


async def new_table(store: Store, seed: bytes = bytes(32), table: str = "t") -> Header:
    header = Header(rules=RULES, names=PEOPLE, bots=(None, "random", "random", "random"), seed=seed.hex())
    log = [msgspec.json.encode(event) for event in Match(seed, RULES).start_next_hand()]
    await store.create(table, header.encode(), {0: token_key("token")}, log)
    return header


@asynccontextmanager
async def opened(
    store: Store, header: Header, *, pace: Pace | None = None, bots: dict[int, Bot] | None = None
) -> AsyncIterator[TableSession]:
    stored = await store.load("t")
    assert stored is not None
    if bots is None:
        bots = {seat: make("random", bytes([seat]) * 32) for seat in (1, 2, 3)}
    session = TableSession("t", store, header, stored.keys, bots, pace or Pace(think=0))
    session.open(stored.log)
    try:
        yield session
    finally:
        await session.close()


async def stored_log(store: Store) -> tuple[bytes, ...]:
    stored = await store.load("t")
    assert stored is not None
    return stored.log


async def test_a_whole_match_is_played_and_stored() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        seat = Seat0(session)
        last = await seat.play(await seat.until_asked())
    assert last.standing.over and len(last.standing.results) == 4
    assert sum(last.standing.scores) == 0
    stored = await store.load("t")
    assert stored is not None and stored.finished
    match = Match.fold(bytes(32), RULES, decode_log(stored.log))
    assert match.over and match.scores == last.standing.scores


async def test_seq_counts_what_the_seat_was_told() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        seat = Seat0(session)
        state = await seat.state()
        told = state.seq
        while not state.view.result:
            if state.legal:
                await session.act(0, simple_choice(state), state.seq)
            state = await seat.state()
            told += len(state.events)
            assert state.events and state.seq == told
    async with opened(store, header) as session:
        assert (await Seat0(session).state()).seq == told


async def test_a_token_opens_its_seat_alone() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        assert session.seat_of("token") == 0
        for token in ("", "Token", "token "):
            with pytest.raises(Refusal) as refused:
                session.seat_of(token)
            assert refused.value.reason == "unknown_token"


async def test_what_is_refused_changes_nothing() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        seat = Seat0(session)
        state = await seat.until_asked()
        before = await stored_log(store)
        legal = state.legal[0]
        missing = next(tile for tile in NAMES if tile not in (*state.view.hand, state.view.drawn))
        refused: list[tuple[Action, int, str]] = [
            (legal, state.seq - 1, "stale"),
            (legal, state.seq + 1, "stale"),
            (Discard(1, "1m"), state.seq, "not_your_seat"),
            (Discard(-1, "1m"), state.seq, "not_your_seat"),
        ]
        if state.view.phase == "turn":
            refused.append((Discard(0, missing), state.seq, "not_in_hand"))
            refused.append((Discard(0, "9z"), state.seq, "not_a_tile"))
        if not any(isinstance(action, Win) for action in state.legal):
            refused.append((Win(0), state.seq, "not_complete"))
        for action, seq, reason in refused:
            with pytest.raises(Refusal) as refusal:
                await session.act(0, action, seq)
            assert refusal.value.reason == reason
        with pytest.raises(Refusal, match="hand is not over"):
            await session.ready(0)
        assert await stored_log(store) == before
        await session.act(0, legal, state.seq)
        assert len(await stored_log(store)) > len(before)


async def test_after_the_hand_only_ready_goes_on_and_after_the_match_nothing() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        seat = Seat0(session)
        state = await seat.until_asked()
        while not state.view.result:
            with pytest.raises(Refusal):
                await session.ready(0)
            try:
                await session.act(0, simple_choice(state), state.seq)
            except Refusal as refusal:
                assert refusal.reason == "stale"
            state = await seat.until_asked()
        with pytest.raises(Refusal) as refused:
            await session.act(0, Discard(0, "1m"), state.seq)
        assert refused.value.reason == "hand_over"
        await session.ready(0)
        state = await seat.play(await seat.until_asked())
        for work in (session.ready(0), session.act(0, Discard(0, "1m"), state.seq)):
            with pytest.raises(Refusal) as refused:
                await work
            assert refused.value.reason == "match_over"


async def test_the_next_hand_begins_by_itself_after_a_long_settlement() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header, pace=Pace(think=0, settle=0.02)) as session:
        seat = Seat0(session)
        state = await seat.until_asked()
        while not state.view.result:
            await session.act(0, simple_choice(state), state.seq)
            state = await seat.until_asked()
        async with asyncio.timeout(5):
            while state.view.hand_number == 1:
                state = await seat.state()


# --- the store fails -------------------------------------------------------------------------


async def test_no_action_is_acknowledged_that_is_not_stored() -> None:
    store = FailingStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        seat = Seat0(session)
        state = await seat.until_asked()
        before = await stored_log(store)
        store.broken = True
        for _ in range(3):
            with pytest.raises(Refusal) as refused:
                await session.act(0, simple_choice(state), state.seq)
            assert refused.value.reason == "not_saved"
        again = await Seat0(session).state()
        assert (again.seq, again.view, again.legal) == (state.seq, state.view, state.legal)
        store.broken = False
        assert await stored_log(store) == before
        await session.act(0, simple_choice(state), state.seq)
        assert await stored_log(store) != before


async def test_computer_players_go_on_when_the_store_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wuyi.server.table.session._RETRY_SECONDS", 0.01)
    store = FailingStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        seat = Seat0(session)
        state = await seat.until_asked()
        await session.act(0, simple_choice(state), state.seq)
        store.broken = True
        while not store.failures:
            await asyncio.sleep(0.001)
            if session.idle or acting_people(session):
                break
        store.broken = False
        async with asyncio.timeout(5):
            await seat.until_asked()


def acting_people(session: TableSession) -> bool:
    return 0 in acting(session._sitting.state)


async def test_a_table_that_another_writer_moved_on_is_read_again() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as left, opened(store, header) as right:
        one, two = Seat0(left), Seat0(right)
        state = await one.until_asked()
        while True:
            other = await two.until_asked()
            if other.seq == state.seq:
                break
        await left.act(0, simple_choice(state), state.seq)
        with pytest.raises(Refusal) as refused:
            await right.act(0, simple_choice(state), state.seq)
        assert refused.value.reason == "stale"
        # Both believe they own the table; whatever they do, there is one history.
        final = await one.play(await one.until_asked())
        assert (
            Match.fold(bytes(32), RULES, decode_log(await stored_log(store))).scores == final.standing.scores
        )


# --- computer players ------------------------------------------------------------------------


class Fool(Player):
    """A computer player that fails, or answers what it may not."""

    def __init__(self, answer: Action | None) -> None:
        super().__init__()
        self.answer = answer

    def act(self, view: View, legal: Sequence[Action], budget: Budget = "play") -> Decision:
        return self.weigh(view, legal, budget)

    def weigh(self, view: View, legal: Sequence[Action], budget: Budget) -> Decision:
        if self.answer is None:
            raise ZeroDivisionError("a bug")
        return Decision(self.answer, "only_choice")


@pytest.mark.parametrize("answer", [None, Win(0), Discard(2, "1m")])
async def test_a_failing_computer_player_does_not_freeze_the_table(answer: Action | None) -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header, bots={seat: Fool(answer) for seat in (1, 2, 3)}) as session:
        seat = Seat0(session)
        async with asyncio.timeout(60):
            assert (await seat.play(await seat.until_asked())).standing.over


async def test_computer_players_take_their_time() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header, pace=Pace(think=0.1)) as session:
        seat = Seat0(session)
        loop = asyncio.get_running_loop()
        state = await seat.until_asked()
        for _ in range(3):
            if state.view.result:
                break
            await session.act(0, simple_choice(state), state.seq)
            before = loop.time()
            state = await seat.state()
            while not state.legal and not state.view.result:
                state = await seat.state()
                assert loop.time() - before > 0.09
                before = loop.time()


async def test_a_computer_player_that_lets_a_discard_go_cannot_be_noticed() -> None:
    """A discard that only others could have claimed comes with the next draw, as one that nobody could."""
    store = MemoryStore()
    header = await new_table(store)
    states: list[State] = []
    bots: dict[int, Bot] = {seat: Passer() for seat in (1, 2, 3)}
    async with opened(store, header, bots=bots) as session:
        seat = Seat0(session)
        state = await seat.state()
        while not state.view.result:
            states.append(state)
            if state.legal:
                await session.act(0, simple_choice(state), state.seq)
            state = await seat.state()
    claims = [state for state in states if state.view.phase == "claim"]
    assert all(state.legal for state in claims)
    discards = [state for state in states if any(isinstance(event, Discarded) for event in state.events)]
    for state in discards:
        if state.view.phase == "turn":
            assert [type(event) for event in state.events] == [Discarded, Drawn]


class Passer(Player):
    """Claims nothing, wins nothing."""

    def weigh(self, view: View, legal: Sequence[Action], budget: Budget) -> Decision:
        passes = [action for action in legal if not isinstance(action, (Discard, Win))]
        chosen = passes[-1] if passes and view.phase != "turn" else legal[-1]
        return Decision(chosen, "only_choice")


# --- connections -----------------------------------------------------------------------------


async def test_who_connects_is_told_what_the_seat_was_told_of_the_hand() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        seat = Seat0(session)
        state = await seat.state()
        told = state.history
        assert len(told) == state.seq and not state.events
        while state.view.hand_number == 1:
            if state.legal:
                await session.act(0, simple_choice(state), state.seq)
            elif state.view.result:
                assert (await Seat0(session).state()).history == told
                await session.ready(0)
            state = await seat.state()
            assert state.events and not state.history
            told += state.events
        again = await Seat0(session).state()
        assert isinstance(again.history[0], Dealt) and again.history[0].hand == 2
        assert again.history == told[-len(again.history) :]


async def test_two_sockets_of_a_seat_are_told_the_same() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        one = Seat0(session)
        state = await one.until_asked()
        two = Seat0(session)
        assert (await two.state()).view == state.view
        await session.act(0, simple_choice(state), state.seq)
        assert await one.state() == await two.state()


async def test_a_reader_that_does_not_read_is_dropped_and_holds_nobody_up() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        sleeper = Seat0(session, limit=3)
        seat = Seat0(session)
        await seat.play(await seat.until_asked())
        assert sleeper.outbox.code == Close.SLOW and seat.outbox.code is None


async def test_a_caller_that_goes_away_interrupts_nothing() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        seat = Seat0(session)
        state = await seat.until_asked()
        asking = session.act(0, simple_choice(state), state.seq)
        await asyncio.sleep(0)
        asking.cancel()
        assert (await seat.state()).seq > state.seq


async def test_a_closed_table_refuses() -> None:
    store = MemoryStore()
    header = await new_table(store)
    async with opened(store, header) as session:
        pass
    with pytest.raises(Refusal, match="closed"):
        await session.act(0, Discard(0, "1m"), 0)
