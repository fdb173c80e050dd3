"""The fan of the caishen held."""

from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fan


@fan("sancaishen", 1)
def three_caishen(reading: Reading, winning: Winning) -> bool:
    """三财神: all three, the winning tile counted."""
    return reading.wilds == 3
