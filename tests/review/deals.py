"""A trial in which nobody plays, and hands for reviews."""

from collections.abc import Sequence
from itertools import islice
from random import Random

from wuyi.engine.action import Action
from wuyi.engine.record import Record
from wuyi.engine.state import State
from wuyi.review.outcome import Outcome
from wuyi.review.position import Position
from wuyi.review.words import Engine
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.play import match_seed, play_match

from ..walls import Table, wall

RECORDS: list[Record] = [
    *islice(play_match(DEFAULT_RULES, match_seed(1, 1), ("novice", "random", "novice", "greedy"), "m"), 2)
]


class Noise:
    """A trial whose outcomes follow from what the seat knew and from the order of the actions. It deals no
    worlds, which takes its time."""

    engine: Engine = "plain"
    policy = "noise"
    block = 4

    def __init__(self, steps: int = 0) -> None:
        """steps: how much less each action brings than the one before."""
        self.steps = steps
        self.played = 0

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        random = Random(position.luck + stage.to_bytes(4, "big"))
        luck = [random.randrange(160) for _ in range(worlds)]
        self.played += worlds * len(actions)
        return [
            [each + random.randrange(3) - self.steps * place for each in luck]
            for place, _ in enumerate(actions)
        ]


def made_hand(remaining: int, seed: int = 19) -> State:
    """Seat 0 waits for the pair of its dragon, has drawn a tile of no use, and must discard."""
    table = Table(wall(turned="9p", hands={0: "123456789m1122z"}, seed=seed))
    while table.state.remaining > remaining:
        table.throw()
    table.go_to(0)
    return table.state
