"""What the melds of the other seats say of what they collect."""

from functools import lru_cache
from typing import Final, NamedTuple

from wuyi.engine.view import View
from wuyi.hand import Meld
from wuyi.hand.face import HALF_FLUSH
from wuyi.hand.hand import ALL_HONOURS, SUIT, SUIT_BIT
from wuyi.hand.tile import TILES, Tile
from wuyi.scoring.context import Winning
from wuyi.scoring.payment import CLAIMS_TO_PAY_ALL, pays_all
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import fans_of

PAYS_ALL: Final = tuple(
    [pays_all(fans_of(Reading("regular", suits, False, False, 0), Winning())) for suits in range(16)]
)
"""By the suits of a hand, a sum of `SUIT_BIT`, whether who fed it often enough pays for all (6.5)."""


class Opponent(NamedTuple):
    """melds: how many. claimed: how many of them from others. suits: theirs, as a sum of `SUIT_BIT`.
    fed: how many this seat's discards made (6.5)."""

    melds: int
    claimed: int
    suits: int
    fed: int

    def collects(self, tile: Tile) -> bool:
        """Whether its melds point to a half flush that the tile fits."""
        if not self.claimed or not HALF_FLUSH[self.suits]:
            return False
        return not self.suits & ~ALL_HONOURS or SUIT[tile] == 3 or bool(self.suits & SUIT_BIT[tile])

    @property
    def makes_liable(self) -> bool:
        """Whether one more claim would make this seat pay for all, if the hand stays of its colour (6.5)."""
        return self.fed + 1 >= CLAIMS_TO_PAY_ALL and PAYS_ALL[self.suits]


def opponents(view: View) -> tuple[Opponent, ...]:
    """The three others, anticlockwise from the 下家."""
    assert view.seat is not None
    found = []
    for step in (1, 2, 3):
        seat = view.seats[(view.seat + step) % 4]
        claimed = [meld.meld for meld in seat.melds if meld.meld[0] == "["]
        suits = 0
        for meld in claimed:
            suits |= _suit_of(meld, view.caishen)
        found.append(Opponent(len(seat.melds), len(claimed), suits, seat.feeds[view.seat]))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _suit_of(meld: str, caishen: str) -> int:
    return SUIT_BIT[Meld.parse(meld, TILES[caishen]).start]
