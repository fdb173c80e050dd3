"""Dealing by proof: committed before, added to by the seats, shown after, recomputed by anybody."""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.server.following import Follower
from tests.server.seated import Seated, create, header_of, opened, refused, sit_down
from tests.server.test_several import Notes, to_settlement
from tests.server.warp import BACKEND
from wuyi.engine.event import HandStarted
from wuyi.engine.record import decode, encode, verify
from wuyi.engine.wall import deal
from wuyi.errors import RecordError
from wuyi.hand.tile import NAMES
from wuyi.server.config import Config
from wuyi.server.protocol import NewMatch, State, Ticket
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.table.happening import decode_log
from wuyi.server.table.pace import Pace
from wuyi.server.table.tables import Newcomer, Tables

pytestmark = pytest.mark.anyio

GIVEN = {0: "0a" * 32, 1: "1b" * 32, 3: "3d" * 32}


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, Mapping[str, Any]]:
    return BACKEND


async def two_hands(store: MemoryStore, notes: Notes) -> tuple[list[Seated], State, State]:
    """Two hands, seeds given for the second: who played, and what seat 0 was shown after each."""
    async with opened(store, Pace(think=0), notes) as session:
        people = sit_down(session)
        await session.give_seed(3, 2, GIVEN[3])
        await to_settlement(people)
        for seat in (0, 1):  # who gives is told so, the others with the next news
            await session.give_seed(seat, 2, GIVEN[seat])
        first = await people[1].until(lambda state: len(state.proof.given) == 3)
        for seat in range(4):
            await session.ready(seat)
        for person in people:
            await person.until(lambda state: state.view.hand_number == 2)
        await to_settlement(people)
        second = people[0].last
        assert second is not None
        return people, first, second


async def test_the_deal_follows_from_the_secret_and_the_seeds() -> None:
    """Recomputed here from docs/fairness.md, with no code of the server."""
    store, notes = MemoryStore(), Notes()
    await create(store, header_of())
    _, first, second = await two_hands(store, notes)
    for proof in (first.proof, second.proof):
        assert hashlib.sha256(bytes.fromhex(proof.secret)).hexdigest() == proof.commitment
    assert first.proof.next_commitment == second.proof.commitment
    assert first.proof.seeds == ("", "", "", "")
    assert second.proof.seeds == (GIVEN[0], GIVEN[1], "", GIVEN[3])
    given = b"".join(bytes.fromhex(seed or "00" * 32) for seed in second.proof.seeds)
    seed = hmac.digest(bytes.fromhex(second.proof.secret), b"hand 2" + given, "sha256")
    record = notes.records[1]
    assert record.seed == seed.hex()
    dealt = deal(seed, record.dealer)
    assert (record.wall, record.dice) == ("".join([NAMES[tile] for tile in dealt.wall]), dealt.dice)


def test_the_example_of_the_docs() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "fairness.md").read_text(encoding="utf-8")
    bound, seed = re.findall(r"`([0-9a-f]{64})`", page)
    assert bound == hashlib.sha256(bytes(32)).hexdigest()
    assert seed == hmac.digest(bytes(32), b"hand 2" + b"\x01" * 32 + bytes(96), "sha256").hex()


async def test_nothing_is_shown_before_its_time() -> None:
    store, notes = MemoryStore(), Notes()
    await create(store, header_of())
    people, *_ = await two_hands(store, notes)
    for person in people:
        follower = Follower()
        for _, message in person.messages:
            state = follower.read(message)
            assert isinstance(state, State)
            assert state.proof.commitment and state.proof.next_commitment
            assert bool(state.proof.secret) == (state.view.result is not None)
            for hand, record in enumerate(notes.records, start=1):
                over = state.view.hand_number > hand or state.view.result
                assert over or record.secret.encode() not in message
                assert record.seed.encode() not in message
            dealt = state.view.hand_number == 2 and state.view.result
            assert dealt or not any(seed.encode() in message for seed in GIVEN.values())


