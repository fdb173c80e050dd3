"""What the player `greedy` sees in what an action leaves: the twin of `wuyi.bots.greedy`."""

from typing import Final

from wuyi.engine.wall import TILES_IN_ALL
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.outlook import among_unseen, helping_to, nearest
from wuyi.simulate.fast.rows import NO_TILE

ALL_TILES: Final = TILES_IN_ALL
"""More useful tiles than there can be: a kong draws at once, and a claim must bring the hand nearer."""


@kernel
def nearness_of(mind: Row, manner: Row, rules: Row, book: Row) -> float:
    """How near `mind.after` is to its nearest targets, and how many unseen tiles bring it nearer still."""
    least = nearest(mind, mind.after, rules, book)
    found = float(-(ALL_TILES + 1) * least)
    if mind.discard == NO_TILE:
        return found + ALL_TILES
    kinds = whole(0)
    for number in range(mind.weighed):
        if mind.open >> number & 1 and mind.missing[number] == least:
            kinds |= helping_to(mind, number, mind.after, rules, book)
    return float(found + among_unseen(mind, kinds) + manner.likings[mind.discard // 9])
