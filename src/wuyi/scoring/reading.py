"""A reading: one way to see a win as a pattern, as the facts that fans ask for (RULES.md 4, 5)."""

from typing import Literal

import msgspec

Pattern = Literal["regular", "pairs", "unconnected", "winds"]
"""4.1 four melds and a pair, 4.2 七对, 4.3 十三不靠, 4.4 乱风."""


class Reading(msgspec.Struct, frozen=True, gc=False):
    """The facts of one reading, worked out once from the tables; a fan is a predicate over them.

    suits: those of the natural tiles that count, melds included, as a sum of `hand.SUIT_BIT`: all
        fourteen tiles, in 爆头 the thirteen before the draw (4.6).
    one_wait: the wait is exactly one kind (4.7). claimed: four melds claimed from others. wilds: the caishen
        held, the winning tile counted.
    triplets: four triplets or kongs. straight: the nine tiles of 一条龙, in three runs without a caishen.
    baotou: the drawn tile makes the pair with the lone caishen of 爆头 (4.6); 七对 without any caishen
        counts as such (5.2).
    single: four melds before winning, and the winning tile makes the pair with a natural one (单吊).
    one_third: one of 147, 258, 369 serves all suits (大靠). all_honours: all seven honours are there
        without a caishen (七风).
    """

    pattern: Pattern
    suits: int
    one_wait: bool
    claimed: bool
    wilds: int
    triplets: bool = False
    straight: bool = False
    baotou: bool = False
    single: bool = False
    one_third: bool = False
    all_honours: bool = False


class Group(msgspec.Struct, frozen=True):
    """A group of a settled hand, to be shown.

    kind: `run`, `triplet`, `kong`, `pair`, or `single` for a tile of 十三不靠 or 乱风.
    tiles: as they lie. reads: what each stands for. claimed: a meld with a tile from another seat.
    """

    kind: str
    tiles: tuple[str, ...]
    reads: tuple[str, ...]
    claimed: bool = False
