"""How near a seat's hand is to a win, so that what only near hands have is not looked for in others.

A state never changes a seat's hand, it puts another in its place (`engine.state`). So what was found of a
hand is kept as long as the seat holds that very hand: three of four stay as they are from one change to the
next. It is kept table by table, not in a cache for all of them: that one would hold on to the hands of the
past, and to search those for cycles kept a thousand tables waiting for 50 ms at a time (docs/measured.md).
"""

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import names_of
from wuyi.hand.complete import missing_groups
from wuyi.hand.distance import distance
from wuyi.hand.face import faces
from wuyi.hand.hand import Hand
from wuyi.hand.tile import Tile
from wuyi.hand.wait import waits
from wuyi.rules import Ruleset


class Holding(msgspec.Struct, gc=False):
    """A hand, a drawn tile apart: its tiles sorted, and how many tiles it lacks (`distance`)."""

    hand: Hand
    rules: Ruleset
    names: tuple[str, ...]
    lacks: int
    _waits: tuple[Tile, ...] | None = None
    _regular: bool | None = None

    @property
    def may_wait(self) -> bool:
        """Whether a tile could complete the hand."""
        return self.lacks <= 1

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The kinds that would complete the hand, if it stands at thirteen."""
        if self._waits is None:
            self._waits = waits(self.hand, self.rules) if self.may_wait and self.hand.total == 13 else ()
        return self._waits

    @property
    def nearly_regular(self) -> bool:
        """Whether a tile could make four melds and a pair, of whatever suits, a 白 being anything."""
        if self._regular is None:
            hand = self.hand
            self._regular = any(missing_groups(face, hand.left, 1) <= hand.wilds + 1 for face in faces(hand))
        return self._regular


class Holdings:
    """What is known of the four hands of one table."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: list[Holding | None] = [None for _ in SEATS]

    def of(self, state: State, seat: Seat) -> Holding:
        hand, held = state.hands[seat], self._held[seat]
        if held is None or held.hand is not hand:
            held = self._held[seat] = Holding(hand, state.rules, names_of(hand), distance(hand, state.rules))
        return held


def may_leave_a_wait(state: State, holding: Holding) -> bool:
    """Whether a discard of the seat whose turn it is, and who holds this, could leave a waiting hand."""
    if state.drawn is None:
        return holding.may_wait
    if holding.lacks > 2:
        return False
    hand = holding.hand.copy()
    hand.add(state.drawn)
    return distance(hand, state.rules) <= 1
