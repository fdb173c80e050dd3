"""The players of a run by name: those of the house, and anybody's own as `MODULE:NAME`.

Such a name is imported, so it must come from whoever runs the program; a server reads ids of `wuyi.bots`.
"""

from importlib import import_module
from typing import cast

from wuyi.bots import Bot, UnknownBot
from wuyi.bots.registry import Maker, maker


def sit(player: str, seed: bytes) -> Bot:
    """The player of that name, all of whose luck follows from the 32 bytes of `seed`.

    player: an id of `wuyi.bots.BOTS`, or `MODULE:NAME`, a class or function that Python finds and that makes
    a `Bot` when called with `seed`; a subclass of `wuyi.bots.Player` is one.
    Raises `UnknownBot` if there is none, or what it makes cannot play.
    """
    module, colon, name = player.partition(":")
    bot = (_own(player, module, name) if colon else maker(player))(seed)
    for question in ("act", "choose"):
        if not callable(getattr(bot, question, None)):
            raise UnknownBot(f"player {player!r}: it makes {bot!r}, which cannot {question}")
    return bot


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
