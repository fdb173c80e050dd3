"""The fan of the runs."""

from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fan


@fan("yitiaolong", 2, patterns=("regular",), contains=("pinghu",))
def straight(reading: Reading, winning: Winning) -> bool:
    """一条龙."""
    return reading.straight
