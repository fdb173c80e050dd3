"""A player that does anything it may."""

from collections.abc import Sequence

from wuyi.engine.action import Action
from wuyi.engine.luck import Luck
from wuyi.engine.view import View


class RandomBot:
    """Every legal action is as likely as the next."""

    __slots__ = ("_luck",)

    def __init__(self, seed: bytes) -> None:
        self._luck = Luck(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[self._luck.below(len(legal))]
