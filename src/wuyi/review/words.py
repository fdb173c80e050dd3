"""What a review says of the play of one seat in one hand (docs/review.md).

Points are those of the hand with every win counted as of no more than `FAN_CAP` fan: a hand of ten fan is
worth a hundred ordinary ones, and would drown what a discard is worth. Words are made of the ids where they
are read.
"""

from typing import Final, Literal

import msgspec

from wuyi.engine.action import Action, Seat

VERSION: Final = 3
"""Of the reviewer. A review by another version is made anew."""

FAN_CAP: Final = 6

Engine = Literal["fast", "plain"]
"""What played the worlds out: the compiled tables of the extra `fast`, or the readable engine, which tries
fewer worlds and so sees less."""

Why = Literal[
    "win",
    "go_on",
    "fly",
    "baotou",
    "wait",
    "nearer",
    "kong",
    "let_go",
    "wider",
    "oftener",
    "dearer",
    "safer",
]
"""Why the best option is better than the taken one; the first that holds:

win      it wins at once
go_on    it lets a win go, for a dearer one
fly      飘: a caishen goes and the hand stays in 爆头 (5.3)
baotou   it leaves the hand in 爆头: any draw wins (4.6)
wait     it leaves the hand waiting, and the taken one does not
nearer   fewer tiles lack afterwards
kong     the kong
let_go   the claim that was made is worth less than going on without
wider    as many lack, and more unseen tiles help: it wins more often, which makes up most of the difference
oftener, dearer, safer   none of these: in the worlds that were tried it wins more often, or dearer hands,
         or others' wins cost less, whichever makes up most of the difference
"""

MomentKind = Literal["loss", "find", "luck"]


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """What one action came to in the worlds that were tried.

    points: of the best option the mean of the hand's points, of the others that less `behind`. error: the
    standard error of their own mean. worlds: in how many it was tried; the more it promised, the more.
    behind: by how much it stays behind the best, 0 for the best, and behind_error: the standard error of
    that, over the worlds in which both were tried. It is mostly smaller than those of the two means, since
    both met the same luck.
    win: the chance to win the hand. gain: what wins bring; cost: what others' wins cost.
    target, lacking, useful, left: where it leads, see `wuyi.bots.decision.Option`.
    """

    action: Action
    points: float
    error: float
    worlds: int
    behind: float
    behind_error: float
    win: float
    gain: float
    cost: float
    target: str | None = None
    lacking: int | None = None
    useful: tuple[str, ...] = ()
    left: int = 0


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that was weighed.

    at: the frame of the replay before it (`wuyi.engine.frames`): what the seat saw when it decided.
    taken: what it did. best: what came to most; `taken` itself if nothing came to more.
    advised: what the advising player would have done.
    options: the best first; the taken one is always among them.
    loss, error: how much less the taken one came to than the best, 0 if it is the best; and the standard
    error of that, or of its lead.
    shown: the loss is greater than two standard errors, so that it is probably none of luck; than four where
    the advising player would have done the same.
    why: why the best one is better; None unless `shown`.
    """

    at: int
    taken: Action
    best: Action
    advised: Action
    options: tuple[Weighed, ...]
    loss: float
    error: float
    shown: bool
    why: Why | None = None


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """One of the few things worth remembering.

    at: the frame to look at. points: what it was worth, above or below 0. error: its standard error.
    kind: `loss`, a decision that is shown; `find`, one in which the seat did better than the advising player
    would have, by more than two standard errors; `luck`, what came between two decisions of the seat and
    changed most what the hand was worth to it: `at` is the frame of the second.
    decision: the place in `Review.decisions`, of `luck` that of the second.
    """

    kind: MomentKind
    at: int
    points: float
    error: float
    decision: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The play of `seat` in a hand.

    version: `VERSION` of the reviewer. record: `record_key` of the record. match, hand: as in it.
    engine, policy: by what, and by which player's manner, worlds were played out. worlds: how many in all.
    decisions: those weighed, in order. plain: how many more there were that needed no weighing: forced, or
    with nothing else worth a thought.
    moments: three at most, in order of the frames.
    result: what the hand brought, and points: the same with the fan capped.
    loss, error: the sum of the losses shown. deal: what the hand was worth at the first decision weighed,
    None if none was. luck: `points` plus `loss`, what the hand would have brought to one who lost nothing.
    accuracy: 0 to 100, None if nothing was weighed, or by too few worlds to tell.
    """

    version: int
    record: str
    match: str
    hand: int
    seat: Seat
    engine: Engine
    policy: str
    worlds: int
    decisions: tuple[Judged, ...]
    plain: int
    moments: tuple[Moment, ...]
    result: int
    points: int
    loss: float
    error: float
    deal: float | None
    luck: float
    accuracy: float | None
