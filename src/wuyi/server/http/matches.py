"""Matches over HTTP, and the socket of a seat (docs/protocol.md)."""

from typing import Any

from litestar import Response, Router, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from wuyi.server.config import Config
from wuyi.server.http.access import Access, AnyRequest, token_of
from wuyi.server.http.openapi import OPEN, TOKEN
from wuyi.server.protocol import NewMatch, Summary, Ticket
from wuyi.server.sockets.channel import LitestarChannel
from wuyi.server.sockets.connection import serve
from wuyi.server.table.tables import Tables


def routes(tables: Tables, access: Access, config: Config) -> list[ControllerRouterHandler]:
    @post("/api/matches", security=[*OPEN, *TOKEN])
    async def create_match(request: AnyRequest, data: JSONBody[NewMatch]) -> Ticket:
        """A new match of one person and three computer players; the answer holds the key to the seat.

        With a player's token its hands are among the player's records.
        """
        access.check_may_make(request, "too_many_matches")
        player = (await access.player(request)).id if token_of(request) is not None else None
        return await tables.create(data, player)

    @get("/api/matches/{match:str}", security=OPEN)
    async def match_summary(request: AnyRequest, match: FromPath[str]) -> Summary:
        """What anybody who knows the id of a match may know."""
        access.check_pace(request)
        return await tables.summary(match)

    @get("/api/matches/{match:str}/records", security=OPEN, media_type="application/x-ndjson")
    async def match_records(request: AnyRequest, match: FromPath[str]) -> Response[bytes]:
        """The finished hands, one record a line (docs/record.md)."""
        access.check_work(request)
        return Response(await tables.records(match), media_type="application/x-ndjson")

    @websocket("/api/matches/{match:str}/socket")
    async def match_socket(socket: WebSocket[Any, Any, State], match: FromPath[str]) -> None:
        with access.admit(socket) as admitted:
            if not admitted:
                await socket.close(code=1008)  # before it is accepted: the browser is told 403
                return
            await socket.accept()
            await serve(LitestarChannel(socket, config.outbox), match, tables, config)

    handlers = [create_match, match_summary, match_records, match_socket]
    return [Router("/", route_handlers=handlers, tags=["matches"])]
