"""A player that weighs what each action leaves and takes the best."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from wuyi.bots.after import After, choices
from wuyi.bots.base import Player, win_among
from wuyi.bots.decision import Budget, Decision, Option, ranked
from wuyi.bots.explain import explained, reason_of
from wuyi.bots.judgement import Forecast
from wuyi.bots.liability import Liability
from wuyi.bots.outlook import Outlook, Weights
from wuyi.engine.action import Action, Discard, Win
from wuyi.engine.view import View
from wuyi.hand.tile import TILES, Tile

DEFAULT_WEIGHTS: Final = Weights()


class Worth(NamedTuple):
    """value: what a player weighs by. forecast: if it makes one."""

    value: float
    forecast: Forecast | None = None


class Weighed(NamedTuple):
    """An action, the best it may leave, and what that is worth."""

    action: Action
    after: After
    worth: Worth


class Weigher(Player):
    """Wins whenever it may, unless it knows better (`may_win`). Otherwise it does what leaves the hand it
    values most. If even that is hopeless it discards what serves nobody.

    FURTHER: see `choices`.
    """

    __slots__ = ("weights",)

    FURTHER: ClassVar[int] = 0

    def __init__(self, seed: bytes = bytes(32), weights: Weights = DEFAULT_WEIGHTS) -> None:
        self.weights = weights
        super().__init__(seed)

    @abstractmethod
    def valuer(self, view: View, outlook: Outlook) -> Callable[[After], Worth]:
        """What values the hands of this moment."""

    @abstractmethod
    def hopeless(self, best: Weighed) -> bool:
        """Whether nothing is left to play for but to serve nobody."""

    def may_win(self, win: Win, view: View, budget: Budget) -> Decision:
        """What it does where it may win."""
        return Decision(win, "win")

    def look(self, weighed: list[Weighed]) -> list[Weighed]:
        """What the player makes of what it weighed; of equals it takes the first."""
        return weighed

    def weigh(self, view: View, legal: Sequence[Action], budget: Budget) -> Decision:
        win = win_among(legal)
        if win is not None:
            return self.may_win(win, view, budget)
        outlook = Outlook(view, self.weights)
        value = self.valuer(view, outlook)
        weighed = []
        for action, afters in choices(view, legal, outlook.nearest, outlook.left, self.FURTHER):
            valued = [Weighed(action, after, value(after)) for after in afters]
            weighed.append(max(valued, key=lambda each: each.worth.value))
        weighed = self.look(weighed)
        best = max(weighed, key=lambda each: each.worth.value)
        options = ranked([_option(each, view, outlook, budget) for each in weighed])
        if view.phase == "turn" and self.hopeless(best):
            return Decision(_least_harm(outlook, view, legal), "give_up", options)
        return Decision(best.action, reason_of(best.action, best.after.hand, view), options)


def _option(weighed: Weighed, view: View, outlook: Outlook, budget: Budget) -> Option:
    value, forecast = weighed.worth
    if forecast is None:
        option = Option(action=weighed.action, value=value)
    else:
        option = Option(
            action=weighed.action,
            value=value,
            win=forecast.win,
            points=forecast.gain - forecast.loss,
            fan=forecast.fan(view.seat == view.dealer),
        )
    return option if budget == "play" else explained(option, outlook, weighed.after.hand)


def _least_harm(outlook: Outlook, view: View, legal: Sequence[Action]) -> Action:
    """The discard that serves the others least: a caishen, which nobody may claim and after which no discard
    wins for a while (2.4, 2.5), or a tile of which they can hold fewest and that makes nobody pay for all."""
    liability = Liability(view, outlook.left)

    def harm(action: Discard) -> tuple[bool, bool, int, Tile]:
        tile = TILES[action.tile]
        return tile != outlook.caishen, liability.risked_by(tile), outlook.left[tile], tile

    return min([action for action in legal if isinstance(action, Discard)], key=harm)
