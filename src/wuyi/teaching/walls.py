"""Figures of the wall: how it is opened, and what of its tail is drawn (1.3-1.7)."""

from typing import Final

from wuyi.engine.wall import (
    DEALT,
    STACKS,
    STANDING,
    TILES_IN_ALL,
    deal,
    drawable,
    opened_side,
    replacement_index,
    turned_index,
)
from wuyi.hand.tile import KINDS, NAMES
from wuyi.teaching.figures import Mark, TileSet, WallOpening, WallTail

_SHOWN: Final = 13
"""Stacks of the tail, so that the turned tile is among them whatever the dice say."""


def kinds() -> TileSet:
    """The tiles of the set (1.1)."""
    return TileSet(NAMES, TILES_IN_ALL // KINDS, TILES_IN_ALL)


def opening(seed: bytes) -> WallOpening:
    """How a seed's wall is opened, by the dealer it draws (1.2, 1.3)."""
    seat, wall, dice = deal(seed)
    return WallOpening(
        dealer=seat,
        dice=(dice[0], dice[1]),
        side=opened_side(seat, dice[0] + dice[1]),
        first=tuple([NAMES[tile] for tile in wall[:4]]),
    )


def tail(seed: bytes, taken: int = 0) -> WallTail:
    """The tail of a seed's wall, after so many replacements have been taken from it."""
    _, wall, dice = deal(seed)
    turned = turned_index(dice)
    gone = [replacement_index(number, turned) for number in range(taken)]
    last, front = _last(taken, turned)
    left = [index for index in range(front, TILES_IN_ALL) if index not in gone]
    if turned < front:
        left.append(turned)
    standing = sorted(left)[-STANDING:]

    def mark(index: int) -> Mark:
        if index == turned:
            return "turned"
        if index in gone:
            return "taken"
        if index in standing:
            return "standing"
        return "last" if index == last else ""

    first = STACKS - _SHOWN
    return WallTail(
        dice=(dice[2], dice[3]),
        turned=NAMES[wall[turned]],
        stacks=tuple([(mark(2 * stack), mark(2 * stack + 1)) for stack in range(first, STACKS)]),
        standing_turned=turned in standing,
        replacements=tuple([((index // 2) - first, index % 2) for index in gone]),
    )


def _last(taken: int, turned: int) -> tuple[int, int]:
    """The place of the 海底, and the front of the wall once it is drawn."""
    front, last = DEALT, DEALT
    while drawable(front, taken, turned) > 0:
        last = front + (front == turned)
        front = last + 1
    return last, front
