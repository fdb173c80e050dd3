"""A meld on the table: a chow, a pung or a kong (RULES.md 3, 10)."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from wuyi.errors import NotationError
from wuyi.hand.text import PLAIN, Placed, expect_text, format_tiles, scan_tiles
from wuyi.hand.tile import EAST, WHITE, Tile, checked, suit

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
        given = checked(tiles)
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
        return cls("pung", checked((tile,)) * 3)

    @classmethod
    def kong(cls, tile: Tile) -> "Meld":
        """An exposed or added kong, `[1111z]`."""
        return cls("kong", checked((tile,)) * 4)

    @classmethod
    def concealed_kong(cls, tile: Tile) -> "Meld":
        """`(1111z)`."""
        return cls("concealed_kong", checked((tile,)) * 4)

    @classmethod
    def parse(cls, text: str, caishen: Tile) -> "Meld":
        """The meld written in `text`; raises `NotationError` naming the place."""
        expect_text(text)
        checked((caishen,))
        return scan_meld(text, caishen)[0]

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
CLOSING: Final = {"[": "]", "(": ")"}


def scan_meld(text: str, caishen: Tile, start: int = 0, end: int | None = None) -> tuple[Meld, list[Placed]]:
    """The meld written in `text[start:end]`, and its tiles with their offsets; raises `NotationError`."""
    plain = text.translate(PLAIN)[:end]
    start += len(plain[start:]) - len(plain[start:].lstrip())
    end = len(plain.rstrip())
    closing = CLOSING.get(plain[start : start + 1])
    if closing is None:
        raise NotationError("a meld stands in brackets", text=text, where=start)
    if plain[end - 1] != closing:
        raise NotationError(f"a bracket without its {closing}", text=text, where=start)
    placed = scan_tiles(text, start + 1, end - 1)
    for tile, where in placed:
        if tile == caishen:
            raise NotationError("a caishen stays concealed", text=text, where=where, reason="caishen_in_meld")
    tiles = tuple([tile for tile, _ in placed])
    alike = len(tiles) if len(set(tiles)) == 1 else 0
    concealed = closing == ")"
    if alike == 4:
        return Meld.concealed_kong(tiles[0]) if concealed else Meld.kong(tiles[0]), placed
    if concealed:
        raise NotationError("a concealed kong is four alike", text=text, where=start, reason="not_a_meld")
    if alike == 3:
        return Meld.pung(tiles[0]), placed
    try:
        return Meld.chow(tiles, caishen), placed
    except NotationError as error:
        message, reason = error.args[0].partition(" (at ")[0], error.reason
    raise NotationError(message, text=text, where=start, reason=reason)
