"""Records brought to the server to be looked at, and those it keeps itself."""

import random
from collections.abc import AsyncIterator
from functools import cache
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.client import seated
from tests.server.lobby import Someone, someone
from tests.server.process import ServerProcess
from wuyi.engine.event import Won
from wuyi.engine.frames import replay
from wuyi.engine.record import Record, decode, encode
from wuyi.errors import RecordError
from wuyi.rules import Ruleset
from wuyi.server.community.replays import MOST_BYTES, MOST_HANDS, playback, read_file, read_record
from wuyi.server.protocol import Ticket
from wuyi.server.refusal import Refusal
from wuyi.server.replay_words import Playback
from wuyi.server.words import HandSummary, Share
from wuyi.simulate.play import match_seed, play_match

pytestmark = pytest.mark.anyio


@cache
def played() -> tuple[Record, ...]:
    return tuple(play_match(Ruleset(hands=4), match_seed(7, 1), ("greedy",) * 4, "7-1"))


@cache
def lines() -> tuple[bytes, ...]:
    return tuple(encode(record) for record in played())


def read(data: bytes) -> Playback:
    return msgspec.json.decode(data, type=Playback)


# --- files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("between", [b"\n", b"\r\n", b"\n\n \n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_of_a_match(between: bytes, mark: bytes) -> None:
    data = mark + between.join(lines()) + between
    for hand, record in enumerate(played()):
        assert read_file(data, hand) == (record, 4)


def test_one_record_laid_out_as_it_likes() -> None:
    assert read_file(msgspec.json.format(lines()[1], indent=2), 0) == (played()[1], 1)
    assert read_file(lines()[1], 0) == (played()[1], 1)


def test_what_is_wrong_is_named_with_its_place() -> None:
    first, second, *_ = lines()
    false = second.replace(b'"drawn":true', b'"drawn":false', 1)
    for data, hand, what in [
        (b"", 0, "empty"),
        (b"\n \n", 0, "empty"),
        (b"hello", 0, "line 1: not a record"),
        (b"\xff\xfe", 0, "line 1"),
        (b"[" * 5000, 0, "line 1"),
        (first + b"\n\n" + second[:-1], 0, "line 3: not a record"),
        (first + b"\n" + second.replace(b'"format":1', b'"format":3'), 0, "line 2: record format 3"),
        (first + b"\n" + second.replace(b'"seat":1,', b'"seat":"x",', 1), 0, r"line 2: .*\$\.events\[\d+\]"),
        (first + b"\n" + false, 1, r"line 2: event \d+: recorded"),
        (
            first + b"\n" + second.replace(b'"greedy"', b'"value"', 1),
            1,
            "line 2: seats: .*after the hand before",
        ),
        (first + b"\n" + second, 2, "no hand 2"),
        (first + b"\n" + second, -1, "no hand -1"),
    ]:
        with pytest.raises(RecordError, match=what):
            read_file(data, hand)
    assert read_file(first + b"\n" + false, 0)[0] == played()[0], "the first hand can still be looked at"
    with pytest.raises(Refusal, match=f"line {MOST_HANDS + 1}"):
        read_file(b"\n".join([first] * (MOST_HANDS + 1)), 0)


def twisted(value: Any, luck: random.Random) -> Any:
    """The same with something in it changed."""
    if isinstance(value, dict) and value and luck.random() < 0.9:
        name = luck.choice(list(value))
        return value | {name: twisted(value[name], luck)}
    if isinstance(value, list) and value and luck.random() < 0.9:
        at = luck.randrange(len(value))
        kind = luck.randrange(3)
        changed = [twisted(value[at], luck)] if kind else []
        return [*value[:at], *changed, *([value[at]] if kind == 2 else []), *value[at + 1 :]]
    strange = ["", "5m", "9z", "[123m]", "?", "(1111z)", 0, 3, -1, 7, 10**12, None, True, [], {}, "a" * 64]
    return luck.choice(strange)


def test_no_record_is_too_strange_to_be_refused() -> None:
    luck = random.Random(11)
    whole = [msgspec.json.decode(line) for line in lines()]
    refused = 0
    for _ in range(600):
        data = twisted(luck.choice(whole), luck)
        try:
            record, _ = read_file(msgspec.json.encode(data), 0)
        except RecordError:
            refused += 1
        else:
            playback(record, None)
    assert refused > 500


