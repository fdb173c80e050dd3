"""The first lesson and the examples of the rules over HTTP: open to everybody, the same for everybody."""

import asyncio
import gzip
import hashlib
from collections.abc import Callable
from typing import Any, Final

import msgspec
from litestar import Response, Router, get
from litestar.types import ControllerRouterHandler

from wuyi.server.http.access import Access, AnyRequest
from wuyi.server.http.openapi import OPEN
from wuyi.teaching.lesson import scenes
from wuyi.teaching.rules import rule_examples

_CACHE: Final = "public, max-age=3600"


class Document:
    """What never changes while the server runs, made when it is first asked for, off the event loop."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._made: asyncio.Task[tuple[bytes, bytes, str]] | None = None

    async def answer(self, request: AnyRequest) -> Response[bytes]:
        """The document as JSON, packed where the request takes that, or that it is still the same."""
        if self._made is None:
            self._made = asyncio.ensure_future(asyncio.to_thread(self._pack))
        body, packed, tag = await asyncio.shield(self._made)
        headers = {"etag": tag, "cache-control": _CACHE, "vary": "accept-encoding"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers, media_type="application/json")
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = packed
        return Response(body, headers=headers, media_type="application/json")

    def _pack(self) -> tuple[bytes, bytes, str]:
        body = msgspec.json.encode(self._make())
        return body, gzip.compress(body, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def routes(access: Access) -> list[ControllerRouterHandler]:
    lesson, examples = Document(scenes), Document(rule_examples)

    @get("/api/lessons", security=OPEN)
    async def lessons(request: AnyRequest) -> Response[bytes]:
        """The scenes of the first lesson: tables, questions, answers, and what explains them."""
        access.check_pace(request)
        return await lesson.answer(request)

    @get("/api/rules", security=OPEN)
    async def rules(request: AnyRequest) -> Response[bytes]:
        """The examples of every rule, by its number."""
        access.check_pace(request)
        return await examples.answer(request)

    return [Router("/", route_handlers=[lessons, rules], tags=["teaching"])]
