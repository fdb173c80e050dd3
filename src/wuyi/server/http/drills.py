"""Drills over HTTP (docs/drills.md): those of the day and those to practise are open to everybody."""

import time
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from functools import cache
from typing import Final

import msgspec
from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery
from litestar.types import ControllerRouterHandler

from wuyi.drills.cards import Card
from wuyi.drills.own import own_cards
from wuyi.drills.pool import FIRST_DAY, Kind, daily, practice
from wuyi.server.community.records import Played, Records
from wuyi.server.drill_words import DailyDrill, OwnDrill
from wuyi.server.http.access import Access, AnyRequest
from wuyi.server.http.beside import Beside
from wuyi.server.http.openapi import OPEN
from wuyi.server.http.packed import packed
from wuyi.server.refusal import Refusal

CHINA: Final = timezone(timedelta(hours=8))
"""The day begins at midnight in Shanghai, where the clocks have not been changed since 1991."""

OWN_HANDS: Final = 4
"""Hands of one's own looked at in one answer."""

_SEEDS: Final = 1 << 32
_PAGES: Final = 100_000


def routes(
    records: Records, access: Access, beside: Beside, now: Callable[[], float] = time.time
) -> list[ControllerRouterHandler]:
    work = beside.work

    @get("/api/drills/daily", security=OPEN, responses=_shown(DailyDrill))
    async def daily_drill(request: AnyRequest) -> Response[bytes]:
        """The five cards of today, with what answers them."""
        access.check_pace(request)
        today = datetime.fromtimestamp(now(), CHINA).date()
        return packed(request, await work(lambda: _of_day(today)))

    @get("/api/drills/practice", security=OPEN, responses=_shown(tuple[Card, ...]))
    async def practice_drill(
        request: AnyRequest,
        kind: FromQuery[Kind] = "any",
        seed: FromQuery[int] = 0,
        page: FromQuery[int] = 0,
    ) -> Response[bytes]:
        """Five cards to practise, page after page without end, in an order that is the seed's."""
        access.check_work(request)
        if not (0 <= seed < _SEEDS and 0 <= page < _PAGES):
            raise Refusal("bad_message", f"seed {seed}, page {page}: below {_SEEDS} and {_PAGES}")
        cards = await work(lambda: msgspec.json.encode(practice(kind, seed, page)))
        return packed(request, cards)

    @get("/api/drills/own", responses=_shown(OwnDrill))
    async def own_drill(request: AnyRequest, before: FromQuery[str | None] = None) -> Response[bytes]:
        """Cards of hands this player took part in, the last first; from the one older than `before` on.

        They show the player's own tiles and what lay open, and no more.
        """
        access.check_work(request)
        player = await access.player(request)
        played = await records.played(player.id, OWN_HANDS, before)
        return packed(request, await work(lambda: _own(played)))

    handlers: list[ControllerRouterHandler] = [daily_drill, practice_drill, own_drill]
    return [Router("/", route_handlers=handlers, tags=["drills"])]


def _shown(kind: object) -> dict[int, ResponseSpec]:
    return {200: ResponseSpec(kind, generate_examples=False, description="The cards.")}


@cache
def _of_day(day: date) -> bytes:
    midnight = datetime.combine(day + timedelta(days=1), datetime.min.time(), CHINA)
    number = (day - FIRST_DAY).days + 1
    drill = DailyDrill(day.isoformat(), number, int(midnight.timestamp()), daily(day))
    return msgspec.json.encode(drill)


def _own(played: tuple[Played, ...]) -> bytes:
    cards = [card for hand in played for card in own_cards(hand.record, hand.seat, hand.id)]
    before = played[-1].id if len(played) == OWN_HANDS else None
    return msgspec.json.encode(OwnDrill(len(played), before, tuple(cards)))
