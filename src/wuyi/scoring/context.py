"""What a judge is asked: the tiles, and how they are won (RULES.md 5)."""

from typing import Final, get_args

import msgspec

from wuyi.errors import ArgumentError
from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.notation import Way
from wuyi.hand.tile import Tile
from wuyi.hand.wait import waits
from wuyi.rules import Ruleset

WAYS: Final[tuple[Way, ...]] = get_args(Way)


class Winning(msgspec.Struct, frozen=True, kw_only=True):
    """The circumstances of a win.

    way: drawn oneself, off a discard, or by robbing an added kong (3.5).
    kongs: kongs in the unbroken chain that leads to this win (5.1, 5.3).
    flown: 飘 in that chain (5.3).
    last_tile: drawn as the 海底. kong_discard: off a replacement tile discarded straight away.
    heavenly: 天胡. earthly: 地胡.

    Raises `ArgumentError` for another way, for more kongs than melds or 飘 than caishen, and for what does
    not go with the way: these two, 海底 and 天胡 with a draw alone, the other two with a discard.
    """

    way: Way = "draw"
    kongs: int = 0
    flown: int = 0
    last_tile: bool = False
    kong_discard: bool = False
    heavenly: bool = False
    earthly: bool = False

    def __post_init__(self) -> None:
        if self.way not in WAYS:
            raise ArgumentError(f"way: {self.way!r} is none of {', '.join(WAYS)}")
        if not (0 <= self.kongs <= 4 and 0 <= self.flown <= 3):
            raise ArgumentError(f"kongs are 0 to 4 and flown 0 to 3, not {self.kongs} and {self.flown}")
        if self.way != "draw" and (self.kongs or self.flown or self.last_tile or self.heavenly):
            raise ArgumentError(f"kongs, flown, last_tile and heavenly go with draws alone, not a {self.way}")
        if self.way != "discard" and (self.kong_discard or self.earthly):
            raise ArgumentError(f"kong_discard and earthly go with discards alone, not a {self.way}")


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
        """The question about a hand, which may change afterwards."""
        return cls(hand.counts[:], hand.melds, hand.caishen, tile, winning, rules)

    def hand(self) -> Hand:
        """The hand before winning."""
        tiles = [tile for tile, count in enumerate(self.counts) for _ in range(count)]
        return Hand(tiles, self.melds, caishen=self.caishen)

    def waits(self) -> tuple[Tile, ...]:
        """The wait before winning (4.7), in order of kind; empty under 天胡, which had none (5.4)."""
        return () if self.winning.heavenly else waits(self.hand(), self.rules)
