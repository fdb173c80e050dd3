"""The golden numbers of tests/perft, counted by a batch that holds every sequence at once."""

import json

import numpy as np
import pytest

from tests.perft.positions import GOLDEN, POSITIONS
from wuyi.engine.action import Action, Discard
from wuyi.engine.event import Answered, Discarded, Event, HandStarted
from wuyi.simulate.fast import Batch

NUMBERS: dict[str, list[int]] = json.loads(GOLDEN.read_text())


def action_of(event: Event) -> Action | None:
    """The action that led to an event of a position's script, if any did."""
    if isinstance(event, Answered):
        return event.action
    return Discard(event.seat, event.tile) if isinstance(event, Discarded) else None


def position(name: str) -> Batch:
    """One table there."""
    table = POSITIONS[name]()
    start = table.events[0]
    assert isinstance(start, HandStarted)
    batch = Batch(1)
    batch.load(0, start)
    for event in table.events[1:]:
        action = action_of(event)
        if action is not None:
            batch.step([batch.number(0, action)])
    return batch


def counts(name: str, depth: int) -> list[int]:
    """How many sequences of 1..depth actions there are; one that ends the hand early counts once."""
    batch = position(name)
    found = []
    ended = 0
    for _ in range(depth):
        index, actions = np.nonzero(batch.legal_mask())
        batch = batch.clone(index)
        batch.step(actions)
        found.append(len(batch) + ended)
        going_on = np.flatnonzero(~batch.over)
        ended += len(batch) - len(going_on)
        batch = batch.clone(going_on)
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    assert counts(name, 5) == NUMBERS[name]
