"""What an example shows, as it is sent to whoever draws it. Tiles are text (RULES.md 10)."""

from typing import Literal

import msgspec

from wuyi.engine.action import Action, Seat
from wuyi.engine.advice import Wait
from wuyi.engine.event import Event, Scores
from wuyi.engine.reasons import ActionRefusal, WinRefusal
from wuyi.engine.view import View
from wuyi.scoring.reading import Group
from wuyi.scoring.request import Completion
from wuyi.scoring.score import Fans

Circumstance = Literal["after_kong", "kong_discard", "last_tile", "heavenly", "earthly"]


class Reckoning(msgspec.Struct, frozen=True):
    """A win in its dearest reading. payments: what each seat gains; None where nobody said who discarded."""

    fans: Fans
    fan: int
    base: int
    groups: tuple[Group, ...]
    payments: Scores | None
    liable: Seat | None


class JudgedHand(msgspec.Struct, frozen=True, kw_only=True, tag="judged"):
    """Thirteen tiles and the winning one: what they are worth, or why they may not win.

    house: the options of RULES.md 8 that are not as by default. win, refused: the one that holds.
    """

    caishen: str
    hand: tuple[str, ...]
    melds: tuple[str, ...]
    tile: str
    way: Literal["draw", "discard", "rob"]
    circumstances: tuple[Circumstance, ...]
    flown: int
    house: dict[str, bool | int | str]
    winner: Seat
    dealer: Seat
    discarder: Seat | None
    waits: tuple[str, ...]
    win: Reckoning | None
    refused: WinRefusal | None


class WaitingHand(msgspec.Struct, frozen=True, tag="waiting"):
    """Thirteen tiles and what they wait for; `any`: they are in 爆头."""

    caishen: str
    hand: tuple[str, ...]
    melds: tuple[str, ...]
    flown: int
    any: bool
    waits: tuple[Completion, ...]


class Moment(msgspec.Struct, frozen=True, tag="moment"):
    """A table as seat 0 knows it, and what that seat may do.

    waits: of its hand. legal, refused, win_refused: as in a `State` and in `Explained`. then: what happens
    next, where the example tells it.
    """

    view: View
    waits: tuple[Wait, ...]
    legal: tuple[Action, ...]
    refused: tuple[ActionRefusal, ...]
    win_refused: WinRefusal | None
    then: tuple[Event, ...]


class TileSet(msgspec.Struct, frozen=True, tag="tileset"):
    """The tiles of a set: so many `copies` of each."""

    tiles: tuple[str, ...]
    copies: int
    total: int


class WallOpening(msgspec.Struct, frozen=True, tag="wallopening"):
    """How the wall is opened (1.3): the dealer's dice, the side they name, the dealer's first four tiles."""

    dealer: Seat
    dice: tuple[int, int]
    side: Seat
    first: tuple[str, ...]


Mark = Literal["", "turned", "standing", "last", "taken"]


class WallTail(msgspec.Struct, frozen=True, tag="walltail"):
    """The last stacks of the wall in draw order, each its upper and lower tile (1.4-1.7).

    turned: the tile that lies open. Marked are the turned tile, those never drawn, the 海底, and those taken
    by kongs; what is drawn in turn is not. standing_turned: the turned tile is one of those never drawn.
    replacements: stack and place in it of those taken, the first one first.
    """

    dice: tuple[int, int]
    turned: str
    stacks: tuple[tuple[Mark, Mark], ...]
    standing_turned: bool
    replacements: tuple[tuple[int, int], ...]


class Succession(msgspec.Struct, frozen=True, tag="succession"):
    """Who deals next (7.1). winner: None for a drawn hand. winner_deals, rotates: under either house rule."""

    dealer: Seat
    winner: Seat | None
    winner_deals: Seat
    rotates: Seat


Figure = JudgedHand | WaitingHand | Moment | TileSet | WallOpening | WallTail | Succession


class RuleExamples(msgspec.Struct, frozen=True):
    """The examples of a rule: its number, the id of a fan of section 5, or that of an option of section 8."""

    rule: str
    figures: tuple[Figure, ...]


class SceneChoice(msgspec.Struct, frozen=True):
    """An answer to the question of a scene, and whether it is right."""

    choice: str
    right: bool


class Scene(msgspec.Struct, frozen=True):
    """A scene of the lesson: a table as seat 0 sees it, a question, and the figures that show the answer.

    ask: what the choices are: tiles of the hand, seats, `yes` and `no`, or numbers.
    """

    id: str
    view: View
    ask: Literal["tile", "seat", "yes", "number"]
    choices: tuple[SceneChoice, ...]
    figures: tuple[Figure, ...]
