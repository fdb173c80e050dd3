"""新手: a player that is learning the game."""

import math
from typing import Final

from wuyi.bots.outlook import Weights
from wuyi.bots.style import bell, uniform, varied
from wuyi.bots.value import ValueBot
from wuyi.bots.weigher import Weighed, Worth
from wuyi.engine.action import Pass
from wuyi.engine.luck import Luck, derive

BLUR: Final = 0.45
"""How far off a novice judges what a hand promises: the standard deviation of the logarithm."""
OVERLOOKS: Final = 0.35
"""How often it does not notice that a discard would serve it."""
_SPREAD: Final = 0.3
"""By how much novices differ in both."""
NEAREST_ALONE: Final = Weights(within=0, breadth=0.0, liable=0.0)
"""With these a hand promises what its nearest target does."""


class NoviceBot(ValueBot):
    """Sees but the nearest target, judges roughly what a hand promises, and lets many claims go because it
    does not notice them in time. It wins whenever it may and never plays against its own hand on purpose."""

    __slots__ = ("_luck", "blur", "care", "overlooks")

    def __init__(self, seed: bytes = bytes(32)) -> None:
        super().__init__(seed, NEAREST_ALONE)

    def begin(self, seed: bytes) -> None:
        style = Luck(derive(seed, "style"))
        self.blur = varied(BLUR, _SPREAD, style)
        self.overlooks = varied(OVERLOOKS, _SPREAD, style)
        self.care = derive(seed, "care")
        self._luck = Luck(self.care)

    def look(self, weighed: list[Weighed]) -> list[Weighed]:
        if isinstance(weighed[0].action, Pass) and uniform(self._luck) < self.overlooks:
            return weighed[:1]
        return [each._replace(worth=self._roughly(each.worth)) for each in weighed]

    def _roughly(self, worth: Worth) -> Worth:
        return Worth(worth.value * math.exp(self.blur * bell(self._luck)))
