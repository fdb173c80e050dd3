"""All four seats of a table, one after the other: PettingZoo's agent-environment cycle."""

from typing import Any, Final

import numpy as np
from pettingzoo import AECEnv

from wuyi.env.spaces import Observation, action_space, observation, observation_space
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import Batch
from wuyi.simulate.fast.batch import SEED_BYTES

SEATS: Final = ("seat_0", "seat_1", "seat_2", "seat_3")


class TableEnv(AECEnv):  # type: ignore[misc]
    """An episode is a hand, or with `whole_match` a match of `rules.hands` hands.

    Rewards are the points that a hand brings (6), given to all four when it ends, so they add up to zero. An
    action outside the mask raises `IllegalActions`.
    """

    metadata: Final = {"name": "wuyi_v0", "is_parallelizable": False, "render_modes": []}

    def __init__(self, rules: Ruleset = DEFAULT_RULES, *, whole_match: bool = False) -> None:
        super().__init__()
        self.render_mode = None
        self.possible_agents = list(SEATS)
        self.batch = Batch(1, rules)
        self.whole_match = whole_match
        self.observation_spaces = {agent: observation_space() for agent in SEATS}
        self.action_spaces = {agent: action_space() for agent in SEATS}
        self._luck = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed deals the same hands; without one each episode differs from the last."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.batch.reset([self._luck.bytes(SEED_BYTES)])
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SEATS}
        self._select()

    def observe(self, agent: str) -> Observation:
        """What the seat knows; its mask is empty where another must act."""
        return observation(self.batch, SEATS.index(agent))

    def step(self, action: int | None) -> None:
        """The seat `agent_selection` does it; None once the episode is over. Raises `IllegalActions`."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.batch.step([-1 if action is None else action])
        if self.batch.over[0]:
            self.rewards = dict(zip(SEATS, self.batch.gains[0].tolist(), strict=True))
            if not (self.whole_match and self.batch.deal()[0]):
                self.terminations = dict.fromkeys(SEATS, True)
        self._accumulate_rewards()
        if not self.terminations[agent]:
            self._select()

    def render(self) -> None:
        """Nothing is shown."""

    def close(self) -> None:
        """Nothing is held open."""

    def _select(self) -> None:
        self.agent_selection = SEATS[self.batch.actor[0]]
