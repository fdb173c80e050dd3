"""The WebSocket as the network has it: uvicorn's, which may also be spoken to and heard without waiting.

ASGI knows only a `send` and a `receive` that have to be awaited: a task for each direction of each socket,
woken for each message. A table tells four sockets at once and waits for none of them, so here a frame goes
into the transport's buffer directly, and a message to whoever hears it.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from wuyi.server.limits import Bucket
from wuyi.server.sockets import frames

_EXTENSION: Final = "wuyi.socket"

_SPARE_RATE: Final = 20.0
_SPARE_BURST: Final = 256.0
"""Pings, pongs and parts of a message that a socket may send, a second and at once. Nobody needs many, each
costs as much as a message, and of the answers to pings a pile grows before who does not read them."""


class DirectSocket(WebSocketsSansIOProtocol):
    """To be given to uvicorn as `ws`; `direct_socket` finds it."""

    ending = False
    """The server is ending, and closes the socket therefore."""

    hear: Callable[[bytes], None] | None = None
    """Who is given the messages from now on, in place of `receive`."""

    _aligned = True
    """Whole frames have come so far, and no part of another."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Of asyncio."""
        super().connection_made(transport)
        self._spare = Bucket.full(_SPARE_RATE, _SPARE_BURST, self.loop.time())

    def data_received(self, data: bytes) -> None:
        """Of asyncio. A short text that comes by itself, as nearly all do, is heard at once."""
        if self.hear is not None and self._aligned and not self.frames and self.conn.state is OPEN:
            text = frames.short_text(data)
            if text is not None:
                self.hear(text)
                return
        if self.handshake_initiated:
            self._aligned = self._aligned and frames.whole(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Of uvicorn: a whole message has come."""
        if self.hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        message = b"".join(self.frames)
        self.frames = []
        self.hear(message)

    def handle_ping(self) -> None:
        """Of uvicorn."""
        if self._in_measure():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Of uvicorn."""
        if self._in_measure():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Of uvicorn."""
        if self._in_measure():
            super().handle_cont(event)

    def _in_measure(self) -> bool:
        """One more of what is spare: if there are too many, or were, the socket is cut off."""
        if not self.transport.is_closing() and not self._spare.take(self.loop.time()):
            self.transport.abort()
        return not self.transport.is_closing()

    def shutdown(self) -> None:
        self.ending = True
        super().shutdown()

    async def run_asgi(self) -> None:
        self.scope["extensions"][_EXTENSION] = {"socket": self}
        await super().run_asgi()

    def tell(self, text: bytes) -> None:
        """Send a text frame; nothing happens if the socket is closing."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(frames.head(len(text)) + text)

    @property
    def backlog(self) -> int:
        """Bytes that the network has not taken yet."""
        return self.transport.get_write_buffer_size()


def direct_socket(scope: Scope) -> DirectSocket:
    """The socket that a request came on."""
    socket = (scope.get("extensions") or {})[_EXTENSION]["socket"]
    assert isinstance(socket, DirectSocket)
    return socket
