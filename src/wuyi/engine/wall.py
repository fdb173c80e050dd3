"""The wall: how a seed becomes tiles in draw order, and what of it can still be drawn (1.1-1.7)."""

from typing import NamedTuple

from wuyi.engine.luck import Luck
from wuyi.errors import NotationError
from wuyi.hand.tile import KINDS, Tile, tile

TILES_IN_ALL = 136
STACKS_A_SIDE = 17
STACKS = 4 * STACKS_A_SIDE
DEALT = 4 * 13
STANDING = 4
"""The tiles at the tail that are never drawn (1.5)."""


class Deal(NamedTuple):
    """All that luck decides in a hand. `seat` is the first dealer, should this be a match's first hand.

    wall: 136 tiles in draw order, upper before lower tile of each stack.
    dice: the opening roll, then the caishen roll.
    """

    seat: int
    wall: tuple[Tile, ...]
    dice: tuple[int, int, int, int]


def deal(seed: bytes, dealer: int | None = None) -> Deal:
    """The deal of a seed. The stream is used in this order: a seat, the shuffle, four dice.

    dealer: who rolls; the drawn seat itself if None (the first hand of a match, 1.2).
    """
    luck = Luck(seed)
    seat = luck.below(4)
    built = [kind for kind in range(KINDS) for _ in range(4)]
    luck.shuffle(built)
    dice = (luck.die(), luck.die(), luck.die(), luck.die())
    return Deal(seat, open_wall(built, seat if dealer is None else dealer, dice[0] + dice[1]), dice)


def opened_side(dealer: int, total: int) -> int:
    """Whose side of the wall the opening dice name, counted anticlockwise with the dealer as 1 (1.3)."""
    return (dealer + total - 1) % 4


def open_wall(built: list[Tile], dealer: int, total: int) -> tuple[Tile, ...]:
    """The built wall in draw order (1.3).

    built: 136 tiles, the stacks clockwise from the right end of seat 0's side, upper tile first. Clockwise
    the sides follow as seats 0, 3, 2, 1.
    total: of the opening dice.
    """
    side = opened_side(dealer, total)
    first = ((4 - side) % 4 * STACKS_A_SIDE + total) * 2
    return tuple(built[first:] + built[:first])


def read_wall(text: str) -> tuple[Tile, ...]:
    """The tiles of a wall's text, two letters each; raises `NotationError` unless they are 136 tiles."""
    if len(text) != 2 * TILES_IN_ALL:
        raise NotationError(f"a wall has {TILES_IN_ALL} tiles", text=text[:20], where=0, reason="wrong_count")
    return tuple([tile(text[i : i + 2]) for i in range(0, len(text), 2)])


def tile_at(text: str, place: int) -> Tile:
    """The tile at a place in the draw order of a wall's text."""
    return tile(text[2 * place : 2 * place + 2])


def turned_index(dice: tuple[int, int, int, int]) -> int:
    """Where in the draw order the turned tile stands (1.4): it tops the d-th stack from the tail."""
    return 2 * (STACKS - (dice[2] + dice[3]))


def replacement_index(taken: int, turned: int) -> int:
    """Where in the draw order the next replacement lies after `taken` replacements (1.7).

    From the tail the stacks give upper, then lower; the turned tile is skipped.
    """
    place = taken + (taken >= TILES_IN_ALL - 2 - turned)
    return TILES_IN_ALL - 2 - place + 2 * (place % 2)


def drawable(front: int, taken: int, turned: int) -> int:
    """How many tiles can still be drawn (1.5).

    front: the draw-order index the next draw begins at. taken: the replacements taken from the tail.
    Of what still stands, the turned tile included, the last four are never drawn; nor is the turned tile
    where it stands before those four.
    """
    standing = TILES_IN_ALL - (front - (front > turned)) - taken
    behind_turned = TILES_IN_ALL - 1 - turned - taken
    return standing - STANDING - (behind_turned >= STANDING)
