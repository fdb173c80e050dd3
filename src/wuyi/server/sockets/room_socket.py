"""One socket in a room: hello, and then the room after every change. What is to be changed is asked for over
HTTP; on the socket only a ping is answered."""

import asyncio
import logging
from typing import Final

import msgspec

from wuyi.server.community.people import People, until_revoked
from wuyi.server.community.rooms import TURNED_OUT, Rooms
from wuyi.server.config import Config
from wuyi.server.http.access import Access
from wuyi.server.limits import Bucket
from wuyi.server.metrics import SOCKETS
from wuyi.server.protocol import Close, Hello, Ping, Pong, Refused
from wuyi.server.refusal import Refusal
from wuyi.server.sockets.channel import Channel, first_to_end, overflow, pump
from wuyi.server.store.port import StoreError
from wuyi.server.table.outbox import Outbox
from wuyi.server.words import RoomClientMessage

LOG = logging.getLogger(__name__)

_MESSAGES: Final = msgspec.json.Decoder(RoomClientMessage)
_PATIENCE: Final = 100
_INTERNAL_ERROR: Final = 1011
_FINAL: Final = {
    "unknown_room": Close.UNKNOWN_MATCH,
    "unknown_token": Close.UNKNOWN_TOKEN,
    "not_member": Close.UNKNOWN_TOKEN,
    "bad_message": Close.UNKNOWN_TOKEN,
    "too_late": Close.NO_HELLO,
    "too_many": Close.TOO_FAST,
}


async def serve(
    channel: Channel, code: str, address: str, rooms: Rooms, people: People, access: Access, config: Config
) -> None:
    """See the socket of somebody at `address` in the room `code` through to its end."""
    outbox = Outbox(config.outbox)
    try:
        token = await _greet(channel, config)
        if token is None:
            return
        player = (await people.find(token)).id
        with access.guess(address):
            await rooms.attach(code, player, outbox)
    except Refusal as refusal:
        await _turn_away(channel, refusal.reason, str(refusal), _FINAL.get(refusal.reason, _INTERNAL_ERROR))
        return
    except StoreError as error:
        LOG.error("room not loaded", extra={"error": str(error)})
        await _turn_away(channel, "unavailable", "the store failed", _INTERNAL_ERROR)
        return
    try:
        with SOCKETS.during("room"):
            closing = await first_to_end(
                _read(channel, outbox, config),
                pump(channel, outbox, last=TURNED_OUT),
                overflow(outbox),
                until_revoked(people, token),
            )
    finally:
        rooms.detach(code, outbox)
    if closing is not None:
        await channel.close(closing)


async def _greet(channel: Channel, config: Config) -> str | None:
    """The token of the hello; None if the other side went without. Raises `Refusal`."""
    try:
        async with asyncio.timeout(config.hello_seconds):
            message = await channel.receive()
    except TimeoutError:
        raise Refusal("too_late", "no hello in time") from None
    if message is None:
        return None
    hello = _decode(message)
    if not isinstance(hello, Hello):
        raise Refusal("bad_message", "the first message must be hello")
    return hello.token


async def _turn_away(channel: Channel, reason: str, detail: str, code: int) -> None:
    await channel.send(msgspec.json.encode(Refused(reason, detail)))
    await channel.close(code)


async def _read(channel: Channel, outbox: Outbox, config: Config) -> int | None:
    """Answer every ping until the other side has gone (None) or will not slow down (the closing code)."""
    clock = asyncio.get_running_loop().time
    bucket = Bucket.full(config.messages_per_second, 3 * config.messages_per_second, clock())
    while (message := await channel.receive()) is not None:
        try:
            if not bucket.take(clock()):
                raise Refusal("too_fast", f"more than {config.messages_per_second:g} messages a second")
            said = _decode(message)
            if not isinstance(said, Ping):
                raise Refusal("bad_message", "this socket has said hello already")
            outbox.put(msgspec.json.encode(Pong(said.at)))
        except Refusal as refusal:
            outbox.put(msgspec.json.encode(Refused(refusal.reason, str(refusal))))
            if bucket.debt > _PATIENCE:
                return Close.TOO_FAST
        # Whoever does not read the answers is asked no more questions.
        await outbox.drained()
    return None


def _decode(message: str | bytes) -> RoomClientMessage:
    try:
        return _MESSAGES.decode(message)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal("bad_message", str(error)) from None
