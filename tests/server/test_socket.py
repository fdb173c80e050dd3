"""The real server over real sockets: a whole match, and everything a socket may be refused for."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import Player, new_match, seated, simple_choice, socket_address
from tests.server.process import ServerProcess
from wuyi.engine.action import Discard, Pass
from wuyi.engine.record import decode, verify
from wuyi.server.protocol import Act, Close, Hello, Ping, Pong, Ready, Refused, State

pytestmark = pytest.mark.anyio


async def test_a_whole_match_and_its_records(server: ServerProcess) -> None:
    import httpx

    ticket = await new_match(server.address, name=" Li\n ", rules={"hands": 4, "min_fan": 0})
    async with seated(server.address, ticket) as (player, state):
        assert state.players[0].name == "Li" and state.players[0].bot is None
        assert [other.bot for other in state.players[1:]] == ["greedy"] * 3
        assert state.events == () and state.view.rules.min_fan == 0
        last = await player.play(state)
    assert last.standing.over and last.standing.hand == 4
    assert sum(last.standing.scores) == 0
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{server.address}/api/matches/{ticket.match}/records")
        summary = (await http.get(f"{server.address}/api/matches/{ticket.match}")).json()
    records = [decode(line) for line in answer.content.splitlines()]
    assert [record.hand for record in records] == [1, 2, 3, 4]
    for record in records:
        verify(record)
    assert records[-1].after == last.standing.scores
    assert summary["standing"] == json.loads(msgspec.json.encode(last.standing))


async def test_records_show_no_hand_that_is_still_played(server: ServerProcess) -> None:
    import httpx

    ticket = await new_match(server.address)
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{server.address}/api/matches/{ticket.match}/records")
    assert answer.status_code == 200 and answer.content == b""


async def test_two_sockets_see_one_table(server: ServerProcess) -> None:
    ticket = await new_match(server.address)
    async with (
        seated(server.address, ticket) as (one, first),
        seated(server.address, ticket) as (two, second),
    ):
        state = await one.until_asked(first)
        while second.seq < state.seq:
            second = await two.state()
        assert second.view == state.view
        await one.send(Act(state.seq, simple_choice(state)))
        seen_by_one, seen_by_two = await one.state(), await two.state()
        assert seen_by_one == seen_by_two
        # The other hand of the same person is late: nothing is done twice.
        await two.send(Act(state.seq, simple_choice(state)))
        while isinstance(answer := await two.receive(), State):
            pass
        assert isinstance(answer, Refused) and answer.reason == "stale"


async def test_ping_comes_back_untouched(server: ServerProcess) -> None:
    ticket = await new_match(server.address)
    async with seated(server.address, ticket) as (player, _):
        await player.send(Ping(12345.678))
        while not isinstance(answer := await player.receive(), Pong):
            pass
        assert answer.at == 12345.678


# --- who are you -----------------------------------------------------------------------------


async def turned_away(address: str, match: str, first: str | bytes) -> tuple[str, int]:
    """The reason and the closing code with which a socket is refused."""
    async with connect(socket_address(address, match)) as socket:
        await socket.send(first)
        refused = json.loads(await socket.recv())
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        return refused["reason"], closed.value.rcvd.code


async def test_only_the_token_of_this_seat_opens_it(server: ServerProcess) -> None:
    mine, other = await new_match(server.address), await new_match(server.address)
    for token in (other.token, "", mine.token[:-1], mine.token + "x"):
        hello = msgspec.json.encode(Hello(token)).decode()
        assert await turned_away(server.address, mine.match, hello) == ("unknown_token", Close.UNKNOWN_TOKEN)


async def test_an_unknown_match(server: ServerProcess) -> None:
    hello = msgspec.json.encode(Hello("x")).decode()
    assert await turned_away(server.address, "nothing", hello) == ("unknown_match", Close.UNKNOWN_MATCH)


@pytest.mark.parametrize("first", ['{"type":"ready"}', "{", '{"type":"hello"}', b"\xff\xfe", "[]"])
async def test_the_first_message_must_be_hello(server: ServerProcess, first: str | bytes) -> None:
    ticket = await new_match(server.address)
    assert await turned_away(server.address, ticket.match, first) == ("bad_message", Close.UNKNOWN_TOKEN)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "not an origin"])
async def test_a_page_of_another_origin_gets_no_socket(server: ServerProcess, origin: str) -> None:
    ticket = await new_match(server.address)
    with pytest.raises(InvalidStatus) as refused:
        async with connect(
            socket_address(server.address, ticket.match), additional_headers={"Origin": origin}
        ):
            pass
    assert refused.value.response.status_code == 403


async def test_the_own_page_gets_a_socket(server: ServerProcess) -> None:
    ticket = await new_match(server.address)
    headers = {"Origin": server.address}
    async with connect(socket_address(server.address, ticket.match), additional_headers=headers) as socket:
        await socket.send(msgspec.json.encode(Hello(ticket.token)).decode())
        assert json.loads(await socket.recv())["type"] == "state"


async def test_an_oversize_message_closes_the_socket(server: ServerProcess) -> None:
    ticket = await new_match(server.address)
    async with seated(server.address, ticket) as (player, _):
        await player.send('{"type":"hello","token":"' + "x" * 20_000 + '"}')
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await player.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


# --- what you may not ------------------------------------------------------------------------


async def settled(player: Player, state: State) -> State:
    """The state in which the seat is asked; nothing comes after it by itself."""
    return await player.until_asked(state)


def act(seq: int, **action: object) -> dict[str, object]:
    """An `act` as a careless client might write it."""
    return {"type": "act", "seq": seq, "action": action}


async def test_refused_messages_change_nothing(server: ServerProcess) -> None:
    ticket = await new_match(server.address)
    async with seated(server.address, ticket) as (player, state):
        state = await settled(player, state)
        seq = state.seq
        wrong: list[tuple[object, str]] = [
            ("", "bad_message"),
            ("{", "bad_message"),
            (b"\xff\x00", "bad_message"),
            ("null", "bad_message"),
            ('{"type":"fly"}', "bad_message"),
            ('{"type":"ready","now":true}', "bad_message"),
            ({"type": "act", "seq": seq}, "bad_message"),
            (act(seq, type="discard", seat=0), "bad_message"),
            (act(seq, type="discard", seat="0", tile="1m"), "bad_message"),
            (act(seq, type="pass", seat=0, more=1), "bad_message"),
            (act(seq, type="fly", seat=0), "bad_message"),
            ("[" * 5000, "bad_message"),
            ('{"type":' * 1800, "bad_message"),
            (Hello(ticket.token), "bad_message"),
            (Ready(), "hand_running"),
            (Act(seq - 1, state.legal[0]), "stale"),
            (Act(seq + 1, state.legal[0]), "stale"),
            (Act(seq, Discard(1, "1m")), "not_your_seat"),
            (Act(seq, Pass(77)), "not_your_seat"),
        ]
        for message, reason in wrong:
            await player.send(message)
            answer = await player.receive()
            assert isinstance(answer, Refused) and answer.reason == reason, message
        async with seated(server.address, ticket) as (_, again):
            assert (again.seq, again.view, again.legal) == (state.seq, state.view, state.legal)
        answered = await player.act(state, state.legal[-1])
        assert isinstance(answered, State) and answered.seq > seq


async def test_random_noise_changes_nothing(own_server: ServerProcess) -> None:
    luck = random.Random(7)
    ticket = await new_match(own_server.address)
    async with seated(own_server.address, ticket) as (player, state):
        state = await settled(player, state)
        legal = [json.loads(msgspec.json.encode(Act(state.seq, action))) for action in state.legal]
        for _ in range(50):
            noise = luck.choice(legal) | {}
            noise["action"] = noise["action"] | {
                luck.choice(["seat", "tile", "type", "tiles", "x"]): luck.choice(
                    [-1, None, "9z", [], 1e99, "💥"]
                )
            }
            if noise in legal:
                continue
            await player.send(json.dumps(noise))
            answer = await player.receive()
            assert isinstance(answer, Refused), noise
        async with seated(own_server.address, ticket) as (_, again):
            assert (again.seq, again.view) == (state.seq, state.view)
    assert "Traceback" not in own_server.log and "exception" not in own_server.log


async def test_an_address_has_only_so_many_sockets(tmp_path: Path) -> None:
    """Those that have not said who they are count; one that is closed makes room for another."""
    server = ServerProcess(tmp_path / "wuyi.db")
    server.start(WUYI_SOCKETS_PER_ADDRESS="2")
    address = socket_address(server.address, "m")
    async with connect(address):
        async with connect(address):
            with pytest.raises(InvalidStatus, match="403"):
                await connect(address)
        async with asyncio.timeout(10):
            while True:
                try:
                    async with connect(address):
                        break
                except InvalidStatus:
                    await asyncio.sleep(0.01)
    server.stop()


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with the rate limit that it has by default."""
    server = ServerProcess(tmp_path / "wuyi.db")
    server.start(WUYI_MESSAGES_PER_SECOND="20")
    yield server
    server.stop()


