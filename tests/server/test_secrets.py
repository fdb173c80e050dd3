"""No message to anybody ever holds what they may not know: whole matches of random play, on the wire.

Whatever is sent is kept, and held afterwards against the true table as the log has it.
"""

import asyncio
import contextlib
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from tests.engine.checks import with_other_hidden_tiles
from tests.server.client import simple_choice
from tests.server.following import Follower
from tests.server.seated import Seated, create, entries_of, header_of, opened, sit_down
from tests.server.test_several import Notes, lasting
from tests.server.warp import BACKEND
from wuyi.engine.action import Seat
from wuyi.engine.event import Answered, Drawn, Event, HandStarted, Konged
from wuyi.engine.match import Match
from wuyi.engine.record import verify
from wuyi.engine.state import SEATS
from wuyi.engine.state import State as TableState
from wuyi.engine.view import tell, view
from wuyi.hand.tile import NAMES
from wuyi.server.community.tokens import token_key
from wuyi.server.protocol import State
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.table.difference import Differences
from wuyi.server.table.happening import Entry, Seeded, game_events
from wuyi.server.table.header import Header
from wuyi.server.table.nearness import Holdings
from wuyi.server.table.pace import Pace
from wuyi.server.table.present import Sight, shown_to_all, sight_of
from wuyi.server.table.session import TableSession
from wuyi.server.table.sitting import Sitting

pytestmark = pytest.mark.anyio

TOKENS = [f"token {seat}" for seat in SEATS]


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, Mapping[str, Any]]:
    return BACKEND


@pytest.mark.parametrize("window", [0.9, 0.0])
@pytest.mark.parametrize(
    "bots", [(None,) * 4, (None, None, "random", None), (None, "random", "random", "random")]
)
async def test_whole_matches_give_nothing_away(window: float, bots: Any) -> None:
    luck = random.Random(repr((window, bots)))
    header = header_of(bots, seed=luck.randbytes(32), clock=8, spectators=True)
    store = MemoryStore()
    await create(store, header)
    sent: dict[Seat | None, list[bytes]] = defaultdict(list)
    notes = Notes()
    async with opened(store, Pace(think=0.3, window=window, delay=180), notes) as session:
        people = [*sit_down(session), Seated(session, None)]
        async with asyncio.timeout(100_000):
            await asyncio.gather(*(misbehave(person, luck) for person in people))
        for person in people:
            sent[person.seat] += [message for _, message in person.messages]
        played = session._sitting
    entries = await entries_of(store)
    assert lasting(Sitting.fold(header, entries)) == lasting(played)
    for record in notes.records:
        verify(record)
    assert sum(isinstance(entry, HandStarted) for entry in entries) == header.rules.hands
    for seat, messages in sent.items():
        assert len(messages) > 100
        check(seat, messages, entries, header, luck)


async def misbehave(person: Seated, luck: random.Random) -> None:
    """Play at random to the end of the match, and do everything else that one may, or may not."""
    while not (state := await person.state()).standing.over:
        if person.seat is None:
            continue
        await asyncio.sleep(luck.choice([0, 0, 0.1, 1, 3]))
        works: list[Awaitable[None]] = []
        if state.legal:
            action = luck.choice([*state.legal, simple_choice(state)])
            works.append(person.session.act(person.seat, action, state.seq))
        if state.view.result or luck.random() < 0.1:
            works.append(person.session.ready(person.seat))
        if luck.random() < 0.2:
            works.append(luck.choice(TRICKS)(person.session, person.seat, state, luck))
        for work in works:
            with contextlib.suppress(Refusal):
                await work


Trick = Callable[[TableSession, Seat, State, random.Random], Awaitable[None]]


async def _say(session: TableSession, seat: Seat, _: State, __: random.Random) -> None:
    session.say(seat, "tea")


TRICKS: Sequence[Trick] = (
    _say,
    lambda session, seat, *_: session.leave(seat),
    lambda session, seat, *_: session.back(seat),
    lambda session, seat, *_: session.back(seat),
    lambda session, seat, _, luck: session.hold(seat, luck.random() < 0.5),
    lambda session, seat, _, luck: session.call_vote(seat, luck.choice(("pause", "resume"))),
    lambda session, seat, _, luck: session.cast_vote(seat, luck.random() < 0.8),
    lambda session, seat, state, luck: session.give_seed(
        seat, state.proof.hand + 1, luck.randbytes(32).hex()
    ),
)


