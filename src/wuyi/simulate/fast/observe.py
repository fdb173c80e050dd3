"""What a seat knows, as numbers: planes over the 34 kinds of tiles, and scalars.

Own and public knowledge alone, as `wuyi.engine.view` shows it. Seats are counted from the one that looks: 0
itself, 1 the next anticlockwise (下家), 2 the one opposite, 3 the one before (上家).

Planes, each a number of tiles by kind:
    0       concealed, the drawn tile among them
    1       the tile just drawn
    2       the discard or kong tile that may be claimed or robbed
    3       the caishen, three of its kind
    4..7    in the melds of each seat; another's concealed kong is not seen
    8..11   in the river of each seat, without what was claimed
    12      unseen: in the wall or in another's hand

Scalars:
    0       tiles that can still be drawn
    1..3    one in phase turn, claim, rob
    4..7    one where the dealer sits
    8..11   one where the seat sits whose turn it is, or whose tile may be claimed or robbed
    12..15  one where a discarded caishen still bars wins on discards (2.5)
    16..19  concealed tiles of each seat
    20..23  concealed kongs of each seat
    24..39  how often each seat has claimed from each (6.5), four numbers a seat
    40, 41  kongs and 飘 of the own unbroken chain (5.3)
    42      one if the drawn tile is the 海底, 43 if it came from the tail after a kong
    44      the number of the hand in the match
    45..48  the totals of each seat before the hand, or after it once it is over
    49      discards so far
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuyi.hand.tile import KINDS, WHITE
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.rows import CHOW, CONCEALED_KONG, NO_TILE, NOBODY, OVER, PUNG, ROB, SEATS, TURN
from wuyi.simulate.fast.wall import drawable

PLANES: Final = 13
SCALARS: Final = 50

OWN, DRAWN, OPEN_TILE, CAISHEN, MELDS, RIVERS, UNSEEN = 0, 1, 2, 3, 4, 8, 12

CAISHEN_IN_PLAY: Final = 3


@kernel
def look(table: Row, hands: Any, seat: int, planes: NDArray[np.int8], scalars: NDArray[np.int32]) -> None:
    """Fill in what `seat` knows; both arrays are zero before."""
    see_tiles(table, hands, seat, planes)
    scalars[0] = drawable(table)
    if table.phase != OVER:
        scalars[1 + table.phase] = 1
    scalars[4 + ((table.dealer - seat) & 3)] = 1
    scalars[8 + ((table.turn - seat) & 3)] = 1
    for other in range(SEATS):
        at = (other - seat) & 3
        hand = hands[other]
        scalars[12 + at] = table.locks[other]
        scalars[16 + at] = concealed(table, hand, other)
        scalars[20 + at] = hand.concealed_kongs
        for source in range(SEATS):
            scalars[24 + 4 * at + ((source - seat) & 3)] = table.feeds[other, source]
        scalars[45 + at] = table.scores[other]
    scalars[40] = table.kongs[seat]
    scalars[41] = table.flown[seat]
    scalars[42] = table.last
    scalars[43] = table.replacement
    scalars[44] = table.hand
    scalars[49] = table.discards


@kernel
def see_tiles(table: Row, hands: Any, seat: int, planes: NDArray[np.int8]) -> None:
    """Fill in the planes of what `seat` sees."""
    hand = hands[seat]
    for kind in range(KINDS):
        planes[OWN, kind] = hand.counts[kind]
    if table.turn == seat and table.drawn != NO_TILE:
        planes[OWN, table.drawn] += 1
        planes[DRAWN, table.drawn] = 1
    if table.tile != NO_TILE:
        planes[OPEN_TILE, table.tile] = 1
    planes[CAISHEN, table.caishen] = CAISHEN_IN_PLAY
    for other in range(SEATS):
        see_melds(hands[other], other == seat, planes[MELDS + ((other - seat) & 3)])
    for at in range(table.discards):
        if table.river_taker[at] == NOBODY:
            planes[RIVERS + ((table.river_seat[at] - seat) & 3), table.river_tile[at]] += 1
    for kind in range(KINDS):
        seen = whole(planes[OWN, kind])
        for plane in range(MELDS, UNSEEN):
            seen += planes[plane, kind]
        planes[UNSEEN, kind] = 4 - seen
    planes[UNSEEN, table.caishen] -= 1  # the turned tile lies open
    if table.phase == ROB:
        planes[UNSEEN, table.tile] -= 1  # neither in the hand any more nor in the meld yet


@kernel
def see_melds(hand: Row, own: bool, plane: NDArray[np.int8]) -> None:
    """Add the tiles of a seat's melds, as they lie, to a plane."""
    for at in range(4 - hand.left):
        kind, start = hand.meld_kind[at], hand.meld_start[at]
        if kind == CHOW:
            for read in range(start, start + 3):
                plane[WHITE if read == hand.caishen else read] += 1
        elif kind != CONCEALED_KONG or own:
            plane[start] += 3 if kind == PUNG else 4


@kernel
def concealed(table: Row, hand: Row, seat: int) -> int:
    """How many tiles a seat holds, the drawn one included."""
    holds_one_more = table.turn == seat and (table.phase == TURN or table.drawn != NO_TILE)
    return whole(3 * hand.left + 1 + holds_one_more)


@kernel
def unseen_by(table: Row, hands: Any, seat: int) -> NDArray[np.int8]:
    """How many of each kind a seat has not seen (`wuyi.engine.advice.unseen`)."""
    planes = np.zeros((PLANES, KINDS), np.int8)
    see_tiles(table, hands, seat, planes)
    unseen: NDArray[np.int8] = planes[UNSEEN]
    return unseen
