"""The players of a run by name: those of the house, and anybody's own as `MODULE:NAME`.

Such a name is imported, so it must come from whoever runs the program; a server reads ids of `wuyi.bots`.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import cast

from wuyi.bots import Bot, Budget, Decision, UnknownBot
from wuyi.bots.registry import Maker, maker
from wuyi.engine.action import Action, Seat
from wuyi.engine.view import View
from wuyi.errors import WuyiError
from wuyi.rules import Ruleset


class Misplay(WuyiError, ValueError):
    """What a player of one's own decided is no decision, or may not be done."""

    reason = "misplay"


class OwnPlayer:
    """A `Bot` of somebody's making: what it decides is looked at, and its faults are told by its name."""

    __slots__ = ("_bot", "_name")

    def __init__(self, name: str, bot: Bot) -> None:
        self._name = name
        self._bot = bot

    def reset(self, seat: Seat, rules: Ruleset, seed: bytes) -> None:
        self._bot.reset(seat, rules, seed)

    def act(self, view: View, legal: Sequence[Action], budget: Budget = "play") -> Decision:
        """As `Bot.act`; raises `Misplay`."""
        decision: object = self._bot.act(view, legal, budget)
        if not isinstance(decision, Decision):
            raise Misplay(f"player {self._name!r}: a Decision is wanted of it, not {decision!r}")
        if decision.action not in legal:
            raise Misplay(f"player {self._name!r}: {decision.action!r} is not among the legal actions")
        return decision

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The action of `act`."""
        return self.act(view, legal).action


def sit(player: str, seed: bytes) -> Bot:
    """The player of that name, all of whose luck follows from the 32 bytes of `seed`.

    player: an id of `wuyi.bots.BOTS`, or `MODULE:NAME`, a class or function that Python finds and that makes
    a `Bot` when called with `seed`; a subclass of `wuyi.bots.Player` is one. It comes as an `OwnPlayer`.
    Raises `UnknownBot` if there is none, or what it makes cannot play.
    """
    module, colon, name = player.partition(":")
    if not colon:
        return maker(player)(seed)
    bot = _own(player, module, name)(seed)
    if not callable(getattr(bot, "act", None)):
        raise UnknownBot(f"player {player!r}: it makes {bot!r}, which cannot act")
    return OwnPlayer(player, bot)


def _own(player: str, module: str, name: str) -> Maker:
    if not all(part.isidentifier() for part in (*module.split("."), name)):
        raise UnknownBot(f"player {player!r}: a player of one's own is written MODULE:NAME")
    try:
        found = import_module(module)
    except ImportError as error:
        raise UnknownBot(f"player {player!r}: {error}") from error
    made = getattr(found, name, None)
    if not callable(made):
        raise UnknownBot(f"player {player!r}: {found!r} has no class or function {name}")
    return cast(Maker, made)
