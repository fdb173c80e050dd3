"""What is not looked for in hands that are far from a win is not there."""

import random
from collections import Counter

import pytest

from tests.engine.checks import eager_choice, loaded_start
from wuyi.engine.advice import current_waits, discard_hints
from wuyi.engine.apply import apply, begin
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.reasons import explain_win_refusal
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import view
from wuyi.rules import Ruleset
from wuyi.server.table.nearness import Holdings, may_leave_a_wait

RULES = [
    Ruleset(),
    Ruleset(half_flush_required=False),
    Ruleset(white_as_itself=False),
    Ruleset(half_flush_required=False, white_as_itself=False, min_fan=0),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.hash)
def test_far_hands_have_nothing_of_near_ones(rules: Ruleset) -> None:
    luck = random.Random(rules.hash)
    near: Counter[str] = Counter()
    for _ in range(25):
        state, _ = begin(rules, loaded_start(luck))
        holdings = Holdings()
        while not state.over:
            for seat in SEATS:
                near.update(check(state, seat, holdings))
            seat = acting(state)[0]
            apply(state, eager_choice(legal_actions(state, seat), luck))
    assert near["asked"] > 500 and near["wait"] and near["leave"] and near["refused"]


def check(state: State, seat: int, holdings: Holdings) -> list[str]:
    """What is found by looking at everything is no more than what may be there; which of it is."""
    seen, legal, found = view(state, seat), legal_actions(state, seat), ["asked"]
    holding = holdings.of(state, seat)
    assert holding.names == seen.hand  # what is kept is of the hand as it is
    if current_waits(seen):
        assert holding.may_wait and current_waits(seen, holding.waits) == current_waits(seen)
        found.append("wait")
    if state.phase == "turn" and legal and discard_hints(seen, legal):
        assert may_leave_a_wait(state, holding)
        found.append("leave")
    refusal = explain_win_refusal(state, seat)
    if refusal is not None and refusal.reason not in ("not_complete", "caishen_unclaimable", "caishen_lock"):
        assert holding.may_wait or holding.nearly_regular
        found.append("refused")
    return found
