"""What is seen and done, alike in both environments (`wuyi.simulate.fast.observe`, `actions`)."""

from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from wuyi.engine.wall import TILES_IN_ALL
from wuyi.hand.tile import KINDS
from wuyi.simulate.fast import Batch
from wuyi.simulate.fast.actions import ACTIONS
from wuyi.simulate.fast.observe import PLANES, SCALARS

Observation = dict[str, Any]
"""planes and scalars as `Batch.observe` gives them, and action_mask: 1 for what the seat may do now."""

_MOST: Final = np.iinfo(np.int32).max


def action_space(seed: int | None = None) -> Discrete:
    """The numbers of all actions; `sample` takes the mask of an observation."""
    return Discrete(ACTIONS, seed=seed)


def observation_space() -> Dict:
    """The bounds of an `Observation`."""
    return Dict(
        {
            "planes": Box(0, TILES_IN_ALL // KINDS, (PLANES, KINDS), np.int8),
            "scalars": Box(-_MOST, _MOST, (SCALARS,), np.int32),
            "action_mask": Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def observation(batch: Batch, seat: int) -> Observation:
    """What `seat` knows at the one table of a batch; where it is not asked it may do nothing."""
    planes, scalars = batch.observe([seat])
    mask = batch.legal_mask()[0] if batch.actor[0] == seat else np.zeros(ACTIONS, np.bool_)
    return {"planes": planes[0], "scalars": scalars[0], "action_mask": mask.astype(np.int8)}
