"""How a hand is won: everything beside its tiles that fans ask (RULES.md 5)."""

from typing import Literal

import msgspec

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
