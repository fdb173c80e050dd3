"""An orderly end: sockets are told to come back, what was acknowledged is there, the log can be read."""

import asyncio
import json
import signal
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import Player, new_match, seated
from tests.server.lobby import in_room, someone
from tests.server.process import ServerProcess
from wuyi.server.protocol import State

pytestmark = pytest.mark.anyio

RESTART = 1012


async def play_until_closed(player: Player, state: State) -> tuple[int, int | None]:
    """The last `seq` this player was told, and the closing code."""
    try:
        while True:
            state = await player.play(state, steps=1)
    except ConnectionClosed as closed:
        last = [json.loads(text) for text in player.said]
        seqs = [message["seq"] for message in last if "seq" in message]
        return seqs[-1], closed.rcvd.code if closed.rcvd else None


async def test_a_stop_in_the_midst_of_play_loses_nothing(own_server: ServerProcess) -> None:
    async with AsyncExitStack() as stack:
        games = []
        for _ in range(8):
            ticket = await new_match(own_server.address)
            player, state = await stack.enter_async_context(seated(own_server.address, ticket))
            games.append((ticket, asyncio.create_task(play_until_closed(player, state))))
        await asyncio.sleep(0.3)
        assert await asyncio.to_thread(own_server.stop, signal.SIGTERM) == 0
        ends = [(ticket, *await game) for ticket, game in games]
    assert {code for _, _, code in ends} == {RESTART}
    with closing(sqlite3.connect(own_server.database)) as connection:
        lengths = connection.execute("SELECT COUNT(*), MAX(seq) FROM events GROUP BY table_id").fetchall()
    assert len(lengths) == 8 and all(count == last + 1 for count, last in lengths)
    own_server.start()
    for ticket, seq, _ in ends:
        async with seated(own_server.address, ticket) as (_, state):
            assert state.seq >= seq
    assert '"level": "error"' not in own_server.log and "Traceback" not in own_server.log


async def test_a_room_is_told_too(own_server: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=own_server.address) as http:
        host = await someone(http)
        room = await host.room()
        async with in_room(own_server.address, room.code, host.token) as socket:
            await socket.room()
            assert await asyncio.to_thread(own_server.stop) == 0
            with pytest.raises(ConnectionClosed) as closed:
                await socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == RESTART


@pytest.mark.parametrize("command", ["serve", "play"])
async def test_a_log_of_json_is_one_object_a_line(tmp_path: Path, command: str) -> None:
    arguments = ["--log", "json", *(["--log-level", "debug"] if command == "serve" else [])]
    with ServerProcess(tmp_path / "wuyi.db", *arguments, command=command) as server:
        ticket = await new_match(server.address)
        async with seated(server.address, ticket) as (player, _):
            await player.send("{")
            await player.receive()
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert all({"time", "level", "logger", "event"} <= set(line) for line in lines)
    events = [line["event"] for line in lines]
    if command == "serve":
        assert events[0] == "server started" and events[-1] == "server ended"
    else:
        assert events == []


async def test_a_plain_log_is_for_people(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "wuyi.db", "--log", "plain") as server:
        await new_match(server.address)
    assert "INFO match created" in server.log
