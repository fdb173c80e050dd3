"""Several servers on one PostgreSQL: whose a table is, and that it goes on whatever becomes of them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.client import Player, new_match, seated, simple_choice, socket_address, table
from tests.server.lobby import in_room, play, someone
from tests.server.postgres import Postgres
from tests.server.process import ServerProcess
from tests.server.stores import postgres_store
from wuyi.server.nodes import Elsewhere, Nodes
from wuyi.server.protocol import Act, Close, Hello, Moved, Refused, State, Ticket
from wuyi.server.store.port import LogConflict, StoreError
from wuyi.server.store.postgres import PostgresStore
from wuyi.server.store.postgres_leases import PostgresLeases
from wuyi.server.words import Statistics

pytestmark = pytest.mark.anyio

OUTAGE_SECONDS = 5.0
"""A table of a dead node is back before this."""


# --- leases, without a server ------------------------------------------------------------------


class Sessions:
    """A `nodes.Host` that only keeps the names of its tables."""

    def __init__(self, nodes: Nodes) -> None:
        self.tables: set[str] = set()
        self._nodes = nodes

    def running(self) -> set[str]:
        return set(self.tables)

    async def revive(self, table: str) -> None:
        await self._nodes.claim(table)
        self.tables.add(table)

    async def drop(self, table: str) -> None:
        self.tables.discard(table)


class Leases(PostgresLeases):
    """Those of a node that can be cut off from the others, and not notice."""

    away = False

    async def beat(self, address: str) -> bool:
        if self.away:
            raise StoreError("the database is away")
        return await super().beat(address)


class Node:
    """A node of a short lease: its store, and its tables."""

    def __init__(self, store: PostgresStore, address: str) -> None:
        self.store = store
        self.address = address
        self.leases = Leases(store.database, store.node, LEASE)
        self.nodes = Nodes(self.leases, address, LEASE)
        store.on_lost = self.nodes.lost
        self.sessions = Sessions(self.nodes)

    async def create(self, table: str) -> None:
        await self.store.create(table, b"", {}, [b"0"])
        self.sessions.tables.add(table)


LEASE = 0.6


@asynccontextmanager
async def nodes_of(url: str, *addresses: str) -> AsyncIterator[list[Node]]:
    """Nodes that have been there long enough to take over from each other."""
    async with AsyncExitStack() as stack:
        running = []
        for address in addresses:
            node = Node(await stack.enter_async_context(postgres_store(url)), address)
            await node.nodes.open(node.sessions)
            stack.push_async_callback(node.nodes.stop)
            running.append(node)
        await asyncio.sleep(1.5 * LEASE)
        yield running


async def until(condition: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


async def test_a_table_is_where_its_owner_is(postgres: Postgres) -> None:
    async with nodes_of(postgres.new_database(), "http://left", "http://right") as (left, right):
        await left.create("a")
        await left.nodes.claim("a")
        with pytest.raises(Elsewhere, match="http://left") as elsewhere:
            await right.nodes.claim("a")
        assert elsewhere.value.url == "http://left"
        await right.nodes.claim("nothing")  # that there is none, the store will say
        await left.nodes.release("a")
        await right.nodes.claim("a")
        with pytest.raises(Elsewhere, match="http://right"):
            await left.nodes.claim("a")


async def test_of_many_who_claim_at_once_one_has_it(postgres: Postgres) -> None:
    url = postgres.new_database()
    async with nodes_of(url, *(f"http://node{number}" for number in range(4))) as nodes:
        await nodes[0].create("a")
        await nodes[0].nodes.release("a")
        outcomes = await asyncio.gather(*(node.nodes.claim("a") for node in nodes), return_exceptions=True)
        assert [type(outcome) for outcome in outcomes].count(type(None)) == 1
        winner = next(node for node, outcome in zip(nodes, outcomes, strict=True) if outcome is None)
        assert {str(outcome) for outcome in outcomes if outcome} == {f"this match is at {winner.address}"}


async def test_the_tables_of_a_dead_node_are_taken_over(postgres: Postgres) -> None:
    async with nodes_of(postgres.new_database(), "http://left", "http://right") as (left, right):
        tables = {f"t{number}" for number in range(20)}
        for table in tables:
            await left.create(table)
        await left.store.append("t0", 1, [b"1"], finished=True)
        await left.nodes.release("t1")  # nobody used it: it waits in the store until somebody asks
        await asyncio.sleep(1.5 * LEASE)
        assert right.sessions.tables == set()
        await left.nodes.stop()  # and is never heard of again
        await until(lambda: right.sessions.tables == tables - {"t0", "t1"}, 4 * LEASE)
        await right.nodes.claim("t0")
        await right.nodes.claim("t1")


async def test_a_node_that_leaves_is_not_waited_for(postgres: Postgres) -> None:
    async with nodes_of(postgres.new_database(), "http://left", "http://right") as (left, right):
        await left.create("a")
        await left.nodes.stop()
        await left.nodes.leave()
        await right.nodes.claim("a")


async def test_one_that_comes_to_an_address_replaces_who_was_there(postgres: Postgres) -> None:
    async with nodes_of(url := postgres.new_database(), "http://left") as (left,):
        await left.create("a")
        async with postgres_store(url) as store:
            again = Node(store, "http://left")
            await left.nodes.stop()
            await again.nodes.open(again.sessions)
            await again.nodes.claim("a")
            await again.nodes.stop()


async def test_a_node_that_was_taken_for_dead_lets_go(postgres: Postgres) -> None:
    async with nodes_of(postgres.new_database(), "http://left", "http://right") as (left, right):
        await left.create("a")
        await left.create("b")
        left.leases.away = True
        await until(lambda: right.sessions.tables == {"a", "b"}, 4 * LEASE)
        with pytest.raises(LogConflict, match="belongs to another node"):
            await left.store.append("a", 1, [b"1"])
        await until(lambda: left.sessions.tables == {"b"}, LEASE)
        left.leases.away = False
        await until(lambda: left.sessions.tables == set(), LEASE)


async def test_nobody_is_called_dead_because_the_store_was_away(postgres: Postgres) -> None:
    async with nodes_of(postgres.new_database(), "http://left", "http://right") as (left, right):
        await left.create("a")
        await right.create("b")
        left.leases.away = right.leases.away = True
        await asyncio.sleep(2 * LEASE)
        left.leases.away = False
        await asyncio.sleep(0.5 * LEASE)
        right.leases.away = False
        await asyncio.sleep(2 * LEASE)
        assert (left.sessions.tables, right.sessions.tables) == ({"a"}, {"b"})


# --- servers -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pair(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two nodes on one database."""
    url, folder = postgres.new_database(), tmp_path_factory.mktemp("nodes")
    left, right = (ServerProcess(url, log=folder / f"{side}.log") for side in ("left", "right"))
    with ThreadPoolExecutor() as threads:
        list(threads.map(ServerProcess.start, (left, right)))
    yield left, right
    for server in (left, right):
        server.stop()


