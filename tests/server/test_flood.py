"""Floods of malformed, untimely and illegal messages from every seat of a table: no crash, no change,
and each is answered with the id of a reason that the docs describe."""

import asyncio
import json
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.server.client import Player, seated, simple_choice
from tests.server.lobby import someone
from tests.server.process import ServerProcess
from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.server.protocol import (
    Act,
    Back,
    CastVote,
    ClientMessage,
    Hello,
    Hold,
    Ready,
    Refused,
    State,
    Ticket,
    Watch,
)

pytestmark = pytest.mark.anyio

DOCS = Path(__file__).parent.parent.parent / "docs"
DESCRIBED = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("protocol.md", "reasons.md"))
TILES = [f"{number}{suit}" for suit in "mpsz" for number in range(10)]
DECODER = msgspec.json.Decoder(ClientMessage)
REFUSED_NOW = (Act, Back, CastVote, Hello, Ready, Watch, Hold)
"""Messages that a seat may not send now; the others it may at any time."""

PIPELINE = 50
"""Messages under way at once on a socket."""


class Flood:
    """Messages that must all be refused in `state`."""

    def __init__(self, state: State, token: str, seed: int) -> None:
        self.state = state
        self.luck = random.Random(seed)
        self.valid = [msgspec.json.encode(message) for message in self.sound(token)]

    def sound(self, token: str) -> list[object]:
        """Well formed, each in a way that is refused."""
        acts = [Act(self.state.seq, self.action()) for _ in range(40)]
        return [*acts, Hello(token), Watch(), Ready(), Back(), CastVote(True), CastVote(False)]

    def action(self) -> Action:
        luck = self.luck
        seat, tile = luck.choice([-1, 0, 1, 2, 3, 4, 2**70]), luck.choice(TILES)
        return luck.choice(
            (
                *(Discard(seat, tile), ConcealedKong(seat, tile), AddedKong(seat, tile)),
                *(Pung(seat), Kong(seat), Win(seat), Pass(seat), Chow(seat, (tile, luck.choice(TILES)))),
            )
        )

    def message(self) -> bytes | str:
        """The next one: text or bytes."""
        while True:
            message = self.luck.choice(
                (self.noise, self.cut, self.mangled, self.mistyped, self.late, self.whole)
            )()
            if self.must_be_refused(message):
                return message.decode(errors="surrogateescape") if self.is_text(message) else message

    def is_text(self, message: bytes) -> bool:
        try:
            message.decode()
        except UnicodeError:
            return False
        return self.luck.random() < 0.9

    def must_be_refused(self, message: bytes) -> bool:
        try:
            meant = DECODER.decode(message)
        except (msgspec.DecodeError, UnicodeError):
            return True
        if not isinstance(meant, REFUSED_NOW):
            return False
        if isinstance(meant, Act):
            return meant.seq != self.state.seq or meant.action not in self.state.legal
        return True

    def noise(self) -> bytes:
        return self.luck.randbytes(self.luck.randrange(60))

    def cut(self) -> bytes:
        message = self.luck.choice(self.valid)
        return message[: self.luck.randrange(len(message))]

    def mangled(self) -> bytes:
        message = bytearray(self.luck.choice(self.valid))
        for _ in range(self.luck.randint(1, 4)):
            message[self.luck.randrange(len(message))] = self.luck.randrange(256)
        return bytes(message)

    def mistyped(self) -> bytes:
        message = json.loads(self.luck.choice(self.valid))
        place = message.get("action", message) if self.luck.random() < 0.7 else message
        wrong: list[object] = [None, True, -1, 1e300, "", "💥", [], {}, "1m", [[[]]], "x" * 3000, 2**63]
        place[self.luck.choice([*place, "more"])] = self.luck.choice(wrong)
        return json.dumps(message).encode()

    def late(self) -> bytes:
        """An action that would be legal, of another moment."""
        seq = self.state.seq + self.luck.choice([-1, 1, -self.state.seq, 1000, 2**62])
        legal = self.state.legal or (Pass(self.state.view.seat or 0),)
        return msgspec.json.encode(Act(seq, self.luck.choice(legal)))

    def whole(self) -> bytes:
        return self.luck.choice(self.valid)


@asynccontextmanager
async def four_people(address: str) -> AsyncIterator[list[tuple[Player, State]]]:
    """A table of a room with a person at every seat, at the first turn."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=address))
        people = [await someone(http, name) for name in ("Li", "Wu", "He", "Mo")]
        room = await people[0].room(clock=0)
        for person in people:
            await person.do(room.code, "join")
            await person.do(room.code, "ready", ready=True)
        room = await people[0].do(room.code, "start")
        assert room.match is not None
        players = []
        for person in people:
            ticket = Ticket(room.match, 0, person.token)
            players.append(await stack.enter_async_context(seated(address, ticket)))
        yield players


async def quiet(player: Player, state: State) -> State:
    """The last state, once nothing more comes."""
    while True:
        try:
            async with asyncio.timeout(0.5):
                state = await player.state()
        except TimeoutError:
            return state


async def flood(player: Player, state: State, count: int) -> Counter[str]:
    """Send `count` messages; how often each reason was the answer."""
    assert state.view.seat is not None
    source = Flood(state, player.ticket.token, state.view.seat)
    reasons: Counter[str] = Counter()
    while count:
        batch = min(PIPELINE, count)
        messages = [source.message() for _ in range(batch)]
        for message in messages:
            await player.send(message)
        for message in messages:
            answer = await player.receive()
            assert isinstance(answer, Refused), (message, answer)
            reasons[answer.reason] += 1
        player.said.clear()
        count -= batch
    return reasons


def log_of(server: ServerProcess) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(server.database)) as connection:
        return connection.execute("SELECT table_id, seq, event FROM events ORDER BY table_id, seq").fetchall()


async def withstand(server: ServerProcess, count: int) -> None:
    async with four_people(server.address) as players:
        players = [(player, await quiet(player, state)) for player, state in players]
        before = log_of(server)
        floods = await asyncio.gather(*(flood(player, state, count // 4) for player, state in players))
        assert log_of(server) == before
        reasons = sum(floods, Counter())
        assert reasons.total() == count
        assert {"bad_message", "stale", "not_your_seat", "not_taken_over"} <= set(reasons)
        assert [reason for reason in reasons if f"`{reason}`" not in DESCRIBED] == []
        for player, state in players:
            async with seated(server.address, player.ticket) as (_, again):
                assert (again.seq, again.view, again.legal) == (state.seq, state.view, state.legal)
        # And the game goes on.
        player, state = next(one for one in players if one[1].legal)
        while not isinstance(answer := await player.act(state, simple_choice(state)), State):
            assert answer.reason != "bad_message"
        assert answer.seq > state.seq
    server.stop()
    assert "Traceback" not in server.log and '"level": "error"' not in server.log


async def test_a_flood_changes_nothing(own_server: ServerProcess) -> None:
    await withstand(own_server, 2_000)


@pytest.mark.long
async def test_a_hundred_thousand_messages_change_nothing(own_server: ServerProcess) -> None:
    await withstand(own_server, 100_000)
