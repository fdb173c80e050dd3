"""亲友圈: who is in, who decides, and what each season adds up to."""

import asyncio

import pytest

from tests.server.test_records import header, keep, played
from wuyi.server.community import circles as module
from wuyi.server.community.circles import CIRCLES, Circles
from wuyi.server.community.people import Player
from wuyi.server.community.records import Records
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore

pytestmark = pytest.mark.anyio

LI, SI, WU = (Player(id=name.lower(), name=name, created=0) for name in ("Li", "Si", "Wu"))


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def circles(store: MemoryStore) -> Circles:
    return Circles(store)


async def refused(awaitable: object) -> str:
    with pytest.raises(Refusal) as refusal:
        await awaitable  # type: ignore[misc]
    return refusal.value.reason


async def test_friends_come_in_by_invitation(circles: Circles) -> None:
    circle = await circles.create(LI, " Friends ")
    assert (circle.name, circle.owner, circle.members) == ("Friends", "li", {"li": "Li"})
    small = " ".join(circle.invitation.lower())
    assert (await circles.join(small, SI)).members == {"li": "Li", "si": "Si"}
    assert await circles.join(circle.invitation, SI) == await circles.get(circle.id, "si")
    for wrong in ("", "AAAAAAAAAA", circle.invitation[:-1]):
        assert await refused(circles.join(wrong, WU)) == "unknown_circle"
    assert await circles.of("si") == [await circles.get(circle.id, "li")]
    assert await refused(circles.create(LI, "")) == "bad_name"


async def test_others_see_nothing(circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    assert await refused(circles.get(circle.id, "si")) == "unknown_circle"
    assert await refused(circles.standing(circle.id, "si")) == "unknown_circle"
    assert await refused(circles.begin_season(circle.id, "si")) == "unknown_circle"
    assert await refused(circles.get("nothing", "li")) == "unknown_circle"
    assert await circles.of("si") == []


async def test_only_the_owner_decides(circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    await circles.join(circle.invitation, SI)
    for change in (
        circles.remove(circle.id, "si", "li"),
        circles.hand_over(circle.id, "si", "si"),
        circles.renew_invitation(circle.id, "si"),
        circles.begin_season(circle.id, "si"),
        circles.rename(circle.id, "si", "Mine"),
        circles.dissolve(circle.id, "si"),
    ):
        assert await refused(change) == "not_host"
    assert (await circles.hand_over(circle.id, "li", "si")).owner == "si"
    assert (await circles.begin_season(circle.id, "si")).season == 2
    assert await refused(circles.hand_over(circle.id, "si", "wu")) == "unknown_circle"


async def test_who_is_sent_away_has_an_old_invitation(circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    await circles.join(circle.invitation, SI)
    after = await circles.remove(circle.id, "li", "si")
    assert after.members == {"li": "Li"}
    assert await refused(circles.join(circle.invitation, SI)) == "unknown_circle"
    assert await refused(circles.remove(circle.id, "li", "li")) == "owner_stays"
    renewed = await circles.renew_invitation(circle.id, "li")
    assert len({circle.invitation, after.invitation, renewed.invitation}) == 3


async def test_the_owner_goes_last(circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    await circles.join(circle.invitation, SI)
    assert await refused(circles.leave(circle.id, "li")) == "owner_stays"
    await circles.leave(circle.id, "si")
    await circles.leave(circle.id, "li")
    assert await circles.of("li") == []
    assert await refused(circles.leave(circle.id, "li")) == "unknown_circle"
    assert await refused(circles.join(circle.invitation, SI)) == "unknown_circle"


async def test_the_owner_renames_and_dissolves(circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    await circles.join(circle.invitation, SI)
    assert (await circles.rename(circle.id, "li", " Neighbours ")).name == "Neighbours"
    assert await refused(circles.rename(circle.id, "li", " ")) == "bad_name"
    await circles.dissolve(circle.id, "li")
    for player in ("li", "si"):
        assert await circles.of(player) == []
        assert await refused(circles.get(circle.id, player)) == "unknown_circle"
    assert await refused(circles.join(circle.invitation, LI)) == "unknown_circle"


async def test_friends_that_come_at_once_are_all_in(circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    friends = [Player(id=f"p{number}", name="P", created=0) for number in range(10)]
    await asyncio.gather(*(circles.join(circle.invitation, friend) for friend in friends))
    assert len((await circles.get(circle.id, "li")).members) == 11


async def test_there_is_an_end_to_everything(circles: Circles, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(CIRCLES):
        circle = await circles.create(LI, "Friends")
    assert await refused(circles.create(LI, "One more")) == "too_many"
    monkeypatch.setattr(module, "MEMBERS", 2)
    await circles.join(circle.invitation, SI)
    assert await refused(circles.join(circle.invitation, WU)) == "circle_full"
    await circles.join(circle.invitation, SI)  # is in already


async def test_each_season_begins_at_nothing(store: MemoryStore, circles: Circles) -> None:
    records = Records(store, circles)
    circle = await circles.create(LI, "Friends")
    head = header(("li", "si", None, None), circle=circle.id)
    await keep(records, played()[:3], head)
    first = await circles.standing(circle.id, "li")
    assert (first.season, {total.player: total.hands for total in first.totals}) == (1, {"li": 3, "si": 3})
    await circles.begin_season(circle.id, "li")
    assert (await circles.standing(circle.id, "li")).totals == ()
    await keep(records, played()[3:4], head)
    second = await circles.standing(circle.id, "li")
    assert (second.season, [total.hands for total in second.totals]) == (2, [1, 1])
    assert await circles.standing(circle.id, "li", 1) == first
    for season in (0, 3, -1):
        assert await refused(circles.standing(circle.id, "li", season)) == "unknown_circle"
    assert (await records.of("circle", circle.id))[0].id == "m:4"


async def test_a_circle_does_not_grow_for_ever(circles: Circles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wuyi.server.community.circles.SEASONS", 2)
    circle = await circles.create(LI, "四邻")
    await circles.begin_season(circle.id, "li")
    assert await refused(circles.begin_season(circle.id, "li")) == "too_many"
