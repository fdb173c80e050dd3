"""What a seat might do: for whoever asks for a hint."""

from collections.abc import Sequence
from functools import cache

from wuyi.bots.base import Bot
from wuyi.bots.decision import Decision
from wuyi.bots.ev import EvBot
from wuyi.engine.action import Action
from wuyi.engine.view import View


def advise(view: View, legal: Sequence[Action]) -> Decision:
    """The decision of the strongest player that is quick, explained; it follows from the view alone.

    legal: what the seat of `view` may do, at least one action.
    """
    return _adviser().act(view, legal, "explain")


@cache
def _adviser() -> Bot:
    return EvBot(spread=0.0)
