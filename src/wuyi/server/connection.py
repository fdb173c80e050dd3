"""One socket, from its first message to its end: who is it, what does it ask, what is it told.

It speaks through a `Channel`, so that the transport may be another one day.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, Protocol

import msgspec

from wuyi.engine.action import Seat
from wuyi.server.config import Config
from wuyi.server.limits import Bucket
from wuyi.server.outbox import Outbox
from wuyi.server.protocol import Act, ClientMessage, Close, Hello, Ping, Pong, Ready, Refused
from wuyi.server.session import Refusal, TableSession
from wuyi.server.store.port import StoreError
from wuyi.server.tables import Tables

LOG = logging.getLogger(__name__)

_MESSAGES: Final = msgspec.json.Decoder(ClientMessage)
_PATIENCE: Final = 1000
"""A socket that goes on this long after being told `too_fast` is closed."""

_INTERNAL_ERROR: Final = 1011
_FINAL: Final = {
    "unknown_match": Close.UNKNOWN_MATCH,
    "unknown_token": Close.UNKNOWN_TOKEN,
    "bad_message": Close.UNKNOWN_TOKEN,
    "too_late": Close.NO_HELLO,
}


class Channel(Protocol):
    """An accepted socket."""

    async def receive(self) -> str | bytes | None:
        """The next message; None when the other side has gone."""

    async def send(self, message: bytes) -> None:
        """Send a text; may wait for a slow reader."""

    async def close(self, code: int) -> None: ...


async def serve(channel: Channel, table: str, tables: Tables, config: Config) -> None:
    """See the socket through; returns when it is closed, by either side."""
    try:
        session, seat = await _greet(channel, table, tables, config)
    except _Gone:
        return
    except Refusal as refusal:
        await _turn_away(channel, refusal.reason, str(refusal), _FINAL.get(refusal.reason, _INTERNAL_ERROR))
        return
    except StoreError as error:
        LOG.error("table not loaded", extra={"table": table, "error": str(error)})
        await _turn_away(channel, "unavailable", "the store failed", _INTERNAL_ERROR)
        return
    outbox = Outbox(config.outbox)
    session.attach(seat, outbox)
    try:
        code = await _first_to_end(
            _read(channel, session, seat, outbox, config), _write(channel, outbox), _watch(outbox)
        )
    finally:
        session.detach(seat, outbox)
    if code is not None:
        await channel.close(code)


class _Gone(Exception):
    """The other side closed the socket before it said who it is."""


async def _greet(channel: Channel, table: str, tables: Tables, config: Config) -> tuple[TableSession, Seat]:
    """Wait for `Hello`; the table and seat it opens. Raises `Refusal`, `StoreError`, `_Gone`."""
    try:
        async with asyncio.timeout(config.hello_seconds):
            message = await channel.receive()
    except TimeoutError:
        raise Refusal("too_late", "no hello in time") from None
    if message is None:
        raise _Gone
    hello = _decode(message)
    if not isinstance(hello, Hello):
        raise Refusal("bad_message", "the first message must be hello")
    session = await tables.session(table)
    return session, session.seat_of(hello.token)


async def _turn_away(channel: Channel, reason: str, detail: str, code: int) -> None:
    await channel.send(msgspec.json.encode(Refused(reason, detail)))
    await channel.close(code)


async def _first_to_end(*works: Coroutine[Any, Any, int | None]) -> int | None:
    """Run all until one ends; its result. The others are cancelled."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read(
    channel: Channel, session: TableSession, seat: Seat, outbox: Outbox, config: Config
) -> int | None:
    """Answer every message until the other side has gone (None) or will not slow down (the closing code)."""
    clock = asyncio.get_running_loop().time
    bucket = Bucket.full(config.messages_per_second, 3 * config.messages_per_second, clock())
    while (message := await channel.receive()) is not None:
        try:
            if not bucket.take(clock()):
                raise Refusal("too_fast", f"more than {config.messages_per_second:g} messages a second")
            await _do(_decode(message), session, seat, outbox)
        except Refusal as refusal:
            outbox.put(msgspec.json.encode(Refused(refusal.reason, str(refusal))))
            if bucket.debt > _PATIENCE:
                return Close.TOO_FAST
        # Whoever does not read the answers is asked no more questions.
        await outbox.drained()
    return None


async def _do(message: ClientMessage, session: TableSession, seat: Seat, outbox: Outbox) -> None:
    match message:
        case Act(seq=seq, action=action):
            await session.act(seat, action, seq)
        case Ready():
            await session.ready(seat)
        case Ping(at=at):
            outbox.put(msgspec.json.encode(Pong(at)))
        case Hello():
            raise Refusal("bad_message", "this socket has said hello already")


async def _write(channel: Channel, outbox: Outbox) -> int | None:
    while True:
        await channel.send(await outbox.get())


async def _watch(outbox: Outbox) -> int | None:
    await outbox.lost.wait()
    return Close.SLOW


def _decode(message: str | bytes) -> ClientMessage:
    try:
        return _MESSAGES.decode(message)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal("bad_message", str(error)) from None
