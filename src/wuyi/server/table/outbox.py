"""What waits to be sent on one socket. A table never waits for a slow reader: it fills this and goes on."""

import asyncio
from collections import deque


class Outbox:
    """At most `limit` encoded messages. With one too many all are dropped and `lost` is set: the socket is to
    be closed, and its owner comes back for the whole state."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: deque[bytes] = deque()
        self._some = asyncio.Event()
        self._none = asyncio.Event()
        self._none.set()
        self.lost = asyncio.Event()

    def put(self, message: bytes) -> None:
        if self.lost.is_set():
            return
        if len(self._waiting) == self._limit:
            self._waiting.clear()
            self.lost.set()
            return
        self._waiting.append(message)
        self._some.set()
        self._none.clear()

    async def get(self) -> bytes:
        """The oldest message, as soon as there is one. For one reader."""
        while not self._waiting:
            self._some.clear()
            await self._some.wait()
        message = self._waiting.popleft()
        if not self._waiting:
            self._none.set()
        return message

    async def drained(self) -> None:
        """Return once everything has been taken to be sent."""
        await self._none.wait()
