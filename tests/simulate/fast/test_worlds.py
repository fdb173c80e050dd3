"""A table set up from what one seat knows and the true hidden tiles is the table itself: the same actions are
legal, and the same comes of each."""

import numpy as np
import pytest

from wuyi.engine.legal import legal_actions
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import UNKNOWN, view
from wuyi.hand.tile import KINDS
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import NEAREST, Batch
from wuyi.simulate.fast.worlds import Hidden, begin_with, worlds

from .twin import Twins, state_of

UNKNOWABLE = ("kongs", "flown")
"""The chains of the others, which count for nothing at a table set up from a view."""
OF_TABLE = (
    *("hand", "scores", "dealer", "dice", "turned", "caishen", "front", "taken", "turn", "drawn", "tile"),
    *("phase", "replacement", "last", "discards", "locks", "feeds", "wall", "near", "options"),
)
OF_HAND = (
    *("counts", "keys", "wilds", "whites", "left", "suits", "white_set", "chows", "pungs", "concealed_kongs"),
    "caishen",
)


def set_up(state: State, seat: int, copies: int = 1) -> Batch:
    """The table as `seat` sees it, with the hidden tiles where they are."""
    seen = view(state, seat)
    kongs = np.zeros((copies, 4, 4), np.int8)
    for other in SEATS:
        for at, meld in enumerate(seen.seats[other].melds):
            if UNKNOWN in meld.meld:
                kongs[:, other, at] = state.hands[other].melds[at].start
    counts = np.array([hand.counts for hand in state.hands], np.int8).reshape(1, 4, KINDS)
    hidden = Hidden(np.repeat(counts, copies, axis=0), kongs, np.array([state.wall] * copies, np.int8))
    front, taken = state.front, state.taken
    return worlds(seen, hidden, front=front, taken=taken, kong_discard=state.kong_discard)


def ends(batch: Batch) -> list[object]:
    batch.rollout([NEAREST] * 4)
    return [batch.tables[name].tolist() for name in ("winner", "way", "source", "fan", "fans", "gains")]


def compare(twins: Twins, index: int) -> None:
    """One table of the batch, at which somebody must act."""
    state, seat = state_of(twins.matches[index]), int(twins.batch.actor[index])
    there = twins.batch.clone([index])
    found = set_up(state, seat)
    for name in OF_TABLE:
        if name != "options" or state.phase != "turn":
            assert found.tables[name].tolist() == there.tables[name].tolist(), name
    for name in OF_HAND:
        assert found.hands[name].tolist() == there.hands[name].tolist(), name
    for name in UNKNOWABLE:
        assert found.tables[name][0, seat] == there.tables[name][0, seat]
        found.tables[name] = there.tables[name]
    for action in legal_actions(state, seat):
        supposed, true = found.clone(), there.clone()
        begin_with(supposed, action)
        true.step([true.number(0, action)])
        assert ends(supposed) == ends(true), action
    assert found.play_to(seat, [NEAREST] * 4) == 0
    assert (found.legal_mask() == there.legal_mask()).all()


@pytest.mark.parametrize("rules", [DEFAULT_RULES, Ruleset(half_flush_required=False, min_fan=0)])
def test_the_true_tiles_make_the_true_table(rules: Ruleset) -> None:
    twins = Twins(48, rules, seed=12)
    compared: set[str] = set()
    for _ in range(60):
        actions = twins.choose()
        for index in np.flatnonzero(~twins.batch.over).tolist():
            state = state_of(twins.matches[index])
            if not state.answers and twins.random.random() < 0.06:
                compare(twins, index)
                compared.add(state.phase)
            twins.matches[index].apply(twins.batch.action(index, int(actions[index])))
        twins.batch.step(actions)
    assert compared >= {"turn", "claim"}


def test_an_answer_waits_for_those_asked_earlier() -> None:
    """The seat of the view may be the second that is asked: the first still has its say."""
    twins = Twins(64, DEFAULT_RULES, seed=13)
    seen = 0
    while seen < 3:
        batch = twins.batch
        for index in np.flatnonzero(~batch.over).tolist():
            state = state_of(twins.matches[index])
            asked = [seat for seat in SEATS if legal_actions(state, seat)]
            if state.phase == "claim" and not state.answers and len(asked) == 2:
                first = int(batch.actor[index])
                (second,) = {*asked} - {first}
                found = set_up(state, second)
                begin_with(found, legal_actions(state, second)[-1])  # lets it go
                assert found.play_to(first, [NEAREST] * 4) == 0
                assert found.actor[0] == first
                assert (found.legal_mask()[0] == batch.legal_mask()[index]).all()
                seen += 1
        actions = twins.choose()
        for index in np.flatnonzero(~batch.over).tolist():
            twins.matches[index].apply(batch.action(index, int(actions[index])))
        batch.step(actions)
