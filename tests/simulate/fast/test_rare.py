"""The rare events of tests/engine/test_rare.py, whose scripts are played on a batch of one table beside."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tests.engine import test_rare as scripts
from tests.simulate.fast.twin import compare_result, compare_state
from tests.walls import Table
from wuyi.engine.action import Action
from wuyi.engine.event import Event, HandStarted, Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import Batch

SEEN: set[str] = set()
"""What came about in the scripts played so far."""


class Mirrored(Table):
    """A table whose every action is done on a batch too, in the batch's order: an answer that a script gives
    early waits until the seats before have answered."""

    def __init__(self, start: HandStarted, rules: Ruleset = DEFAULT_RULES) -> None:
        super().__init__(start, rules)
        self.batch = Batch(1, rules)
        self.batch.load(0, start)
        self.waiting: dict[int, Action] = {}
        self.compare([])

    def do(self, *actions: Action) -> list[Event]:
        events: list[Event] = []
        for action in actions:
            events = super().do(action)  # raises where the script expects it to
            self.waiting[action.seat] = action
            while (seat := int(self.batch.actor[0])) in self.waiting:
                self.batch.step([self.batch.number(0, self.waiting.pop(seat))])
            if not self.state.answers:  # what was said since could change nothing
                self.waiting.clear()
            if not self.waiting:
                self.compare(events)
        return events

    def compare(self, events: list[Event]) -> None:
        batch, state = self.batch, self.state
        assert bool(batch.over[0]) == state.over
        if state.over:
            won = events[-1] if events else None
            gains = won.payments if isinstance(won, Won) else (0, 0, 0, 0)
            compare_result(batch, 0, state, gains)
            if isinstance(won, Won):
                SEEN.update([won.way, *[id for id, _ in won.fans]])
            return
        compare_state(batch, 0, state)
        seat = acting(state)[0]
        assert batch.actor[0] == seat
        legal = {batch.action(0, int(number)) for number in np.flatnonzero(batch.legal_mask()[0])}
        assert legal == set(legal_actions(state, seat))


def every_script() -> Iterator[Any]:
    """Each test of the rare events, once for each of its parameters."""
    for name, script in vars(scripts).items():
        if not name.startswith("test_"):
            continue
        marks = [mark for mark in getattr(script, "pytestmark", []) if mark.name == "parametrize"]
        if not marks:
            yield pytest.param(script, {}, id=name)
            continue
        names, values = marks[0].args
        for value in values:
            given = dict(zip(names, value, strict=True)) if isinstance(names, tuple) else {names: value}
            yield pytest.param(script, given, id=f"{name}-{value}")


@pytest.mark.parametrize(("script", "given"), list(every_script()))
def test_script(script: Callable[..., None], given: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "Table", Mirrored)
    script(**given)


def test_the_rare_is_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "Table", Mirrored)
    for each in every_script():
        script, given = each.values
        script(**given)
    assert {
        "rob",
        "lagang",
        "tianhu",
        "dihu",
        "gangchong",
        "gangkai",
        "gangbao",
        "caipiao",
        "haidilao",
    } <= SEEN
