"""The computer players that kernels play, by the ids of `wuyi.bots`."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from wuyi.bots import UnknownBot, make
from wuyi.bots.ev import EvBot
from wuyi.bots.greedy import GreedyBot
from wuyi.bots.novice import NoviceBot
from wuyi.bots.patience import PATIENCE
from wuyi.bots.value import ValueBot
from wuyi.simulate.fast.manner import PLAIN, Manner
from wuyi.simulate.fast.policy import EV, GREEDY, NOVICE, PROMISE, RANDOM

PLAYERS: Final[Mapping[str, int]] = {
    "random": RANDOM,
    "novice": NOVICE,
    "greedy": GREEDY,
    "value": PROMISE,
    "ev": EV,
}
"""The policy of each. `random` has other luck than the player of that id; the others choose as theirs do."""


def policy_of(bot: str) -> int:
    """The policy of a player; raises `UnknownBot` for one that no kernel plays."""
    try:
        return PLAYERS[bot]
    except KeyError:
        raise UnknownBot(f"no kernel plays {bot!r}; there are {', '.join(PLAYERS)}") from None


@lru_cache(maxsize=4096)
def manner_of(bot: str, seed: bytes) -> Manner:
    """The style of the player that `wuyi.bots.make` makes of this luck."""
    player = make(bot, seed)
    if isinstance(player, GreedyBot):
        return Manner(likings=player.liking)
    if isinstance(player, NoviceBot):
        return Manner(player.weights, blur=player.blur, overlooks=player.overlooks, care=player.care)
    if isinstance(player, EvBot):
        return Manner(patience=PATIENCE, liking=player.liking)
    return Manner(weights=player.weights) if isinstance(player, ValueBot) else PLAIN