def test_a_record_in_a_message() -> None:
    assert read_record(msgspec.json.decode(lines()[0])) == played()[0]
    with pytest.raises(RecordError):
        read_record({})


def test_names_are_fit_to_be_shown() -> None:
    """And a computer player has none: the page words it."""
    seats = ("greedy", "Li\u202e\n", "W" * 100, "")
    shown = read(playback(msgspec.structs.replace(played()[0], seats=seats), 0))
    assert shown.replay.names == ("", "Li", "W" * 24, "")


# --- over HTTP -------------------------------------------------------------------------------


@pytest.fixture
async def http(server: ServerProcess) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.address) as client:
        yield client


@pytest.fixture
async def li(http: httpx.AsyncClient) -> Someone:
    return await someone(http, "Li")


async def post(http: httpx.AsyncClient, data: bytes, where: str = "", **headers: str) -> httpx.Response:
    return await http.post(f"/api/replays{where}", content=data, headers=headers)


async def test_a_file_is_shown(http: httpx.AsyncClient) -> None:
    data = b"\n".join(lines())
    for hand in range(4):
        for seat in (None, 2):
            query = f"?hand={hand}" + ("" if seat is None else f"&seat={seat}")
            shown = read((await post(http, data, query)).content)
            expected = msgspec.structs.replace(replay(played()[hand], seat), names=("",) * 4)
            assert shown == Playback(expected, records=4)


async def test_it_is_packed_for_who_can_unpack(http: httpx.AsyncClient) -> None:
    packed = await post(http, lines()[0], **{"accept-encoding": "gzip"})
    plain = await post(http, lines()[0], **{"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) * 10 < int(plain.headers["content-length"])


@pytest.mark.parametrize(
    ("data", "query", "status", "reason"),
    [
        (b"nonsense", "", 400, "bad_record"),
        (b"", "", 400, "bad_record"),
        (None, "?hand=9", 400, "bad_record"),
        (None, "?seat=4", 400, "no_such_seat"),
        (None, "?seat=-1", 400, "no_such_seat"),
        (None, "?seat=x", 400, "bad_message"),
        (b" " * (MOST_BYTES + 1), "", 413, "too_large"),
    ],
)
async def test_what_is_refused(
    http: httpx.AsyncClient, data: bytes | None, query: str, status: int, reason: str
) -> None:
    answer = await post(http, lines()[0] if data is None else data, query)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)


async def test_a_page_of_another_origin_shows_nothing(http: httpx.AsyncClient) -> None:
    answer = await post(http, lines()[0], origin="https://elsewhere.example")
    assert answer.status_code == 403


async def test_own_and_shared_hands(server: ServerProcess, http: httpx.AsyncClient, li: Someone) -> None:
    ticket = await li.post("/api/matches", Ticket, {"rules": {"hands": 4}, "name": "Li"})
    async with seated(server.address, ticket) as (player, state):
        await player.play(state)
    hands: list[HandSummary] = []
    while len(hands) < 4:
        hands = await li.get("/api/players/me/records", list[HandSummary])
    assert not any(hand.practice for hand in hands)
    ids = [hand.id for hand in reversed(hands)]
    for number, id in enumerate(ids):
        shown = await li.get(f"/api/records/{id}/replay?seat=0", Playback)
        record = decode((await li.ask("GET", f"/api/records/{id}")).content)
        assert shown.replay.frames == replay(record, 0).frames
        assert shown.replay.names == ("Li", "", "", "")
        assert shown.previous == (ids[number - 1] if number else None)
        assert shown.next == (ids[number + 1] if number < 3 else None)
    stranger = await someone(http)
    assert await stranger.refused(f"/api/records/{ids[0]}/replay", method="GET") == "unknown_record"
    assert (await http.get(f"/api/records/{ids[0]}/replay")).status_code == 401
    for anonymous in (False, True):
        share = await li.post(f"/api/records/{ids[0]}/share", Share, {"anonymous": anonymous})
        shared = read((await http.get(f"/api/shares/{share.share}/replay")).content)
        assert shared.replay.names[0] == ("" if anonymous else "Li")
        assert (shared.previous, shared.next, shared.records) == (None, None, 1)
        last = shared.replay.frames[-1].event
        assert isinstance(last, Won) == (hands[-1].winner is not None)
    assert (await http.get("/api/shares/nothing/replay")).json()["reason"] == "unknown_record"
