"""Who asks, from which page, and how often: the door that every request of the HTTP part goes through."""

import ipaddress
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State

from wuyi.server.community.people import People, Player
from wuyi.server.config import Config
from wuyi.server.http.guard import may_come_from
from wuyi.server.limits import Limiter
from wuyi.server.refusal import Refusal

AnyRequest = Request[Any, Any, State]
AnySocket = WebSocket[Any, Any, State]
Result = TypeVar("Result")

_WRONG_GUESSES: Final = frozenset({"unknown_room", "unknown_circle", "wrong_password"})
"""Tokens and links are not to be found by trying, so that a wrong one is a mistake and no attempt."""


class Access:
    """Checks and limits; each raises `Refusal`. Used from one event loop."""

    def __init__(self, config: Config, people: People) -> None:
        self._config = config
        self._people = people
        self._makers = Limiter(config.matches_per_minute / 60, config.matches_per_minute)
        self._guessers = Limiter(config.guesses_per_minute / 60, config.guesses_per_minute)
        self._askers = Limiter(config.messages_per_second, 3 * config.messages_per_second)
        self._sockets: Counter[str] = Counter()
        self._workers = Limiter(config.messages_per_second / 5, config.messages_per_second)

    def check_origin(self, request: AnyRequest) -> None:
        """Pages of other origins change nothing."""
        headers = request.headers
        if not may_come_from(headers.get("origin"), headers.get("host"), self._config.origins):
            raise Refusal("bad_origin", "this page may not use this server")

    def check_may_make(self, request: AnyRequest, reason: str = "too_many") -> None:
        """Nobody makes more than so many matches, rooms, circles, players, logins and links together."""
        self.check_origin(request)
        if not self._makers.take(address_of(request), time.monotonic()):
            raise Refusal(reason, f"more than {self._config.matches_per_minute} made in a minute")

    async def player(self, request: AnyRequest) -> Player:
        """Whose token the request bears; one of another page is refused."""
        self.check_origin(request)
        token = token_of(request)
        if token is None:
            raise Refusal("unknown_token", "the request bears no token")
        player = await self._people.find(token)
        self._check_pace(player.id)
        return player

    async def by_code(self, request: AnyRequest, do: Callable[[Player], Awaitable[Result]]) -> Result:
        """What `do`, given who asks, answers to a request that names a code: a wrong one is a guess."""
        player = await self.player(request)
        with self.guess(address_of(request)):
            return await do(player)

    def check_pace(self, request: AnyRequest) -> None:
        """Nobody asks too often for what is open to everybody."""
        self._check_pace(address_of(request))

    def check_work(self, request: AnyRequest) -> None:
        """Nobody asks too often for what the server has to think about."""
        if not self._workers.take(address_of(request), time.monotonic()):
            raise Refusal(
                "too_fast", f"more than {self._config.messages_per_second / 5:g} such requests a second"
            )

    def _check_pace(self, key: str) -> None:
        if not self._askers.take(key, time.monotonic()):
            raise Refusal("too_fast", f"more than {self._config.messages_per_second:g} requests a second")

    @contextmanager
    def admit(self, socket: AnySocket) -> Iterator[bool]:
        """Whether a socket is to be accepted: which page opens it, and how many its address has open already.
        It counts until the end of the block."""
        headers, address = socket.headers, address_of(socket)
        own_page = may_come_from(headers.get("origin"), headers.get("host"), self._config.origins)
        self._sockets[address] += 1
        try:
            yield own_page and self._sockets[address] <= self._config.sockets_per_address
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    @contextmanager
    def guess(self, *keys: str) -> Iterator[None]:
        """What is done inside may be a guess: of a code, an invitation, a password.

        Wrong ones count against every key; too many are refused before they are looked at. Those at the same
        time count until they have turned out to be right, so that many at once are no way around.
        """
        now = time.monotonic()
        taken: list[str] = []
        wrong = False
        try:
            for key in keys:
                if not self._guessers.take(key, now):
                    raise Refusal(
                        "too_many", f"more than {self._config.guesses_per_minute} wrong in a minute"
                    )
                taken.append(key)
            yield
        except Refusal as refusal:
            wrong = refusal.reason in _WRONG_GUESSES
            raise
        finally:
            if not wrong:
                for key in taken:
                    self._guessers.give_back(key)


def token_of(request: AnyRequest) -> str | None:
    """The token of `Authorization: Bearer TOKEN`."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def address_of(connection: ASGIConnection[Any, Any, Any, State]) -> str:
    """Where a request comes from, as it is counted: of IPv6 the network, which is one household's."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host
