"""A player in a program: what any client of the socket does, and no more."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.server.following import Follower, Word
from wuyi.engine.action import Action, Discard, Pass, Win
from wuyi.server.protocol import Act, Hello, Ready, Refused, State, Ticket


class Player:
    """A socket at a seat. `said`: every message the server sent, as it came. A change is read as a state."""

    def __init__(self, socket: ClientConnection, ticket: Ticket) -> None:
        self.socket = socket
        self.ticket = ticket
        self.said: list[str] = []
        self._follower = Follower()

    async def send(self, message: Any) -> None:
        """A struct or a mapping is encoded; text and bytes go as they are."""
        if not isinstance(message, (str, bytes)):
            message = msgspec.json.encode(message).decode()
        await self.socket.send(message)

    async def receive(self) -> Word:
        text = await self.socket.recv()
        assert isinstance(text, str)
        self.said.append(text)
        return self._follower.read(text)

    async def state(self) -> State:
        """The next message, which must be a state."""
        message = await self.receive()
        assert isinstance(message, State), message
        return message

    async def next_state(self) -> State:
        """The next state. An answer that another player's claim overtook is refused as stale: no matter."""
        while isinstance(message := await self.receive(), Refused):
            assert message.reason == "stale", message
        assert isinstance(message, State)
        return message

    async def until_asked(self, state: State | None = None) -> State:
        """The next state in which this seat may act, or the hand or match is over; `state` if it is one."""
        state = state or await self.state()
        while not state.legal and state.view.result is None:
            state = await self.next_state()
        return state

    async def act(self, state: State, action: Action) -> State | Refused:
        """Do `action` in answer to `state`; what the server says to it."""
        await self.send(Act(state.seq, action))
        message = await self.receive()
        assert isinstance(message, State | Refused)
        return message

    async def ready(self) -> State:
        await self.send(Ready())
        return await self.state()

    async def play(self, state: State, steps: int | None = None) -> State:
        """Play by `simple_choice` until the match is over, or for so many own actions; the last state."""
        while steps is None or steps > 0:
            state = await self.until_asked(state)
            if state.standing.over:
                return state
            if state.view.result is not None:
                await self.send(Ready())
                state = await self.next_state()
                continue
            await self.send(Act(state.seq, simple_choice(state)))
            state = await self.next_state()
            if steps is not None:
                steps -= 1
        return await self.until_asked(state)


def simple_choice(state: State) -> Action:
    """Win if one may; let claims go; discard what was drawn."""
    legal = state.legal
    for action in legal:
        if isinstance(action, Win):
            return action
    for action in legal:
        if isinstance(action, Pass):
            return action
    drawn = state.view.drawn
    discards = [action for action in legal if isinstance(action, Discard)]
    return next((action for action in discards if action.tile == drawn), discards[0])


def table(state: State) -> State:
    """The table as it stands, without what was news to one socket."""
    return msgspec.structs.replace(state, events=(), history=())


async def new_match(address: str, **wish: Any) -> Ticket:
    """Ask the server at `address` for a match."""
    async with httpx.AsyncClient() as http:
        answer = await http.post(f"{address}/api/matches", json=wish)
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=Ticket)


def socket_address(address: str, match: str) -> str:
    return f"{address.replace('http', 'ws', 1)}/api/matches/{match}/socket"


@asynccontextmanager
async def seated(address: str, ticket: Ticket) -> AsyncIterator[tuple[Player, State]]:
    """A player who has said hello, and the state they were shown."""
    async with connect(socket_address(address, ticket.match), compression=None) as socket:
        player = Player(socket, ticket)
        await player.send(Hello(ticket.token))
        yield player, await player.state()
