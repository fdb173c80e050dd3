"""A player that does anything it may."""

from collections.abc import Sequence

from wuyi.bots.base import Player
from wuyi.bots.decision import Budget, Decision
from wuyi.engine.action import Action
from wuyi.engine.luck import Luck
from wuyi.engine.view import View


class RandomBot(Player):
    """Every legal action is as likely as the next."""

    __slots__ = ("_luck",)

    def begin(self, seed: bytes) -> None:
        self._luck = Luck(seed)

    def weigh(self, view: View, legal: Sequence[Action], budget: Budget) -> Decision:
        return Decision(legal[self._luck.below(len(legal))], "any")
