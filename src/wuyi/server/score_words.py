"""The words of the calculator and of shared score books (docs/score.md, docs/scorebook.md).

`web/src/protocol.ts` is generated from this module too.
"""

from typing import Annotated

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.event import Scores
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.scoring.reading import Group
from wuyi.scoring.request import Completion

# --- the calculator --------------------------------------------------------------------------


class Scored(msgspec.Struct, frozen=True, kw_only=True, tag="scored"):
    """POST /api/score: the hand wins. All that `wuyi score --jsonl` says, and besides

    groups: the hand as it was read. liable: the seat that pays all, if one does.
    """

    win: bool = True
    fan: int
    fans: tuple[tuple[str, int], ...]
    base: int
    waits: tuple[str, ...]
    payments: Scores | None
    groups: tuple[Group, ...]
    liable: Seat | None


class NoWin(msgspec.Struct, frozen=True, kw_only=True, tag="no_win"):
    """POST /api/score: the hand may not win, as `wuyi score --jsonl` says it (docs/reasons.md)."""

    win: bool = False
    reason: str
    waits: tuple[str, ...]


class Waiting(msgspec.Struct, frozen=True, tag="waiting"):
    """POST /api/waits: what thirteen tiles wait for, in order of kind; nothing, if they do not."""

    waits: tuple[Completion, ...]


class Impossible(msgspec.Struct, frozen=True, tag="impossible"):
    """What was asked cannot be. where: the field, with a colon and the character in it where that is known.
    reason: an id for `error`, which is in English."""

    error: str
    where: str
    reason: str


Judged = Scored | NoWin | Impossible
Completed = Waiting | Impossible


# --- score books -----------------------------------------------------------------------------

MOST_FAN = 40
"""More than any hand is worth, with every chain of kongs and 飘."""

Person = Seat
"""One of the four of a book, who stay who they are wherever they sit."""


class BookWin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody's win. fan: before `fan_cap`. liable: who pays all for it (RULES.md 6.5)."""

    who: Person
    fan: Annotated[int, msgspec.Meta(ge=0, le=MOST_FAN)]
    liable: Person | None = None


class BookHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hand"):
    """A hand that was played. at: seconds since 1970. wins: one; none for 黄庄; several where the table lets
    several win off one discard, in any order.

    dealer: None for whoever follows from the hand before (7.1). source: who discarded or was robbed.
    """

    at: float
    wins: Annotated[tuple[BookWin, ...], msgspec.Meta(max_length=3)]
    source: Person | None = None
    dealer: Person | None = None


class BookMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="move"):
    """From here on others sit elsewhere. order: who sits at each seat, anticlockwise."""

    at: float
    order: tuple[Person, Person, Person, Person]


BookEntry = BookHand | BookMove


class BookContent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A score book of a real table. order: who sits at each seat at the beginning, anticlockwise; dealer: who
    deals first. Totals are not written: they follow."""

    title: Annotated[str, msgspec.Meta(max_length=60)]
    names: tuple[str, str, str, str]
    order: tuple[Person, Person, Person, Person] = (0, 1, 2, 3)
    dealer: Person = 0
    rules: Ruleset = DEFAULT_RULES
    entries: Annotated[tuple[BookEntry, ...], msgspec.Meta(max_length=500)] = ()


class SaveBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PUT /api/circles/{id}/books/{book}. version: that on which this one builds, 0 for a new book."""

    version: Annotated[int, msgspec.Meta(ge=0)]
    content: BookContent


class SharedBook(msgspec.Struct, frozen=True):
    """A score book as a circle has it. by, at: who wrote this version, and when (seconds since 1970)."""

    id: str
    version: int
    by: str
    at: float
    content: BookContent


class BookSummary(msgspec.Struct, frozen=True):
    """A score book in the list of a circle."""

    id: str
    version: int
    by: str
    at: float
    title: str
    names: tuple[str, str, str, str]
    hands: int
