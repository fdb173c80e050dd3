"""Fans of the way a hand is won. Drawn, they add up to the line of 5.1: 1 + 1 if 爆头 + 1 if from a
kong + 1 per 飘 + 1 if 海底, under the names of section 5.
"""

from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fan


@fan("zimo", 1, ways=("draw",))
def drawn(reading: Reading, winning: Winning) -> bool:
    """自摸; every other fan of a drawn win contains it."""
    return True


@fan("baotou", 2, contains=("zimo", "duting", "dandiao"))
def any_tile(reading: Reading, winning: Winning) -> bool:
    """爆头. 七对 without a caishen counts off a discard too (5.2)."""
    return reading.baotou


@fan("gangkai", lambda reading, winning: 1 + winning.kongs, ways=("draw",), contains=("zimo",))
def after_kong(reading: Reading, winning: Winning) -> bool:
    """杠开; where kongs stack, one more for each."""
    return winning.kongs > 0


@fan(
    "gangbao",
    lambda reading, winning: 2 + winning.kongs,
    ways=("draw",),
    contains=("zimo", "baotou", "gangkai", "duting", "dandiao"),
)
def any_tile_after_kong(reading: Reading, winning: Winning) -> bool:
    """杠爆."""
    return reading.baotou and winning.kongs > 0


@fan("caipiao", lambda reading, winning: winning.flown, ways=("draw",))
def caishen_flown(reading: Reading, winning: Winning) -> bool:
    """财飘: counts only in 爆头 (5.3)."""
    return reading.baotou and winning.flown > 0


@fan(
    "haidilao",
    lambda reading, winning: 1 if reading.baotou or winning.kongs else 2,
    ways=("draw",),
    contains=("zimo",),
)
def last_tile(reading: Reading, winning: Winning) -> bool:
    """海底捞: two with its 自摸, one beside a fan that contains it already."""
    return winning.last_tile


@fan(
    "tianhu",
    3,
    ways=("draw",),
    contains=("zimo", "baotou", "gangkai", "gangbao", "caipiao", "haidilao", "duting", "dandiao"),
)
def dealt(reading: Reading, winning: Winning) -> bool:
    """天胡: it contains 自摸, and nothing of a draw goes with it."""
    return winning.heavenly


@fan("dihu", 2, ways=("discard",))
def first_discard(reading: Reading, winning: Winning) -> bool:
    """地胡."""
    return winning.earthly


@fan("gangchong", 2, ways=("discard",))
def kong_discard(reading: Reading, winning: Winning) -> bool:
    """杠冲."""
    return winning.kong_discard


@fan("lagang", 2, ways=("rob",))
def robbed(reading: Reading, winning: Winning) -> bool:
    """拉杠."""
    return True
