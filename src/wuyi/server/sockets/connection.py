"""One socket, from its first message to its end: who is it, what does it ask, what is it told.

It speaks through a `Channel`, so that the transport may be another one day.
"""

import asyncio
import logging
from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.server.config import Config
from wuyi.server.limits import Bucket
from wuyi.server.metrics import ACTIONS, REFUSALS, SOCKETS
from wuyi.server.nodes import Elsewhere
from wuyi.server.protocol import (
    Act,
    Back,
    CallVote,
    CastVote,
    ClientMessage,
    Close,
    GiveSeed,
    Hello,
    Hold,
    Leave,
    Moved,
    Mute,
    Ping,
    Pong,
    Ready,
    Refused,
    Say,
    Watch,
)
from wuyi.server.refusal import Refusal
from wuyi.server.sockets.channel import Channel, first_to_end, overflow, pump
from wuyi.server.store.port import StoreError
from wuyi.server.table.outbox import Outbox
from wuyi.server.table.session import TableSession
from wuyi.server.table.tables import Tables

LOG = logging.getLogger(__name__)

_MESSAGES: Final = msgspec.json.Decoder(ClientMessage)
_PATIENCE: Final = 1000
"""A socket that goes on this long after being told `too_fast` is closed."""

_AT_ONCE: Final = 8
"""So many requests of a socket may wait for their answers."""

_INTERNAL_ERROR: Final = 1011
_FINAL: Final = {
    "unknown_match": Close.UNKNOWN_MATCH,
    "unknown_token": Close.UNKNOWN_TOKEN,
    "bad_message": Close.UNKNOWN_TOKEN,
    "too_late": Close.NO_HELLO,
    "no_spectators": Close.UNKNOWN_TOKEN,
}

_Asked = Act | Ready | Hold | Leave | Back | CallVote | CastVote | GiveSeed | Say | Mute
"""What the owner of a seat may ask once it has said hello."""


async def serve(channel: Channel, table: str, tables: Tables, config: Config) -> None:
    """See the socket through; returns when it is closed, by either side."""
    try:
        session, seat, token = await _greet(channel, table, tables, config)
    except _Gone:
        return
    except Elsewhere as elsewhere:
        await channel.send(msgspec.json.encode(Moved(elsewhere.url)))
        await channel.close(Close.MOVED)
        return
    except Refusal as refusal:
        await _turn_away(channel, refusal.reason, str(refusal), _FINAL.get(refusal.reason, _INTERNAL_ERROR))
        return
    except StoreError as error:
        LOG.error("table not loaded", extra={"table": table, "error": str(error)})
        await _turn_away(channel, "unavailable", "the store failed", _INTERNAL_ERROR)
        return
    outbox = Outbox(config.outbox)
    try:
        _join(session, seat, outbox)
        with SOCKETS.during("spectator" if seat is None else "seat"):
            code = await first_to_end(
                _read(channel, session, seat, outbox, config),
                pump(channel, outbox),
                overflow(outbox),
                *tables.revocation(session, token),
            )
    finally:
        _part(session, seat, outbox)
    if code is not None:
        await channel.close(code)


class _Gone(Exception):
    """The other side closed the socket before it said who it is."""


async def _greet(
    channel: Channel, table: str, tables: Tables, config: Config
) -> tuple[TableSession, Seat | None, str]:
    """Wait for `Hello` or `Watch`; the table, the seat it opens, None for a spectator, and by which token.

    Raises `Refusal`, `Elsewhere`, `StoreError`, `_Gone`.
    """
    try:
        async with asyncio.timeout(config.hello_seconds):
            message = await channel.receive()
    except TimeoutError:
        raise Refusal("too_late", "no hello in time") from None
    if message is None:
        raise _Gone
    hello = _decode(message)
    if not isinstance(hello, (Hello, Watch)):
        raise Refusal("bad_message", "the first message must be hello or watch")
    session = await tables.session(table)
    if isinstance(hello, Watch):
        if not session.header.spectators:
            raise Refusal("no_spectators", "this table is not to be watched")
        return session, None, ""
    return session, await tables.seat_of(session, hello.token), hello.token


def _join(session: TableSession, seat: Seat | None, outbox: Outbox) -> None:
    if seat is None:
        session.watch(outbox)
    else:
        session.attach(seat, outbox)


def _part(session: TableSession, seat: Seat | None, outbox: Outbox) -> None:
    if seat is None:
        session.unwatch(outbox)
    else:
        session.detach(seat, outbox)


async def _turn_away(channel: Channel, reason: str, detail: str, code: int) -> None:
    await channel.send(msgspec.json.encode(Refused(reason, detail)))
    await channel.close(code)


async def _read(
    channel: Channel, session: TableSession, seat: Seat | None, outbox: Outbox, config: Config
) -> int | None:
    """Answer every message until the other side has gone (None) or will not slow down (the closing code)."""
    clock = asyncio.get_running_loop().time
    bucket = Bucket.full(config.messages_per_second, 3 * config.messages_per_second, clock())
    waiting: set[asyncio.Task[None]] = set()
    try:
        while (message := await channel.receive()) is not None:
            if bucket.take(clock()):
                # What is said to a discard is answered when the claim window closes: others may come before.
                task = asyncio.create_task(_answer(message, session, seat, outbox))
                waiting.add(task)
                task.add_done_callback(waiting.discard)
                await asyncio.sleep(0)  # it is in the mailbox before the next message is read
                if len(waiting) >= _AT_ONCE:
                    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            else:
                _refuse(Refusal("too_fast", f"over {config.messages_per_second:g} messages a second"), outbox)
                if bucket.debt > _PATIENCE:
                    return Close.TOO_FAST
            # Whoever does not read the answers is asked no more questions.
            await outbox.drained()
    finally:
        for task in waiting:
            task.cancel()
    return None


async def _answer(message: str | bytes, session: TableSession, seat: Seat | None, outbox: Outbox) -> None:
    try:
        await _do(_decode(message), session, seat, outbox)
    except Refusal as refusal:
        _refuse(refusal, outbox)


def _refuse(refusal: Refusal, outbox: Outbox) -> None:
    REFUSALS.add(refusal.reason)
    outbox.put(msgspec.json.encode(Refused(refusal.reason, str(refusal))))


async def _do(message: ClientMessage, session: TableSession, seat: Seat | None, outbox: Outbox) -> None:
    if isinstance(message, Ping):
        outbox.put(msgspec.json.encode(Pong(message.at)))
    elif seat is None or isinstance(message, (Hello, Watch)):
        raise Refusal("bad_message", "this socket watches, or has said hello already")
    else:
        await _ask(message, session, seat)


async def _ask(message: _Asked, session: TableSession, seat: Seat) -> None:
    match message:
        case Act(seq=seq, action=action):
            await session.act(seat, action, seq)
            ACTIONS.add()
        case Ready():
            await session.ready(seat)
        case Hold(on=on):
            await session.hold(seat, on)
        case Leave():
            await session.leave(seat)
        case Back():
            await session.back(seat)
        case CallVote(kind=kind):
            await session.call_vote(seat, kind)
        case CastVote(yes=yes):
            await session.cast_vote(seat, yes)
        case GiveSeed(hand=hand, seed=seed):
            await session.give_seed(seat, hand, seed)
        case Say(phrase=phrase):
            session.say(seat, phrase)
        case Mute(seat=other, on=on):
            session.mute(seat, other, on)


def _decode(message: str | bytes) -> ClientMessage:
    try:
        return _MESSAGES.decode(message)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal("bad_message", str(error)) from None
