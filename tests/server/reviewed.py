"""A review as it might be, for what only passes reviews on."""

from wuyi.engine.action import Action, Discard, Seat
from wuyi.engine.record import Record
from wuyi.review.position import decisions
from wuyi.review.words import VERSION, Judged, Moment, Review, Weighed


def made_up(record: Record, seat: Seat, accuracy: float | None = 80.0) -> Review:
    """Of the turns of the seat that leave a choice; the second of them lost something."""
    judged: list[Judged] = []
    for each in decisions(record, seat):
        others = [action for action in each.position.legal if action != each.taken]
        if isinstance(each.taken, Discard) and others:
            judged.append(_judged(each.at, each.taken, others[0], lost=len(judged) == 1))
    lost = judged[1]
    return Review(
        version=VERSION,
        record="secret",
        match=record.match,
        hand=record.hand,
        seat=seat,
        engine="fast",
        policy="value",
        worlds=512,
        decisions=tuple(judged),
        plain=2,
        moments=(
            Moment(kind="loss", at=lost.at, points=-lost.loss, error=lost.error, decision=1),
            Moment(kind="luck", at=judged[2].at, points=12.5, error=2.0, decision=2),
        ),
        result=8,
        points=8,
        loss=lost.loss,
        error=lost.error,
        deal=3.0,
        luck=8 + lost.loss,
        accuracy=accuracy,
    )


def _judged(at: int, taken: Action, other: Action, lost: bool) -> Judged:
    best = other if lost else taken
    worse = taken if lost else other
    return Judged(
        at=at,
        taken=taken,
        best=best,
        advised=best,
        options=(_weighed(best, 0.0), _weighed(worse, 2.5)),
        loss=2.5 if lost else 0.0,
        error=0.8,
        shown=lost,
        why="nearer" if lost else None,
    )


def _weighed(action: Action, behind: float) -> Weighed:
    return Weighed(
        action=action,
        points=4.0 - behind,
        error=1.0,
        worlds=256,
        behind=behind,
        behind_error=0.8,
        win=0.3,
        gain=9.0 - behind,
        cost=5.0,
        target="pairs",
        lacking=3,
        useful=("1m", "2m"),
        left=7,
    )
