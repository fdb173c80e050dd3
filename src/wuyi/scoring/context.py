"""What a judge is asked: the tiles, and how they are won (RULES.md 5)."""

from typing import Literal

import msgspec

from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.tile import Tile
from wuyi.hand.wait import waits
from wuyi.rules import Ruleset

Way = Literal["draw", "discard", "rob"]


class Winning(msgspec.Struct, frozen=True, kw_only=True):
    """The circumstances of a win.

    way: drawn oneself, off a discard, or by robbing an added kong (3.5).
    kongs: kongs in the unbroken chain that leads to this win (5.1, 5.3).
    flown: 飘 in that chain (5.3).
    last_tile: drawn as the 海底. kong_discard: off a replacement tile discarded straight away.
    heavenly: 天胡. earthly: 地胡.
    """

    way: Way = "draw"
    kongs: int = 0
    flown: int = 0
    last_tile: bool = False
    kong_discard: bool = False
    heavenly: bool = False
    earthly: bool = False


class Question(msgspec.Struct, frozen=True, gc=False):
    """What was asked, kept with the answer so that it can be looked into later.

    counts, melds, caishen: of the hand before winning, as in `Hand`. tile: the winning one.
    """

    counts: list[int]
    melds: tuple[Meld, ...]
    caishen: Tile
    tile: Tile
    winning: Winning
    rules: Ruleset

    @classmethod
    def of(cls, hand: Hand, tile: Tile, winning: Winning, rules: Ruleset) -> "Question":
        return cls(hand.counts[:], hand.melds, hand.caishen, tile, winning, rules)

    def hand(self) -> Hand:
        """The hand before winning."""
        tiles = [tile for tile, count in enumerate(self.counts) for _ in range(count)]
        return Hand(tiles, self.melds, caishen=self.caishen)

    def waits(self) -> tuple[Tile, ...]:
        """The wait before winning (4.7), in order of kind; empty under 天胡, which had none (5.4)."""
        return () if self.winning.heavenly else waits(self.hand(), self.rules)
