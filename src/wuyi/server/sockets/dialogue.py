"""What every socket goes through: a first message in time, a pace to keep, and a reason if it is refused."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec

from wuyi.server.config import Config
from wuyi.server.limits import Bucket
from wuyi.server.nodes import Elsewhere
from wuyi.server.protocol import Close, Moved, Refused
from wuyi.server.refusal import Refusal
from wuyi.server.sockets.channel import Channel
from wuyi.server.store.port import StoreError

LOG = logging.getLogger(__name__)

_PATIENCE: Final = 1000
"""A socket that goes on this long after being told `too_fast` is closed."""

_INTERNAL_ERROR: Final = 1011
_FINAL: Final = {
    "unknown_match": Close.UNKNOWN_MATCH,
    "unknown_room": Close.UNKNOWN_MATCH,
    "unknown_token": Close.UNKNOWN_TOKEN,
    "not_member": Close.UNKNOWN_TOKEN,
    "no_spectators": Close.UNKNOWN_TOKEN,
    "bad_message": Close.UNKNOWN_TOKEN,
    "too_late": Close.NO_HELLO,
    "too_many": Close.TOO_FAST,
}
"""The closing code of who was not let in, by the reason."""

Said = TypeVar("Said")
Guest = TypeVar("Guest")


class Gone(Exception):
    """The other side closed the socket before it said who it is."""


async def first_message(channel: Channel, config: Config, decoder: "msgspec.json.Decoder[Said]") -> Said:
    """What the other side says first. Raises `Refusal`: too late, or no message; `Gone`."""
    try:
        async with asyncio.timeout(config.hello_seconds):
            message = await channel.receive()
    except TimeoutError:
        raise Refusal("too_late", "no hello in time") from None
    if message is None:
        raise Gone
    return decode(message, decoder)


async def let_in(channel: Channel, greeting: Awaitable[Guest]) -> Guest | None:
    """Who `greeting` finds the other side to be. None for who may not stay: they have been told why, or where
    to go, and the socket is at its end."""
    try:
        return await greeting
    except Gone:
        return None
    except Elsewhere as elsewhere:
        channel.put(msgspec.json.encode(Moved(elsewhere.url)))
        channel.close(Close.MOVED)
    except Refusal as refusal:
        refuse(channel, refusal)
        channel.close(_FINAL.get(refusal.reason, _INTERNAL_ERROR))
    except StoreError as error:
        LOG.error("socket not let in", extra={"error": str(error)})
        refuse(channel, Refusal("unavailable", "the store failed"))
        channel.close(_INTERNAL_ERROR)
    await channel.end()
    return None


async def listen(
    channel: Channel,
    config: Config,
    answer: Callable[[str | bytes], None],
    refused: Callable[[Refusal], None],
) -> None:
    """Have every message answered, until the other side has gone or will not slow down.

    answer: raises `Refusal`. refused: is told of it, and of messages that come too fast.
    """
    clock = asyncio.get_running_loop().time
    bucket = Bucket.full(config.messages_per_second, 3 * config.messages_per_second, clock())

    def hear(message: str | bytes) -> None:
        if channel.closing:
            return
        try:
            if not bucket.take(clock()):
                raise Refusal("too_fast", f"over {config.messages_per_second:g} messages a second")
            answer(message)
        except Refusal as refusal:
            refused(refusal)
            if bucket.debt > _PATIENCE:
                channel.close(Close.TOO_FAST)

    await channel.listen(hear)


def decode(message: str | bytes, decoder: "msgspec.json.Decoder[Said]") -> Said:
    """Raises `Refusal` for what is no message."""
    try:
        return decoder.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", str(error)) from None


def refuse(channel: Channel, refusal: Refusal) -> None:
    channel.put(msgspec.json.encode(Refused(refusal.reason, str(refusal))))
