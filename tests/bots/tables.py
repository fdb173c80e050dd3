"""Tables for the players' tests, and the same table with its secrets shuffled."""

from random import Random

from wuyi.engine.action import Action, Seat
from wuyi.engine.apply import begin
from wuyi.engine.event import HandStarted
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import View, view
from wuyi.hand import Hand
from wuyi.rules import DEFAULT_RULES, Ruleset

Question = tuple[View, tuple[Action, ...]]
"""What a player is asked with."""


def asked(state: State, seat: Seat) -> Question:
    return view(state, seat), legal_actions(state, seat)


def opening(start: HandStarted, rules: Ruleset = DEFAULT_RULES) -> State:
    return begin(rules, start)[0]


def shuffled_secrets(state: State, seat: Seat, random: Random) -> State:
    """The same table as far as `seat` can know, with all that it cannot know dealt anew: the concealed tiles
    of the others (a drawn one apart) and the wall yet to come."""
    other = state.copy()
    ahead = [index for index in range(state.front, len(state.wall)) if index != state.turned]
    holders = [each for each in SEATS if each != seat]
    hidden = [state.wall[index] for index in ahead]
    for each in holders:
        hidden += state.hands[each].tiles()
    random.shuffle(hidden)
    wall = list(state.wall)
    for index in ahead:
        wall[index] = hidden.pop()
    other.wall = tuple(wall)
    for each in holders:
        hand = state.hands[each]
        other.hands[each] = Hand([hidden.pop() for _ in range(hand.size)], hand.melds, caishen=state.caishen)
    other.options = None
    return other


def first_asked(state: State) -> Seat:
    return acting(state)[0]
