"""普通: a plain player that goes for the nearest win."""

from collections.abc import Callable
from typing import Final

from wuyi.bots.after import After
from wuyi.bots.outlook import Outlook
from wuyi.bots.style import uniform
from wuyi.bots.weigher import DEFAULT_WEIGHTS, Weighed, Weigher, Worth
from wuyi.engine.luck import Luck, derive
from wuyi.engine.view import View
from wuyi.hand.hand import SUIT

_ALL_TILES: Final = 136
"""More useful tiles than there can be: a kong draws at once, and a claim must bring the hand nearer."""


class GreedyBot(Weigher):
    """Discards what leaves the fewest tiles missing to the nearest target, and of those what leaves the most
    unseen tiles that bring it nearer still. It claims what brings it nearer and nothing else, and lays a kong
    where that takes it no further. What a win would pay it does not ask. Of equal discards each such player
    has suits it would rather part with; with `likings` off it throws what others can hold fewest of.
    """

    __slots__ = ("_likings", "liking")

    def __init__(self, seed: bytes = bytes(32), likings: bool = True) -> None:
        self._likings = likings
        super().__init__(seed, DEFAULT_WEIGHTS)

    def begin(self, seed: bytes) -> None:
        luck = Luck(derive(seed, "style"))
        self.liking = tuple([uniform(luck) if self._likings else 0.0 for _ in range(4)])

    def valuer(self, view: View, outlook: Outlook) -> Callable[[After], Worth]:
        def value(after: After) -> Worth:
            worth = float(-(_ALL_TILES + 1) * outlook.nearest(after.hand))
            if after.discard is None:
                return Worth(worth + _ALL_TILES)
            return Worth(worth + outlook.useful_to_nearest(after.hand) + self.liking[SUIT[after.discard]])

        return value

    def hopeless(self, best: Weighed) -> bool:
        return False
