"""Players who go on whatever becomes of the servers, and remember what they were told."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.client import Player, new_match, simple_choice, socket_address
from wuyi.engine.action import Action
from wuyi.engine.event import Event
from wuyi.server.protocol import Act, Hello, Moved, Ready, State, Ticket

_GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.HTTPError, AssertionError)
"""What a client of a server that dies may meet; the assertions are of answers like `unavailable`."""

_HANDS = 4
_PAUSE = 0.05
_ANSWER_SECONDS = 1.0
"""A server that is silent for longer is given up for another."""

_AVOID_SECONDS = 3.0
"""And not asked again before, even if another believes that it has the table: it may be paused."""


class Contradiction(Exception):
    """A server has said what does not go with what was said before."""


@dataclass
class Evidence:
    """What one player knows of one match.

    told: the events shown, by their place among all that the seat was told. sent: the actions, by the place
    each was to take. acknowledged: how many of them were answered by a state. seq: of the last state shown;
    heard: when that was.
    """

    ticket: Ticket
    told: dict[int, Event] = field(default_factory=dict)
    sent: dict[int, list[Action]] = field(default_factory=dict)
    acknowledged: int = 0
    seq: int = 0
    heard: float = field(default_factory=time.monotonic)

    def note(self, state: State) -> None:
        first = state.seq - len(state.events)
        for place, event in enumerate(state.events, start=first):
            if self.told.setdefault(place, event) != event:
                raise Contradiction(f"event {place} of {self.ticket.match} has become another")
        if state.seq < self.seq:
            raise Contradiction(f"{self.ticket.match} had {self.seq} events, and then {state.seq}")
        self.seq = state.seq
        self.heard = time.monotonic()


@dataclass
class Load:
    """So many tables at once, one person at each. `evidence` of all matches; `outages`: each time a table was
    cut off, the seconds from the last that was heard of it to the next."""

    addresses: Sequence[str]
    luck: random.Random
    evidence: list[Evidence] = field(default_factory=list)
    outages: list[float] = field(default_factory=list)
    cut_off: int = 0
    _ended: bool = False
    _playing: list[asyncio.Task[None]] = field(default_factory=list)

    def begin(self, tables: int) -> None:
        self._playing = [asyncio.create_task(self._play()) for _ in range(tables)]

    async def end(self) -> None:
        """Let the players rise at their next state; raises what went wrong with one of them."""
        self._ended = True
        await asyncio.gather(*self._playing)

    async def all_back(self) -> None:
        """Wait until every table answers. Raises what went wrong with a player meanwhile."""
        while self.cut_off:
            for task in self._playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)

    async def _play(self) -> None:
        while not self._ended:
            address = self.luck.choice(self.addresses)
            try:
                ticket = await asyncio.wait_for(new_match(address, rules={"hands": _HANDS}), _ANSWER_SECONDS)
            except _GONE:
                await asyncio.sleep(_PAUSE)
                continue
            evidence = Evidence(ticket)
            self.evidence.append(evidence)
            await self._see_through(evidence, address)

    async def _see_through(self, evidence: Evidence, address: str) -> None:
        """Play the match to its end, on whichever server has it."""
        cut_off = False
        silent, until = "", 0.0  # a server that has not answered, and when to ask it again
        while True:
            moved = None
            try:
                async with connect(
                    socket_address(address, evidence.ticket.match),
                    compression=None,
                    open_timeout=_ANSWER_SECONDS,
                    close_timeout=_PAUSE,
                ) as socket:
                    player = Player(socket, evidence.ticket)
                    await player.send(Hello(evidence.ticket.token))
                    answer = await asyncio.wait_for(player.receive(), _ANSWER_SECONDS)
                    if isinstance(answer, State):
                        if cut_off:
                            self.outages.append(time.monotonic() - evidence.heard)
                            self.cut_off -= 1
                            cut_off = False
                        if await self._sit(player, evidence, answer):
                            return
                    if isinstance(answer, Moved):
                        moved = answer.url
            except _GONE:
                silent, until = address, time.monotonic() + _AVOID_SECONDS
            if not cut_off:
                cut_off = True
                self.cut_off += 1
            await asyncio.sleep(_PAUSE)
            if moved is None:
                others = [other for other in self.addresses if other != address]
                address = self.luck.choice(others or [address])
            elif moved != silent or time.monotonic() > until:
                address = moved

    async def _sit(self, player: Player, evidence: Evidence, state: State) -> bool:
        """Play until the match is over or the load ends; raises when the line breaks."""
        while True:
            evidence.note(state)
            if self._ended or state.standing.over:
                return True
            asked = None
            if state.view.result is not None:
                await player.send(Ready())
            elif state.legal:
                asked = state.seq
                action = simple_choice(state)
                evidence.sent.setdefault(asked, []).append(action)
                await player.send(Act(asked, action))
            state = await asyncio.wait_for(player.next_state(), _ANSWER_SECONDS)
            if asked is not None and state.seq > asked:
                evidence.acknowledged += 1
