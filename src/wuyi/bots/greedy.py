"""普通: a player that goes for the nearest hand worth having."""

from collections.abc import Callable
from typing import Final

from wuyi.bots.after import After
from wuyi.bots.outlook import Outlook
from wuyi.bots.weigher import Weighed, Weigher, Worth
from wuyi.engine.view import View

HOPELESS: Final = 0.002
"""A hand worth less than this is given up: it claims nothing."""


class GreedyBot(Weigher):
    """Values a hand by what it promises (`Outlook.worth`): it keeps what its nearest targets need, caishen
    above all, and claims and kongs only where that promises more than to go on without. It needs no luck, and
    the same view always gives the same answer.
    """

    __slots__ = ()

    def valuer(self, view: View, outlook: Outlook) -> Callable[[After], Worth]:
        weights = self.weights

        def value(after: After) -> Worth:
            # A kong draws at once, and again on its turn.
            worth = outlook.worth(
                after.hand, after.draws + after.kong / 4, kongs=after.kongs, flown=after.flown
            )
            if after.kong and not after.kongs:
                worth *= weights.kong
            elif after.others < 3 and not after.kong:  # to let a claim go costs nothing
                worth = max(HOPELESS, worth)
            return Worth(worth)

        return value

    def hopeless(self, best: Weighed) -> bool:
        return best.worth.value < HOPELESS
