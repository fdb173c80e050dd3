"""Fans of the wait. 爆头 waits on everything (5.2, 5.5), under 天胡 there was no wait (5.4)."""

from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fan

WAIT_FANS = ("duting", "dandiao", "quanqiuren")
"""Where they do not stack (`wait_fans_stack`), the last that holds counts."""


@fan("duting", 1)
def one_wait(reading: Reading, winning: Winning) -> bool:
    """独听."""
    return reading.one_wait


@fan("dandiao", 1, patterns=("regular",))
def single_tile(reading: Reading, winning: Winning) -> bool:
    """单吊."""
    return reading.single


@fan("quanqiuren", 1, patterns=("regular", "winds"), ways=("discard", "rob"))
def all_from_others(reading: Reading, winning: Winning) -> bool:
    """全求人: the last tile, too, is from another (5.6)."""
    return reading.claimed
