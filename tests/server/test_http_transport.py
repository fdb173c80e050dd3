"""A request has so long to arrive, and as long as it takes to be answered."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from wuyi.server.http.transport import PatientHttp
from wuyi.server.sockets.transport import DirectSocket

pytestmark = pytest.mark.anyio

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n"


async def slow_app(scope: Any, receive: Any, send: Any) -> None:
    """Reads the body, and takes longer to answer than a request has to arrive. A socket is sent a word."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.sleep(3 * PatientHttp.seconds)
        await send({"type": "websocket.send", "text": "ok"})
        return
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(3 * PatientHttp.seconds)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    config = uvicorn.Config(slow_app, ws=DirectSocket, lifespan="off", log_config=None)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: PatientHttp(config, state, {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        yield reader, writer
    finally:
        writer.close()
        server.close()
        await server.wait_closed()


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientHttp, "seconds", 0.1)


@pytest.mark.parametrize("part", [b"", b"POST /", HEAD, HEAD + b"{"])
async def test_a_request_that_does_not_arrive_is_given_up(part: bytes) -> None:
    async with connected() as (reader, writer), asyncio.timeout(10):
        writer.write(part)
        with contextlib.suppress(ConnectionResetError):
            assert await reader.read() == b""


async def test_an_answer_may_take_its_time_and_another_request_may_follow() -> None:
    async with connected() as (reader, writer), asyncio.timeout(10):
        for _ in range(2):
            writer.write(HEAD)
            await asyncio.sleep(PatientHttp.seconds / 4)
            writer.write(b"{}")
            head = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in head and await reader.readexactly(2) == b"ok"


async def test_a_socket_may_be_silent() -> None:
    async with connected() as (reader, writer), asyncio.timeout(10):
        for line in ("GET / HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket"):
            writer.write(f"{line}\r\n".encode())
        writer.write(b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head and await reader.readexactly(4) == b"\x81\x02ok"