@pytest.fixture
def servers(pair: tuple[ServerProcess, ServerProcess]) -> tuple[ServerProcess, ServerProcess]:
    """Both, running, whatever the test before has done to them."""
    for server in pair:
        if server.process.poll() is not None:
            server.start()
    return pair


async def ask(address: str, ticket: Ticket) -> State | Moved | Refused:
    """What a server says to the hello of `ticket`."""
    async with connect(socket_address(address, ticket.match), compression=None) as socket:
        player = Player(socket, ticket)
        await player.send(Hello(ticket.token))
        answer = await player.receive()
        if isinstance(answer, Moved):
            with pytest.raises(ConnectionClosed) as closed:
                await player.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == Close.MOVED
    assert isinstance(answer, State | Moved | Refused)
    return answer


async def back(server: ServerProcess, ticket: Ticket) -> tuple[State, float]:
    """Ask until the server has the match; the state, and how many seconds that took."""
    began = time.monotonic()
    while True:
        answer = await ask(server.address, ticket)
        if isinstance(answer, State):
            return answer, time.monotonic() - began
        await asyncio.sleep(0.1)


async def tables_of(server: ServerProcess) -> int:
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{server.address}/healthz")
        return int(answer.json()["tables"])


async def test_a_client_is_sent_to_the_owner(servers: tuple[ServerProcess, ServerProcess]) -> None:
    left, right = servers
    ticket = await new_match(left.address)
    async with seated(left.address, ticket) as (player, state):
        await player.play(state, steps=3)
    assert await ask(right.address, ticket) == Moved(left.address)
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{right.address}/api/matches/{ticket.match}")
        assert answer.status_code == 307 and answer.json()["reason"] == "moved"
        assert answer.headers["location"] == f"{left.address}/api/matches/{ticket.match}"
        records = await http.get(f"{right.address}/api/matches/{ticket.match}/records")
        assert records.status_code == 200


