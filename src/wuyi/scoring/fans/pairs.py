"""The fan of seven pairs."""

from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fan


@fan("duiduihu", 2, patterns=("pairs",))
def seven_pairs(reading: Reading, winning: Winning) -> bool:
    """对对胡."""
    return True
