"""Score books that a circle keeps: who may, what cannot have been played, and that nobody's hand is lost."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.lobby import Someone, someone
from tests.server.process import ServerProcess
from wuyi.server.community import books as module
from wuyi.server.community.books import Books
from wuyi.server.community.circles import Circles
from wuyi.server.community.people import Player
from wuyi.server.refusal import Refusal
from wuyi.server.score_words import BookContent, BookSummary, SharedBook
from wuyi.server.store.memory import MemoryStore
from wuyi.server.words import Circle

pytestmark = pytest.mark.anyio

LI = Player(id="li", name="Li", created=0)
SI = Player(id="si", name="Si", created=0)
ID = "evening-1"

DRAWN = {"type": "hand", "at": 1, "wins": [{"who": 2, "fan": 5}]}
CONTENT = {"title": "周末", "names": ["Li", "Si", "Wu", "Ma"], "entries": [DRAWN]}


def content(**change: Any) -> BookContent:
    return msgspec.convert(CONTENT | change, BookContent)


async def refused(wish: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        await wish
    return refusal.value.reason


@pytest.fixture
def circles() -> Circles:
    return Circles(MemoryStore())


@pytest.fixture
def books(circles: Circles) -> Books:
    return Books(circles._circles._store, circles)


async def test_a_book_is_begun_and_gone_on_with(books: Books, circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    await circles.join(circle.invitation, SI)
    first = await books.save(circle.id, LI, ID, 0, content())
    assert (first.version, first.by) == (1, "Li")
    second = await books.save(circle.id, SI, ID, 1, content(title="  Sunday\u202e "))
    assert (second.version, second.by, second.content.title) == (2, "Si", "Sunday")
    assert await books.get(circle.id, "li", ID) == second
    (listed,) = await books.of(circle.id, "li")
    assert (listed.id, listed.version, listed.hands, listed.names[3]) == (ID, 2, 1, "Ma")


async def test_of_two_who_write_at_once_one_is_told(books: Books, circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    await books.save(circle.id, LI, ID, 0, content())
    tries = [books.save(circle.id, LI, ID, 1, content(title=str(number))) for number in range(3)]
    said = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(one, SharedBook) for one in said) == 1
    assert {one.reason for one in said if isinstance(one, Refusal)} == {"book_changed"}
    assert await refused(books.save(circle.id, LI, ID, 0, content())) == "book_changed"
    assert await refused(books.save(circle.id, LI, ID, 7, content())) == "book_changed"


async def test_a_deleted_book_is_not_written_on(books: Books, circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    await books.save(circle.id, LI, ID, 0, content())
    await books.delete(circle.id, "li", ID)
    await books.delete(circle.id, "li", ID)
    assert await refused(books.get(circle.id, "li", ID)) == "unknown_book"
    assert await refused(books.save(circle.id, LI, ID, 1, content())) == "book_changed"
    assert await books.of(circle.id, "li") == ()


async def test_only_members_see_books_and_each_circle_its_own(books: Books, circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    other = await circles.create(SI, "Others")
    await books.save(circle.id, LI, ID, 0, content())
    for wish in (
        books.of(circle.id, "si"),
        books.get(circle.id, "si", ID),
        books.save(circle.id, SI, ID, 1, content()),
        books.delete(circle.id, "si", ID),
    ):
        assert await refused(wish) == "unknown_circle"
    assert await refused(books.get(other.id, "si", ID)) == "unknown_book"
    assert (await books.save(other.id, SI, ID, 0, content())).version == 1


async def test_there_is_an_end(books: Books, circles: Circles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BOOKS", 2)
    circle = await circles.create(LI, "Friends")
    for number in range(2):
        await books.save(circle.id, LI, f"evening-{number}", 0, content())
    assert await refused(books.save(circle.id, LI, "evening-2", 0, content())) == "too_many"
    await books.save(circle.id, LI, "evening-1", 1, content())
    assert await refused(books.save(circle.id, LI, "short", 0, content())) == "bad_book"


@pytest.mark.parametrize(
    "hand",
    [
        {"wins": [{"who": 0, "fan": 3}, {"who": 1, "fan": 3}]},
        {"wins": [{"who": 0, "fan": 3}, {"who": 0, "fan": 3}], "source": 1},
        {"wins": [{"who": 0, "fan": 3}], "source": 0},
        {"wins": [], "source": 0},
        {"wins": [{"who": 0, "fan": 3, "liable": 0}]},
    ],
)
async def test_what_cannot_have_been_played(books: Books, circles: Circles, hand: dict[str, Any]) -> None:
    circle = await circles.create(LI, "Friends")
    entries = [{"type": "hand", "at": 1} | hand]
    assert await refused(books.save(circle.id, LI, ID, 0, content(entries=entries))) == "bad_book"


async def test_nobody_sits_twice(books: Books, circles: Circles) -> None:
    circle = await circles.create(LI, "Friends")
    for change in (
        {"order": [0, 1, 1, 2]},
        {"entries": [{"type": "move", "at": 1, "order": [0, 0, 1, 2]}]},
    ):
        assert await refused(books.save(circle.id, LI, ID, 0, content(**change))) == "bad_book"


async def test_over_http(server: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=server.address, timeout=30) as http:
        li, si = await someone(http, "Li"), await someone(http, "Si")
        circle = await li.post("/api/circles", Circle, {"name": "Friends"})
        path = f"/api/circles/{circle.id}/books/{ID}"
        long = content(entries=[DRAWN] * 400)
        saved = await li.ask("PUT", path, {"version": 0, "content": long})
        assert saved.status_code == 200, saved.text
        assert (await li.get(path, SharedBook)).content == long
        (listed,) = await li.get(f"/api/circles/{circle.id}/books", tuple[BookSummary, ...])
        assert listed.hands == 400
        assert await li.refused(path, {"version": 0, "content": long}, "PUT") == "book_changed"
        assert await si.refused(path, method="GET") == "unknown_circle"
        await bad_bodies(li, path)
        assert (await li.ask("DELETE", path)).status_code == 204
        assert await li.refused(path, method="GET") == "unknown_book"


async def bad_bodies(li: Someone, path: str) -> None:
    hand = {"type": "hand", "at": 1, "wins": [{"who": 2, "fan": 41}]}
    for change in ({"entries": [hand]}, {"entries": [DRAWN] * 501}, {"names": ["a"] * 3}, {"more": 1}):
        assert await li.refused(path, {"version": 1, "content": CONTENT | change}, "PUT") == "bad_message"
    assert await li.refused(path, {"version": 1, "content": CONTENT | {"title": "x" * 140_000}}, "PUT") == (
        "too_large"
    )
