"""What a drill is: a question that was once real, and what answers it.

A card holds what its seat knew and nothing more. Seats are counted from the one that is asked, which is 0.
"""

import hashlib
from typing import Final

import msgspec

from wuyi.bots.decision import Decision
from wuyi.engine.action import Discard
from wuyi.engine.explain import Outlook, outlooks
from wuyi.engine.view import View
from wuyi.teaching.figures import Circumstance, JudgedHand
from wuyi.teaching.verdicts import House, judged

_CHOICES: Final = 4


class Measured(msgspec.Struct, frozen=True):
    """By how many points a discard came to less than the best one, played out in the same worlds, and the
    standard error of that."""

    tile: str
    points: float
    error: float


class ThrowQuestion(msgspec.Struct, frozen=True):
    """A turn of seat 0, which may do nothing but discard, and what the adviser made of it.

    best: the discards that are right, the best first. hard: a plain player would throw another. measured: of
    the discards but the best, as far as they were played out.
    """

    view: View
    decision: Decision
    best: tuple[str, ...]
    hard: bool = False
    measured: tuple[Measured, ...] = ()


class WinQuestion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hand that was won by seat 0. hand: as `123m...+4m`. kongs: in the chain that led to it (5.3).

    house: the options of RULES.md 8 that are not as by default. liable: who was claimed three times.
    """

    hand: str
    caishen: str
    circumstances: tuple[Circumstance, ...] = ()
    flown: int = 0
    kongs: int = 0
    dealer: int
    discarder: int | None = None
    liable: int | None = None
    house: House = {}


class ThrowCard(msgspec.Struct, frozen=True, kw_only=True, tag="throw"):
    """Which tile do you throw? decision, best, hard, measured: as in `ThrowQuestion`. outlooks: what each
    discard would leave.

    record, at, seat: the hand of one's own it was, the frame and who one was; thrown: what one did then.
    """

    id: str
    view: View
    decision: Decision
    best: tuple[str, ...]
    hard: bool
    measured: tuple[Measured, ...]
    outlooks: tuple[Outlook, ...]
    record: str | None = None
    at: int | None = None
    seat: int | None = None
    thrown: str | None = None


class FanCard(msgspec.Struct, frozen=True, kw_only=True, tag="fan"):
    """How many fan? figure: the hand and, as `win`, the answer. kongs: as in `WinQuestion`. choices: among
    which one is right, in order. record, seat: the hand of one's own it was, and who won it."""

    id: str
    figure: JudgedHand
    kongs: int
    choices: tuple[int, ...]
    record: str | None = None
    seat: int | None = None


Card = ThrowCard | FanCard


def throw_card(throw: ThrowQuestion) -> ThrowCard:
    """The card of a turn; what takes long, some milliseconds, is worked out here."""
    discards = tuple(Discard(0, tile) for tile in _held(throw.view))
    return ThrowCard(
        id=card_id(throw.view),
        view=throw.view,
        decision=throw.decision,
        best=throw.best,
        hard=throw.hard,
        measured=throw.measured,
        outlooks=outlooks(throw.view, discards),
    )


def fan_card(win: WinQuestion) -> FanCard:
    """The card of a hand that wins."""
    id = card_id(win)
    figure = judged(
        win.hand,
        win.caishen,
        *win.circumstances,
        flown=win.flown,
        kongs=win.kongs,
        house=win.house,
        dealer=win.dealer,
        discarder=win.discarder,
        liable=win.liable,
    )
    assert figure.win is not None, f"{win.hand} does not win"
    return FanCard(id=id, figure=figure, kongs=win.kongs, choices=_choices(figure.win.fan, id))


def card_id(question: View | WinQuestion) -> str:
    """Ten hex digits that name a question: the beginning of the SHA-256 of its JSON."""
    return hashlib.sha256(msgspec.json.encode(question)).hexdigest()[:10]


def _held(view: View) -> tuple[str, ...]:
    """The kinds in the hand, each once."""
    return tuple(dict.fromkeys([*view.hand, *([] if view.drawn is None else [view.drawn])]))


def _choices(fan: int, id: str) -> tuple[int, ...]:
    """Numbers in a row, among them the right one; its place among them follows from the card."""
    first = max(0, fan - int(id, 16) % _CHOICES)
    return tuple(range(first, first + _CHOICES))
