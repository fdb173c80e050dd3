"""What the melds of the other seats say of what they collect, and what not to feed them: the twin of
`wuyi.bots.others` and `wuyi.bots.liability`."""

from typing import Any, Final

from wuyi.bots.liability import LAID
from wuyi.bots.others import PAYS_ALL
from wuyi.hand.hand import ALL_HONOURS
from wuyi.scoring.payment import CLAIMS_TO_PAY_ALL
from wuyi.simulate.fast.hands import half_flush
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.rows import CONCEALED_KONG, NO_TILE

PAYS_ALL_SET: Final[int] = sum(1 << suits for suits, pays in enumerate(PAYS_ALL) if pays)
HONOURS: Final = 3


@kernel
def see_others(mind: Row, table: Row, hands: Any, seat: int) -> None:
    """Note of the three others, from the 下家 on, what `seat` sees of their melds, and the suits of which its
    discards risk that it pays for all."""
    mind.by_chow = 0
    mind.by_pung = 0
    for step in range(3):
        other = (seat + step + 1) & 3
        hand = hands[other]
        melds = whole(4 - hand.left)
        claimed, suits = whole(0), whole(0)
        for at in range(melds):
            if hand.meld_kind[at] != CONCEALED_KONG:
                claimed += 1
                suits |= 1 << hand.meld_start[at] // 9
        mind.melds[step] = melds
        mind.claimed[step] = claimed
        mind.suits[step] = suits
        mind.fed[step] = table.feeds[other, seat]
        if melds >= LAID and makes_liable(mind, step):
            if step == 0 and suits != ALL_HONOURS:
                mind.by_chow |= suits
            else:
                mind.by_pung |= suits


@kernel
def collects(mind: Row, step: int, tile: int) -> bool:
    """Whether one's melds point to a half flush that the tile fits (`Opponent.collects`)."""
    suits, suit = mind.suits[step], tile // 9
    if not mind.claimed[step] or not half_flush(suits):
        return False
    return bool(not suits & ~ALL_HONOURS or suit == HONOURS or suits >> suit & 1)


@kernel
def makes_liable(mind: Row, step: int) -> bool:
    """Whether one more claim would make this seat pay for all (`Opponent.makes_liable`)."""
    return bool(mind.fed[step] + 1 >= CLAIMS_TO_PAY_ALL and PAYS_ALL_SET >> mind.suits[step] & 1)


@kernel
def risked_by(mind: Row, tile: int) -> bool:
    """Whether a discard may bring this seat to pay for all (`Liability.risked_by`); `NO_TILE` for none."""
    if tile == NO_TILE or tile == mind.after.caishen:
        return False
    suits = mind.by_chow | mind.by_pung if mind.left[tile] > 1 else mind.by_chow
    return bool(suits >> tile // 9 & 1)