async def test_the_table_of_a_killed_server_goes_on_at_another(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    left, right = servers
    ticket = await new_match(left.address)
    async with seated(left.address, ticket) as (player, state):
        before = await player.play(state, steps=3)
    left.kill()
    after, seconds = await back(right, ticket)
    assert table(after) == table(before)
    assert seconds < OUTAGE_SECONDS
    async with seated(right.address, ticket) as (player, state):
        await player.play(state, steps=3)
    left.start()
    assert await ask(left.address, ticket) == Moved(right.address)


async def test_a_table_goes_on_before_anybody_asks_for_it(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    left, right = servers
    ticket = await new_match(left.address)
    async with seated(left.address, ticket):
        pass
    before = await tables_of(right)
    left.kill()
    async with asyncio.timeout(OUTAGE_SECONDS):
        while await tables_of(right) == before:
            await asyncio.sleep(0.1)
    assert "tables taken over" in right.log


async def test_a_server_that_ends_hands_its_tables_over(servers: tuple[ServerProcess, ServerProcess]) -> None:
    left, right = servers
    ticket = await new_match(left.address)
    async with seated(left.address, ticket) as (player, state):
        before = await player.play(state, steps=3)
    assert await asyncio.to_thread(left.stop) == 0
    after, seconds = await back(right, ticket)
    assert table(after) == table(before)
    assert seconds < 1


async def test_a_room_is_at_both_and_its_match_survives_one(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    left, right = servers
    async with httpx.AsyncClient(base_url=left.address, timeout=30) as http:
        li = await someone(http, "Li")
        room = await li.room(rules={"hands": 4})
        for seat in (2, 3):
            await li.do(room.code, "bot", seat=seat, bot="random")
        async with (
            httpx.AsyncClient(base_url=right.address, timeout=30) as other,
            in_room(right.address, room.code, li.token) as socket,
            asyncio.timeout(60),
        ):
            si = await someone(other, "Si")
            await si.do(room.code, "join")
            await si.do(room.code, "ready", ready=True)
            started = await li.do(room.code, "start")
            assert (await socket.until("playing")).match == started.match
            assert started.match is not None
            ticket = Ticket(started.match, 1, si.token)
            assert await ask(right.address, ticket) == Moved(left.address)
            left.kill()
            _, seconds = await back(right, ticket)
            assert seconds < OUTAGE_SECONDS
            await asyncio.gather(*(play(right.address, started.match, who) for who in (li, si)))
            assert (await socket.until("gathering")).match is None
            assert (await si.get("/api/players/me/statistics", Statistics)).hands == 4


@pytest.mark.parametrize("moved_on", [False, True], ids=["nothing-new", "new-events"])
async def test_a_paused_server_that_wakes_cannot_write(
    servers: tuple[ServerProcess, ServerProcess], moved_on: bool
) -> None:
    """It finds an action in its socket that it would have committed, and a table that looks like its own."""
    left, right = servers
    ticket = await new_match(left.address)
    async with seated(left.address, ticket) as (sleeper, state):
        state = await sleeper.until_asked(await sleeper.play(state, steps=2))
        left.pause()
        try:
            await sleeper.send(Act(state.seq, simple_choice(state)))
            after, seconds = await back(right, ticket)
            assert table(after) == table(state)
            assert seconds < OUTAGE_SECONDS
            if moved_on:
                async with seated(right.address, ticket) as (player, state):
                    after = await player.play(state, steps=2)
        finally:
            left.wake()
        with pytest.raises(ConnectionClosed):
            while True:  # a refusal, the table as it is now, and the end
                answer = await sleeper.receive()
                assert isinstance(answer, Refused) or (isinstance(answer, State) and answer.seq == after.seq)
    assert await ask(left.address, ticket) == Moved(right.address)
    async with seated(right.address, ticket) as (_, last):
        assert table(last) == table(after)
    assert "belongs to another node" in left.log
