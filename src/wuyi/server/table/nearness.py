"""How near a seat's hand is to a win, so that what only near hands have is not looked for in others.

A state never changes a seat's hand, it puts another in its place (`engine.state`). So what was found of a
hand is kept for that very hand: three of four stay as they are from one change to the next.
"""

from functools import lru_cache
from typing import Final

from wuyi.engine.action import Seat
from wuyi.engine.state import State
from wuyi.hand.complete import missing_groups
from wuyi.hand.distance import distance
from wuyi.hand.face import faces
from wuyi.hand.hand import Hand
from wuyi.rules import Ruleset

_HANDS: Final = 1 << 13


def may_wait(state: State, seat: Seat) -> bool:
    """Whether a tile could complete the hand of `seat`, the drawn one apart."""
    return _lacks(state.hands[seat], state.rules) <= 1


def may_leave_a_wait(state: State, seat: Seat) -> bool:
    """Whether a discard of `seat`, whose turn it is, could leave a waiting hand."""
    hand = state.hands[seat]
    if state.drawn is None:
        return _lacks(hand, state.rules) <= 1
    if _lacks(hand, state.rules) > 2:
        return False
    hand = hand.copy()
    hand.add(state.drawn)
    return distance(hand, state.rules) <= 1


@lru_cache(maxsize=_HANDS)
def nearly_regular(hand: Hand) -> bool:
    """Whether a tile could make four melds and a pair of thirteen, of whatever suits, a 白 being anything."""
    return any(missing_groups(face, hand.left, 1) <= hand.wilds + 1 for face in faces(hand))


@lru_cache(maxsize=_HANDS)
def _lacks(hand: Hand, rules: Ruleset) -> int:
    return distance(hand, rules)
