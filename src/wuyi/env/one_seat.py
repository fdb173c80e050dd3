"""One seat of a table against players inside the kernels: Gymnasium's environment."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from wuyi.engine.action import Seat
from wuyi.env.spaces import Observation, action_space, observation, observation_space
from wuyi.errors import ArgumentError
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import NEAREST, RANDOM, Batch, players
from wuyi.simulate.fast.batch import SEED_BYTES

PLAYERS: Final[Mapping[str, int]] = {"nearest": NEAREST, **players.PLAYERS}
"""Who may sit at the other seats (`wuyi.simulate.fast.policy`): computer players play without their style."""


def policies_beside(seat: Seat, others: Sequence[str]) -> list[int]:
    """The policies of all seats, `seat` itself being asked by nobody; raises `ArgumentError` for an unknown
    player, and for what is no seat.

    others: by their names in `PLAYERS`, anticlockwise from the 下家 of `seat`.
    """
    if seat not in range(4):
        raise ArgumentError(f"seat: {seat!r} is no seat; they are 0 to 3")
    if len(others) != 3 or not PLAYERS.keys() >= set(others):
        raise ArgumentError(f"three of {', '.join(PLAYERS)} sit at the other seats, not {', '.join(others)}")
    policies = [RANDOM] * 4
    for step, name in enumerate(others, start=1):
        policies[(seat + step) % 4] = PLAYERS[name]
    return policies


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """An episode is a hand; its reward, given at the end, the points of the seat (6).

    An action outside the mask raises `IllegalActions`. info holds the seat that deals under "dealer".
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (Gymnasium has it so)

    def __init__(
        self,
        others: Sequence[str] = ("nearest", "nearest", "nearest"),
        *,
        seat: int = 0,
        rules: Ruleset = DEFAULT_RULES,
    ) -> None:
        """others: as `policies_beside` takes them."""
        self.observation_space = observation_space()
        self.action_space = action_space()
        self.seat = seat
        self._policies = policies_beside(seat, others)
        self.batch = Batch(1, rules)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and let the others play until the seat must act. The same seed gives the same hand.

        A hand that ends before the seat is ever asked is dealt anew.
        """
        super().reset(seed=seed)
        while True:
            self.batch.reset([self.np_random.bytes(SEED_BYTES)])
            self.batch.tables["luck"] = self.np_random.integers(1 << 63, dtype=np.uint64)
            self._let_others_play()
            if not self.batch.over[0]:
                return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do it, and let the others play until the seat must act again or the hand is over: what is seen, the
        reward, whether it is over, never cut short, and info. Raises `IllegalActions`."""
        self.batch.step([action])
        self._let_others_play()
        over = bool(self.batch.over[0])
        return self._seen(), float(self.batch.gains[0, self.seat]), over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What the seat may do now, as masked learners ask for it."""
        mask: NDArray[np.bool_] = self.batch.legal_mask()[0].copy()
        return mask

    def _let_others_play(self) -> None:
        self.batch.play_to(self.seat, self._policies)

    def _seen(self) -> Observation:
        return observation(self.batch, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"dealer": int(self.batch.tables["dealer"][0])}
