"""高手: a player that judges every hand it could have by what hands like it came to."""

from collections.abc import Callable
from typing import Final

from wuyi.bots.after import After
from wuyi.bots.features import features, situation, trained_for
from wuyi.bots.greedy import GreedyBot
from wuyi.bots.judgement import load
from wuyi.bots.outlook import Outlook
from wuyi.bots.style import varied
from wuyi.bots.weigher import Weighed, Worth
from wuyi.engine.luck import Luck, derive
from wuyi.engine.view import View

_PROMISE: Final = 64.0
"""How many points a hand is valued higher for each unit of what it promises: the outlook orders hands that
are alike more truly than the forecast, which knows better what hands of different kinds are worth."""
_SPREAD: Final = 0.1
"""How far apart players' likings are: how much each makes of what its wins bring."""


class ValueBot(GreedyBot):
    """Forecasts for each discard, claim and kong how likely the hand that is left wins and what it gains and
    loses (`bots.judgement`), adds what `greedy` sees in it, and takes the best. Under rules that allow other
    hands than its judgement knows it plays as `greedy`.
    """

    __slots__ = ("_liking", "_spread")

    def __init__(self, seed: bytes = bytes(32), spread: float = _SPREAD) -> None:
        self._spread = spread
        super().__init__(seed)

    def begin(self, seed: bytes) -> None:
        self._liking = varied(1.0, self._spread, Luck(derive(seed, "style")))

    def valuer(self, view: View, outlook: Outlook) -> Callable[[After], Worth]:
        if not trained_for(view.rules):
            return super().valuer(view, outlook)
        now = situation(view, outlook)
        judgement = load("value")
        liking = self._liking

        def value(after: After) -> Worth:
            numbers, promise = features(outlook, now, after)
            forecast = judgement(numbers)
            return Worth(liking * forecast.gain - forecast.loss + _PROMISE * promise, forecast)

        return value

    def hopeless(self, best: Weighed) -> bool:
        """With a forecast never: it reckons with what others' wins cost, too."""
        return best.worth.forecast is None and super().hopeless(best)
