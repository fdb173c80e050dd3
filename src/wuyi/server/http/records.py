"""Records, links to them, and statistics over HTTP (docs/rooms.md)."""

from typing import Final

from litestar import Response, Router, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from wuyi.engine.record import Record, encode
from wuyi.server.community.circles import Circles
from wuyi.server.community.records import Records
from wuyi.server.community.rooms import Rooms
from wuyi.server.http.access import Access, AnyRequest
from wuyi.server.http.openapi import OPEN
from wuyi.server.words import HandSummary, NewShare, Share, Statistics

Hands = tuple[HandSummary, ...]

_FILE: Final = 'attachment; filename="wuyi-hand.json"'


def routes(records: Records, rooms: Rooms, circles: Circles, access: Access) -> list[ControllerRouterHandler]:
    @get("/api/players/me/records")
    async def my_records(request: AnyRequest, before: FromQuery[str | None] = None) -> Hands:
        """The hands this player took part in, the last first; from the one older than `before` on."""
        player = await access.player(request)
        return await records.of("player", player.id, before)

    @get("/api/players/me/statistics")
    async def my_statistics(request: AnyRequest) -> Statistics:
        """What the hands of this player add up to."""
        player = await access.player(request)
        return (await records.tally(player.id)).statistics()

    @get("/api/rooms/{code:str}/records")
    async def room_records(
        request: AnyRequest, code: FromPath[str], before: FromQuery[str | None] = None
    ) -> Hands:
        """The hands played in a room this player is in."""
        room = await access.by_code(request, lambda player: rooms.id_of(code, player.id))
        return await records.of("room", room, before)

    @get("/api/circles/{circle:str}/records")
    async def circle_records(
        request: AnyRequest, circle: FromPath[str], before: FromQuery[str | None] = None
    ) -> Hands:
        """The hands played in a circle this player is in."""
        player = await access.player(request)
        await circles.get(circle, player.id)
        return await records.of("circle", circle, before)

    @get("/api/records/{record:str}")
    async def download_record(request: AnyRequest, record: FromPath[str]) -> Response[bytes]:
        """A hand this player took part in, or of a circle of theirs, as a file (docs/record.md)."""
        player = await access.player(request)
        return _file(await records.get(record, player.id))

    @post("/api/records/{record:str}/share")
    async def share_record(request: AnyRequest, record: FromPath[str], data: JSONBody[NewShare]) -> Share:
        """A link that shows the record to whoever has it."""
        access.check_may_make(request)
        player = await access.player(request)
        return await records.share(record, player.id, data.anonymous)

    @get("/api/shares/{share:str}", security=OPEN)
    async def shared_record(request: AnyRequest, share: FromPath[str]) -> Response[bytes]:
        """The record behind a link, as a file."""
        access.check_pace(request)
        return _file(await records.shared(share))

    @delete("/api/shares/{share:str}")
    async def unshare_record(request: AnyRequest, share: FromPath[str]) -> None:
        """The link shows nothing any more."""
        player = await access.player(request)
        await records.unshare(share, player.id)

    handlers: list[ControllerRouterHandler] = [
        *(my_records, my_statistics, room_records, circle_records),
        *(download_record, share_record, shared_record, unshare_record),
    ]
    return [Router("/", route_handlers=handlers, tags=["records"])]


def _file(record: Record) -> Response[bytes]:
    headers = {"content-disposition": _FILE}
    return Response(encode(record) + b"\n", media_type="application/json", headers=headers)
