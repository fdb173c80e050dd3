"""What a computer player is."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from wuyi.bots.decision import Budget, Decision
from wuyi.engine.action import Action, Seat, Win
from wuyi.engine.view import View
from wuyi.errors import WuyiError
from wuyi.rules import Ruleset


class Bot(Protocol):
    """Plays one seat. It is shown what a person at that seat would see, and nothing else."""

    def reset(self, seat: Seat, rules: Ruleset, seed: bytes) -> None:
        """Sit down at a table: what was remembered is forgotten, and all luck used from now on, the manner of
        playing among it, follows from the 32 bytes of `seed`."""
        ...

    def act(self, view: View, legal: Sequence[Action], budget: Budget = "play") -> Decision:
        """What the seat of `view` does now: one of `legal`, which is never empty, and why."""
        ...

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The action of `act`."""
        ...


class Player(ABC):
    """A `Bot` but for what it weighs: what is plain is decided here. Without `reset` it plays any seat."""

    __slots__ = ()

    def __init__(self, seed: bytes = bytes(32)) -> None:
        self.begin(seed)

    def reset(self, seat: Seat, rules: Ruleset, seed: bytes) -> None:
        """As `Bot.reset`."""
        self.begin(seed)

    def begin(self, seed: bytes) -> None:  # noqa: B027 (a player without luck has nothing to begin)
        """Take up the luck of `seed`."""

    def act(self, view: View, legal: Sequence[Action], budget: Budget = "play") -> Decision:
        """As `Bot.act`: the only legal action, or what `weigh` decides."""
        if len(legal) == 1:
            return Decision(legal[0], "only_choice")
        return self.weigh(view, legal, budget)

    @abstractmethod
    def weigh(self, view: View, legal: Sequence[Action], budget: Budget) -> Decision:
        """The decision among two or more legal actions."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The action of `act`."""
        return self.act(view, legal).action


def win_among(legal: Sequence[Action]) -> Win | None:
    """The win, where there is one."""
    for action in legal:
        if isinstance(action, Win):
            return action
    return None


class UnknownBot(WuyiError, LookupError):
    """No computer player goes by this id."""

    reason = "unknown_bot"
