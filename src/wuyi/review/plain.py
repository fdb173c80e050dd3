"""Worlds played out by the readable engine, where the extra `fast` is not installed."""

from collections.abc import Sequence
from random import Random

from wuyi.engine.action import Action, Seat
from wuyi.engine.apply import apply
from wuyi.engine.event import Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.state import SEATS, State
from wuyi.engine.suppose import outline, suppose
from wuyi.review.nearest import choose
from wuyi.review.outcome import Outcome, capped
from wuyi.review.position import Position
from wuyi.review.words import Engine


class PlainTrial:
    """See `wuyi.review.outcome.Trial`."""

    engine: Engine = "plain"
    policy = "nearest"
    block = 8

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        """See `Trial.play`."""
        random = Random(position.luck + stage.to_bytes(4, "big"))
        known = outline(
            position.view,
            front=position.front,
            taken=position.taken,
            kong_discard=position.kong_discard,
        )
        found: list[list[int]] = [[] for _ in actions]
        for _ in range(worlds):
            world = position.world(random)
            state = suppose(
                known,
                {seat: world.hands[seat] for seat in SEATS if seat != position.seat},
                dict(enumerate(world.kongs)),
                dict(zip(position.standing, world.wall, strict=True)),
            )
            for action, outcomes in zip(actions, found, strict=True):
                outcomes.append(_finish(state.copy(), action))
        return [*found]


def _finish(state: State, action: Action) -> int:
    """The capped points of the seat that begins with an action; in a claim it answers first."""
    apply(state, action)
    while not state.over:
        seat: Seat = acting(state)[0]
        apply(state, choose(state, seat, legal_actions(state, seat)))
    result = state.result
    return capped(result.payments[action.seat], result.fan) if isinstance(result, Won) else 0
