"""The server's addresses (docs/protocol.md, docs/rooms.md): all parts put together, and the page."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.types import ASGIApp, ControllerRouterHandler

from wuyi.server.community.bookkeeper import Bookkeeper
from wuyi.server.community.books import Books
from wuyi.server.community.circles import Circles
from wuyi.server.community.people import People
from wuyi.server.community.records import Records
from wuyi.server.community.reviews import KeptReviews
from wuyi.server.community.rooms import Rooms
from wuyi.server.config import Config
from wuyi.server.http import openapi
from wuyi.server.http.access import Access
from wuyi.server.http.beside import Beside
from wuyi.server.http.books import routes as book_routes
from wuyi.server.http.circles import routes as circle_routes
from wuyi.server.http.drills import routes as drill_routes
from wuyi.server.http.guard import strict_body, with_headers
from wuyi.server.http.matches import routes as match_routes
from wuyi.server.http.operations import routes as operation_routes
from wuyi.server.http.pages import Page, load_pages
from wuyi.server.http.people import routes as people_routes
from wuyi.server.http.problems import HANDLERS
from wuyi.server.http.records import routes as record_routes
from wuyi.server.http.replays import routes as replay_routes
from wuyi.server.http.reviews import routes as review_routes
from wuyi.server.http.rooms import routes as room_routes
from wuyi.server.http.score import routes as score_routes
from wuyi.server.http.teaching import routes as teaching_routes
from wuyi.server.metrics import CountingHandler
from wuyi.server.nodes import Nodes
from wuyi.server.refusal import Refusal
from wuyi.server.reviewing.process import Worker
from wuyi.server.reviewing.queue import Reviews
from wuyi.server.store.port import Store
from wuyi.server.table.tables import Tables

_SCREENS: Final = re.compile(r"/(r/\d{6}|s/[\w-]+|p(/[\w-]+)?|[cblgd])", re.ASCII)
"""Addresses that the page itself knows what to do with (web/src/screen.svelte.ts)."""

_NOT_BUILT: Final = b"The page has not been built. Run `make play`, or `npm run build` in web/.\n"


class Health(msgspec.Struct, frozen=True):
    """GET /healthz: the store answers; `tables` are in memory."""

    status: str
    tables: int


def create_app(store: Store, config: Config, nodes: Nodes | None = None) -> ASGIApp:
    """The whole server over `store`, which it closes when it ends. nodes: if others use the store too."""
    return with_headers(create_litestar(store, config, nodes))


def create_litestar(store: Store, config: Config, nodes: Nodes | None = None) -> Litestar:
    """The server without the headers around it."""
    people = People(store)
    circles = Circles(store)
    records = Records(store, circles)
    tables = Tables(store, config, people, nodes=nodes)
    rooms = Rooms(store, tables, records, circles, shared=nodes is not None)
    access = Access(config, people)
    beside = Beside()
    reviews = Reviews(Worker())

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        bookkeeper = Bookkeeper(records, rooms)
        counting = CountingHandler()
        logging.getLogger("wuyi").addHandler(counting)
        tables.open(bookkeeper)
        rooms.open()
        if nodes is not None:
            await nodes.open(tables)
        try:
            yield
        finally:
            if nodes is not None:
                await nodes.stop()
            await reviews.close()
            await rooms.close()
            await tables.close()
            await bookkeeper.close()
            if nodes is not None:
                await nodes.leave()
            await store.close()
            logging.getLogger("wuyi").removeHandler(counting)

    return Litestar(
        [
            *match_routes(tables, access, config),
            *people_routes(people, access),
            *room_routes(rooms, people, access, config),
            *circle_routes(circles, access),
            *record_routes(records, rooms, circles, access),
            *replay_routes(records, tables, access, beside),
            *drill_routes(records, access, beside),
            *review_routes(records, KeptReviews(store), reviews, access, beside),
            *score_routes(access),
            *teaching_routes(access),
            *book_routes(Books(store, circles), access),
            *operation_routes(tables, config),
            *_own_routes(store, tables),
        ],
        before_request=strict_body,
        lifespan=[lifespan],
        exception_handlers=dict(HANDLERS),
        request_max_body_size=config.message_bytes,
        openapi_config=openapi.config(),
        logging_config=None,
    )


def _own_routes(store: Store, tables: Tables) -> list[ControllerRouterHandler]:
    """The server's health, and the page."""
    pages = load_pages()

    @get("/healthz", security=openapi.OPEN)
    async def health() -> Health:
        """The store answers."""
        await store.load("")
        return Health("ok", len(tables))

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: Request[Any, Any, State]) -> Response[bytes]:
        path = request.scope["path"]
        if _SCREENS.fullmatch(path):
            path = "/"
        if (found := pages.get(path)) is not None:
            return _answer(found, request)
        if path == "/" and not pages:
            return Response(_NOT_BUILT, status_code=503, media_type="text/plain")
        raise Refusal("not_found", "there is nothing at this address")

    return [health, page]


def _answer(page: Page, request: Request[Any, Any, State]) -> Response[bytes]:
    headers = {"etag": page.tag, "cache-control": page.cache, "vary": "accept-encoding"}
    if page.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=page.media_type)
    body, coding = page.as_wanted(request.headers.get("accept-encoding", ""))
    if coding is not None:
        headers["content-encoding"] = coding
    return Response(body, headers=headers, media_type=page.media_type)
