"""kill -9 in the middle of a hand: the same match goes on at the same tile; nothing acknowledged is lost."""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import Player, new_match, seated, simple_choice, table
from tests.server.postgres import Postgres
from tests.server.process import ServerProcess
from wuyi.engine.record import decode, verify
from wuyi.server.protocol import Act, Ready, State, Ticket

pytestmark = pytest.mark.anyio

HOLES = "SELECT table_id FROM events GROUP BY table_id HAVING MIN(seq) <> 0 OR COUNT(*) <> MAX(seq) + 1"


@pytest.fixture(params=["sqlite", "postgres"])
def own_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    """A running server over either store, to be ill-treated."""
    database: Path | str = tmp_path / "wuyi.db"
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.new_database()
    with ServerProcess(database, log=tmp_path / "wuyi.log") as running:
        yield running
    if isinstance(database, Path):
        with sqlite3.connect(database) as connection:
            assert connection.execute(HOLES).fetchall() == []
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
    else:
        assert postgres.execute(HOLES, database) == []


async def test_a_quiet_table_comes_back_at_the_same_tile(own_server: ServerProcess) -> None:
    """Nothing is under way when the server dies: every field of the state is the same afterwards."""
    luck = random.Random(3)
    ticket = await new_match(own_server.address, rules={"hands": 4})
    for _ in range(3):
        async with seated(own_server.address, ticket) as (player, state):
            state = await player.play(state, steps=luck.randrange(1, 12))
            state = await quiet(player, state)
            before = table(state)
        own_server.restart()
        async with seated(own_server.address, ticket) as (player, after):
            assert table(after) == before
            await player.play(after, steps=1)


async def quiet(player: Player, state: State) -> State:
    """Play on to a moment at which the table waits for this player alone."""
    while state.view.phase not in ("turn", "over"):
        state = await player.play(state, steps=1)
    return state


async def test_kills_at_any_moment_lose_nothing_acknowledged(own_server: ServerProcess) -> None:
    luck = random.Random(11)
    own_server.stop()
    own_server.start(WUYI_PACE="0.005")  # so that the kills fall into the match
    ticket = await new_match(own_server.address, rules={"hands": 4})
    last: State | None = None
    for _ in range(4):
        playing = asyncio.create_task(play_until_cut_off(own_server.address, ticket, last))
        await asyncio.sleep(luck.uniform(0.05, 0.4))
        await asyncio.to_thread(own_server.kill)
        last = await playing
        own_server.start()
    async with seated(own_server.address, ticket) as (player, state):
        goes_on_from(last, state)
        assert (await player.play(state)).standing.over
    async with httpx.AsyncClient() as http:
        records = await http.get(f"{own_server.address}/api/matches/{ticket.match}/records")
    lines = records.content.splitlines()
    assert len(lines) == 4
    for line in lines:
        verify(decode(line))


async def play_until_cut_off(address: str, ticket: Ticket, last: State | None) -> State | None:
    """Play as fast as it goes; the last state that was received before the line went dead."""
    try:
        async with seated(address, ticket) as (player, state):
            goes_on_from(last, state)
            last = state
            while not state.standing.over:
                await answer(player, state)
                state = last = await player.next_state()
            await player.receive()
    except (ConnectionClosed, OSError):
        pass
    return last


async def answer(player: Player, state: State) -> None:
    if state.view.result is not None:
        await player.send(Ready())
    elif state.legal:
        await player.send(Act(state.seq, simple_choice(state)))


def goes_on_from(before: State | None, after: State) -> None:
    """`after`, of a new server, continues `before`: never behind it, and equal if nothing more was done."""
    if before is None:
        return
    assert after.seq >= before.seq
    if after.seq == before.seq:
        assert table(after) == table(before)


async def test_an_orderly_stop_tells_the_sockets_and_loses_nothing(own_server: ServerProcess) -> None:
    ticket = await new_match(own_server.address)
    async with seated(own_server.address, ticket) as (player, state):
        state = await quiet(player, await player.play(state, steps=2))
        assert await asyncio.to_thread(own_server.stop) == 0
        with pytest.raises(ConnectionClosed) as closed:
            await player.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code in (1012, 4413)
    own_server.start()
    async with seated(own_server.address, ticket) as (_, after):
        assert table(after) == table(state)
    assert "Traceback" not in own_server.log
