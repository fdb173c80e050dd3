"""What a computer player answers: not the action alone, but what it weighed and why it chose so.

Play takes the action; hints and reviews read the rest. docs/strength.md says what each reason means.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from wuyi.engine.action import Action

Reason = Literal[
    "only_choice",
    "win",
    "fly",
    "baotou",
    "wait",
    "nearer",
    "keep",
    "kong",
    "let_go",
    "give_up",
    "any",
]
"""Why an action was chosen:

only_choice   nothing else was legal
win           it wins
fly           飘: a caishen goes and the hand stays in 爆头 (5.3)
baotou        the hand is left in 爆头: any draw wins (4.6)
wait          the hand is left waiting
nearer        a claim brings the hand nearer to its target
keep          the discard serves the target least
kong          a kong costs the target nothing, and draws
let_go        the hand promises more without this claim
give_up       the hand can hardly win any more: the discard that serves the others least
any           no reason: a player that plays at random
"""

Budget = Literal["play", "explain"]
"""How much to work out: what choosing needs, or for each alternative its target and useful tiles too."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """What one legal action promises, as its player sees it.

    value: what the player weighs by; it means something only beside the other options of the decision.
    win: the chance to win this hand. points: what the hand is expected to bring. fan: of the win that is
    expected. None where the player works out no such thing.
    target: the id of the nearest target (`bots.targets`) once the action is done. lacking: the tiles missing
    to it, 1 for a waiting hand. useful: the kinds that bring it nearer, or win. left: how many of those this
    seat has not seen. Of a claim these are what stays after the best discard. They are worked out only when a
    decision is to be explained.
    """

    action: Action
    value: float
    win: float | None = None
    points: float | None = None
    fan: float | None = None
    target: str | None = None
    lacking: int | None = None
    useful: tuple[str, ...] = ()
    left: int = 0


class Decision(msgspec.Struct, frozen=True):
    """What a seat does now. options: the alternatives that were weighed, the greatest value first; none where
    nothing had to be weighed."""

    action: Action
    reason: Reason
    options: tuple[Option, ...] = ()

    @property
    def chosen(self) -> Option | None:
        """The option of the action; None if none was weighed."""
        return next((option for option in self.options if option.action == self.action), None)


def ranked(options: Sequence[Option]) -> tuple[Option, ...]:
    """The greatest value first; of equals the one named first."""
    return tuple(sorted(options, key=lambda option: -option.value))
