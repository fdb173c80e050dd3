"""One socket at a table, from its first message to its end: who is it, what does it ask, what is it told.

It speaks through a `Channel`, so that the transport may be another one day.
"""

from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.server.config import Config
from wuyi.server.metrics import ACTIONS, REFUSALS, SOCKETS
from wuyi.server.protocol import (
    Act,
    Back,
    CallVote,
    CastVote,
    ClientMessage,
    Explain,
    GiveSeed,
    Hello,
    Hold,
    Leave,
    Look,
    Ping,
    Pong,
    Ready,
    Say,
    Watch,
)
from wuyi.server.refusal import Refusal
from wuyi.server.sockets.channel import Channel, closable
from wuyi.server.sockets.dialogue import decode, first_message, let_in, listen, refuse
from wuyi.server.table.mailbox import Answer
from wuyi.server.table.session import TableSession
from wuyi.server.table.tables import Newcomer, Tables

_MESSAGES: Final = msgspec.json.Decoder(ClientMessage)
_Asked = Ready | Hold | Leave | Back | CallVote | CastVote | GiveSeed
"""What the owner of a seat may ask the table for, beside an action; the answer takes a while."""

_NOT_HERE: Final = "this socket watches, or has said hello already"


async def serve(channel: Channel, table: str, tables: Tables, config: Config) -> None:
    """See the socket through; returns when it is closed, by either side."""
    guest = await let_in(channel, _greet(channel, table, tables, config))
    if guest is None:
        return
    session, seat, token = guest
    visit = _Visit(channel, session, seat)
    visit.begin()
    try:
        with (
            SOCKETS.during("spectator" if seat is None else "seat"),
            closable(channel, *tables.revocation(session, token)),
        ):
            await listen(channel, config, visit.answer, visit.refuse)
    finally:
        visit.end()
    await channel.end()


async def _greet(
    channel: Channel, table: str, tables: Tables, config: Config
) -> tuple[TableSession, Seat | None, str]:
    """Wait for `Hello` or `Watch`; the table, the seat it opens, None for a spectator, and by which token.

    Raises `Refusal`, `Elsewhere`, `StoreError`, `Gone`.
    """
    hello = await first_message(channel, config, _MESSAGES)
    if not isinstance(hello, (Hello, Watch)):
        raise Refusal("bad_message", "the first message must be hello or watch")
    newcomer = None if isinstance(hello, Watch) else Newcomer(hello.token, hello.seed)
    session = await tables.session(table, newcomer)
    if isinstance(hello, Watch):
        if not session.header.spectators:
            raise Refusal("no_spectators", "this table is not to be watched")
        return session, None, ""
    return session, await tables.seat_of(session, hello.token), hello.token


class _Visit:
    """Somebody at a table, through one socket. seat: None for a spectator."""

    def __init__(self, channel: Channel, session: TableSession, seat: Seat | None) -> None:
        self._channel = channel
        self._session = session
        self._seat = seat

    def begin(self) -> None:
        if self._seat is None:
            self._session.watch(self._channel)
        else:
            self._session.attach(self._seat, self._channel)

    def end(self) -> None:
        if self._seat is None:
            self._session.unwatch(self._channel)
        else:
            self._session.detach(self._seat, self._channel, quietly=self._channel.ending)

    def answer(self, text: str | bytes) -> None:
        """Do what a message asks for. Raises `Refusal` for what is refused at once.

        What is said to a discard is answered when the claim window closes: others may come before.
        """
        message = decode(text, _MESSAGES)
        if isinstance(message, Act):  # nearly always
            self._act(message)
        elif isinstance(message, Ping):
            self._channel.put(msgspec.json.encode(Pong(message.at)))
        elif isinstance(message, Look):
            self._session.look(self._seat, self._channel)
        elif self._seat is None or isinstance(message, (Hello, Watch)):
            raise Refusal("bad_message", _NOT_HERE)
        elif isinstance(message, _Asked):
            _ask(message, self._session, self._seat).add_done_callback(self._answered)
        elif isinstance(message, Explain):
            self._channel.put(msgspec.json.encode(self._session.explain(self._seat, message.discard)))
        elif isinstance(message, Say):
            self._session.say(self._seat, message.phrase)
        else:
            self._session.mute(self._seat, message.seat, message.on)

    def refuse(self, refusal: Refusal) -> None:
        REFUSALS.add(refusal.reason)
        refuse(self._channel, refusal)

    def _act(self, message: Act) -> None:
        if self._seat is None:
            raise Refusal("bad_message", _NOT_HERE)
        answer = self._session.act(self._seat, message.action, message.seq)
        answer.add_done_callback(self._acted)

    def _acted(self, answer: Answer) -> None:
        if answer.exception() is None:
            ACTIONS.add()
        self._answered(answer)

    def _answered(self, answer: Answer) -> None:
        if isinstance(refusal := answer.exception(), Refusal):
            self.refuse(refusal)


def _ask(message: _Asked, session: TableSession, seat: Seat) -> Answer:
    match message:
        case Ready():
            return session.ready(seat)
        case Hold(on=on):
            return session.hold(seat, on)
        case Leave():
            return session.leave(seat)
        case Back():
            return session.back(seat)
        case CallVote(kind=kind):
            return session.call_vote(seat, kind)
        case CastVote(yes=yes):
            return session.cast_vote(seat, yes)
        case GiveSeed(hand=hand, seed=seed):
            return session.give_seed(seat, hand, seed)
