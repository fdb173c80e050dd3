"""What a computer player is."""

from collections.abc import Sequence
from typing import Protocol

from wuyi.engine.action import Action
from wuyi.engine.view import View
from wuyi.errors import WuyiError


class Bot(Protocol):
    """Plays one seat. It is shown what a person at that seat would see, and nothing else."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of `legal`, which is never empty: what the seat of `view` does now."""
        ...


class UnknownBot(WuyiError, LookupError):
    """No computer player goes by this id."""

    reason = "unknown_bot"
