"""Counts of action sequences from fixed walls: golden numbers (`positions.py`)."""

import json

import pytest

from tests.perft.positions import GOLDEN, POSITIONS, counts, perft
from wuyi.engine.apply import apply
from wuyi.engine.event import Event
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.state import fold
from wuyi.rules import DEFAULT_RULES

QUICK = 4


def golden() -> dict[str, list[int]]:
    numbers: dict[str, list[int]] = json.loads(GOLDEN.read_text())
    return numbers


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    assert counts(name, QUICK) == golden()[name][:QUICK]


@pytest.mark.long
@pytest.mark.parametrize("name", POSITIONS)
def test_perft_deep(name: str) -> None:
    assert counts(name, 5) == golden()[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_by_folding_events(name: str) -> None:
    """The same counts without copying a state: each node is folded anew from its events."""

    def by_fold(events: list[Event], depth: int) -> int:
        state = fold(DEFAULT_RULES, events)
        if depth == 0 or state.over:
            return 1
        total = 0
        for action in legal_actions(state, acting(state)[0]):
            total += by_fold([*events, *apply(fold(DEFAULT_RULES, events), action)], depth - 1)
        return total

    table = POSITIONS[name]()
    assert by_fold(table.events, 2) == perft(table.state, 2)
