"""A WebSocket client with nothing to spare: text frames over an asyncio transport, as RFC 6455 has them.

The load must cost less than the server that bears it, or it would measure itself.
"""

import asyncio
from collections.abc import Callable
from typing import Final

_UPGRADE: Final = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_TEXT: Final = 0x81
_CLOSE: Final = 0x88
_PING: Final = 0x89
_PONG: Final = 0x8A
_MASKED: Final = 0x80


class Socket(asyncio.Protocol):
    """heard: called with every message. What goes wrong is in `failure`."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._buffer = bytearray()
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self.failure: str | None = None

    @classmethod
    async def open(cls, host: str, port: int, path: str, heard: Callable[[bytes], None]) -> "Socket":
        _, socket = await asyncio.get_running_loop().create_connection(lambda: cls(heard), host, port)
        assert socket._transport is not None
        socket._transport.write(_UPGRADE.format(path=path, host=host, port=port).encode())
        await socket._open
        return socket

    def send(self, message: bytes, kind: int = _TEXT) -> None:
        """A frame. The mask of zeros is a mask like any other."""
        size = len(message)
        length = bytes([_MASKED | size]) if size < 126 else bytes([_MASKED | 126]) + size.to_bytes(2)
        if self._transport is not None:
            self._transport.write(b"%c%b\0\0\0\0%b" % (kind, length, message))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # --- asyncio.Protocol ------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._open.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
                return
            self._open.set_result(None)
            self._buffer = rest
        while (frame := self._frame()) is not None:
            kind, payload = frame
            if kind == _TEXT:
                self._heard(payload)
            elif kind == _PING:
                self.send(payload, _PONG)
            else:
                self.failure = (
                    f"closed with {int.from_bytes(payload[:2])}" if kind == _CLOSE else f"{kind:#x}"
                )

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame of the buffer, taken from it. The server neither masks nor splits."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start])
        if len(buffer) < start + size:
            return None
        frame = buffer[0], bytes(buffer[start : start + size])
        del buffer[: start + size]
        return frame

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self.failure = self.failure or f"lost: {error}"
        if not self._open.done():
            self._open.set_exception(ConnectionError(self.failure))