async def test_a_hasty_socket_is_slowed_down(strict_server: ServerProcess) -> None:
    ticket = await new_match(strict_server.address)
    async with seated(strict_server.address, ticket) as (player, _):
        for _ in range(100):
            await player.send(Ping(1))
        refused = 0
        for _ in range(100):
            answer = await player.receive()
            refused += isinstance(answer, Refused) and answer.reason == "too_fast"
        assert 20 <= refused <= 60


async def test_a_socket_that_will_not_slow_down_is_closed(strict_server: ServerProcess) -> None:
    ticket = await new_match(strict_server.address)
    async with seated(strict_server.address, ticket) as (player, _):
        with pytest.raises(ConnectionClosed) as closed:
            async with asyncio.timeout(20):
                for _ in range(5000):
                    await player.send(Ping(1))
                    await player.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == Close.TOO_FAST


async def test_who_floods_with_pings_is_cut_off(server: ServerProcess) -> None:
    """Each is answered, and read by nobody: the answers would fill the server's memory."""
    ticket = await new_match(server.address)
    async with seated(server.address, ticket) as (player, _):
        for _ in range(200):
            await player.socket.ping()
        await player.send(Ping(1))
        while not isinstance(await player.receive(), Pong):
            pass
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(20):
                while True:
                    await player.socket.ping()


async def test_a_message_in_a_thousand_parts_is_cut_off(server: ServerProcess) -> None:
    ticket = await new_match(server.address)
    async with seated(server.address, ticket) as (player, _):
        await player.socket.send(iter(['{"type":', "", *[" "] * 100, '"ping","at":5}']))
        while not isinstance(answer := await player.receive(), Pong):
            pass
        assert answer.at == 5
        with pytest.raises(ConnectionClosed):
            await player.socket.send(iter(["{", *[""] * 5000]))
            while True:
                await player.receive()


async def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "wuyi.db", "--log-level", "debug") as server:
        ticket = await new_match(server.address)
        async with seated(server.address, ticket) as (player, state):
            await player.play(state, steps=3)
        server.stop()
        assert ticket.token not in server.log
        assert '"event": "match created"' in server.log
