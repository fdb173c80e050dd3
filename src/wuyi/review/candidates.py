"""What is worth weighing against what a seat did."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from wuyi.bots.after import without
from wuyi.bots.decision import Decision, Option
from wuyi.bots.explain import aim
from wuyi.bots.hints import advise
from wuyi.bots.outlook import Outlook, Weights
from wuyi.engine.action import Action, Discard, Pass, Win
from wuyi.engine.advice import full_hand, own_hand
from wuyi.engine.view import View
from wuyi.hand.tile import TILES
from wuyi.review.position import Position
from wuyi.review.why import leaves_baotou

MOST: Final = 4
"""So many actions are weighed at most, the taken one among them."""


class Candidates(NamedTuple):
    """options: what is to be weighed, the taken one among it. advised: what the advising player would do."""

    options: tuple[Option, ...]
    advised: Action


def candidates(position: Position, taken: Action) -> Candidates | None:
    """The actions the advising player thinks best, and the taken one.

    None where nothing is to be weighed: the action was forced, the advising player sees no other worth a
    thought, or a win was taken and no way to go on leaves the hand in 爆头.
    """
    view, legal = position.view, position.legal
    if len(legal) == 1:
        return None
    win = next((action for action in legal if isinstance(action, Win)), None)
    others = [action for action in legal if action is not win]
    advice = advise(view, others)
    options = list(_promising(view, advice, MOST))
    advised = advice.action
    if win is not None:
        advised = win
        if taken == win:
            options = [option for option in options if leaves_baotou(option.action, view)]
        options = [Option(action=win, value=0.0, lacking=0), *options[: MOST - 1]]
    if taken not in [option.action for option in options]:
        options = [*options[: MOST - 1], _with_aim(Option(action=taken, value=0.0), view)]
    return Candidates(tuple(options), advised) if len(options) > 1 else None


def _promising(view: View, advice: Decision, most: int) -> Sequence[Option]:
    """The best options of the advice, what it advises first; of one who had nothing to weigh that alone."""
    chosen = advice.chosen or Option(action=advice.action, value=0.0)
    rest = [option for option in advice.options if option.action != advice.action]
    return [_with_aim(option, view) for option in [chosen, *rest][:most]]


def _with_aim(option: Option, view: View) -> Option:
    """The option with where it leads, if that is not known yet."""
    action = option.action
    if option.lacking is not None or not isinstance(action, (Discard, Pass)):
        return option
    hand = without(full_hand(view), TILES[action.tile]) if isinstance(action, Discard) else own_hand(view)
    target, lacking, useful, left = aim(Outlook(view, Weights()), hand)
    return msgspec.structs.replace(option, target=target, lacking=lacking, useful=useful, left=left)
