"""What every answer carries, and from which pages a request may come."""

from typing import Any, Final, cast
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from wuyi.server.refusal import Refusal

_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # positions and sizes of tiles
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)

HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(self), payment=(), usb=()"),
)


_NOT_ALLOWED: Final = 405


def with_headers(app: ASGIApp) -> ASGIApp:
    """`app` as HTTP wants it: `HEADERS` on every answer, errors included; what does not ask for it is not
    cached; HEAD is answered as GET without the body, and 405 names what is allowed."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        head = scope["method"] == "HEAD"

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                if message["status"] == _NOT_ALLOWED:
                    headers.append((b"allow", await _allowed(app, scope, receive)))
                message["headers"] = [*headers, *HEADERS]
            elif head and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        await app(_as(scope, "GET") if head else scope, receive, send_with_headers)

    return guarded


async def _allowed(app: ASGIApp, scope: Scope, receive: Receive) -> bytes:
    """The methods of the address, as `app` answers OPTIONS there."""
    said: list[bytes] = []

    async def hear(message: Message) -> None:
        if message["type"] == "http.response.start":
            said.extend(value for name, value in message["headers"] if name == b"allow")

    await app(_as(scope, "OPTIONS"), receive, hear)
    methods = {method.strip() for value in said for method in value.split(b",")}
    return b", ".join(sorted(methods | {b"HEAD"} if b"GET" in methods else methods))


def _as(scope: Scope, method: str) -> Scope:
    """The same request with another method."""
    return cast(Scope, {**scope, "method": method})


async def strict_body(request: Request[Any, Any, Any]) -> None:
    """Refuse a body that is not to the letter what the route takes: Litestar alone would read `"1"` as 1.

    Raises `Refusal`.
    """
    field = request.route_handler.parsed_data_field
    if field is None:
        return
    if not (body := await request.body()):
        raise Refusal("bad_message", "the body is empty, and should be JSON")
    try:
        msgspec.json.decode(body, type=field.annotation)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", str(error)) from None


def may_come_from(origin: str | None, host: str | None, allowed: frozenset[str]) -> bool:
    """Whether a page of `origin` may use the server it reached as `host`.

    Browsers always name the origin of a socket or a POST; a program that names none is no page.
    """
    if origin is None or origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
        own = urlsplit(f"//{host}")
        usual = {"http": 80, "https": 443}[parts.scheme]
        return (parts.hostname, parts.port or usual) == (own.hostname, own.port or usual)
    except (ValueError, KeyError):
        return False
