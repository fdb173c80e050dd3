"""Replays, and playing on from a moment of one, over HTTP (docs/replay.md)."""

from functools import partial
from typing import Final

from litestar import Response, Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from wuyi.engine.action import Seat
from wuyi.server.community.records import Records
from wuyi.server.community.replays import MOST_BYTES, playback, read_file, read_record, seat_asked
from wuyi.server.http.access import Access, AnyRequest, token_of
from wuyi.server.http.beside import Beside
from wuyi.server.http.openapi import OPEN, TOKEN
from wuyi.server.http.packed import packed
from wuyi.server.protocol import Ticket
from wuyi.server.replay_words import NewPractice, Playback
from wuyi.server.table.tables import Tables

_PRACTICE_BYTES: Final = 128 * 1024
_SHOWN: Final = {
    200: ResponseSpec(Playback, generate_examples=False, description="The hand, frame by frame.")
}


def routes(records: Records, tables: Tables, access: Access, beside: Beside) -> list[ControllerRouterHandler]:
    work = beside.work

    @post(
        "/api/replays",
        status_code=200,
        security=OPEN,
        request_max_body_size=MOST_BYTES,
        responses=_SHOWN,
    )
    async def replay_file(
        request: AnyRequest, hand: FromQuery[int] = 0, seat: FromQuery[Seat | None] = None
    ) -> Response[bytes]:
        """A hand of a file of records, which is the body; nothing of it is kept.

        hand: which of them, from 0. seat: for whose eyes; all hands are shown without.
        """
        access.check_origin(request)
        access.check_work(request)
        eyes = seat_asked(seat)
        data = await request.body()

        def show() -> bytes:
            record, count = read_file(data, hand)
            return playback(record, eyes, records=count)

        return packed(request, await work(show))

    @get("/api/records/{record:str}/replay", responses=_SHOWN)
    async def replay_record(
        request: AnyRequest, record: FromPath[str], seat: FromQuery[Seat | None] = None
    ) -> Response[bytes]:
        """A hand this player took part in, or of a circle of theirs."""
        access.check_work(request)
        eyes = seat_asked(seat)
        player = await access.player(request)
        kept = await records.get(record, player.id)
        previous, following = await records.neighbours(record)
        show = partial(playback, kept, eyes, previous=previous, next=following)
        return packed(request, await work(show))

    @get("/api/shares/{share:str}/replay", security=OPEN, responses=_SHOWN)
    async def replay_shared(
        request: AnyRequest, share: FromPath[str], seat: FromQuery[Seat | None] = None
    ) -> Response[bytes]:
        """The hand behind a link."""
        access.check_work(request)
        eyes = seat_asked(seat)
        kept = await records.shared(share)
        return packed(request, await work(partial(playback, kept, eyes)))

    @post("/api/matches/practice", security=[*OPEN, *TOKEN], request_max_body_size=_PRACTICE_BYTES)
    async def practise(request: AnyRequest, data: JSONBody[NewPractice]) -> Ticket:
        """Play on from a moment of a record, alone with computer players; it counts nowhere.

        With a player's token the hand is among the player's records, marked as practice.
        """
        access.check_may_make(request, "too_many_matches")
        seat_asked(data.seat)
        player = (await access.player(request)).id if token_of(request) is not None else None
        record = await work(partial(read_record, data.record))
        return await tables.practise(data, record, player)

    handlers: list[ControllerRouterHandler] = [replay_file, replay_record, replay_shared, practise]
    return [Router("/", route_handlers=handlers, tags=["replays"])]
