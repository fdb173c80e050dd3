"""Finished hands: kept once, added up, listed for whom they concern, shared."""

import asyncio
from collections.abc import Sequence
from functools import cache

import msgspec
import pytest

from wuyi.engine.event import Won
from wuyi.engine.record import Record, verify
from wuyi.rules import Ruleset
from wuyi.server.community.circles import Circles
from wuyi.server.community.people import Player
from wuyi.server.community.records import PAGE, Players, Records, anonymous, record_id
from wuyi.server.community.statistics import Board, Tally
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import LogConflict, Write
from wuyi.server.table.header import Header
from wuyi.simulate.play import match_seed, play_match

pytestmark = pytest.mark.anyio

RULES = Ruleset(hands=16, min_fan=0, half_flush_required=False)
NAMES = ("greedy", "greedy", "greedy", "greedy")
FOUR: Players = ("li", "si", "wu", "ma")
LI = Player(id="li", name="Li", created=0)
SI = Player(id="si", name="Si", created=0)


@cache
def played() -> tuple[Record, ...]:
    """A match of sixteen hands."""
    return tuple(play_match(RULES, match_seed(1, 1), NAMES, "m"))


def header(players: Players = FOUR, room: str | None = None, circle: str | None = None) -> Header:
    return Header(
        rules=RULES, names=NAMES, bots=(None,) * 4, seed="00" * 32, players=players, room=room, circle=circle
    )


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def records(store: MemoryStore) -> Records:
    return Records(store, Circles(store))


async def keep(records: Records, hands: Sequence[Record], head: Header, table: str = "m") -> None:
    for record in hands:
        await records.keep(table, head, record)


def wins(seat: int) -> list[Won]:
    return [last for record in played() if isinstance(last := record.events[-1], Won) and last.seat == seat]


def test_the_match_has_wins_of_every_kind() -> None:
    lasts = [record.events[-1] for record in played()]
    assert any(isinstance(last, Won) and last.source is None for last in lasts)
    assert any(isinstance(last, Won) and last.source is not None for last in lasts)


async def test_hands_add_up(records: Records) -> None:
    await keep(records, played(), header())
    for seat, player in enumerate(("li", "si", "wu", "ma")):
        tally = (await records.tally(player)).statistics()
        won = wins(seat)
        fed = sum(isinstance(last := record.events[-1], Won) and last.source == seat for record in played())
        assert (tally.hands, tally.won, tally.fed) == (16, len(won), fed)
        assert tally.drawn == sum(win.source is None for win in won)
        assert tally.points == played()[-1].after[seat]
        assert tally.win_rate == len(won) / 16 and tally.feed_rate == fed / 16
        assert sum(tally.fans.values()) == sum(len(win.fans) for win in won)
        if won:
            assert tally.average_fan == sum(win.fan for win in won) / len(won)
            assert tally.best is not None and tally.best.fan == max(win.fan for win in won)
            assert tally.best.record in {record_id("m", record.hand) for record in played()}


async def test_nothing_is_known_of_who_has_not_played(records: Records) -> None:
    assert await records.tally("nobody") == Tally()
    assert Tally().statistics().win_rate == 0.0 == Tally().statistics().average_fan
    assert await records.of("player", "nobody") == ()


async def test_a_hand_counts_once_however_often_it_is_told(records: Records, store: MemoryStore) -> None:
    await keep(records, played()[:3], header(room="r"))
    before = await records.tally("li"), await records.totals("r"), await records.of("player", "li")
    await keep(records, played()[:3], header(room="r"))
    await asyncio.gather(*(records.keep("m", header(room="r"), played()[2]) for _ in range(5)))
    assert before == (await records.tally("li"), await records.totals("r"), await records.of("player", "li"))


async def test_many_tables_at_once_lose_nothing(records: Records) -> None:
    head = header(room="r")
    tables = [f"t{number}" for number in range(8)]
    await asyncio.gather(*(keep(records, played()[:2], head, table) for table in tables))
    assert (await records.tally("si")).hands == 16
    assert [total.hands for total in await records.totals("r")] == [16] * 4


async def test_a_crash_between_record_and_statistics_cannot_be() -> None:
    class Tearing(MemoryStore):
        """Fails whenever a record would come without what it counts for."""

        async def put_documents(self, *writes: Write) -> None:
            kinds = sorted(write.kind for write in writes)
            assert kinds == ["board", "record", "tally", "tally", "tally", "tally"]
            await super().put_documents(*writes)

    store = Tearing()
    await keep(Records(store, Circles(store)), played()[:2], header(room="r"))


