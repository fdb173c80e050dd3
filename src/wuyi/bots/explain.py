"""What a decision is explained with: where the hand is going, what helps it there, and why the action."""

from typing import NamedTuple

import msgspec

from wuyi.bots.decision import Option, Reason
from wuyi.bots.outlook import Outlook
from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung
from wuyi.engine.view import View
from wuyi.hand import Hand, is_baotou, waits
from wuyi.hand.tile import NAMES


def explained(option: Option, outlook: Outlook, hand: Hand) -> Option:
    """The option with where the hand it leaves is going."""
    found = aim(outlook, hand)
    return msgspec.structs.replace(
        option, target=found.target, lacking=found.lacking, useful=found.useful, left=found.left
    )


class Aim(NamedTuple):
    """Where thirteen tiles are going: see `Option`."""

    target: str | None
    lacking: int | None
    useful: tuple[str, ...]
    left: int


def aim(outlook: Outlook, hand: Hand) -> Aim:
    """Of the nearest targets the one most tiles help, and these tiles; of a waiting hand its waits."""
    steps = outlook.distances(hand)
    if not steps:
        return Aim(None, None, (), 0)
    lacking = min(steps.values())
    nearest = [target for target, missing in steps.items() if missing == lacking]
    target = max(nearest, key=lambda each: outlook.useful(each, hand))
    kinds = waits(hand, outlook.rules) if lacking == 1 else outlook.helping(target, hand)
    there = [tile for tile in kinds if outlook.left[tile] > 0]
    return Aim(
        target.name,
        lacking,
        tuple([NAMES[tile] for tile in there]),
        sum([outlook.left[tile] for tile in there]),
    )


def reason_of(action: Action, after: Hand, view: View) -> Reason:
    """Why an action was best. after: the hand it leaves, of a claim with its best discard."""
    if isinstance(action, Pass):
        return "let_go"
    if isinstance(action, (Kong, ConcealedKong, AddedKong)):
        return "kong"
    if is_baotou(after, view.rules):
        return "fly" if isinstance(action, Discard) and action.tile == view.caishen else "baotou"
    if isinstance(action, (Chow, Pung)):
        return "nearer"
    return "wait" if waits(after, view.rules) else "keep"
