"""The numbers of actions: every one stands for one action, and back."""

from collections import Counter

import numpy as np
import pytest

from wuyi.engine.action import Chow
from wuyi.engine.legal import acting, legal_actions
from wuyi.errors import ArgumentError
from wuyi.hand.tile import TILES
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.fast import Batch
from wuyi.simulate.fast.actions import ACTIONS, CLAIM_CHOW, PASS, action_of, number_of

from .twin import Twins, state_of


@pytest.mark.parametrize("caishen", ["9p", "5m", "1z", "5z"])
def test_there_and_back(caishen: str) -> None:
    turned, tile = TILES[caishen], TILES["6m"]
    names = Counter(type(action_of(number, 2, tile, turned)).__name__ for number in range(ACTIONS))
    assert names == {
        **{"Discard": 34, "ConcealedKong": 34, "AddedKong": 34},
        **{"Chow": 3, "Pung": 1, "Kong": 1, "Win": 1, "Pass": 1},
    }
    for number in range(ACTIONS):
        assert number_of(action_of(number, 2, tile, turned), tile, turned) == number


@pytest.mark.parametrize("number", [-1, ACTIONS])
def test_no_action_has_another_number(number: int) -> None:
    with pytest.raises(ArgumentError, match=f"no action has the number {number}: they are 0 to 108"):
        action_of(number, 0, None, 0)


def test_a_white_in_a_chow() -> None:
    """With 5m turned, 白 lies in its place, claimed or held (2.3)."""
    turned = TILES["5m"]
    assert action_of(CLAIM_CHOW, 1, TILES["6m"], turned) == Chow(1, ("4m", "5z"))
    assert action_of(CLAIM_CHOW + 1, 1, TILES["5z"], turned) == Chow(1, ("4m", "6m"))
    assert number_of(Chow(1, ("4m", "5z")), TILES["6m"], turned) == CLAIM_CHOW


def test_a_table_names_its_own_actions() -> None:
    twins = Twins(4, DEFAULT_RULES, seed=2)
    for index, match in enumerate(twins.matches):
        state = state_of(match)
        seat = acting(state)[0]
        numbers = np.flatnonzero(twins.batch.legal_mask()[index]).tolist()
        assert {twins.batch.action(index, number) for number in numbers} == set(legal_actions(state, seat))


def test_nothing_is_legal_where_no_hand_is_played() -> None:
    assert not Batch(3).legal_mask().any()
    assert len(TILES) == PASS