async def test_another_writer_in_between_is_no_loss() -> None:
    class Contested(MemoryStore):
        refused = 0

        async def put_documents(self, *writes: Write) -> None:
            if self.refused < 3:
                self.refused += 1
                raise LogConflict("another was quicker")
            await super().put_documents(*writes)

    store = Contested()
    records = Records(store, Circles(store))
    await records.keep("m", header(), played()[0])
    assert store.refused == 3 and (await records.tally("li")).hands == 1


async def test_computer_players_and_strangers_are_not_counted(records: Records) -> None:
    await keep(records, played()[:1], header((None,) * 4, room="r"))
    assert await records.totals("r") == () and await records.of("room", "r") == ()
    await keep(records, played()[:1], header(("li", None, None, None), room="r"))
    assert [total.player for total in await records.totals("r")] == ["li"]


async def test_the_totals_of_a_room_are_ranked(records: Records) -> None:
    await keep(records, played(), header(room="r"))
    totals = await records.totals("r")
    assert [total.points for total in totals] == sorted(played()[-1].after, reverse=True)
    assert sum(total.points for total in totals) == 0
    assert {total.name for total in totals} == {"greedy"}
    assert await records.totals("another") == ()
    assert Board().ranked() == ()


async def test_hands_are_listed_the_last_first_and_page_by_page(records: Records) -> None:
    for number in range(4):
        await keep(records, played(), header(room="r"), f"t{number}")
    first = await records.of("player", "li")
    assert len(first) == PAGE and first[0].id == "t3:16" and first[0].hands == 16
    rest = await records.of("player", "li", before=first[-1].id)
    assert len(rest) == 64 - PAGE and rest[-1].id == "t0:1"
    assert await records.of("room", "r") == first
    last = played()[-1].events[-1]
    summary = first[0]
    if isinstance(last, Won):
        assert (summary.winner, summary.fan, summary.payments) == (last.seat, last.fan, last.payments)


# --- who sees what ---------------------------------------------------------------------------


async def refused(awaitable: object) -> str:
    with pytest.raises(Refusal) as refusal:
        await awaitable  # type: ignore[misc]
    return refusal.value.reason


async def test_a_record_is_for_who_took_part(records: Records) -> None:
    await keep(records, played()[:1], header(("li", "si", None, None)))
    for player in ("li", "si"):
        assert await records.get("m:1", player) == played()[0]
    assert await refused(records.get("m:1", "wu")) == "unknown_record"
    assert await refused(records.get("m:2", "li")) == "unknown_record"


async def test_a_record_is_for_the_circle_it_was_played_in(store: MemoryStore) -> None:
    circles = Circles(store)
    records = Records(store, circles)
    circle = await circles.create(LI, "Friends")
    await circles.join(circle.invitation, SI)
    await keep(records, played()[:2], header(("li", None, None, None), circle=circle.id))
    assert await records.get("m:2", "si") == played()[1]
    assert await refused(records.get("m:2", "wu")) == "unknown_record"
    await circles.leave(circle.id, "si")
    assert await refused(records.get("m:2", "si")) == "unknown_record"


async def test_a_link_shows_the_record_to_whoever_has_it(records: Records) -> None:
    await keep(records, played()[:2], header())
    share = await records.share("m:1", "li", False)
    assert len(share.share) >= 24  # 144 bits
    assert await records.shared(share.share) == played()[0]
    assert (await records.share("m:1", "li", False)) == share
    assert (await records.share("m:1", "si", False)).share != share.share
    assert await refused(records.shared("m:1")) == "unknown_record"
    assert await refused(records.shared(share.share[:-1])) == "unknown_record"
    assert await refused(records.share("m:1", "nobody", False)) == "unknown_record"


async def test_an_anonymous_link_names_nobody(records: Records) -> None:
    await keep(records, played()[:1], header())
    named = await records.share("m:1", "li", False)
    share = await records.share("m:1", "li", True)
    assert share.share != named.share
    shown = await records.shared(share.share)
    assert shown.seats == ("", "", "", "") and shown.match == "" and shown.events == played()[0].events
    text = msgspec.json.encode(shown).decode()
    assert not [
        word for word in (*NAMES, *(f'"{name}"' for name in ("li", "si", "wu", "ma"))) if word in text
    ]
    verify(shown)
    assert anonymous(shown) == shown


async def test_a_link_is_taken_back_by_who_made_it(records: Records) -> None:
    await keep(records, played()[:1], header())
    share = await records.share("m:1", "li", True)
    assert await refused(records.unshare(share.share, "si")) == "unknown_record"
    await records.unshare(share.share, "li")
    assert await refused(records.shared(share.share)) == "unknown_record"
    assert (await records.share("m:1", "li", True)).share != share.share
