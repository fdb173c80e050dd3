"""Rooms over HTTP and their sockets, on the real server; and what outlives it."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import Player, seated, socket_address
from tests.server.lobby import Someone, in_room, play, someone
from tests.server.process import ServerProcess
from wuyi.engine.record import decode, verify
from wuyi.server.protocol import Close, Hello, Ping, Pong, Refused, Ticket
from wuyi.server.words import Circle, HandSummary, Identity, OpenRoom, Person, Room, Share, Statistics

pytestmark = pytest.mark.anyio

SHORT = {"rules": {"hands": 4, "min_fan": 0, "half_flush_required": False}, "clock": 0}
"""Options of a match that is soon over."""


@pytest.fixture
async def http(server: ServerProcess) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.address, timeout=30) as client:
        yield client


@pytest.fixture
async def li(http: httpx.AsyncClient) -> Someone:
    return await someone(http, "Li")


@pytest.fixture
async def si(http: httpx.AsyncClient) -> Someone:
    return await someone(http, "Si")


async def ready_room(host: Someone, *others: Someone, **options: object) -> Room:
    """A room whose empty seats are computer players', everybody else being ready."""
    room = await host.room(**{**SHORT, **options})
    for other in others:
        await other.do(room.code, "join")
    for seat in range(len(others) + 1, 4):
        room = await host.do(room.code, "bot", seat=seat, bot="random")
    for other in others:
        room = await other.do(room.code, "ready", ready=True)
    return room


# --- making and finding ----------------------------------------------------------------------


async def test_a_room_is_made_and_joined_by_its_code(li: Someone, si: Someone) -> None:
    room = await li.room(clock=8, bank=30)
    assert re.fullmatch(r"[1-9]\d{5}", room.code)
    assert (room.phase, room.host, room.match) == ("gathering", li.id, None)
    assert (room.options.clock, room.options.bank, room.options.rules.hands) == (8, 30, 8)
    assert room.places[0].player == li.id and room.places[0].name == "Li"
    joined = await si.do(room.code, "join")
    assert joined.places[1].player == si.id and joined.version > room.version
    assert await li.get(f"/api/rooms/{room.code}", Room) == joined
    assert [one.code for one in await si.get("/api/players/me/rooms", list[Room])] == [room.code]


@pytest.mark.parametrize("code", ["000000", "99999", "abcdef", "1234567", "nothing"])
async def test_an_unknown_room(li: Someone, code: str) -> None:
    assert await li.refused(f"/api/rooms/{code}/join") == "unknown_room"
    assert await li.refused(f"/api/rooms/{code}", method="GET") == "unknown_room"


async def test_a_room_is_seen_by_who_is_in_it(li: Someone, si: Someone) -> None:
    room = await li.room()
    assert await si.refused(f"/api/rooms/{room.code}", method="GET") == "not_member"
    assert await si.refused(f"/api/rooms/{room.code}/records", method="GET") == "not_member"
    assert await si.refused(f"/api/rooms/{room.code}/leave") == "not_member"


async def test_public_rooms_are_listed_while_they_wait(http: httpx.AsyncClient, li: Someone) -> None:
    async def listed() -> dict[str, OpenRoom]:
        rooms = msgspec.json.decode((await http.get("/api/rooms")).content, type=list[OpenRoom])
        return {room.code: room for room in rooms}

    private, public = await li.room(), await li.room(public=True)
    assert private.code not in await listed()
    assert (await listed())[public.code].host == "Li"
    for seat in (1, 2, 3):
        await li.do(public.code, "bot", seat=seat, bot="random")
    assert public.code not in await listed()
    await li.do(public.code, "bot", seat=3, bot=None)
    assert public.code in await listed()
    await li.do(public.code, "close")
    assert public.code not in await listed()
    assert await li.refused(f"/api/rooms/{public.code}/join") == "unknown_room"


async def test_a_room_of_a_circle_is_for_its_members(li: Someone, si: Someone) -> None:
    circle = await li.post("/api/circles", Circle, {"name": "Friends"})
    assert await si.refused("/api/rooms", {"circle": circle.id}) == "unknown_circle"
    room = await li.room(circle=circle.id, public=True)
    assert await si.refused(f"/api/rooms/{room.code}/join") == "unknown_circle"
    assert room.code not in [one["code"] for one in (await li.http.get("/api/rooms")).json()]
    await si.post("/api/circles/join", Circle, {"invitation": circle.invitation})
    await si.do(room.code, "join")


