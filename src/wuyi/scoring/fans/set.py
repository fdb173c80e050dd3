"""Fans of the melds."""

from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fan


@fan("pinghu", 0, patterns=("regular",))
def plain(reading: Reading, winning: Winning) -> bool:
    """平胡: a regular hand; every pattern fan contains it."""
    return True


@fan("pengpenghu", 2, patterns=("regular",), contains=("pinghu",))
def four_triplets(reading: Reading, winning: Winning) -> bool:
    """碰碰胡."""
    return reading.triplets
