"""Reviews over HTTP (docs/replay.md): asked for, looked after, and what they add up to."""

import hashlib
from dataclasses import dataclass
from functools import partial

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.types import ControllerRouterHandler

from wuyi.engine.action import Seat
from wuyi.engine.record import Record
from wuyi.review.engines import have_fast
from wuyi.review.words import Engine, Review
from wuyi.server.community.records import KeptRecord, Records
from wuyi.server.community.replays import MOST_BYTES, read_file, seat_asked
from wuyi.server.community.reviews import KeptReviews
from wuyi.server.http.access import Access, AnyRequest, address_of
from wuyi.server.http.beside import Beside
from wuyi.server.http.openapi import OPEN
from wuyi.server.refusal import Refusal
from wuyi.server.review_words import ReviewedHand, Reviewing
from wuyi.server.reviewing.queue import Reviews

Hands = tuple[ReviewedHand, ...]


def routes(
    records: Records, kept: KeptReviews, reviews: Reviews, access: Access, beside: Beside
) -> list[ControllerRouterHandler]:
    engines: tuple[Engine, ...] = ("fast",) if have_fast() else ("fast", "plain")

    async def of_kept(
        id: str, hand: KeptRecord, seat: Seat, address: str, person: str | None = None
    ) -> Reviewing:
        place = _Kept(kept, id, hand, seat, engines)
        if (found := await place.find()) is not None:
            return _done(found)
        return reviews.ask(f"{id}:{seat}", address, hand.record, seat, place, person)

    @post("/api/records/{record:str}/review", status_code=200)
    async def review_record(request: AnyRequest, record: FromPath[str], seat: FromQuery[Seat]) -> Reviewing:
        """Have the play of `seat` reviewed in a hand this player took part in, or of a circle of theirs."""
        access.check_work(request)
        player = await access.player(request)
        hand = await records.whole(record, player.id)
        return _shown(await of_kept(record, hand, _seat(seat), address_of(request), player.id))

    @post("/api/shares/{share:str}/review", status_code=200, security=OPEN)
    async def review_shared(request: AnyRequest, share: FromPath[str], seat: FromQuery[Seat]) -> Reviewing:
        """Have the play of `seat` reviewed in the hand behind a link."""
        access.check_origin(request)
        access.check_work(request)
        id, hand = await records.behind(share)
        return _shown(await of_kept(id, hand, _seat(seat), address_of(request)))

    @post("/api/replays/review", status_code=200, security=OPEN, request_max_body_size=MOST_BYTES)
    async def review_file(request: AnyRequest, seat: FromQuery[Seat], hand: FromQuery[int] = 0) -> Reviewing:
        """Have a hand of a file of records reviewed, which is the body; nothing of it is kept.

        hand: which of them, from 0. seat: whose play.
        """
        access.check_origin(request)
        access.check_work(request)
        whose = _seat(seat)
        data = await request.body()
        record, _ = await beside.work(partial(read_file, data, hand))
        return _shown(
            reviews.ask(f"{_digest(record)}:{whose}", address_of(request), record, whose, _Nowhere())
        )

    @get("/api/reviews/{review:str}", security=OPEN)
    async def review_state(request: AnyRequest, review: FromPath[str]) -> Reviewing:
        """How far a review is that was asked for, and what it says once it is done."""
        access.check_pace(request)
        return _shown(reviews.state(review))

    @get("/api/players/me/accuracy")
    async def my_accuracy(request: AnyRequest) -> Hands:
        """How well this player played in the latest hands that were reviewed, the oldest first."""
        player = await access.player(request)
        return await kept.accuracy(player.id)

    handlers: list[ControllerRouterHandler] = [
        *(review_record, review_shared, review_file, review_state, my_accuracy)
    ]
    return [Router("/", route_handlers=handlers, tags=["reviews"])]


def _seat(seat: Seat) -> Seat:
    asked = seat_asked(seat)
    if asked is None:
        raise Refusal("no_such_seat", "a review is of one seat")
    return asked


def _digest(record: Record) -> str:
    return hashlib.sha256(msgspec.json.encode(record)).hexdigest()


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where the review of a kept hand is: with it. engines: as good as what is to be found must be."""

    kept: KeptReviews
    id: str
    hand: KeptRecord
    seat: Seat
    engines: tuple[Engine, ...]

    async def find(self) -> Review | None:
        return await self.kept.find(self.id, self.seat, self.engines)

    async def keep(self, review: Review) -> None:
        await self.kept.keep(self.id, self.hand, review)


class _Nowhere:
    """A file is not kept, and no more is its review."""

    async def find(self) -> Review | None:
        return None

    async def keep(self, review: Review) -> None:
        pass


def _done(review: Review) -> Reviewing:
    return Reviewing("", "done", 0, len(review.decisions), len(review.decisions), review)


def _shown(state: Reviewing) -> Reviewing:
    """Without what would tell more than the replay: an anonymous link names no match."""
    if state.review is None:
        return state
    return msgspec.structs.replace(state, review=msgspec.structs.replace(state.review, match="", record=""))
