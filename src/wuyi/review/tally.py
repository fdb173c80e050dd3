"""What came of actions in the same worlds, and how sure that is."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from wuyi.engine.action import Action
from wuyi.review.outcome import Outcome


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


def estimate(numbers: Sequence[float]) -> Estimate:
    """The mean of a sample; of fewer than two its error is not known and taken to be infinite."""
    count = len(numbers)
    if count < 2:
        return Estimate(sum(numbers) / max(1, count), float("inf"))
    mean = sum(numbers) / count
    squares = sum([(number - mean) ** 2 for number in numbers])
    return Estimate(mean, sqrt(squares / (count - 1) / count))


class Tally:
    """The outcomes of each action. The worlds are the same for all, and an action that was dropped has the
    first of them."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.outcomes: dict[Action, list[int]] = {action: [] for action in actions}

    def add(self, actions: Sequence[Action], found: Sequence[Outcome]) -> None:
        """Note by action what it came to in further worlds."""
        for action, outcomes in zip(actions, found, strict=True):
            self.outcomes[action] += outcomes

    def mean(self, action: Action) -> Estimate:
        """What an action came to."""
        return estimate(self.outcomes[action])

    def lead(self, action: Action, other: Action) -> Estimate:
        """By how much `action` came to more than `other`, world by world."""
        pairs = zip(self.outcomes[action], self.outcomes[other], strict=False)
        return estimate([one - two for one, two in pairs])
