"""Fans of the colour: what suits the natural tiles are of."""

from wuyi.hand.face import HALF_FLUSH, ONE_SUIT
from wuyi.hand.hand import ALL_HONOURS
from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fan


@fan("hunyise", 2, patterns=("regular", "pairs"), contains=("pinghu",))
def half_flush(reading: Reading, winning: Winning) -> bool:
    """混一色."""
    return HALF_FLUSH[reading.suits] and reading.suits not in ONE_SUIT


@fan("qingyise", 3, patterns=("regular", "pairs"), contains=("pinghu",))
def full_flush(reading: Reading, winning: Winning) -> bool:
    """清一色."""
    return reading.suits in ONE_SUIT


@fan("ziyise_luan", 6, patterns=("regular", "winds"), contains=("pinghu", "hunyise"))
def honours(reading: Reading, winning: Winning) -> bool:
    """字一色·乱风: honours in any arrangement (4.4)."""
    return reading.suits == ALL_HONOURS


@fan(
    "ziyise",
    10,
    patterns=("regular", "pairs"),
    contains=("pinghu", "ziyise_luan", "pengpenghu", "duiduihu", "hunyise"),
)
def honours_in_sets(reading: Reading, winning: Winning) -> bool:
    """字一色·碰碰胡 and 字一色·对对胡. Honours form no runs, so a regular hand of them is 碰碰胡."""
    return reading.suits == ALL_HONOURS