async def test_seats_lots_and_hosts(li: Someone, si: Someone) -> None:
    room = await ready_room(li, si)
    room = await li.do(room.code, "lots")
    assert {place.player for place in room.places} == {li.id, si.id, None}
    await li.do(room.code, "bot", seat=(seat := [p.bot for p in room.places].index("random")), bot=None)
    assert (await si.do(room.code, "sit", seat=seat)).places[seat].player == si.id
    assert (await si.do(room.code, "sit", seat=None)).guests[0].player == si.id
    assert (await li.do(room.code, "host", player=si.id)).host == si.id
    assert await li.refused(f"/api/rooms/{room.code}/lots") == "not_host"
    assert (await si.do(room.code, "options", clock=30)).options.clock == 30
    await si.do(room.code, "kick", player=li.id)
    assert await li.refused(f"/api/rooms/{room.code}/join") == "removed"


async def test_whoever_leaves_a_match_finds_the_way_back(li: Someone, si: Someone) -> None:
    room = await ready_room(li, si)
    await li.do(room.code, "start")
    assert (await si.ask("POST", f"/api/rooms/{room.code}/leave")).status_code == 204
    (kept,) = await si.get("/api/players/me/rooms", list[Room])
    assert kept.code == room.code and [place.away for place in kept.places if place.player == si.id] == [True]
    await si.do(room.code, "join")


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/rooms", b'{"clock": 9}'),
        ("/api/rooms", b'{"bank": 601}'),
        ("/api/rooms", b'{"rules": {"hands": 5}}'),
        ("/api/rooms", b'{"rules": {"fly": true}}'),
        ("/api/rooms", b'{"more": 1}'),
        ("/api/rooms", b'{"stake": 5}'),
        ("/api/rooms/CODE/sit", b'{"seat": "first"}'),
        ("/api/rooms/CODE/sit", b"{}"),
        ("/api/rooms/CODE/ready", b'{"ready": true, "more": 1}'),
        ("/api/rooms/CODE/bot", b'{"seat": 1}'),
        ("/api/rooms/CODE/kick", b'{"player": 5}'),
        ("/api/rooms/CODE/options", b"["),
        ("/api/players/password", b'{"user_name": "x"}'),
        ("/api/players/login", b'{"user_name": "x", "password": "y", "more": 1}'),
        ("/api/circles", b'{"name": "x", "more": 1}'),
        ("/api/players/logout", b'{"everywhere": "yes"}'),
    ],
)
async def test_bodies_are_checked(li: Someone, path: str, body: bytes) -> None:
    room = await li.room()
    answer = await li.ask("POST", path.replace("CODE", room.code), msgspec.Raw(body))
    assert answer.status_code == 400 and answer.json()["reason"] == "bad_message"
    assert await li.get(f"/api/rooms/{room.code}", Room) == room


async def test_a_body_too_large(li: Someone) -> None:
    answer = await li.ask("POST", "/api/circles", {"name": "x" * 20_000})
    assert answer.status_code == 413


async def test_every_address_wants_a_token_that_is_somebodys(http: httpx.AsyncClient, li: Someone) -> None:
    room = await li.room()
    thief = Someone(http, Identity(Person(li.id, "Li"), "x" * 43))
    for method, path in (
        ("GET", "/api/players/me"),
        ("GET", "/api/players/me/rooms"),
        ("GET", "/api/players/me/records"),
        ("GET", "/api/players/me/statistics"),
        ("GET", "/api/circles"),
        ("GET", f"/api/rooms/{room.code}"),
        ("POST", f"/api/rooms/{room.code}/join"),
        ("POST", f"/api/rooms/{room.code}/start"),
        ("POST", f"/api/rooms/{room.code}/close"),
    ):
        assert await thief.refused(path, method=method) == "unknown_token"
        assert (await http.request(method, path)).status_code == 401


async def test_a_page_of_another_origin_does_nothing(http: httpx.AsyncClient, li: Someone) -> None:
    room = await li.room()
    evil = {"origin": "https://evil.example", "authorization": f"Bearer {li.token}"}
    for path in (
        "/api/players",
        "/api/players/login",
        "/api/rooms",
        f"/api/rooms/{room.code}/close",
        "/api/circles",
    ):
        body = {"name": "x"} if path != "/api/players/login" else {"user_name": "x", "password": "y"}
        answer = await http.post(path, headers=evil, json={} if path == "/api/rooms" else body)
        assert answer.status_code == 403 and answer.json()["reason"] == "bad_origin", path
    with pytest.raises(InvalidStatus) as refused:
        url = f"{str(http.base_url).replace('http', 'ws', 1)}/api/rooms/{room.code}/socket"
        async with connect(url, additional_headers={"Origin": "https://evil.example"}):
            pass
    assert refused.value.response.status_code == 403


