"""Fans of 十三不靠 (4.3)."""

from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fan


@fan("xiaokao", 2, patterns=("unconnected",))
def unconnected(reading: Reading, winning: Winning) -> bool:
    """小靠."""
    return not reading.one_third


@fan("dakao", 3, patterns=("unconnected",))
def of_one_third(reading: Reading, winning: Winning) -> bool:
    """大靠."""
    return reading.one_third


@fan("qifeng", 1, patterns=("unconnected",))
def seven_honours(reading: Reading, winning: Winning) -> bool:
    """七风."""
    return reading.all_honours
