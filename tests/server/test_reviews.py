"""Reviews: asked for, waited for, kept, and never in the way of anything else."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest
from litestar import Litestar

from tests.server.lobby import Someone, someone
from tests.server.reviewed import made_up
from wuyi.engine.action import Seat
from wuyi.engine.record import Record, encode
from wuyi.review.words import Review
from wuyi.rules import Ruleset
from wuyi.server.community.circles import Circles
from wuyi.server.community.records import KeptRecord, Records
from wuyi.server.community.reviews import LATEST, Accuracy, KeptReviews
from wuyi.server.config import Config
from wuyi.server.http import app as application
from wuyi.server.refusal import Refusal
from wuyi.server.review_words import ReviewedHand, Reviewing
from wuyi.server.reviewing import queue
from wuyi.server.reviewing.process import ReviewFailed, Worker
from wuyi.server.reviewing.queue import MOST, MOST_AN_ADDRESS, MOST_EACH, Reviews
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import Store
from wuyi.server.table.header import Header
from wuyi.server.words import Share
from wuyi.simulate.play import match_seed, play_match

pytestmark = pytest.mark.anyio

Told = Callable[[int, int], None]


@cache
def played() -> tuple[Record, ...]:
    return tuple(play_match(Ruleset(hands=4), match_seed(7, 1), ("greedy",) * 4, "table"))


class Slow:
    """A reviewer that finishes a hand when it is told to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.begun: list[tuple[int, Seat]] = []
        self.fails = False
        self.closed = 0

    async def review(self, record: Record, seat: Seat, told: Told) -> Review:
        self.begun.append((record.hand, seat))
        told(1, 3)
        await self.go.wait()
        if self.fails:
            raise ReviewFailed("no")
        return made_up(record, seat)

    async def close(self) -> None:
        self.closed += 1


class Shelf:
    """A place that holds what is put there."""

    def __init__(self) -> None:
        self.review: Review | None = None

    async def find(self) -> Review | None:
        return self.review

    async def keep(self, review: Review) -> None:
        self.review = review


def ask(
    reviews: Reviews,
    number: int,
    address: str = "here",
    place: queue.Place | None = None,
    person: str | None = None,
) -> Reviewing:
    return reviews.ask(f"hand {number}", address, played()[0], 0, place or Shelf(), person)


async def until(reviews: Reviews, id: str, phase: str) -> Reviewing:
    while (state := reviews.state(id)).phase != phase:
        await asyncio.sleep(0)
    return state


# --- the queue -------------------------------------------------------------------------------


async def test_one_after_the_other_and_bounded() -> None:
    slow = Slow()
    reviews = Reviews(slow)
    first, second = ask(reviews, 1), ask(reviews, 2)
    assert (first.phase, second.ahead) == ("waiting", 1)
    assert ask(reviews, 1).id == first.id, "the same hand is reviewed once"
    with pytest.raises(Refusal, match="under way"):
        ask(reviews, 3)
    for number in range(3, MOST + 1):
        ask(reviews, number, address=f"house {number}")
    with pytest.raises(Refusal, match="too many"):
        ask(reviews, MOST + 1, address="one more")
    state = await until(reviews, first.id, "working")
    assert (state.done, state.all, len(slow.begun)) == (1, 3, 1)
    slow.go.set()
    assert (await until(reviews, second.id, "done")).review == made_up(played()[0], 0)
    assert ask(reviews, 1).phase == "done"
    await reviews.close()


async def test_a_crowd_of_guests_of_one_address_is_one_household() -> None:
    reviews = Reviews(Slow())
    for number in range(MOST_AN_ADDRESS):
        ask(reviews, number, person=f"guest {number // MOST_EACH}")
    with pytest.raises(Refusal, match="under way"):
        ask(reviews, MOST, person="one more")
    ask(reviews, MOST, address="elsewhere", person="another")
    await reviews.close()


async def test_a_hand_that_fails_stands_in_no_other_s_way() -> None:
    slow = Slow()
    slow.fails = True
    slow.go.set()
    reviews = Reviews(slow)
    failed = ask(reviews, 1)
    await until(reviews, failed.id, "failed")
    slow.fails = False
    again = ask(reviews, 1)
    assert again.id != failed.id
    await until(reviews, again.id, "done")
    with pytest.raises(Refusal):
        reviews.state("nothing")
    await reviews.close()


async def test_what_another_server_has_reviewed_meanwhile_is_not_reviewed_again() -> None:
    slow, shelf = Slow(), Shelf()
    reviews = Reviews(slow)
    first, second = ask(reviews, 1), ask(reviews, 2, place=shelf)
    await until(reviews, first.id, "working")
    await shelf.keep(made_up(played()[0], 3))
    slow.go.set()
    done = await until(reviews, second.id, "done")
    assert done.review == shelf.review and done.review is not None and done.review.seat == 3
    assert len(slow.begun) == 1
    await reviews.close()


