"""Every error over HTTP as a `Problem`, with its status."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException

from wuyi.errors import ArgumentError, WuyiError
from wuyi.server.nodes import Elsewhere
from wuyi.server.protocol import Problem
from wuyi.server.store.port import StoreError

LOG = logging.getLogger(__name__)

STATUS: Final = {
    "unknown_token": 401,
    "bad_origin": 403,
    "wrong_password": 403,
    "not_host": 403,
    "not_member": 403,
    "removed": 403,
    "unknown_match": 404,
    "unknown_room": 404,
    "unknown_circle": 404,
    "unknown_record": 404,
    "unknown_book": 404,
    "unknown_review": 404,
    "not_found": 404,
    "user_name_taken": 409,
    "room_full": 409,
    "room_over": 409,
    "room_playing": 409,
    "seat_taken": 409,
    "not_seated": 409,
    "not_ready": 409,
    "seats_empty": 409,
    "circle_full": 409,
    "owner_stays": 409,
    "book_changed": 409,
    "too_large": 413,
    "too_fast": 429,
    "too_many": 429,
    "too_many_matches": 429,
    "unavailable": 503,
}
"""By reason; the others are 400."""

_Request = Request[Any, Any, Any]


def _problem(reason: str, detail: str, status: int) -> Response[Problem]:
    return Response(Problem(reason, detail), status_code=status, media_type="application/json")


def _refused(_: _Request, error: WuyiError) -> Response[Problem]:
    return _problem(error.reason, str(error), STATUS.get(error.reason, 400))


def _moved(request: _Request, error: Elsewhere) -> Response[Problem]:
    """The same address at the node that has the match."""
    answer = _problem(error.reason, str(error), 307)
    answer.headers["location"] = error.url + request.scope["path"]
    return answer


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


HANDLERS: Final[Mapping[int | type[Exception], Callable[[_Request, Any], Response[Any]]]] = {
    Elsewhere: _moved,
    WuyiError: _refused,
    ArgumentError: _failed,  # what comes from outside is checked before it gets so far
    StoreError: _store_failed,
    HTTPException: _http_error,
    Exception: _failed,
}
