"""A meld on the table: a chow, a pung or a kong (RULES.md 3, 10)."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from wuyi.errors import NotationError
from wuyi.hand.tile import EAST, EVERY_KIND, NAMES, SUITS, WHITE, Tile, no_tile, suit

MeldKind = Literal["chow", "pung", "kong", "concealed_kong"]


class Meld(msgspec.Struct, frozen=True, gc=False):
    """The tiles of a meld as they physically lie, each in its place of the run.

    A chow may hold 白 in the turned tile's place (2.3): with 6p turned, 4p 白 5p lies as
    `(4p, 5p, 白)` and is written `[45p5z]`. Build one with `chow`, `pung`, `kong`,
    `concealed_kong` or `parse`, which raise `ArgumentError` for what is no tile; the bare constructor checks
    nothing.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]

    @classmethod
    def chow(cls, tiles: Iterable[Tile], caishen: Tile) -> "Meld":
        """The run of three tiles in any order, a 白 among them standing for the turned tile.

        Raises `NotationError` where they are no run, or hold a caishen.
        """
        given = _checked(tiles)
        read = sorted([caishen if tile == WHITE else tile for tile in given])
        if caishen in given:
            message, reason = "a caishen stays concealed", "caishen_in_meld"
        elif [tile - read[0] for tile in read] != [0, 1, 2] or suit(read[0]) != suit(read[2]):
            message, reason = "neither a run nor alike", "not_a_meld"
        elif read[0] >= EAST:
            message, reason = "honours form no run", "chow_of_honours"
        else:
            return cls("chow", tuple([WHITE if tile == caishen else tile for tile in read]))
        raise NotationError(message, text=f"[{format_tiles(given)}]", where=0, reason=reason)

    @classmethod
    def pung(cls, tile: Tile) -> "Meld":
        """`[111z]`."""
        return cls("pung", _checked((tile,)) * 3)

    @classmethod
    def kong(cls, tile: Tile) -> "Meld":
        """An exposed or added kong, `[1111z]`."""
        return cls("kong", _checked((tile,)) * 4)

    @classmethod
    def concealed_kong(cls, tile: Tile) -> "Meld":
        """`(1111z)`."""
        return cls("concealed_kong", _checked((tile,)) * 4)

    @classmethod
    def parse(cls, text: str, caishen: Tile) -> "Meld":
        """The meld written in `text`; raises `NotationError` naming the place."""
        from wuyi.hand.notation import parse_meld

        if caishen not in EVERY_KIND:
            raise no_tile(caishen)
        return parse_meld(text, caishen)

    def __str__(self) -> str:
        opening, closing = BRACKETS[self.kind == "concealed_kong"]
        return f"{opening}{format_tiles(self.tiles)}{closing}"

    @property
    def start(self) -> Tile:
        """The lowest tile as read: of `[35m5z]` with 4m turned, 3m. Of a 白 pung, 白."""
        first = self.tiles[0]
        return self.tiles[1] - 1 if first == WHITE and self.kind == "chow" else first

    @property
    def claimed(self) -> bool:
        """Whether a tile of it came from another seat: all but the concealed kong."""
        return self.kind != "concealed_kong"


BRACKETS: Final = ("[]", "()")


def _checked(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    given = tuple(tiles)
    for tile in given:
        if tile not in EVERY_KIND:
            raise no_tile(tile)
    return given


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles as notation, ordered by kind: `123m456p11z`. Raises `ArgumentError` for what is no tile."""
    ordered = sorted(_checked(tiles))
    parts = []
    for index, letter in enumerate(SUITS):
        ranks = "".join(NAMES[tile][0] for tile in ordered if suit(tile) == index)
        if ranks:
            parts.append(ranks + letter)
    return "".join(parts)