# --- sockets ---------------------------------------------------------------------------------


async def test_everybody_is_told_of_every_change(server: ServerProcess, li: Someone, si: Someone) -> None:
    room = await li.room()
    await si.do(room.code, "join")
    async with (
        in_room(server.address, room.code, li.token) as one,
        in_room(server.address, room.code, si.token) as two,
    ):
        assert await one.room() == await two.room() == await li.get(f"/api/rooms/{room.code}", Room)
        after = await li.do(room.code, "bot", seat=2, bot="greedy")
        assert await one.room() == await two.room() == after
        await one.socket.send(msgspec.json.encode(Ping(7)).decode())
        assert await one.receive() == Pong(7)


async def test_who_is_removed_is_told_so(server: ServerProcess, li: Someone, si: Someone) -> None:
    room = await li.room()
    await si.do(room.code, "join")
    async with in_room(server.address, room.code, si.token) as socket:
        await socket.room()
        await li.do(room.code, "kick", player=si.id)
        message = await socket.receive()
        assert isinstance(message, Refused) and message.reason == "not_member"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == Close.UNKNOWN_TOKEN


async def turned_away(address: str, code: str, first: str | bytes) -> tuple[str, int]:
    """The reason and the closing code that the first message is answered with."""
    async with connect(f"{address.replace('http', 'ws', 1)}/api/rooms/{code}/socket") as socket:
        await socket.send(first)
        refused = msgspec.json.decode(await socket.recv(), type=Refused)
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        return refused.reason, closed.value.rcvd.code


async def test_sockets_that_are_turned_away(server: ServerProcess, li: Someone, si: Someone) -> None:
    room = await li.room()

    def hello(token: str) -> str:
        return msgspec.json.encode(Hello(token)).decode()

    for first, code, expected in (
        (hello("x"), room.code, ("unknown_token", Close.UNKNOWN_TOKEN)),
        (hello(si.token), room.code, ("not_member", Close.UNKNOWN_TOKEN)),
        (hello(li.token), "000000", ("unknown_room", Close.UNKNOWN_MATCH)),
        ('{"type":"ping","at":1}', room.code, ("bad_message", Close.UNKNOWN_TOKEN)),
        ('{"type":"hello","token":"x","more":1}', room.code, ("bad_message", Close.UNKNOWN_TOKEN)),
        (b"\xff", room.code, ("bad_message", Close.UNKNOWN_TOKEN)),
    ):
        assert await turned_away(server.address, code, first) == expected
    async with in_room(server.address, room.code, li.token) as socket:
        await socket.room()
        for noise in ("", "{", '{"type":"act"}', hello(li.token), '{"type":"ping","at":1,"x":2}'):
            await socket.socket.send(noise)
            message = await socket.receive()
            assert isinstance(message, Refused) and message.reason == "bad_message"


async def test_a_room_socket_that_will_not_slow_down_is_closed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "wuyi.db")
    server.start(WUYI_MESSAGES_PER_SECOND="20")
    try:
        async with httpx.AsyncClient(base_url=server.address) as http:
            li = await someone(http)
            room = await li.room()
        async with in_room(server.address, room.code, li.token) as socket, asyncio.timeout(20):
            await socket.room()
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await socket.socket.send(msgspec.json.encode(Ping(1)).decode())
                    await socket.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == Close.TOO_FAST
    finally:
        server.stop()


# --- matches ---------------------------------------------------------------------------------


