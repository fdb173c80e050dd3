"""The server's addresses (docs/protocol.md): matches over HTTP, the socket of a seat, the page."""

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, route, websocket
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from litestar.params import FromPath, JSONBody
from litestar.types import ASGIApp

from wuyi.errors import WuyiError
from wuyi.server.config import Config
from wuyi.server.connection import serve
from wuyi.server.guard import may_come_from, with_headers
from wuyi.server.limits import Limiter
from wuyi.server.pages import Page, load_pages
from wuyi.server.protocol import NewMatch, Problem, Summary, Ticket
from wuyi.server.session import Refusal
from wuyi.server.store.port import Store, StoreError
from wuyi.server.tables import Tables

LOG = logging.getLogger(__name__)

_STATUS: Final = {
    "bad_message": 400,
    "bad_rules": 400,
    "unknown_bot": 400,
    "bad_origin": 403,
    "unknown_match": 404,
    "not_found": 404,
    "too_large": 413,
    "too_many_matches": 429,
    "unavailable": 503,
}
_NOT_BUILT: Final = b"The page has not been built. Run `make play`, or `npm run build` in web/.\n"


class Health(msgspec.Struct, frozen=True):
    """GET /healthz: the store answers; `tables` are in memory."""

    status: str
    tables: int


def create_app(store: Store, config: Config) -> ASGIApp:
    """The whole server over `store`, which it closes when it ends."""
    tables = Tables(store, config)
    pages = load_pages()
    makers = Limiter(config.matches_per_minute / 60, config.matches_per_minute)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        tables.open()
        try:
            yield
        finally:
            await tables.close()
            await store.close()

    @post("/api/matches")
    async def create(request: Request[Any, Any, AppState], data: JSONBody[NewMatch]) -> Ticket:
        """A new match; the answer holds the key to its seat."""
        if not may_come_from(request.headers.get("origin"), request.headers.get("host"), config.origins):
            raise Refusal("bad_origin", "this page may not use this server")
        if not makers.take(request.client.host if request.client else "", time.monotonic()):
            raise Refusal("too_many_matches", f"more than {config.matches_per_minute} matches a minute")
        return await tables.create(data)

    @get("/api/matches/{match:str}")
    async def summary(match: FromPath[str]) -> Summary:
        return await tables.summary(match)

    @get("/api/matches/{match:str}/records")
    async def records(match: FromPath[str]) -> Response[bytes]:
        """The finished hands, one record a line (docs/record.md)."""
        return Response(await tables.records(match), media_type="application/x-ndjson")

    @websocket("/api/matches/{match:str}/socket")
    async def socket(socket: WebSocket[Any, Any, AppState], match: FromPath[str]) -> None:
        if not may_come_from(socket.headers.get("origin"), socket.headers.get("host"), config.origins):
            await socket.close(code=1008)  # before it is accepted: the browser is told 403
            return
        await socket.accept()
        await serve(_Socket(socket), match, tables, config)

    @get("/healthz")
    async def health() -> Health:
        await store.load("")
        return Health("ok", len(tables))

    @route(["/", "/{path:path}"], http_method=["GET", "HEAD"])
    async def page(request: Request[Any, Any, AppState]) -> Response[bytes]:
        path = request.scope["path"]
        if (found := pages.get(path)) is not None:
            return _answer(found, request)
        if path == "/" and not pages:
            return Response(_NOT_BUILT, status_code=503, media_type="text/plain")
        raise Refusal("not_found", "there is nothing at this address")

    app = Litestar(
        [create, summary, records, socket, health, page],
        lifespan=[lifespan],
        exception_handlers={
            WuyiError: _refused,
            StoreError: _store_failed,
            HTTPException: _http_error,
            Exception: _failed,
        },
        request_max_body_size=config.message_bytes,
        openapi_config=None,
        logging_config=None,
    )
    return with_headers(app)


class _Socket:
    """A Litestar socket as a `connection.Channel`."""

    def __init__(self, socket: WebSocket[Any, Any, AppState]) -> None:
        self._socket = socket
        self._open = True

    async def receive(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            self._open = False
            return None
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def send(self, message: bytes) -> None:
        await self._socket.send_data(message.decode(), mode="text")

    async def close(self, code: int) -> None:
        if self._open:
            self._open = False
            await self._socket.close(code=code)


def _answer(page: Page, request: Request[Any, Any, AppState]) -> Response[bytes]:
    headers = {"etag": page.tag, "cache-control": page.cache, "vary": "accept-encoding"}
    if page.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=page.media_type)
    body = page.body
    if page.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = page.packed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=page.media_type)


# --- errors: each is a `Problem` ---------------------------------------------------------------

_Request = Request[Any, Any, Any]


def _problem(reason: str, detail: str, status: int) -> Response[Problem]:
    return Response(Problem(reason, detail), status_code=status, media_type="application/json")


def _refused(_: _Request, error: WuyiError) -> Response[Problem]:
    return _problem(error.reason, str(error), _STATUS.get(error.reason, 400))


def _store_failed(_: _Request, error: StoreError) -> Response[Problem]:
    LOG.error("store failed", extra={"error": str(error)})
    return _problem("unavailable", "the store failed", 503)


def _http_error(_: _Request, error: HTTPException) -> Response[Problem]:
    reason = {404: "not_found", 405: "not_found", 413: "too_large"}.get(error.status_code, "bad_message")
    details = "; ".join(str(one) for one in error.extra) if isinstance(error.extra, list) else ""
    return _problem(reason, f"{error.detail} {details}".strip(), error.status_code)


def _failed(_: _Request, error: Exception) -> Response[Problem]:
    LOG.error("request failed", exc_info=error)
    return _problem("unavailable", "the server could not do this", 500)
