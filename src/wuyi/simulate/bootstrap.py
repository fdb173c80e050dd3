"""Intervals for means of what has long tails: the bootstrap."""

from collections.abc import Sequence
from random import Random
from typing import Final

_DRAWS: Final = 10_000_000
_FEWEST, _MOST = 200, 1000
"""Resamples: as many as some seconds allow."""

Interval = tuple[float, float]


def interval(values: Sequence[float], seed: int = 1) -> Interval | None:
    """The 95 % interval of the mean of independent values: the percentiles of the means of resamples, so many
    values drawn from them with repetition each time. None for fewer than two values.

    seed: of the resamples; the same values and seed give the same interval.
    """
    count = len(values)
    if count < 2:
        return None
    draw = Random(seed).choices
    resamples = max(_FEWEST, min(_MOST, _DRAWS // count))
    means = sorted([sum(draw(values, k=count)) / count for _ in range(resamples)])
    tail = resamples // 40
    return means[tail], means[-1 - tail]
