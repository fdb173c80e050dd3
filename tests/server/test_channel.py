"""A socket without a network: frames, a reader that is too slow, and an end from this side."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.protocol import CLOSING, OPEN

from wuyi.server.protocol import Close
from wuyi.server.sockets.channel import LitestarChannel, closable
from wuyi.server.sockets.transport import DirectSocket

pytestmark = pytest.mark.anyio

LIMIT = 1000


class Network:
    """The transport below a socket. backlog: what it has not sent. code: with which the socket was closed."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.backlog = 0
        self.code: int | None = None
        self.aborted = False
        self.direct = object.__new__(DirectSocket)
        self.direct.transport = self  # type: ignore[assignment]
        self.direct.conn = SimpleNamespace(state=OPEN)  # type: ignore[assignment]
        self.direct.queue = asyncio.Queue()
        self.direct.frames = []
        self.direct.handshake_initiated = True
        self.direct.close_sent = self.direct.read_paused = False
        self.scope = {"extensions": {"wuyi.socket": {"socket": self.direct}}}

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def get_write_buffer_size(self) -> int:
        return self.backlog

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None:
        self.aborted = True

    async def close(self, code: int) -> None:
        self.code = code

    def say(self, text: bytes) -> None:
        """A message comes in."""
        self.direct.frames = [text]
        self.direct.send_receive_event_to_app()


def channel_over(network: Network) -> LitestarChannel:
    socket: Any = network
    return LitestarChannel(socket, LIMIT)


@pytest.mark.parametrize(
    ("size", "head"),
    [(1, b"\x81\x01"), (125, b"\x81\x7d"), (126, b"\x81\x7e\x00\x7e"), (70_000, b"\x81\x7f" + b"\0" * 5)],
)
async def test_a_text_is_one_frame(size: int, head: bytes) -> None:
    network = Network()
    channel_over(network).put(b"x" * size)
    (frame,) = network.written
    assert frame.startswith(head) and frame.endswith(b"x" * size) and len(frame) < size + 11


async def test_nothing_is_sent_after_the_goodbye() -> None:
    network = Network()
    network.direct.conn.state = CLOSING
    channel_over(network).put(b"x")
    assert network.written == []


async def served(network: Network, happen: Callable[[LitestarChannel], None]) -> None:
    """A socket from its beginning to its end; `happen` comes while it listens."""
    channel = channel_over(network)
    with closable(channel):
        asyncio.get_running_loop().call_soon(happen, channel)
        await channel.listen(lambda message: None)
    await channel.end()


async def test_who_reads_too_slowly_is_cut_off() -> None:
    network = Network()

    def happen(channel: LitestarChannel) -> None:
        for network.backlog in (0, LIMIT, LIMIT + 1, LIMIT + 2):
            channel.put(b"x")

    async with asyncio.timeout(5):
        await asyncio.create_task(served(network, happen))
    assert len(network.written) == 3 and network.aborted and network.code is None


async def test_a_socket_that_is_closed_from_this_side_is_told_why() -> None:
    network = Network()
    async with asyncio.timeout(5):
        await asyncio.create_task(served(network, lambda channel: channel.close(Close.UNKNOWN_TOKEN)))
    assert network.code == Close.UNKNOWN_TOKEN and not network.aborted


async def test_what_has_come_before_is_heard_before() -> None:
    network = Network()
    channel = channel_over(network)
    network.direct.queue.put_nowait({"type": "websocket.receive", "text": "1"})
    network.direct.queue.put_nowait({"type": "websocket.receive", "text": "2"})
    heard: list[str | bytes] = []
    listening = asyncio.create_task(channel.listen(heard.append))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    network.say(b"3")
    network.say(b"4")
    assert heard == ["1", "2", b"3", b"4"]
    network.direct.queue.put_nowait({"type": "websocket.disconnect", "code": 1005})
    await listening


async def test_a_cancellation_from_elsewhere_is_not_swallowed() -> None:
    channel = channel_over(Network())

    async def serve() -> None:
        with closable(channel):
            await asyncio.Event().wait()

    task = asyncio.create_task(serve())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
