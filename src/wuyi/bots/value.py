"""高手: a player that weighs what its hand may become."""

from collections.abc import Callable
from typing import Final

from wuyi.bots.after import After
from wuyi.bots.liability import Liability
from wuyi.bots.outlook import Outlook, Weights
from wuyi.bots.style import varied
from wuyi.bots.weigher import DEFAULT_WEIGHTS, Weighed, Weigher, Worth
from wuyi.engine.luck import Luck, derive
from wuyi.engine.view import View

HOPELESS: Final = 0.002
"""A hand worth less than this is given up: it claims nothing."""

_SPREAD: Final = 0.1
"""How far apart players' likings for dear hands are."""


class ValueBot(Weigher):
    """Values a hand by what it promises (`Outlook.worth`): it keeps what its nearest targets need, caishen
    above all, and claims and kongs only where that promises more than to go on without. Without spread the
    same view always gives the same answer.
    """

    __slots__ = ("_common", "_spread")

    def __init__(
        self, seed: bytes = bytes(32), weights: Weights = DEFAULT_WEIGHTS, spread: float = _SPREAD
    ) -> None:
        self._common = weights
        self._spread = spread
        super().__init__(seed, weights)

    def begin(self, seed: bytes) -> None:
        fan = varied(self._common.fan, self._spread, Luck(derive(seed, "style")))
        self.weights = self._common._replace(fan=fan)

    def valuer(self, view: View, outlook: Outlook) -> Callable[[After], Worth]:
        weights = self.weights
        liability = Liability(view, outlook.left)

        def value(after: After) -> Worth:
            # A kong draws at once, and again on its turn.
            worth = outlook.worth(
                after.hand, after.draws + after.kong / 4, kongs=after.kongs, flown=after.flown
            )
            if after.kong and not after.kongs:
                worth *= weights.kong
            elif after.others < 3 and not after.kong:  # to let a claim go costs nothing
                worth = max(HOPELESS, worth)
            return Worth(worth - weights.liable * liability.risked_by(after.discard))

        return value

    def hopeless(self, best: Weighed) -> bool:
        return best.worth.value < HOPELESS
