"""Records: round trip, and every tampering is found."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.checks import play
from tests.walls import Table, wall
from wuyi.engine.action import Discard, Win
from wuyi.engine.apply import start_hand
from wuyi.engine.record import Record, decode, encode, record_of, states, verify
from wuyi.errors import RecordError
from wuyi.rules import DEFAULT_RULES

SEATS = ("东家", "b", "c", "d")


@pytest.fixture(scope="module")
def record() -> Record:
    rng = random.Random(11)
    start = start_hand(bytes(range(32)))[0].start
    *_, (_, events) = play(start, rng)
    return record_of(DEFAULT_RULES, events, match="m1", seats=SEATS)


@pytest.fixture(scope="module")
def won() -> Record:
    table = Table(wall(turned="9s", hands={2: "123456789m111z2z"}, draws="9p2z"))
    table.throw()
    table.do(Discard(1, "2z"), Win(2))
    return record_of(DEFAULT_RULES, table.events, match="m2", seats=SEATS)


def test_round_trip(record: Record, won: Record) -> None:
    for each in (record, won):
        assert decode(encode(each)) == each
        verify(each)
        assert list(states(each))[-1][1].over


Change = Callable[[dict[str, Any]], Any]


def tamper(record: Record, change: Change) -> str:
    """The complaint about a record after `change`."""
    raw = json.loads(encode(record))
    change(raw)
    with pytest.raises(RecordError) as caught:
        verify(decode(json.dumps(raw)))
    return str(caught.value)


def exchanged(wall: str, index: int) -> str:
    """The wall with the tile there and the next other one in each other's place."""
    tiles = [wall[at : at + 2] for at in range(0, len(wall), 2)]
    other = next(at for at in range(index, len(tiles)) if tiles[at] != tiles[index])
    tiles[index], tiles[other] = tiles[other], tiles[index]
    return "".join(tiles)


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("rules_hash", lambda r: r.update(rules_hash="0" * 12)),
        ("rules_hash", lambda r: r["rules"].update(min_fan=4)),
        ("commitment", lambda r: r.update(commitment="0" * 64)),
        ("seed", lambda r: r.update(seed="xyz")),
        ("seed", lambda r: r.update(seed="00")),
        ("dice", lambda r: r.update(dice=[0, 7, 1, 1])),
        ("dice", lambda r: r.update(dice=[1, 1, 1, 1])),
        ("wall", lambda r: r.update(wall="1m" * 136)),
        ("wall", lambda r: r.update(wall="what")),
        ("wall", lambda r: r.update(wall=r["wall"][2:] + r["wall"][:2])),
        ("turned", lambda r: r.update(turned="?")),
        ("dealer", lambda r: r.update(dealer=9)),
        ("dealer", lambda r: r.update(dealer=(r["dealer"] + 1) % 4)),
        ("after", lambda r: r.update(after=[1, -1, 0, 0])),
        ("event 3", lambda r: r["events"].pop(3)),
        ("event 1", lambda r: r["events"][1].update(tile="x")),
        ("event 0", lambda r: r["events"][0].update(seat=7)),
        ("end", lambda r: r["events"].pop()),
        (
            "after the hand",
            lambda r: r["events"].append({"type": "discarded", "seat": 0, "tile": "1m", "drawn": False}),
        ),
        ("not a record", lambda r: r.update(more=1)),
        ("format", lambda r: r.update(format=99)),
        ("not a record", lambda r: r["rules"].update(min_fan=99)),
        ("field `min_fan`", lambda r: r["rules"].pop("min_fan")),
        ("field `replacement` does not belong or is missing", lambda r: r["events"][0].pop("replacement")),
        ("`$.events[1]`", lambda r: r["events"][1].pop("drawn")),
        ("field `secret`", lambda r: r.update(secret="")),
        ("commitment", lambda r: r.update(seed="")),
        ("hand: no hand 9", lambda r: r.update(hand=9)),
        ("hand: no hand 0", lambda r: r.update(hand=0)),
        ("before", lambda r: r.update(before=[8, -8, 0, 0])),
        ("before", lambda r: r.update(hand=2, before=[8, 0, 0, 0])),
        ("wall, index 7", lambda r: r.update(wall=exchanged(r["wall"], 7))),
        ("dealer", lambda r: r.update(dealer=(r["dealer"] + 4) % 8)),
    ],
)
def test_every_tampering_is_named(record: Record, place: str, change: Change) -> None:
    assert place in tamper(record, change)


def test_what_two_readers_could_read_two_ways_is_refused(record: Record) -> None:
    line = encode(record).decode()
    decode(line.replace(",", ", "))
    with pytest.raises(RecordError, match="field `wall` is there twice"):
        decode(f'{{"wall":"{"1m" * 136}",{line[1:]}')
    with pytest.raises(RecordError, match="field `tile` is there twice"):
        decode(line.replace('"type":"drawn",', '"type":"drawn","tile":"1m",', 1))


def test_a_seat_without_a_seed_is_not_said_to_have_given_one() -> None:
    start = start_hand(bytes(32), seeds=("", "ab" * 32, "", ""))[0].start
    *_, (_, events) = play(start, random.Random(1))
    record = record_of(DEFAULT_RULES, events, match="m3", seats=SEATS)
    verify(record)
    assert "seeds: 32 zero bytes" in tamper(record, lambda r: r["seeds"].__setitem__(0, "00" * 32))
    assert "seeds, seat 1" in tamper(record, lambda r: r["seeds"].__setitem__(1, "AB" * 32))


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r["events"][-1].update(fan=9),
        lambda r: r["events"][-1].update(base=1),
        lambda r: r["events"][-1]["payments"].reverse(),
        lambda r: r["events"][-1]["fans"].pop(),
        lambda r: r["events"][-1]["groups"].pop(),
        lambda r: r["events"][-1].update(seat=3),
        lambda r: r["events"][-1].update(liable=0),
        lambda r: r["events"][-1].update(tile="3z"),
    ],
)
def test_every_word_of_a_settlement_is_recomputed(won: Record, change: Change) -> None:
    assert f"event {len(won.events) - 1}" in tamper(won, change)


@settings(max_examples=200)
@given(line=st.binary(max_size=300) | st.text(max_size=300))
def test_no_line_does_more_than_be_refused(line: bytes | str) -> None:
    with pytest.raises(RecordError):
        decode(line)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_tampering_tracebacks(record: Record, data: st.DataObject) -> None:
    raw = json.loads(encode(record))
    event = data.draw(st.sampled_from(raw["events"]))
    key = data.draw(st.sampled_from(sorted(event)))
    event[key] = data.draw(st.none() | st.integers(-2, 200) | st.text(max_size=6) | st.just([]))
    try:
        verify(decode(json.dumps(raw)))
    except RecordError:
        pass
    else:
        assert decode(json.dumps(raw)) == record, "a changed record was accepted"
