"""The computer players by id."""

from collections.abc import Callable, Mapping
from typing import Final

from wuyi.bots.base import Bot, UnknownBot
from wuyi.bots.ev import EvBot
from wuyi.bots.greedy import GreedyBot
from wuyi.bots.novice import NoviceBot
from wuyi.bots.random import RandomBot
from wuyi.bots.value import ValueBot

Maker = Callable[[bytes], Bot]
"""Makes a player from 32 bytes of luck."""

BOTS: Final[Mapping[str, Maker]] = {
    "novice": NoviceBot,
    "greedy": GreedyBot,
    "value": ValueBot,
    "ev": EvBot,
    "random": RandomBot,
}
"""What makes each."""

LEVELS: Final = tuple(bot for bot in BOTS if bot != "random")
"""The players a person may wish for, from 新手 up."""


def maker(bot: str) -> Maker:
    """What makes the computer player of that id; raises `UnknownBot` naming the ids there are."""
    try:
        return BOTS[bot]
    except KeyError:
        raise UnknownBot(f"no computer player {bot!r}; there are {', '.join(BOTS)}") from None


def make(bot: str, seed: bytes) -> Bot:
    """The computer player of that id; all the luck it uses follows from the 32 bytes of `seed`.

    Raises `UnknownBot` naming the ids there are, and `ArgumentError` for another number of bytes.
    """
    return maker(bot)(seed)
