"""The quick player that plays worlds out in the readable engine: the policy NEAREST of `wuyi.simulate.fast`.

It goes for the nearest win by the distance alone.
"""

from collections.abc import Sequence
from typing import Final

from wuyi.bots.after import with_claim, with_kong, without
from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Seat, Win
from wuyi.engine.advice import full_hand, own_hand, unseen
from wuyi.engine.state import State
from wuyi.engine.view import View, view
from wuyi.hand import Hand
from wuyi.hand.distance import FAR, distance
from wuyi.hand.tile import KINDS, TILES

_A_DRAW: Final = 4 * KINDS
"""A kong draws at once: dearer than any number of useful tiles."""


def choose(state: State, seat: Seat, legal: Sequence[Action]) -> Action:
    """What the seat does, of two or more legal actions."""
    if len(legal) == 1:
        return legal[0]
    for action in legal:
        if isinstance(action, Win):
            return action
    seen = view(state, seat)
    return _turn(seen, legal) if state.phase == "turn" else _claim(seen, legal)


def _claim(seen: View, legal: Sequence[Action]) -> Action:
    """The claim after which the fewest tiles lack, or to pass if none brings the hand nearer."""
    hand = own_hand(seen)
    best = next(action for action in legal if isinstance(action, Pass))
    chosen: Action = best
    least = distance(hand, seen.rules)
    for action in legal:
        if isinstance(action, Kong):
            lacking = distance(with_kong(hand, action, seen), seen.rules)
        elif isinstance(action, (Chow, Pung)):
            lacking = _after_discard(with_claim(hand, action, seen), seen)
        else:
            continue
        if lacking < least:
            chosen, least = action, lacking
    return chosen


def _turn(seen: View, legal: Sequence[Action]) -> Action:
    """The discard or kong after which the fewest tiles lack and the most bring the hand nearer."""
    hand = full_hand(seen)
    left = unseen(seen)
    best, least, most = legal[-1], FAR, -1
    for action in legal:
        if isinstance(action, (ConcealedKong, AddedKong)):
            after = with_kong(hand, action, seen)
        elif isinstance(action, Discard):
            after = without(hand, TILES[action.tile])
        else:
            continue
        lacking = distance(after, seen.rules)
        if lacking > least:
            continue
        useful = _useful(after, left, lacking, seen) if isinstance(action, Discard) else _A_DRAW
        if lacking < least or useful > most:
            best, least, most = action, lacking, useful
    return best


def _after_discard(hand: Hand, seen: View) -> int:
    """How many tiles lack after the best discard of fourteen."""
    return min([distance(without(hand, tile), seen.rules) for tile, held in enumerate(hand.counts) if held])


def _useful(hand: Hand, left: Sequence[int], lacking: int, seen: View) -> int:
    """How many unseen tiles bring thirteen nearer."""
    total = 0
    for tile in range(KINDS):
        if left[tile] > 0:
            hand.add(tile)
            if distance(hand, seen.rules) < lacking:
                total += left[tile]
            hand.remove(tile)
    return total
