"""A tile is a small integer, its kind: 0..8 = 1m..9m, 9..17 = 1p..9p, 18..26 = 1s..9s,
27..33 = 1z..7z (東 南 西 北 白 發 中). Text is for people, records and the wire (RULES.md 10).
"""

from collections.abc import Iterable
from typing import Final

from wuyi.errors import ArgumentError, NotationError

Tile = int

KINDS: Final = 34
EVERY_KIND: Final = range(KINDS)
_EVERY_KIND: Final = frozenset(EVERY_KIND)
SUITS: Final = "mpsz"
NAMES: Final[tuple[str, ...]] = tuple(
    f"{rank}{suit}" for suit in SUITS for rank in range(1, 8 if suit == "z" else 10)
)
TILES: Final[dict[str, Tile]] = {name: tile for tile, name in enumerate(NAMES)}

EAST: Final[Tile] = 27
WHITE: Final[Tile] = 31
"""5z, the white dragon, which stands for the turned tile (RULES.md 2.3)."""


def name(tile: Tile) -> str:
    """The two letters of a tile: `name(4) == "5m"`; raises `ArgumentError` for what is none."""
    if tile not in EVERY_KIND:
        raise no_tile(tile)
    return NAMES[tile]


def tile(text: str) -> Tile:
    """The tile of two letters; raises `NotationError` for anything else."""
    try:
        return TILES[text]
    except (KeyError, TypeError):
        raise NotationError("not a tile", text=text, where=0) from None


def no_tile(given: object) -> ArgumentError:
    """What is said of something that should be a tile."""
    return ArgumentError(f"{given!r} is no tile: they are 0 to {KINDS - 1}, and `tile` reads text")


def checked(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles as they are given; raises `ArgumentError` at the first that is none."""
    given = tuple(tiles)
    try:
        if _EVERY_KIND.issuperset(given):
            return given
    except TypeError:  # what has no hash is no tile either
        pass
    raise no_tile(next(tile for tile in given if tile not in EVERY_KIND))


def suit(tile: Tile) -> int:
    """0, 1, 2 for m, p, s and 3 for honours."""
    return tile // 9


def rank(tile: Tile) -> int:
    """1..9 in a suit, 1..7 among the honours."""
    return tile % 9 + 1