async def test_a_match_of_two_people_and_what_is_left_of_it(
    server: ServerProcess, http: httpx.AsyncClient, li: Someone, si: Someone
) -> None:
    room = await ready_room(li, si)
    async with in_room(server.address, room.code, si.token) as socket:
        started = await li.do(room.code, "start")
        assert started.match is not None and started.phase == "playing"
        assert (await socket.until("playing")).match == started.match
        async with asyncio.timeout(120):
            await asyncio.gather(*(play(server.address, started.match, who) for who in (li, si)))
            after = await socket.until("gathering")
    assert after.matches == (started.match,) and after.match is None
    assert {total.player: total.hands for total in after.totals} == {li.id: 4, si.id: 4}
    points = {total.player: total.points for total in after.totals}
    for who in (li, si):
        statistics = await who.get("/api/players/me/statistics", Statistics)
        assert (statistics.hands, statistics.points) == (4, points[who.id])
        hands = await who.get("/api/players/me/records", list[HandSummary])
        assert [hand.hand for hand in hands] == [4, 3, 2, 1]
        assert sum(hand.payments[hand.players.index(who.id)] for hand in hands) == points[who.id]
        assert hands == await who.get(f"/api/rooms/{room.code}/records", list[HandSummary])
    share = await li.post(f"/api/records/{hands[0].id}/share", Share, {"anonymous": True})
    shown = await http.get(f"/api/shares/{share.share}")
    assert shown.status_code == 200 and shown.headers["content-type"] == "application/json"
    assert "attachment" in shown.headers["content-disposition"]
    own = await li.ask("GET", f"/api/records/{hands[0].id}")
    assert '"Li"' in own.text and '"Li"' not in shown.text and li.id not in own.text
    stranger = await someone(http)
    assert await stranger.refused(f"/api/records/{hands[0].id}", method="GET") == "unknown_record"
    # And once more: the room goes on.
    await si.do(room.code, "ready", ready=True)
    again = await li.do(room.code, "start")
    assert again.matches[0] == started.match and again.match not in (None, started.match)


async def test_the_first_deal_follows_from_what_was_committed_to_and_added(
    server: ServerProcess, li: Someone, si: Someone
) -> None:
    room = await ready_room(li, si)
    seeds = ["11" * 32, "2a" * 32]
    for who, seed in zip((li, si), seeds, strict=True):
        shown = await who.do(room.code, "ready", ready=True, seed=seed)
        assert seed not in str(shown) and shown.commitment == room.commitment
    started = await li.do(room.code, "start")
    assert started.match is not None and started.commitment == room.commitment
    async with in_room(server.address, room.code, si.token) as socket, asyncio.timeout(120):
        await asyncio.gather(*(play(server.address, started.match, who) for who in (li, si)))
        after = await socket.until("gathering")
    record = decode((await li.ask("GET", f"/api/records/{started.match}:1")).content)
    assert record.commitment == room.commitment and list(record.seeds) == [*seeds, "", ""]
    verify(record)
    assert after.commitment != room.commitment


async def test_only_the_owner_acts_for_a_seat(
    server: ServerProcess, http: httpx.AsyncClient, li: Someone, si: Someone
) -> None:
    room = await ready_room(li, si)
    guest = await someone(http, "Guest")
    started = await li.do(room.code, "start")
    assert started.match is not None
    await guest.do(room.code, "join")
    for token in (guest.token, "x", li.id, ""):
        async with connect(socket_address(server.address, started.match)) as socket:
            await socket.send(msgspec.json.encode(Hello(token)).decode())
            assert msgspec.json.decode(await socket.recv())["reason"] == "unknown_token"
    for seat, who in enumerate((li, si)):
        async with seated(server.address, Ticket(started.match, seat, who.token)) as (player, state):
            assert state.view.seat == seat
            await player.send({"type": "act", "seq": state.seq, "action": {"type": "pass", "seat": 1 - seat}})
            assert isinstance(player, Player)
            while not isinstance(answer := await player.receive(), Refused):
                pass
            assert answer.reason in ("not_your_seat", "stale")


async def test_a_solo_match_of_a_known_player_is_among_their_records(
    server: ServerProcess, li: Someone
) -> None:
    ticket = await li.post("/api/matches", Ticket, {"rules": {"hands": 4}})
    async with seated(server.address, ticket) as (player, state):
        await player.play(state)
    async with asyncio.timeout(10):
        while (await li.get("/api/players/me/statistics", Statistics)).hands < 4:
            await asyncio.sleep(0.05)


# --- tokens ----------------------------------------------------------------------------------


async def test_another_phone_and_logging_out_everywhere(
    server: ServerProcess, http: httpx.AsyncClient, li: Someone
) -> None:
    user = f"li-{li.id.lower()}"
    login = {"user_name": user, "password": "correct horse"}
    assert (await li.post("/api/players/password", Person, login)).user_name == user
    answer = await http.post("/api/players/login", json=login)
    phone = Someone(http, msgspec.json.decode(answer.content, type=Identity))
    assert phone.id == li.id and phone.token != li.token
    room = await li.room()
    assert (await phone.get(f"/api/rooms/{room.code}", Room)).host == li.id
    async with in_room(server.address, room.code, li.token) as socket:
        await socket.room()
        assert (await phone.ask("POST", "/api/players/logout", {"everywhere": True})).status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            await socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == Close.UNKNOWN_TOKEN
    answer = await http.post("/api/players/login", json=login)
    again = Someone(http, msgspec.json.decode(answer.content, type=Identity))
    for seat in (1, 2, 3):
        await again.do(room.code, "bot", seat=seat, bot="random")
    match = (await again.do(room.code, "start")).match
    assert match is not None
    async with seated(server.address, Ticket(match, 0, again.token)) as (player, _):
        assert (await again.ask("POST", "/api/players/logout", {})).status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await player.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == Close.UNKNOWN_TOKEN
    for one in (li, phone):
        assert await one.refused("/api/players/me", method="GET") == "unknown_token"
    wrong = await http.post("/api/players/login", json=login | {"password": "wrong horse"})
    assert wrong.status_code == 403 and wrong.json()["reason"] == "wrong_password"


