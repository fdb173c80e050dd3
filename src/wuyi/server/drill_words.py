"""The words of drills over HTTP (docs/drills.md)."""

import msgspec

from wuyi.drills.cards import Card


class DailyDrill(msgspec.Struct, frozen=True):
    """GET /api/drills/daily: the cards of a day, the same for everybody. day: as YYYY-MM-DD, in China's time.
    number: which day it is, from 1. ends: when the next begins, seconds since 1970."""

    day: str
    number: int
    ends: int
    cards: tuple[Card, ...]


class OwnDrill(msgspec.Struct, frozen=True):
    """GET /api/drills/own: cards of some hands of one's own. hands: how many were looked at. before: to ask
    for more with; None if no hand is older."""

    hands: int
    before: str | None
    cards: tuple[Card, ...]