async def test_a_seed_is_given_once_for_the_next_hand() -> None:
    store = MemoryStore()
    await create(store, header_of())
    async with opened(store) as session:
        assert await refused(session.give_seed(0, 1, GIVEN[0])) == "stale"
        assert await refused(session.give_seed(0, 3, GIVEN[0])) == "stale"
        for bad in ("", "00", "0A" * 32, "xy" * 32, "00" * 33, "00" * 32):
            assert await refused(session.give_seed(0, 2, bad)) == "bad_message"
        await session.give_seed(0, 2, GIVEN[0])
        assert await refused(session.give_seed(0, 2, GIVEN[1])) == "already_given"
    async with opened(store) as session:
        assert (await Seated(session, 1).state()).proof.given == (0,)
        assert await refused(session.give_seed(0, 2, GIVEN[1])) == "already_given"


async def first_hand_of(tables: Tables, ticket: Ticket, newcomer: Newcomer | None) -> HandStarted:
    """The first hand of a match alone with computer players, when `newcomer` comes first."""
    assert (await tables._stored(ticket.match)).log == ()
    await tables.session(ticket.match, newcomer)
    await tables.session(ticket.match, Newcomer(ticket.token, GIVEN[3]))  # the second to come: too late
    start = decode_log((await tables._stored(ticket.match)).log)[0]
    assert isinstance(start, HandStarted)
    return start


async def test_the_first_hand_alone_is_bound_before_its_seed_is_taken() -> None:
    tables = Tables(MemoryStore(), Config(database="unused"))
    tables.open()
    for newcomer, seeds in (
        (lambda token: Newcomer(token, GIVEN[0]), (GIVEN[0], "", "", "")),
        (lambda token: Newcomer(token, ""), ("", "", "", "")),
        (lambda _: Newcomer("another's", GIVEN[0]), ("", "", "", "")),
        (lambda _: None, ("", "", "", "")),
    ):
        ticket = await tables.create(NewMatch())
        start = await first_hand_of(tables, ticket, newcomer(ticket.token))
        assert start.commitment == ticket.commitment and start.seeds == seeds
        secret = bytes.fromhex(start.secret)
        assert hashlib.sha256(secret).hexdigest() == ticket.commitment
        given = b"".join(bytes.fromhex(seed or "00" * 32) for seed in seeds)
        assert start.seed == hmac.digest(secret, b"hand 1" + given, "sha256").hex()
    ticket = await tables.create(NewMatch())
    with pytest.raises(Refusal) as refusal:
        await tables.session(ticket.match, Newcomer(ticket.token, "no seed"))
    assert refusal.value.reason == "bad_message"
    start = await first_hand_of(tables, ticket, Newcomer(ticket.token, GIVEN[0]))
    assert start.seeds == (GIVEN[0], "", "", "")
    await tables.close()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"secret": "00" * 32}, "commitment"),
        ({"secret": "xy"}, "secret: not hex"),
        ({"secret": "00"}, "secret: 1 bytes"),
        ({"secret": "", "seeds": []}, "format"),
        ({"seeds": ["", "", ""]}, "seeds: 3"),
        ({"seeds": ["", "", "", ""]}, "seed"),
        ({"seeds": [GIVEN[0].upper(), GIVEN[1], "", GIVEN[3]]}, "seeds, seat 0: hex digits"),
        ({"commitment": "00" * 32}, "commitment"),
        ({"seed": "00" * 32}, "seed"),
        ({"format": 1}, "format"),
    ],
)
async def test_a_record_of_another_deal_is_found_out(change: dict[str, Any], place: str) -> None:
    store, notes = MemoryStore(), Notes()
    await create(store, header_of())
    await two_hands(store, notes)
    record = notes.records[1]
    assert decode(encode(record)) == record and record.format == 2
    verify(record)
    with pytest.raises(RecordError, match=place):
        verify(decode(json.dumps(json.loads(encode(record)) | change)))
