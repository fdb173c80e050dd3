"""What every action would leave: as the readable outlook finds it, and nothing of what a seat cannot know.

Twins: `fast.afterstates` and `wuyi.bots.after`, `outlook`.
"""

from random import Random

import numpy as np
import pytest

from tests.simulate.fast.test_observe import hide
from tests.simulate.fast.twin import Twins, state_of
from wuyi.bots.after import with_claim, with_kong, without
from wuyi.bots.outlook import Outlook, Weights
from wuyi.bots.targets import targets
from wuyi.engine.action import AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.engine.advice import full_hand, own_hand
from wuyi.engine.view import View, view
from wuyi.hand import Hand
from wuyi.hand.tile import TILES
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import NEAREST, RANDOM, Batch
from wuyi.simulate.fast.actions import ACTIONS
from wuyi.simulate.fast.afterstates import RULED_OUT
from wuyi.simulate.play import match_seed

HOUSE = Ruleset(half_flush_required=False, white_as_itself=False, min_fan=0)


def left_by(seen: View, action: object) -> list[Hand]:
    """The hands of thirteen that an action may leave."""
    match action:
        case Discard():
            return [without(full_hand(seen), TILES[action.tile])]
        case Kong():
            return [with_kong(own_hand(seen), action, seen)]
        case ConcealedKong() | AddedKong():
            return [with_kong(full_hand(seen), action, seen)]
        case Chow() | Pung():
            hand = with_claim(own_hand(seen), action, seen)
            return [without(hand, tile) for tile, count in enumerate(hand.counts) if count]
        case Pass() if seen.phase != "turn":
            return [own_hand(seen)]
    return []


def by_hand(seen: View, action: object, rules: Ruleset) -> list[list[int]]:
    """The numbers of one action, from the readable outlook."""
    if isinstance(action, Win):
        return [[0, 0] for _ in targets(rules)]
    outlook = Outlook(seen, Weights())
    hands = [(hand, outlook.distances(hand)) for hand in left_by(seen, action)]
    found = []
    for target in targets(rules):
        options = [(steps[target], -outlook.useful(target, hand)) for hand, steps in hands if target in steps]
        missing, useful = min(options, default=(RULED_OUT, 0))
        found.append([missing, -useful])
    return found


@pytest.mark.parametrize("rules", [DEFAULT_RULES, HOUSE], ids=["default", "house"])
def test_they_are_what_the_outlook_finds(rules: Ruleset) -> None:
    twins = Twins(24, rules, seed=41)
    batch, compared = twins.batch, set()
    for _ in range(80):
        found = batch.afterstates()
        assert found.shape == (24, ACTIONS, len(targets(rules)), 2)
        masks = batch.legal_mask()
        assert not found[~masks].any()
        for index in np.flatnonzero(~batch.over).tolist():
            numbers = np.flatnonzero(masks[index]).tolist()
            if len(numbers) > 1 and (numbers[-1] > 34 or twins.random.random() < 0.05):
                seat = int(batch.actor[index])
                seen = view(state_of(twins.matches[index]), seat)
                for number in numbers:
                    action = batch.action(index, number)
                    assert found[index, number].tolist() == by_hand(seen, action, rules), (seen, action)
                    compared.add(type(action))
        actions = twins.choose()
        for index in np.flatnonzero(~batch.over).tolist():
            twins.matches[index].apply(batch.action(index, int(actions[index])))
        batch.step(actions)
    assert compared >= {Discard, Pass, Pung, Chow, Kong}


def test_hidden_tiles_are_not_told() -> None:
    batch = Batch(30)
    batch.reset([match_seed(10, number) for number in range(30)])
    random = Random(10)
    for _ in range(40):
        other = batch.clone()
        for index in np.flatnonzero(~batch.over).tolist():
            hide(other, index, int(batch.actor[index]), random)
        assert (batch.afterstates() == other.afterstates()).all()
        batch.step(batch.choose([NEAREST, RANDOM, NEAREST, NEAREST]))