async def test_wrong_guesses_are_limited_and_right_ones_are_not(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "wuyi.db")
    server.start(WUYI_GUESSES_PER_MINUTE="3")
    try:
        async with httpx.AsyncClient(base_url=server.address) as http:
            li = await someone(http)
            room = await li.room()
            for _ in range(10):
                await li.do(room.code, "join")
            reasons = [await li.refused(f"/api/rooms/{code}/join") for code in range(100_000, 100_005)]
            assert reasons == ["unknown_room"] * 3 + ["too_many"] * 2
            # Now not even the right one is looked at, nor anything else that could be guessed.
            assert await li.refused(f"/api/rooms/{room.code}/join") == "too_many"
            login = {"user_name": "li", "password": "correct horse"}
            assert (await http.post("/api/players/login", json=login)).status_code == 429
            # What is not to be guessed is not limited.
            assert [(await http.get("/api/shares/x")).status_code for _ in range(5)] == [404] * 5
            await li.get("/api/players/me", Person)
    finally:
        server.stop()


async def test_one_address_makes_only_so_many(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "wuyi.db")
    server.start(WUYI_MATCHES_PER_MINUTE="3")
    try:
        async with httpx.AsyncClient(base_url=server.address) as http:
            li = await someone(http)
            await li.room()
            await li.post("/api/circles", Circle, {"name": "Friends"})
            for path, body in (
                ("/api/rooms", {}),
                ("/api/circles", {"name": "x"}),
                ("/api/players", {"name": "x"}),
            ):
                answer = await li.ask("POST", path, body)
                assert answer.status_code == 429 and answer.json()["reason"] == "too_many"
    finally:
        server.stop()


# --- what outlives the server ----------------------------------------------------------------


async def test_a_room_and_its_match_survive_kill_9(own_server: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=own_server.address, timeout=30) as http:
        li, si = await someone(http, "Li"), await someone(http, "Si")
        room = await ready_room(li, si)
        gathering = await li.get(f"/api/rooms/{room.code}", Room)
        own_server.restart()
        assert await li.get(f"/api/rooms/{room.code}", Room) == gathering
        started = await li.do(room.code, "start")
        assert started.match is not None
        async with seated(own_server.address, Ticket(started.match, 0, li.token)) as (_, state):
            assert state.standing.hand == 1
        own_server.restart()
        assert (await si.get(f"/api/rooms/{room.code}", Room)).match == started.match
        async with in_room(own_server.address, room.code, si.token) as socket, asyncio.timeout(120):
            await asyncio.gather(*(play(own_server.address, started.match, who) for who in (li, si)))
            await socket.until("gathering")
        own_server.restart()
        assert (await si.get("/api/players/me/statistics", Statistics)).hands == 4


async def test_nothing_secret_is_logged(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "wuyi.db", "--log-level", "debug") as server:
        async with httpx.AsyncClient(base_url=server.address) as http:
            li = await someone(http)
            login = {"user_name": "li", "password": "correct horse"}
            await li.post("/api/players/password", Person, login)
            phone = (await http.post("/api/players/login", json=login)).json()["token"]
            circle = await li.post("/api/circles", Circle, {"name": "Friends"})
            room = await ready_room(li)
            started = await li.do(room.code, "start")
            assert started.match is not None
            async with in_room(server.address, room.code, li.token) as socket, asyncio.timeout(60):
                await play(server.address, started.match, li)
                await socket.until("gathering")
            hands = await li.get("/api/players/me/records", list[HandSummary])
            share = await li.post(f"/api/records/{hands[0].id}/share", Share, {})
        server.stop()
        assert '"event": "room made"' in server.log and '"level": "error"' not in server.log
        for secret in (li.token, phone, "correct horse", circle.invitation, share.share, room.code + "-"):
            assert secret not in server.log
