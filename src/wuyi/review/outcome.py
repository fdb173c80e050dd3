"""What a decision comes to when it is played on in many worlds: the one interface of the two engines."""

from collections.abc import Sequence
from typing import Protocol

from wuyi.engine.action import Action
from wuyi.review.position import Position
from wuyi.review.words import FAN_CAP, Engine

Outcome = Sequence[int]
"""By world, what the seat's hand came to in points, every win counted as of no more than `FAN_CAP` fan."""


class Trial(Protocol):
    """Plays worlds out.

    engine, policy: as in `words.Review`. block: how many worlds are worth trying at once.
    """

    engine: Engine
    policy: str
    block: int

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        """By action the outcomes in so many worlds, the same worlds for every action.

        What is dealt follows from `position.luck` and the number `stage`.
        """
        ...


def capped(points: int, fan: int) -> int:
    """What a payment is when the fan stop at `FAN_CAP`: a power of two goes over into another."""
    return points if fan <= FAN_CAP else int(points / (1 << fan - FAN_CAP))
