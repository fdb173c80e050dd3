"""What the adviser is sure of becomes a card only if it holds when it is played out."""

from collections.abc import Callable, Sequence

import msgspec
import pytest

from tools.make_drills import STAGES, confirmed, tile_of
from wuyi.drills.cards import Measured, ThrowQuestion
from wuyi.drills.pool import pool
from wuyi.engine.action import Action, Discard
from wuyi.review.engines import Outcome
from wuyi.review.position import Position
from wuyi.review.words import Engine

Played = Callable[[str, int], int]


class Fixed:
    """A `Trial` in which a discard comes to what `points` says of its tile, in world n."""

    engine: Engine = "plain"
    policy = "none"
    block = 1

    def __init__(self, points: Played) -> None:
        self.points = points
        self.stages = 0

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        self.stages += 1
        tiles = [action.tile for action in actions if isinstance(action, Discard)]
        return [[self.points(tile, world) for world in range(worlds)] for tile in tiles]


@pytest.fixture
def throw() -> ThrowQuestion:
    """A turn with one right answer."""
    return next(msgspec.structs.replace(each, measured=()) for each in pool().throws if len(each.best) == 1)


def asked(throw: ThrowQuestion, points: Played) -> tuple[ThrowQuestion | None, int]:
    trial = Fixed(points)
    return confirmed(throw, Position(throw.view, (), False), trial), trial.stages


def test_a_clear_best_is_measured(throw: ThrowQuestion) -> None:
    best = throw.best[0]
    found, stages = asked(throw, lambda tile, world: (5 if tile == best else 0) + world % 2)
    assert found is not None and stages == 1
    assert found.best == throw.best and found.decision == throw.decision
    assert found.measured and all(each == Measured(each.tile, 5.0, 0.0) for each in found.measured)


def test_where_another_is_better_there_is_no_card(throw: ThrowQuestion) -> None:
    best = throw.best[0]
    assert asked(throw, lambda tile, world: (0 if tile == best else 5) + world % 2) == (None, 1)


def test_where_it_cannot_be_told_there_is_none_either(throw: ThrowQuestion) -> None:
    assert asked(throw, lambda _, world: world % 7) == (None, STAGES)


def test_a_second_right_one_must_hold_too(throw: ThrowQuestion) -> None:
    best, second = [tile_of(option) for option in throw.decision.options[:2]]
    two = msgspec.structs.replace(throw, best=(best, second))
    found, _ = asked(two, lambda tile, world: 5 * (tile in (best, second)) + world % 2)
    assert found is not None and found.best == (best, second)
    found, _ = asked(two, lambda tile, world: 5 * (tile == best) + world % 2)
    assert found is not None and found.best == (best,)
