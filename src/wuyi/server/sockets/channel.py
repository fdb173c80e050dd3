"""A socket as the server sees it, whatever carries it, and what every socket's two directions share."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from litestar import WebSocket
from litestar.datastructures import State

from wuyi.server.protocol import Close
from wuyi.server.table.outbox import Outbox


class Channel(Protocol):
    """An accepted socket."""

    async def receive(self) -> str | bytes | None:
        """The next message; None when the other side has gone."""

    async def send(self, message: bytes) -> None:
        """Send a text; may wait for a slow reader."""

    async def close(self, code: int) -> None: ...


class LitestarChannel:
    """A Litestar socket as a `Channel`."""

    def __init__(self, socket: WebSocket[Any, Any, State]) -> None:
        self._socket = socket
        self._open = True

    async def receive(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            self._open = False
            return None
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def send(self, message: bytes) -> None:
        await self._socket.send_data(message.decode(), mode="text")

    async def close(self, code: int) -> None:
        if self._open:
            self._open = False
            await self._socket.close(code=code)


async def first_to_end(*works: Coroutine[Any, Any, int | None]) -> int | None:
    """Run all until one ends; its result. The others are cancelled."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def pump(channel: Channel, outbox: Outbox, last: bytes | None = None) -> int | None:
    """Send what comes into `outbox`, until `last` has been sent: then the closing code."""
    while True:
        message = await outbox.get()
        await channel.send(message)
        if message is last:
            return Close.UNKNOWN_TOKEN


async def overflow(outbox: Outbox) -> int | None:
    """The closing code, once `outbox` was read too slowly."""
    await outbox.lost.wait()
    return Close.SLOW
