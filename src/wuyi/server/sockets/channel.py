"""A socket as the server sees it, whatever carries it."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from litestar import WebSocket
from litestar.datastructures import State

from wuyi.server.protocol import Close
from wuyi.server.sockets.transport import direct_socket
from wuyi.server.table.outbox import Outbox


class Channel(Outbox, Protocol):
    """An accepted socket, served by one task."""

    closing: bool
    """`close` was called. That cancels the task, wherever it waits, unless the task itself has called it."""

    @property
    def ending(self) -> bool:
        """The server is ending: nobody needs to be told that this one goes, since all do."""

    async def receive(self) -> str | bytes | None:
        """The next message; None when either side has closed the socket."""

    async def listen(self, hear: Callable[[str | bytes], None]) -> None:
        """Have all further messages heard as they come; returns as `receive` would with None."""

    async def end(self) -> None:
        """Say goodbye with the code of `close`, if it was called and the other side is still there."""


class LitestarChannel:
    """A Litestar socket as a `Channel` of the current task. limit: bytes that may wait for a slow reader."""

    def __init__(self, socket: WebSocket[Any, Any, State], limit: int) -> None:
        self.closing = False
        self._socket = socket
        self._direct = direct_socket(socket.scope)
        self._limit = limit
        self._code = 0
        self._gone = False
        self._task = asyncio.current_task()

    def put(self, message: bytes) -> None:
        if not self.closing:
            self._direct.tell(message)
            if self._direct.backlog > self._limit:
                self.close()

    def close(self, code: int = Close.SLOW) -> None:
        if self.closing:
            return
        self.closing = True
        self._code = code
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    @property
    def ending(self) -> bool:
        return self._direct.ending

    async def receive(self) -> str | bytes | None:
        if self.closing:
            return None
        message = await self._direct.receive()
        if message["type"] != "websocket.receive":
            self._gone = True
            return None
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def listen(self, hear: Callable[[str | bytes], None]) -> None:
        while True:
            if self._direct.queue.empty():  # what has come before is heard before
                self._direct.hear = hear
            message = await self.receive()
            if message is None:
                return
            hear(message)

    async def end(self) -> None:
        if not self.closing or self._gone:
            return
        if self._direct.backlog > self._limit:
            self._direct.transport.abort()  # no goodbye would reach who does not read
        else:
            await self._socket.close(code=self._code)


@contextmanager
def closable(channel: Channel, *causes: Coroutine[Any, Any, int]) -> Iterator[None]:
    """The block ends early, and quietly, once the channel is closed from this side. For its task to enter.

    causes: what may close it too, each with the code that it returns.
    """
    tasks = [asyncio.create_task(_close_after(channel, cause)) for cause in causes]
    try:
        yield
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if not channel.closing or task is None:
            raise
        task.uncancel()
    finally:
        for task in tasks:
            task.cancel()


async def _close_after(channel: Channel, cause: Coroutine[Any, Any, int]) -> None:
    channel.close(await cause)
