"""What each decision of a hand was worth, by playing on in worlds that the seat could not tell apart
(docs/review.md)."""

from wuyi.review.engines import have_fast, trial
from wuyi.review.kept import BadReviews, Kept
from wuyi.review.outcome import Trial
from wuyi.review.position import decisions
from wuyi.review.whole import BUDGET, record_key, review
from wuyi.review.words import VERSION, Review

__all__ = [
    "BUDGET",
    "VERSION",
    "BadReviews",
    "Kept",
    "Review",
    "Trial",
    "decisions",
    "have_fast",
    "record_key",
    "review",
    "trial",
]
