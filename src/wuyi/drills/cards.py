"""What a drill is: a question that was once real, and what answers it.

A card holds what its seat knew and nothing more. Seats are counted from the one that is asked, which is 0.
"""

import hashlib
from typing import Final, Literal

import msgspec

from wuyi.bots.decision import Decision
from wuyi.engine.action import Action, Discard
from wuyi.engine.explain import Outlook, outlooks
from wuyi.engine.view import View
from wuyi.teaching.figures import Circumstance, JudgedHand
from wuyi.teaching.verdicts import House, judged

_CHOICES: Final = 4

Level = Literal["easy", "medium", "hard"]
"""By what a mistake costs, see `choices.level_of`."""

Why = Literal["fly", "baotou", "wait", "nearer", "wider", "let_go", "kong", "oftener", "dearer", "safer"]
"""What speaks for the best action: of these the first that holds, as `wuyi.review.words` explains them."""


class Played(msgspec.Struct, frozen=True):
    """What an action came to, played out in the same worlds as the others.

    behind: by how many points it came to less than the best, and error: the standard error of that. win: the
    share of worlds in which the hand was won. worlds: in how many it was tried; the less doubt there was, the
    fewer. why: what speaks for the best against it; None of what is right itself.
    """

    action: Action
    behind: float
    error: float
    win: float
    worlds: int
    why: Why | None = None


class ChoiceQuestion(msgspec.Struct, frozen=True):
    """A decision of seat 0: to discard and nothing else, or to claim a discard that does not win.

    decision: what the adviser made of it. best: what is right, the best first. played: what the alternatives
    came to, the best first; none if nothing was played out.
    """

    view: View
    decision: Decision
    best: tuple[Action, ...]
    level: Level
    played: tuple[Played, ...] = ()


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


class ChoiceCard(msgspec.Struct, frozen=True, kw_only=True, tag="choice"):
    """Which tile do you throw, or: do you claim it? decision, best, level, played: as in `ChoiceQuestion`.
    outlooks: what each discard would leave; none where a discard may be claimed.

    record, at, seat: the hand of one's own it was, the frame and who one was; taken: what one did then.
    """

    id: str
    view: View
    decision: Decision
    best: tuple[Action, ...]
    level: Level
    played: tuple[Played, ...]
    outlooks: tuple[Outlook, ...]
    record: str | None = None
    at: int | None = None
    seat: int | None = None
    taken: Action | None = None


class FanCard(msgspec.Struct, frozen=True, kw_only=True, tag="fan"):
    """How many fan? figure: the hand and, as `win`, the answer. kongs: as in `WinQuestion`. choices: among
    which one is right, in order. record, seat: the hand of one's own it was, and who won it."""

    id: str
    figure: JudgedHand
    kongs: int
    choices: tuple[int, ...]
    record: str | None = None
    seat: int | None = None


Card = ChoiceCard | FanCard


def choice_card(choice: ChoiceQuestion) -> ChoiceCard:
    """The card of a decision; what takes long, some milliseconds, is worked out here."""
    return ChoiceCard(
        id=card_id(choice.view),
        view=choice.view,
        decision=choice.decision,
        best=choice.best,
        level=choice.level,
        played=choice.played,
        outlooks=outlooks(choice.view, discards(choice.view)),
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


def discards(seen: View) -> tuple[Discard, ...]:
    """Of each kind that seat 0 holds, if it is its turn, one."""
    if seen.phase != "turn":
        return ()
    held = [*seen.hand, *([] if seen.drawn is None else [seen.drawn])]
    return tuple([Discard(0, tile) for tile in dict.fromkeys(held)])


def _choices(fan: int, id: str) -> tuple[int, ...]:
    """Numbers in a row, among them the right one; its place among them follows from the card."""
    first = max(0, fan - int(id, 16) % _CHOICES)
    return tuple(range(first, first + _CHOICES))