async def test_closing_gives_up_what_is_under_way() -> None:
    slow = Slow()
    reviews = Reviews(slow)
    await until(reviews, ask(reviews, 1).id, "working")
    await reviews.close()
    assert slow.closed


async def test_without_work_the_process_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "IDLE_SECONDS", 0.01)
    slow = Slow()
    slow.go.set()
    reviews = Reviews(slow)
    await until(reviews, ask(reviews, 1).id, "done")
    while not slow.closed:
        await asyncio.sleep(0.005)
    assert (await until(reviews, ask(reviews, 2).id, "done")).review is not None
    await reviews.close()


async def test_what_was_finished_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "REMEMBERED", 2)
    slow = Slow()
    slow.go.set()
    reviews = Reviews(slow)
    states = []
    for number in range(4):
        states.append(ask(reviews, number))
        await until(reviews, states[-1].id, "done")
    with pytest.raises(Refusal):
        reviews.state(states[0].id)
    assert reviews.state(states[3].id).review is not None
    await reviews.close()


# --- the process -----------------------------------------------------------------------------

ECHO = """
import sys
for line in sys.stdin:
    print('{"type":"progress","done":1,"all":2}', flush=True)
    print('%s', flush=True)
"""


def stub(answer: str, end: str = "") -> Worker:
    return Worker((sys.executable, "-c", ECHO % answer + end), patience=20)


async def test_the_process_answers_and_is_used_again() -> None:
    wanted = made_up(played()[0], 1)
    worker = stub('{"type":"finished","review":' + msgspec.json.encode(wanted).decode() + "}")
    told: list[tuple[int, int]] = []
    for _ in range(2):
        assert await worker.review(played()[0], 1, lambda done, all: told.append((done, all))) == wanted
    assert told == [(1, 2)] * 2
    await worker.close()
    await worker.close()


@pytest.mark.parametrize("answer", ['{"type":"failed","error":"oh"}', "nonsense", "' + exit() + '"])
async def test_the_process_fails(answer: str) -> None:
    worker = stub(answer)
    with pytest.raises(ReviewFailed):
        await worker.review(played()[0], 1, lambda *_: None)
    await worker.close()


async def test_the_process_is_silent_or_cannot_be_begun() -> None:
    silent = Worker((sys.executable, "-c", "import time; time.sleep(60)"), patience=0.2)
    with pytest.raises(ReviewFailed, match="nothing was heard"):
        await silent.review(played()[0], 1, lambda *_: None)
    with pytest.raises(ReviewFailed):
        await Worker(("/nowhere/to/be/found",)).review(played()[0], 1, lambda *_: None)


async def test_a_review_is_cancelled_with_its_process() -> None:
    worker = Worker((sys.executable, "-c", "import time; time.sleep(60)"))
    task = asyncio.create_task(worker.review(played()[0], 1, lambda *_: None))
    while worker._process is None:
        await asyncio.sleep(0.01)
    process = worker._process
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert process.returncode is not None


@pytest.mark.long
async def test_the_real_process() -> None:
    worker = Worker(budget=0.05)
    told: list[tuple[int, int]] = []
    review = await worker.review(played()[0], 2, lambda done, all: told.append((done, all)))
    assert review.seat == 2 and review.decisions and told[-1][0] == told[-1][1]
    await worker.close()


# --- what is kept ----------------------------------------------------------------------------


def kept_record(record: Record, *players: str | None, at: float = 1.0, practice: bool = False) -> KeptRecord:
    return KeptRecord(
        at=at, players=cast(Any, players), room=None, circle=None, record=record, practice=practice
    )


async def test_a_review_is_kept_once_and_counts(store: Store) -> None:
    reviews = KeptReviews(store)
    record = played()[0]
    kept = kept_record(record, "li", None, "mo", None)
    await reviews.keep("table:1", kept, made_up(record, 0, 70.0))
    await reviews.keep("table:1", kept, made_up(record, 0, 10.0))
    found = await reviews.find("table:1", 0, ("plain", "fast"))
    assert found is not None and found.accuracy == 70.0
    assert await reviews.find("table:1", 0, ("plain",)) is None
    assert await reviews.find("table:1", 2, ("fast",)) is None
    (hand,) = await reviews.accuracy("li")
    assert hand == ReviewedHand("table:1", 1.0, 0, 70.0, 2.5, len(found.decisions))
    await reviews.keep("table:1", kept, made_up(record, 1))
    await reviews.keep("table:2", kept_record(record, "mo", practice=True), made_up(record, 0))
    await reviews.keep("table:3", kept_record(record, "mo"), made_up(record, 0, None))
    assert await reviews.accuracy("mo") == ()


def test_the_latest_hands_are_in_order_of_time() -> None:
    accuracy = Accuracy()
    for at in (5, 1, *range(10, 10 + LATEST)):
        accuracy = accuracy.add(ReviewedHand(f"table:{at}", at, 0, 50.0, 0.0, 1))
    assert len(accuracy.hands) == LATEST and accuracy.hands[0].at == 10
    better = accuracy.add(ReviewedHand("table:12", 12, 0, 90.0, 0.0, 1))
    assert len(better.hands) == LATEST and better.hands[2].accuracy == 90.0


