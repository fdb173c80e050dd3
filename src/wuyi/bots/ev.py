"""大师: a player that judges every hand it could have by what hands like it came to."""

import math
from collections.abc import Callable
from typing import Final

from wuyi.bots.after import After
from wuyi.bots.decision import Budget, Decision, Option, ranked
from wuyi.bots.explain import explained, reason_of
from wuyi.bots.features import features, situation, trained_for
from wuyi.bots.judgement import load, shares
from wuyi.bots.liability import Liability
from wuyi.bots.outlook import Outlook
from wuyi.bots.patience import PATIENCE, dearer
from wuyi.bots.style import varied
from wuyi.bots.value import ValueBot
from wuyi.bots.weigher import DEFAULT_WEIGHTS, Weighed, Worth
from wuyi.engine.action import Action, Win
from wuyi.engine.advice import unseen
from wuyi.engine.luck import Luck, derive
from wuyi.engine.view import View

PROMISE: Final = 64.0
"""How many points a hand is valued higher for each unit of what it promises: the outlook orders hands that
are alike more truly than the forecast, which knows better what hands of different kinds are worth."""
_SPREAD: Final = 0.1
"""How far apart players' likings are: how much each makes of what its wins bring."""


class EvBot(ValueBot):
    """Forecasts for each discard, claim and kong how likely the hand that is left wins and what it gains and
    loses (`bots.judgement`), adds what `value` sees in it, and takes the best. A
    win it lets go where a dearer one is next to sure. Under rules that allow other
    hands than its judgement knows it plays as `value`.
    """

    __slots__ = ("liking",)

    def __init__(self, seed: bytes = bytes(32), spread: float = _SPREAD) -> None:
        super().__init__(seed, DEFAULT_WEIGHTS, spread)

    def begin(self, seed: bytes) -> None:
        self.liking = varied(1.0, self._spread, Luck(derive(seed, "style")))

    def valuer(self, view: View, outlook: Outlook) -> Callable[[After], Worth]:
        if not trained_for(view.rules):
            return super().valuer(view, outlook)
        now = situation(view, outlook)
        judgement = load("ev")
        liking = self.liking
        liability = Liability(view, outlook.left)

        def value(after: After) -> Worth:
            numbers, promise = features(outlook, now, after)
            forecast = judgement(numbers)
            promise -= self.weights.liable * liability.risked_by(after.discard)
            worth = liking * forecast.gain - forecast.loss + PROMISE * promise
            return Worth(worth + judgement.leaning(numbers), forecast)

        return value

    def may_win(self, win: Win, view: View, budget: Budget) -> Decision:
        """To let a win go for a dearer one (`bots.patience`)."""
        if view.phase != "turn" or (later := dearer(view, unseen(view))) is None:
            return super().may_win(win, view, budget)
        options = [_winning(win, 1.0, later.now, view), _winning(later.discard, PATIENCE, later.base, view)]
        if budget == "explain":
            options[1] = explained(options[1], Outlook(view, self.weights), later.hand)
        return Decision(later.discard, reason_of(later.discard, later.hand, view), ranked(options))

    def hopeless(self, best: Weighed) -> bool:
        """With a forecast never: it reckons with what others' wins cost, too."""
        return best.worth.forecast is None and super().hopeless(best)


def _winning(action: Action, win: float, base: float, view: View) -> Option:
    """The option of a win that pays `base`, its chance reckoned in."""
    points = base * shares(view.seat == view.dealer)
    return Option(action=action, value=points, win=win, points=points, fan=math.log2(base / win))
