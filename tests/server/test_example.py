"""examples/bot.py plays: alone with the house's players, and in a room with people who are not it."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.lobby import Someone, someone
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

BOT = Path(__file__).parent.parent.parent / "examples" / "bot.py"


def bot(server: ServerProcess, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(BOT), server.address, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


async def scores_of(process: subprocess.Popen[str]) -> list[int]:
    said, complained = await asyncio.to_thread(process.communicate, timeout=120)
    assert process.returncode == 0, complained
    assert re.fullmatch(r"-?\d+( -?\d+){3}\n", said)
    return [int(score) for score in said.split()]


async def test_it_makes_a_room_and_plays(server: ServerProcess) -> None:
    assert sum(await scores_of(bot(server, "--hands", "4"))) == 0


async def test_four_of_them_play_in_one_room(server: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=server.address) as http:
        host: Someone = await someone(http)
        room = await host.room(rules={"hands": 4})
        await host.do(room.code, "sit", seat=None)
        bots = [bot(server, "--room", room.code, "--name", f"Bot {number}") for number in range(4)]
        async with asyncio.timeout(60):
            while not all(
                place.ready for place in (await host.get(f"/api/rooms/{room.code}", type(room))).places
            ):
                await asyncio.sleep(0.05)
        await host.do(room.code, "start")
        results = await asyncio.gather(*map(scores_of, bots))
    assert all(result == results[0] for result in results)


async def test_it_comes_back_to_a_server_that_was_killed(own_server: ServerProcess) -> None:
    process = bot(own_server, "--hands", "4")
    async with httpx.AsyncClient(base_url=own_server.address) as http, asyncio.timeout(60):
        while "wuyi_actions_total 0" in (text := (await http.get("/metrics")).text) or "total" not in text:
            await asyncio.sleep(0.02)
    await asyncio.to_thread(own_server.restart)
    assert sum(await scores_of(process)) == 0


async def test_a_room_that_is_not_there(server: ServerProcess) -> None:
    process = bot(server, "--room", "000000")
    _, complained = await asyncio.to_thread(process.communicate, timeout=60)
    assert process.returncode == 1 and complained.startswith("refused: unknown_room")


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "127.0.0.1:8000"])
async def test_it_says_in_a_line_that_no_server_is_there(address: str) -> None:
    command = [sys.executable, str(BOT), address]
    found = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=60)
    assert found.returncode == 1
    assert found.stderr.startswith(f"no server at {address}: ") and found.stderr.count("\n") == 1
