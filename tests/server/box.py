"""A socket without a network, as a table sees it."""

import asyncio

from wuyi.server.protocol import Close


class Box:
    """`Outbox` that keeps what it is told. limit: messages that may wait; code: with which it was closed."""

    def __init__(self, limit: int = 10_000) -> None:
        self.code: int | None = None
        self._limit = limit
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()

    def put(self, message: bytes) -> None:
        if self.code is None:
            self._waiting.put_nowait(message)
            if self._waiting.qsize() > self._limit:
                self.close()

    def close(self, code: int = Close.SLOW) -> None:
        self.code = self.code or code

    async def get(self) -> bytes:
        """The oldest message, as soon as there is one."""
        return await self._waiting.get()
