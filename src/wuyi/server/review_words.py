"""The words of reviews over HTTP (docs/replay.md)."""

from typing import Literal

import msgspec

from wuyi.engine.action import Seat
from wuyi.review.words import Review

ReviewPhase = Literal["waiting", "working", "done", "failed"]


class Reviewing(msgspec.Struct, frozen=True):
    """A review that was asked for: GET /api/reviews/{id} says how far it is.

    ahead: reviews that come before it. done, all: decisions weighed so far, and how many there are, as far as
    that is known. review: once it is `done`; it names neither match nor record.
    """

    id: str
    phase: ReviewPhase
    ahead: int
    done: int
    all: int
    review: Review | None


class ReviewedHand(msgspec.Struct, frozen=True):
    """A hand of one's own that was reviewed. at: when it was kept, seconds since 1970. accuracy: 0 to 100,
    over `decisions` decisions. loss: points given away, as far as that is sure."""

    record: str
    at: float
    seat: Seat
    accuracy: float
    loss: float
    decisions: int
