"""One seat at each of many tables against players inside the kernels: Gymnasium's vector environment."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from wuyi.env.one_seat import policies_beside
from wuyi.env.spaces import Observation, action_space, observation_space
from wuyi.errors import ArgumentError
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import Batch
from wuyi.simulate.fast.batch import SEED_BYTES

Bools = NDArray[np.bool_]
Step = tuple[Observation, NDArray[np.float64], Any, Any, dict[str, Any]]
"""What is seen, the rewards, where a hand has ended, nowhere (nothing is cut short), and no more."""


class ManySeats(VectorEnv[Observation, NDArray[np.int64], NDArray[np.float64]]):
    """As many `OneSeat` as asked for, all moved on by one call of the batch engine.

    A table whose hand has ended is dealt anew by the next step, which does not look at its action and gives
    no reward there (`AutoresetMode.NEXT_STEP`).
    """

    def __init__(
        self,
        num_envs: int,
        others: Sequence[str] = ("nearest", "nearest", "nearest"),
        *,
        seat: int = 0,
        rules: Ruleset = DEFAULT_RULES,
    ) -> None:
        """others: as `one_seat.policies_beside` takes them."""
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.num_envs = num_envs
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seat = seat
        self.batch = Batch(num_envs, rules)
        self._policies = policies_beside(seat, others)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal at every table. The same seed, a single one for all tables, gives the same hands."""
        if isinstance(seed, list):
            raise ArgumentError("one seed serves all tables")
        super().reset(seed=seed)
        self._deal(np.ones(self.num_envs, np.bool_))
        return self._seen(), {}

    def step(self, actions: NDArray[np.int64]) -> Step:
        """An action at each table; raises `IllegalActions`, with nothing done, for one outside its mask."""
        ended = self.batch.over
        self.batch.step(actions)
        self.batch.play_to(self.seat, self._policies)
        self._deal(ended)
        over = self.batch.over
        rewards = self.batch.gains[:, self.seat].astype(np.float64)
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), {}

    def _deal(self, where: Bools) -> None:
        """Deal at some tables, again where a hand ends before the seat is ever asked."""
        while where.any():
            seeds = self.np_random.integers(0, 256, (self.num_envs, SEED_BYTES), np.uint8)
            self.batch.reset(seeds, where)
            luck = self.np_random.integers(1 << 63, size=self.num_envs, dtype=np.uint64)
            self.batch.tables["luck"][where] = luck[where]
            self.batch.play_to(self.seat, self._policies)
            where = where & self.batch.over

    def _seen(self) -> Observation:
        planes, scalars = self.batch.observe(np.full(self.num_envs, self.seat, np.int8))
        mask = self.batch.legal_mask().astype(np.int8)
        return {"planes": planes, "scalars": scalars, "action_mask": mask}
