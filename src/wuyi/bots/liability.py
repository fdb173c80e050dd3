"""承包 (6.5): not to feed one who would make this seat pay for all.

Which hands do that, and how often it takes, scoring says (`others`). There is one side to it only: a winner
gains the same sum whoever pays it (6.4), so that it gains nothing by making others pay.
"""

from typing import Final

from wuyi.bots.others import opponents
from wuyi.engine.view import View
from wuyi.hand.hand import ALL_HONOURS, SUIT_BIT
from wuyi.hand.tile import TILES, Tile

LAID: Final = 3
"""Of so many melds of one colour others are looked out for: with two, most still become something else."""


class Liability:
    """What not to discard at this moment.

    left: how many of each kind this seat has not seen.
    """

    __slots__ = ("_by_chow", "_by_pung", "_caishen", "_left")

    def __init__(self, view: View, left: list[int]) -> None:
        self._left = left
        self._caishen = TILES[view.caishen]
        self._by_chow = self._by_pung = 0  # of which suits, a sum of `SUIT_BIT`
        for step, other in enumerate(opponents(view)):
            if other.melds >= LAID and other.makes_liable:
                if step == 0 and other.suits != ALL_HONOURS:
                    self._by_chow |= other.suits
                else:
                    self._by_pung |= other.suits

    def risked_by(self, tile: Tile | None) -> bool:
        """Whether a discard, if there is one, may bring this seat to pay for all. Nobody claims a caishen
        (2.4), or pungs a kind of which there are not two left."""
        if tile is None or tile == self._caishen:
            return False
        suits = self._by_chow | self._by_pung if self._left[tile] > 1 else self._by_chow
        return bool(suits & SUIT_BIT[tile])
