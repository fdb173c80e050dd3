"""People in a program: what any client of the HTTP part does, and of the socket in a room."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.server.client import seated, simple_choice
from wuyi.server.protocol import Act, Hello, Pong, Ready, Refused, Standing, State, Ticket
from wuyi.server.words import Identity, Room, RoomServerMessage

Value = TypeVar("Value")

_DECODER = msgspec.json.Decoder(RoomServerMessage)


class Someone:
    """A player with a browser, talking to the server at `address`."""

    def __init__(self, http: httpx.AsyncClient, identity: Identity) -> None:
        self.http = http
        self.id = identity.player.id
        self.name = identity.player.name
        self.token = identity.token

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """The answer to a request that bears the token; `body` is a struct or a mapping."""
        return await self.http.request(
            method,
            path,
            content=b"" if body is None else msgspec.json.encode(body),
            headers={"authorization": f"Bearer {self.token}", "content-type": "application/json"},
        )

    async def get(self, path: str, type: type[Value]) -> Value:
        answer = await self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=type)

    async def post(self, path: str, type: type[Value], body: Any = None) -> Value:
        answer = await self.ask("POST", path, body)
        assert answer.status_code in (200, 201), answer.text
        return msgspec.json.decode(answer.content, type=type)

    async def refused(self, path: str, body: Any = None, method: str = "POST") -> str:
        """Why it is refused."""
        answer = await self.ask(method, path, body)
        assert answer.status_code >= 400, answer.text
        reason = answer.json()["reason"]
        assert isinstance(reason, str)
        return reason

    async def room(self, **options: Any) -> Room:
        """A new room."""
        return await self.post("/api/rooms", Room, options)

    async def do(self, code: str, what: str, **body: Any) -> Room:
        """The room after a change."""
        return await self.post(f"/api/rooms/{code}/{what}", Room, body or None)


async def someone(http: httpx.AsyncClient, name: str = "Li") -> Someone:
    """A new guest."""
    answer = await http.post("/api/players", json={"name": name})
    assert answer.status_code == 201, answer.text
    return Someone(http, msgspec.json.decode(answer.content, type=Identity))


class RoomSocket:
    """A socket in a room."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def receive(self) -> Room | Refused | Pong:
        return _DECODER.decode(await self.socket.recv())

    async def room(self) -> Room:
        """The next message, which must be the room."""
        message = await self.receive()
        assert isinstance(message, Room), message
        return message

    async def until(self, phase: str) -> Room:
        """The room, as soon as it has come to `phase`."""
        while (room := await self.room()).phase != phase:
            pass
        return room


@asynccontextmanager
async def in_room(address: str, code: str, token: str) -> AsyncIterator[RoomSocket]:
    """A socket that has said hello."""
    url = f"{address.replace('http', 'ws', 1)}/api/rooms/{code}/socket"
    async with connect(url, compression=None) as socket:
        await socket.send(msgspec.json.encode(Hello(token)).decode())
        yield RoomSocket(socket)


async def play(address: str, match: str, who: Someone) -> Standing:
    """Play the seat of `who`, one of several people at the table, to the end of the match."""
    async with seated(address, Ticket(match, 0, who.token)) as (player, state):
        while not state.standing.over:
            if state.view.result is not None:
                await player.send(Ready())
            elif state.legal:
                await player.send(Act(state.seq, simple_choice(state)))
            # What the others were quicker at is refused: the state that says so is on its way.
            before, message = state, await player.receive()
            while not isinstance(message, State) or message.seq == before.seq:
                message = await player.receive()
            state = message
    return state.standing
