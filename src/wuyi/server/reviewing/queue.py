"""Who asked for which review, and how far it is."""

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from wuyi.engine.action import Seat
from wuyi.engine.record import Record
from wuyi.errors import WuyiError
from wuyi.review.words import Review
from wuyi.server.refusal import Refusal
from wuyi.server.review_words import Reviewing, ReviewPhase

LOG = logging.getLogger(__name__)

MOST: Final = 40
"""Hands that may wait in all."""
MOST_EACH: Final = 2
"""Of one person, or asked by nobody in particular from one address."""
MOST_AN_ADDRESS: Final = 8
"""Of all who ask from one address: a household of four, and no crowd of guests made for it."""
REMEMBERED: Final = 64
"""What is finished can be asked for until so many more are; those of kept records are kept elsewhere."""
IDLE_SECONDS: Final = 60.0
"""Without work the process, and the memory it holds, is let go."""


class Reviewer(Protocol):
    """`process.Worker`."""

    async def review(self, record: Record, seat: Seat, told: Callable[[int, int], None]) -> Review: ...

    async def close(self) -> None: ...


class Place(Protocol):
    """Where the review of a hand is kept."""

    async def find(self) -> Review | None:
        """The review, if there is one: another server may have made it while this one had others to do."""

    async def keep(self, review: Review) -> None: ...


@dataclass(slots=True, eq=False)
class _Job:
    key: str
    asker: str
    address: str
    record: Record
    seat: Seat
    place: Place
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    phase: ReviewPhase = "waiting"
    done: int = 0
    all: int = 0
    review: Review | None = None


class Reviews:
    """Reviews hands one after the other. Used from one event loop."""

    def __init__(self, reviewer: Reviewer) -> None:
        self._reviewer = reviewer
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._waiting: asyncio.Queue[_Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def ask(
        self, key: str, address: str, record: Record, seat: Seat, place: Place, person: str | None = None
    ) -> Reviewing:
        """Have the hand reviewed, unless that is under way or done: then how far it is.

        key: names hand and seat. address: where it is asked from, by `person` if that is known. place: is
        asked when the hand's turn has come, and given the review before it is said to be done.
        Raises `Refusal` if too much waits already.
        """
        known = next((job for job in self._jobs.values() if job.key == key and job.phase != "failed"), None)
        if known is not None:
            return self._told(known)
        unfinished = [job for job in self._jobs.values() if job.phase in ("waiting", "working")]
        if len(unfinished) >= MOST:
            raise Refusal("too_many", "too many reviews are waiting; try again later")
        asker = person or address
        theirs = sum([job.asker == asker for job in unfinished])
        of_their_house = sum([job.address == address for job in unfinished])
        if theirs >= MOST_EACH or of_their_house >= MOST_AN_ADDRESS:
            raise Refusal("too_many", "your reviews are under way; wait for one to end")
        job = _Job(key, asker, address, record, seat, place)
        self._jobs[job.id] = job
        self._forget()
        self._waiting.put_nowait(job)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        return self._told(job)

    def state(self, id: str) -> Reviewing:
        """How far a review is; raises `Refusal` if it is not known any more."""
        job = self._jobs.get(id)
        if job is None:
            raise Refusal("unknown_review", "there is no such review, or not any more")
        return self._told(job)

    async def close(self) -> None:
        """Give up what is under way."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._reviewer.close()

    async def _work(self) -> None:
        """Until nothing has been asked for a while."""
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(IDLE_SECONDS):
                    job = await self._waiting.get()
                await self._do(job)
        await self._reviewer.close()
        if not self._waiting.empty():  # asked for in this very moment
            self._task = asyncio.create_task(self._work())

    async def _do(self, job: _Job) -> None:
        def told(done: int, all: int) -> None:
            job.done, job.all = done, all

        job.phase = "working"
        try:
            review = await job.place.find()
            if review is None:
                review = await self._reviewer.review(job.record, job.seat, told)
                await job.place.keep(review)
        except WuyiError as error:
            LOG.error("not reviewed", extra={"error": str(error)})
            job.phase = "failed"
        except Exception:  # a bug must not stand in the way of the next
            LOG.exception("not reviewed")
            job.phase = "failed"
        else:
            job.phase, job.review = "done", review

    def _forget(self) -> None:
        """Those finished longest ago, beyond what is remembered."""
        finished = [id for id, job in self._jobs.items() if job.phase in ("done", "failed")]
        for id in finished[: max(0, len(finished) - REMEMBERED)]:
            del self._jobs[id]

    def _told(self, job: _Job) -> Reviewing:
        ahead = 0
        if job.phase == "waiting":
            before = list(self._jobs.values())
            before = before[: before.index(job)]
            ahead = sum([other.phase in ("waiting", "working") for other in before])
        return Reviewing(job.id, job.phase, ahead, job.done, job.all, job.review)
