"""The cards that come with the program, which of them are today's, and in what order they are practised.

They are made by `tools/make_drills.py`. What is the day's follows from the date alone (docs/drills.md), so
that it is the same for everybody.
"""

import gzip
import hashlib
import pkgutil
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final, Literal, TypeVar, get_args

import msgspec

from wuyi.drills.cards import Card, ChoiceQuestion, WinQuestion, choice_card, fan_card
from wuyi.engine.luck import Luck
from wuyi.errors import ArgumentError

FIRST_DAY: Final = date(2026, 1, 1)
CHOICES_A_DAY: Final = 3
WINS_A_DAY: Final = 2
DAILY: Final = CHOICES_A_DAY + WINS_A_DAY
A_PAGE: Final = 5
"""Cards of practice in one answer."""

Kind = Literal["throw", "claim", "fan", "any"]
"""What is practised: which tile to throw, whether to claim, how many fan, or all of them."""

Question = TypeVar("Question")


class Pool(msgspec.Struct, frozen=True):
    """The questions, in an order that means nothing."""

    choices: tuple[ChoiceQuestion, ...]
    wins: tuple[WinQuestion, ...]


@cache
def pool() -> Pool:
    """All of them; some tens of milliseconds when first asked for."""
    data = pkgutil.get_data(__package__, "data/cards.json.gz")
    assert data is not None
    return msgspec.json.decode(gzip.decompress(data), type=Pool)


def pack(questions: Pool) -> bytes:
    """As `pool` reads them."""
    return gzip.compress(msgspec.json.encode(questions), 9, mtime=0)


def daily(day: date) -> tuple[Card, ...]:
    """The five cards of a day: choices and wins by turns. Each question comes once before any comes again.

    Raises `ArgumentError` before `FIRST_DAY`.
    """
    number = (day - FIRST_DAY).days
    if number < 0:
        raise ArgumentError(f"the first day is {FIRST_DAY}")
    choices = _of_day(pool().choices, number, CHOICES_A_DAY, "choice")
    wins = _of_day(pool().wins, number, WINS_A_DAY, "fan")
    one, *more = map(choice_card, choices)
    return one, *[card for pair in zip(map(fan_card, wins), more, strict=True) for card in pair]


def _of_day(questions: Sequence[Question], number: int, count: int, kind: str) -> list[Question]:
    """So many of a kind, for day `number` from 0 on. A round of days goes through all in a new order."""
    days = len(questions) // count
    lap, place = divmod(number, days)
    order = _order(len(questions), f"daily {kind} {lap}")
    return [questions[each] for each in order[place * count : (place + 1) * count]]


def practice(kind: Kind, seed: int, page: int) -> tuple[Card, ...]:
    """Cards to practise, page after page without end: all of a kind in an order that is the seed's, and then
    in another. seed, page: from 0. Raises `ArgumentError` for another kind, and for a page below 0."""
    if kind not in get_args(Kind) or page < 0:
        raise ArgumentError(f"no page {page} of {kind!r}: pages are from 0, of {', '.join(get_args(Kind))}")
    questions = _of_kind(kind)
    lap, place = divmod(page, len(questions) // A_PAGE)
    order = _order(len(questions), f"practice {seed} {lap}")
    return tuple([_card(questions[each]) for each in order[place * A_PAGE : (place + 1) * A_PAGE]])


def _of_kind(kind: Kind) -> list[ChoiceQuestion | WinQuestion]:
    found: list[ChoiceQuestion | WinQuestion] = []
    if kind != "fan":
        phase = {"throw": "turn", "claim": "claim"}.get(kind)
        found += [each for each in pool().choices if phase in (None, each.view.phase)]
    return [*found, *(pool().wins if kind in ("fan", "any") else ())]


def _card(question: ChoiceQuestion | WinQuestion) -> Card:
    return choice_card(question) if isinstance(question, ChoiceQuestion) else fan_card(question)


def _order(count: int, label: str) -> list[int]:
    """The numbers below `count` in the order that `Luck` gives them under SHA-256 of "wuyi LABEL"."""
    order = list(range(count))
    Luck(hashlib.sha256(f"wuyi {label}".encode()).digest()).shuffle(order)
    return order
