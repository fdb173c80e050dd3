"""The action space: every action a seat may take has a number, whoever the seat is.

| numbers | action |
|---|---|
| 0..33 | discard the kind |
| 34 | pass |
| 35 | win |
| 36 | pung |
| 37 | kong of a discard |
| 38, 39, 40 | chow, the claimed tile's place (2.3) being the last, the middle, the first of the run |
| 41..74 | concealed kong of the kind + 41 |
| 75..108 | added kong of the kind + 75 |
"""

from collections.abc import Callable
from typing import Final

from wuyi.engine.action import (
    Action,
    AddedKong,
    Chow,
    ConcealedKong,
    Discard,
    Kong,
    Pass,
    Pung,
    Seat,
    Win,
)
from wuyi.errors import ArgumentError
from wuyi.hand.tile import KINDS, NAMES, TILES, WHITE, Tile

PASS: Final = KINDS
WIN: Final = PASS + 1
CLAIM_PUNG: Final = WIN + 1
CLAIM_KONG: Final = CLAIM_PUNG + 1
CLAIM_CHOW: Final = CLAIM_KONG + 1
OWN_KONG: Final = CLAIM_CHOW + 3
GROW_PUNG: Final = OWN_KONG + KINDS
ACTIONS: Final = GROW_PUNG + KINDS
"""How many there are."""


_BY_NUMBER: Final[dict[int, Callable[[Seat], Action]]] = {
    PASS: Pass,
    WIN: Win,
    CLAIM_PUNG: Pung,
    CLAIM_KONG: Kong,
}


def number_of(action: Action, tile: Tile | None, caishen: Tile) -> int:
    """The number of an action. tile: the discard on the table, which a chow claims."""
    match action:
        case Discard():
            return TILES[action.tile]
        case ConcealedKong():
            return OWN_KONG + TILES[action.tile]
        case AddedKong():
            return GROW_PUNG + TILES[action.tile]
        case Chow():
            assert tile is not None
            return CLAIM_CHOW + _lowest(action, tile, caishen) - _place(tile, caishen) + 2
        case Pass():
            return PASS
        case Win():
            return WIN
        case Pung():
            return CLAIM_PUNG
        case Kong():
            return CLAIM_KONG


def action_of(number: int, seat: Seat, tile: Tile | None, caishen: Tile) -> Action:
    """The action of that number by `seat`. tile: the discard on the table, which a chow claims.

    Raises `ArgumentError` for what is no action's number.
    """
    if not 0 <= number < ACTIONS:
        raise ArgumentError(f"no action has the number {number}: they are 0 to {ACTIONS - 1}")
    if number < PASS:
        return Discard(seat, NAMES[number])
    if number >= GROW_PUNG:
        return AddedKong(seat, NAMES[number - GROW_PUNG])
    if number >= OWN_KONG:
        return ConcealedKong(seat, NAMES[number - OWN_KONG])
    if number >= CLAIM_CHOW:
        assert tile is not None
        place = _place(tile, caishen)
        low = place - 2 + number - CLAIM_CHOW
        one, other = (
            NAMES[WHITE if read == caishen else read] for read in range(low, low + 3) if read != place
        )
        return Chow(seat, (one, other))
    return _BY_NUMBER[number](seat)


def _place(tile: Tile, caishen: Tile) -> Tile:
    """Where a tile stands in a run."""
    return caishen if tile == WHITE else tile


def _lowest(chow: Chow, tile: Tile, caishen: Tile) -> Tile:
    """The lowest place of the run."""
    return min(_place(each, caishen) for each in (*[TILES[text] for text in chow.tiles], tile))
