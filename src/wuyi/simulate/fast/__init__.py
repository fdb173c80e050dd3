"""Thousands of tables at once: the rules compiled by Numba, equal to the readable engine (docs/fast.md).

Needs the extra `fast`; nothing else of the package imports this.
"""

try:
    import numba  # noqa: F401
except ImportError as error:
    message = "wuyi.simulate.fast needs Numba: pip install '.[fast]' in a clone"
    raise ImportError(message, name=error.name) from error

from wuyi.simulate.fast.batch import Batch, IllegalActions
from wuyi.simulate.fast.manner import Manner
from wuyi.simulate.fast.policy import EV, GREEDY, NEAREST, NOVICE, PROMISE, RANDOM
from wuyi.simulate.fast.questions import (
    HandRows,
    distances,
    fan_ids,
    hand_rows,
    judge_hands,
    kinds_of,
    rows_of,
    waits_of,
)

__all__ = [
    "EV",
    "GREEDY",
    "NEAREST",
    "NOVICE",
    "PROMISE",
    "RANDOM",
    "Batch",
    "HandRows",
    "IllegalActions",
    "Manner",
    "distances",
    "fan_ids",
    "hand_rows",
    "judge_hands",
    "kinds_of",
    "rows_of",
    "waits_of",
]
