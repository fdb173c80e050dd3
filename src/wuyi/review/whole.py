"""A review: every decision of a seat weighed, what came of it, and what is worth remembering."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from math import exp, sqrt
from statistics import median
from typing import Final

from wuyi.engine.action import Seat
from wuyi.engine.event import Won
from wuyi.engine.record import Record, encode, verify
from wuyi.engine.state import SEATS
from wuyi.errors import ArgumentError
from wuyi.review.engines import trial
from wuyi.review.outcome import Trial, capped
from wuyi.review.position import decisions
from wuyi.review.weigh import SHOWN, weigh
from wuyi.review.words import VERSION, Judged, Moment, Review, Weighed

BUDGET: Final = 3.0
"""Seconds a decision."""
MOST_MOMENTS: Final = 3
_MEMORABLE: Final = 3.0
"""Points: a lesser find or stroke of luck is nothing to remember a hand by."""

_FORGIVEN: Final = 4.0
"""Points: where so much is lost to a decision, on the mean, the accuracy is 100/e (docs/review.md has what
players of known strength come to)."""
_COARSEST: Final = 3.0
"""Points: with greater standard errors few losses could be shown, and there is no accuracy."""


def record_key(record: Record) -> str:
    """SHA-256 of the record as a line, in hex: by which reviews are kept."""
    return sha256(encode(record)).hexdigest()


def review(
    record: Record,
    seat: Seat,
    *,
    budget: float = BUDGET,
    engine: Trial | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """The review of the play of `seat`. It is the same every time, unless the time is up too early.

    budget: seconds a decision. engine: the best there is, at work in so many threads, if left out.
    progress: told, after each decision, how many are done and how many there are.
    Raises `ArgumentError` for what is no seat, and `RecordError` if the record does not verify.
    """
    if seat not in SEATS:
        raise ArgumentError(f"seat: {seat!r} is no seat; they are 0 to 3")
    verify(record)
    playing = engine or trial(threads=threads)
    decided = list(decisions(record, seat))
    for first in decided[:1]:  # what must be compiled is so before the clock runs
        playing.play(first.position, [first.taken], 1, 0)
    judged: list[Judged] = []
    for number, each in enumerate(decided, start=1):
        found = weigh(each, playing, budget)
        if found is not None:
            judged.append(found)
        progress(number, len(decided))
    result, points = _result(record, seat)
    shown = [each for each in judged if each.shown]
    loss = sum([each.loss for each in shown], 0.0)
    return Review(
        version=VERSION,
        record=record_key(record),
        match=record.match,
        hand=record.hand,
        seat=seat,
        engine=playing.engine,
        policy=playing.policy,
        worlds=sum([option.worlds for each in judged for option in each.options]),
        decisions=tuple(judged),
        plain=len(decided) - len(judged),
        moments=moments(judged),
        result=result,
        points=points,
        loss=loss,
        error=sqrt(sum([each.error**2 for each in shown])),
        deal=best_of(judged[0]).points if judged else None,
        luck=points + loss,
        accuracy=accuracy(judged),
    )


def _result(record: Record, seat: Seat) -> tuple[int, int]:
    """What the hand brought, and the same with the fan capped."""
    won = record.events[-1]
    if not isinstance(won, Won):
        return 0, 0
    return won.payments[seat], capped(won.payments[seat], won.fan)


def accuracy(judged: Sequence[Judged]) -> float | None:
    """Of 100, the less is lost to a decision, on the mean, the more: 100 if no loss is shown. None where too
    little could be seen to say so."""
    if not judged or median([each.error for each in judged]) > _COARSEST:
        return None
    lost = sum([each.loss for each in judged if each.shown])
    return 100.0 * exp(-lost / len(judged) / _FORGIVEN)


def best_of(judged: Judged) -> Weighed:
    return judged.options[0]


def taken_of(judged: Judged) -> Weighed:
    return next(option for option in judged.options if option.action == judged.taken)


def moments(judged: Sequence[Judged]) -> tuple[Moment, ...]:
    """What is worth remembering, in order: the two greatest losses, the best find and the greatest luck, and
    with room left a third loss. No frame is named twice."""
    losses = sorted(_losses(judged), key=lambda moment: moment.points)
    finds = sorted(_finds(judged), key=lambda moment: -moment.points)
    told = {moment.at for moment in (*losses[:2], *finds[:1])}
    luck = sorted([each for each in _luck(judged) if each.at not in told], key=lambda each: -abs(each.points))
    chosen = [*losses[:2], *finds[:1], *luck[:1], *losses[2:]][:MOST_MOMENTS]
    return tuple(sorted(chosen, key=lambda moment: moment.at))


def _losses(judged: Sequence[Judged]) -> Iterator[Moment]:
    for number, each in enumerate(judged):
        if each.shown:
            yield Moment(kind="loss", at=each.at, points=-each.loss, error=each.error, decision=number)


def _finds(judged: Sequence[Judged]) -> Iterator[Moment]:
    for number, each in enumerate(judged):
        if each.best == each.taken != each.advised:
            advised = next(option for option in each.options if option.action == each.advised)
            if advised.behind > max(_MEMORABLE, SHOWN * advised.behind_error):
                yield Moment(
                    kind="find",
                    at=each.at,
                    points=advised.behind,
                    error=advised.behind_error,
                    decision=number,
                )


def _luck(judged: Sequence[Judged]) -> Iterator[Moment]:
    """What came between a decision and the next that was weighed."""
    for number, (one, other) in enumerate(pairwise(judged), start=1):
        before, after = taken_of(one), best_of(other)
        error = sqrt(before.error**2 + after.error**2)
        change = after.points - before.points
        if abs(change) > max(_MEMORABLE, SHOWN * error):
            yield Moment(kind="luck", at=other.at, points=change, error=error, decision=number)