# --- held against the truth -------------------------------------------------------------------


def check(
    seat: Seat | None,
    messages: Sequence[bytes],
    entries: Sequence[Entry],
    header: Header,
    luck: random.Random,
) -> None:
    """Everything that was sent to `seat`, along the events of the match."""
    secret = bytes.fromhex(header.seed)
    truth = Match(secret, header.rules)
    follower = Follower()
    waiting: dict[int, list[tuple[bytes, State]]] = defaultdict(list)
    for message in messages:
        never = [header.seed, *TOKENS, *(token_key(token).hex() for token in TOKENS), '"wall"', '"seed"']
        assert not any(text.encode() in message for text in never)
        decoded = follower.read(message)
        if isinstance(decoded, State):
            waiting[decoded.seq].append((message, decoded))
    given = [entry.seed for entry in entries if isinstance(entry, Seeded)]
    told = 0
    for event in game_events(entries):
        truth.evolve(event)
        if tell(event, seat) is None:
            continue
        told += 1
        assert truth.state is not None
        for message, shown in waiting.pop(told, ()):
            check_state(seat, message, shown, truth.state, header, luck)
            check_luck(message, shown, truth, given)
    assert not waiting


def check_state(
    seat: Seat | None, message: bytes, shown: State, truth: TableState, header: Header, luck: random.Random
) -> None:
    """`shown` is what the true table shows, and any with other hidden tiles."""
    assert shown.view == view(truth, seat)
    for event in (*shown.events, *shown.history):
        assert tell(event, seat) == event and not hides_badly(event, seat)
    if truth.over:
        return
    assert not any(text.encode() in message for text in hidden_texts(truth, seat))
    if truth.phase != "rob" and luck.random() < 0.1:
        other, _ = with_other_hidden_tiles(truth, seat, luck)
        sitting = Sitting.fold(header, [truth.start])
        blank = sight(sitting, seat, shown)
        changes = []
        for sitting.match.state in (truth, other):
            expected = sight(sitting, seat, shown)
            assert expected.view == shown.view
            if seat is not None and shown.legal:
                assert facts(expected) == facts(shown)
            changes.append(Differences().change(blank, expected, ()))
        assert changes[0] == changes[1]


def sight(sitting: Sitting, seat: Seat | None, shown: State) -> Sight:
    """What `seat` is shown at this moment of the table it is told `shown` of."""
    to_all = shown_to_all(sitting, shown.seats_state, 0)
    return Sight(None, 0, to_all) if seat is None else sight_of(sitting, seat, 0, to_all, Holdings())


def facts(state: State | Sight) -> tuple[object, ...]:
    return state.legal, state.waits, state.hints, state.win_refused


def hides_badly(event: Event, seat: Seat | None) -> bool:
    match event:
        case HandStarted():
            return True
        case Drawn():
            return event.seat != seat and event.tile != "?"
        case Konged():
            return event.seat != seat and event.meld[0] == "(" and event.meld != "(????)"
        case Answered():
            return event.seat != seat
        case _:
            return False


def check_luck(message: bytes, shown: State, truth: Match, given: Sequence[str]) -> None:
    """No secret of a hand that is not over, no seat's seed before it was used."""
    assert truth.state is not None
    over = truth.state.over
    for hand in range(1, truth.rules.hands + 1):
        if hand == truth.hand and over:
            assert shown.proof.secret == truth.secret(hand).hex()
        else:
            assert truth.secret(hand).hex().encode() not in message
    assert truth.state.start.seed.encode() not in message
    used = truth.state.start.seeds if over else ()
    assert not any(seed.encode() in message for seed in given if seed not in used)
    assert shown.proof.commitment == truth.state.start.commitment


def hidden_texts(table: TableState, viewer: Seat | None) -> list[str]:
    """Others' hands, and what is left of the wall, as a careless encoder would write them."""
    hands = [[NAMES[tile] for tile in table.hands[seat].tiles()] for seat in SEATS if seat != viewer]
    texts = [msgspec.json.encode(hand).decode()[1:-1] for hand in hands if len(hand) >= 4]
    ahead = [NAMES[tile] for tile in table.wall[table.front :]]
    return [*texts, "".join(ahead[:6]), msgspec.json.encode(ahead[:6]).decode()[1:-1]]
