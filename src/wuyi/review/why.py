"""Why one action was better than another, as an id."""

from wuyi.bots.after import with_claim, without
from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.engine.advice import full_hand, own_hand
from wuyi.engine.view import View
from wuyi.hand import is_baotou
from wuyi.hand.tile import TILES
from wuyi.review.position import Position
from wuyi.review.words import Weighed, Why


def why(position: Position, best: Weighed, taken: Weighed) -> Why:
    """What speaks for `best`, see `words.Why`; of several things the first named there."""
    view = position.view
    if isinstance(best.action, Win):
        return "win"
    if isinstance(taken.action, Win):
        return "go_on"
    if leaves_baotou(best.action, view):
        if isinstance(best.action, Discard) and best.action.tile == view.caishen:
            return "fly"
        if not leaves_baotou(taken.action, view):
            return "baotou"
    if isinstance(best.action, (Kong, ConcealedKong, AddedKong)):
        return "kong"
    if best.lacking is not None and taken.lacking is not None and best.lacking < taken.lacking:
        return "wait" if best.lacking == 1 else "nearer"
    if isinstance(best.action, Pass):
        return "let_go"
    most = _most(best, taken)
    wider = best.lacking is not None and best.lacking == taken.lacking and best.left > taken.left
    return "wider" if wider and most == "oftener" else most


def _most(best: Weighed, taken: Weighed) -> Why:
    """What makes up most of the difference: won more often, won dearer hands, or paid less."""
    fewest = min(best.win, taken.win)
    oftener = (best.win - taken.win) * _mean_gain(best)
    dearer = (_mean_gain(best) - _mean_gain(taken)) * fewest
    reasons: dict[Why, float] = {
        "oftener": oftener,
        "dearer": dearer,
        "safer": taken.cost - best.cost,
    }
    return max(reasons, key=reasons.__getitem__)


def _mean_gain(option: Weighed) -> float:
    """What a win brings."""
    return option.gain / option.win if option.win else 0.0


def leaves_baotou(action: Action, view: View) -> bool:
    """Whether the hand may be left in 爆头 (4.6): of a claim, with its best discard."""
    if isinstance(action, Discard):
        return is_baotou(without(full_hand(view), TILES[action.tile]), view.rules)
    if isinstance(action, (Chow, Pung)):
        hand = with_claim(own_hand(view), action, view)
        held = [tile for tile, count in enumerate(hand.counts) if count]
        return any(is_baotou(without(hand, tile), view.rules) for tile in held)
    return False
