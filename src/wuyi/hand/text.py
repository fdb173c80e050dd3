"""Tiles as text and back (RULES.md 10). What cannot be read is refused with `NotationError`, whose
reasons `wuyi.hand.notation` lists.
"""

from collections.abc import Iterable
from typing import Final

from wuyi.errors import ArgumentError, NotationError
from wuyi.hand.tile import EAST, NAMES, SUITS, Tile, checked, suit

PLAIN: Final = str.maketrans("０１２３４５６７８９［］【】（）＋－—～＾", "0123456789[][]()+---^")
"""Full-width characters to those that `scan_tiles` and `scan_meld` know, place by place."""

RANKS: Final = {str(digit): digit for digit in range(10)} | {
    character: rank for rank, character in enumerate("一二三四五六七八九", start=1)
}
_SUITS: Final = {
    character: suit for suit, group in enumerate(("m万萬", "p筒饼餅", "s条條索", "z")) for character in group
}
_HONOURS: Final = {
    character: EAST + rank
    for rank, group in enumerate(("东東", "南", "西", "北", "白", "发發", "中"))
    for character in group
}

Placed = tuple[Tile, int]
"""A tile and the offset at which it is written."""


def expect_text(text: object) -> None:
    """Raises `ArgumentError` for what is no text at all."""
    if not isinstance(text, str):
        raise ArgumentError(f"tiles are written as text, not as {text!r}")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of `text` in order of writing; raises `NotationError`."""
    expect_text(text)
    return tuple([tile for tile, _ in scan_tiles(text)])


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles as notation, ordered by kind: `123m456p11z`. Raises `ArgumentError` for what is no tile."""
    ordered = sorted(checked(tiles))
    parts = []
    for index, letter in enumerate(SUITS):
        ranks = "".join(NAMES[tile][0] for tile in ordered if suit(tile) == index)
        if ranks:
            parts.append(ranks + letter)
    return "".join(parts)


def scan_tiles(text: str, start: int = 0, end: int | None = None) -> list[Placed]:
    """The tiles written in `text[start:end]`, each with its offset; raises `NotationError`."""
    plain = text.translate(PLAIN)
    end = len(text) if end is None else end
    found: list[Placed] = []
    ranks: list[tuple[int, int]] = []
    range_from = 0
    for at in range(start, end):
        character = plain[at]
        if character in RANKS:
            rank = RANKS[character]
            if range_from:
                if rank <= range_from:
                    raise NotationError("a range runs upwards", text=text, where=at)
                ranks += [(between, at) for between in range(range_from + 1, rank)]
                range_from = 0
            ranks.append((rank, at))
        elif range_from:
            raise NotationError("a range ends in a rank", text=text, where=at)
        elif character == "-" and ranks and ranks[-1][1] == at - 1 and at + 1 < end:
            range_from = ranks[-1][0] or 10
        elif character in _SUITS and ranks:
            found += [(_tile(rank, _SUITS[character], text, where), where) for rank, where in ranks]
            ranks = []
        elif character in _HONOURS and not ranks:
            found.append((_HONOURS[character], at))
        elif not character.isspace():
            raise NotationError(f"unexpected {text[at]!r}", text=text, where=at)
    if ranks:
        raise NotationError("ranks without a suit", text=text, where=ranks[0][1], reason="no_suit")
    return found


def _tile(rank: int, suit: int, text: str, where: int) -> Tile:
    if not 1 <= rank <= (7 if SUITS[suit] == "z" else 9):
        raise NotationError(f"no tile {rank}{SUITS[suit]}", text=text, where=where, reason="no_such_tile")
    return 9 * suit + rank - 1