# --- over HTTP -------------------------------------------------------------------------------


@pytest.fixture
async def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(application, "Worker", lambda: found)
    return found


def header_of(player: str) -> Header:
    """Of the table at which a player sat at seat 1."""
    return Header(
        rules=Ruleset(hands=4),
        names=("", "Li", "", ""),
        bots=("greedy", None, "greedy", "greedy"),
        seed=bytes(32).hex(),
        players=(None, player, None, None),
    )


@pytest.fixture
async def people(slow: Slow) -> AsyncIterator[tuple[httpx.AsyncClient, Someone, Someone]]:
    """The door, and two players; the first has played `table` at seat 1."""
    store = MemoryStore()
    litestar: Litestar = application.create_litestar(store, Config(database=Path("unused")))
    transport = httpx.ASGITransport(cast(Any, litestar))
    async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
        li, mo = await someone(http), await someone(http, "Mo")
        for record in played():
            await Records(store, Circles(store)).keep("table", header_of(li.id), record)
        yield http, li, mo


async def finished(http: httpx.AsyncClient, state: Reviewing) -> Reviewing:
    while state.phase in ("waiting", "working"):
        answer = await http.get(f"/api/reviews/{state.id}")
        state = msgspec.json.decode(answer.content, type=Reviewing)
        await asyncio.sleep(0.005)
    return state


async def test_a_kept_hand_is_reviewed_once(
    slow: Slow, people: tuple[httpx.AsyncClient, Someone, Someone]
) -> None:
    http, li, mo = people
    state = await li.post("/api/records/table:2/review?seat=1", Reviewing)
    assert state.phase == "waiting" and state.review is None
    slow.go.set()
    done = await finished(http, state)
    assert done.review is not None and (done.review.match, done.review.record) == ("", "")
    again = await li.post("/api/records/table:2/review?seat=1", Reviewing)
    assert again.review == done.review and len(slow.begun) == 1
    (hand,) = await li.get("/api/players/me/accuracy", tuple[ReviewedHand, ...])
    assert (hand.record, hand.accuracy, hand.seat) == ("table:2", 80.0, 1)
    assert await mo.get("/api/players/me/accuracy", tuple[ReviewedHand, ...]) == ()
    assert await mo.refused("/api/records/table:2/review?seat=1") == "unknown_record"
    assert await li.refused("/api/records/table:2/review?seat=4") == "no_such_seat"
    assert await li.refused("/api/records/table:2/review") == "bad_message"
    assert await li.refused("/api/reviews/nothing", method="GET") == "unknown_review"


async def test_a_second_server_on_the_same_store_gives_what_the_first_has_made(slow: Slow) -> None:
    store = MemoryStore()
    records = Records(store, Circles(store))
    await records.keep("table", header_of("li"), played()[0])
    share = (await records.share("table:1", "li", anonymous=False)).share
    slow.go.set()
    told = []
    for _ in range(2):
        server: Litestar = application.create_litestar(store, Config(database=Path("unused")))
        transport = httpx.ASGITransport(cast(Any, server))
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
            answer = await http.post(f"/api/shares/{share}/review?seat=1")
            told.append(await finished(http, msgspec.json.decode(answer.content, type=Reviewing)))
            lost = await http.get("/api/reviews/asked-of-the-other-server")
            assert lost.json()["reason"] == "unknown_review"
    assert told[0].review == told[1].review is not None and len(slow.begun) == 1


async def test_behind_a_link_and_of_a_file(
    slow: Slow, people: tuple[httpx.AsyncClient, Someone, Someone]
) -> None:
    http, li, _ = people
    slow.go.set()
    share = await li.post("/api/records/table:1/share", Share, {"anonymous": True})
    answer = await http.post(f"/api/shares/{share.share}/review?seat=3")
    shared = await finished(http, msgspec.json.decode(answer.content, type=Reviewing))
    assert shared.review is not None and shared.review.match == ""
    file = b"\n".join(encode(record) for record in played())
    answer = await http.post("/api/replays/review?hand=2&seat=0", content=file)
    assert (await finished(http, msgspec.json.decode(answer.content, type=Reviewing))).review is not None
    assert slow.begun == [(1, 3), (3, 0)]
    bad = await http.post("/api/replays/review?seat=0", content=file[:-9] + b"x")
    assert bad.json()["reason"] == "bad_record"


async def test_nobody_asks_for_too_many(
    slow: Slow, people: tuple[httpx.AsyncClient, Someone, Someone]
) -> None:
    _, li, _ = people
    for hand in range(1, MOST_EACH + 1):
        await li.post(f"/api/records/table:{hand}/review?seat=0", Reviewing)
    assert await li.refused("/api/records/table:4/review?seat=0") == "too_many"
    slow.go.set()
