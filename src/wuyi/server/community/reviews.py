"""Reviews of kept hands: kept with them, so that none is computed twice, and what they add up to in time."""

from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.review.words import VERSION, Engine, Review
from wuyi.server.community.records import KeptRecord
from wuyi.server.community.shelf import Shelf, insist
from wuyi.server.review_words import ReviewedHand
from wuyi.server.store.port import Store, Write

LATEST: Final = 200
"""Hands of a player whose accuracy is remembered."""


class KeptReview(msgspec.Struct, frozen=True):
    """A review, found by record, seat, version of the reviewer and engine."""

    review: Review


class Accuracy(msgspec.Struct, frozen=True):
    """The latest reviewed hands of a player, in order of time; each once."""

    hands: tuple[ReviewedHand, ...] = ()

    def add(self, hand: ReviewedHand) -> "Accuracy":
        """With one more, or with another review of the same hand."""
        others = [each for each in self.hands if each.record != hand.record]
        return Accuracy(tuple(sorted([*others, hand], key=lambda each: each.at)[-LATEST:]))


class KeptReviews:
    """The reviews in `store`. All methods may raise `StoreError`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reviews = Shelf(store, "review", KeptReview)
        self._accuracies = Shelf(store, "accuracy", Accuracy)

    async def find(self, record: str, seat: Seat, engines: tuple[Engine, ...]) -> Review | None:
        """The review by the first of these engines by which there is one."""
        for engine in engines:
            if (kept := await self._reviews.get(_id(record, seat, engine))) is not None:
                return kept.value.review
        return None

    async def keep(self, record: str, kept: KeptRecord, review: Review) -> None:
        """Keep the review of a kept hand, and count it for who sat there; practice counts nowhere."""
        id = _id(record, review.seat, review.engine)

        async def attempt() -> None:
            if await self._reviews.get(id) is None:
                counted = await self._counted(record, kept, review)
                await self._store.put_documents(self._reviews.write(id, 1, KeptReview(review)), *counted)

        await insist(attempt)

    async def _counted(self, record: str, kept: KeptRecord, review: Review) -> list[Write]:
        player = kept.players[review.seat]
        if player is None or kept.practice or review.accuracy is None:
            return []
        hand = ReviewedHand(record, kept.at, review.seat, review.accuracy, review.loss, len(review.decisions))
        before = await self._accuracies.get(player)
        after = (before.value if before else Accuracy()).add(hand)
        return [self._accuracies.write(player, before.version + 1 if before else 1, after)]

    async def accuracy(self, player: str) -> tuple[ReviewedHand, ...]:
        """The latest reviewed hands of a player, the oldest first."""
        kept = await self._accuracies.get(player)
        return kept.value.hands if kept else ()


def _id(record: str, seat: Seat, engine: Engine) -> str:
    return f"{record}:{seat}:{VERSION}:{engine}"
