"""Text to tiles and back (RULES.md 10). Whatever cannot be read or cannot exist is refused
with `NotationError`: its `where` is the offset in the text, its `reason` one of

unreadable        a character that means nothing here
no_suit           ranks without a suit behind them
no_such_tile      8z, 9z, or the rank 0
not_a_meld        no chow, pung or kong in the brackets
chow_of_honours   a run of winds or dragons
caishen_in_meld   a caishen stays concealed (2.2)
five_of_a_kind    more than four of a kind in all
four_caishen      the turned tile is one of the four: three are in play (1.4)
wrong_count       not the tiles of one seat: thirteen, melds counted three each, and perhaps one more
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from wuyi.errors import ArgumentError, NotationError
from wuyi.hand.meld import Meld, format_tiles
from wuyi.hand.tile import EAST, KINDS, NAMES, SUITS, Tile

__all__ = ["ParsedHand", "Way", "format_tiles", "parse_hand", "parse_meld", "parse_tiles"]

Way = Literal["draw", "discard", "rob"]
"""How the winning tile comes: `+`, `-` and `^`."""

_PLAIN: Final = str.maketrans("０１２３４５６７８９［］【】（）＋－—～＾", "0123456789[][]()+---^")
_RANKS: Final = {str(digit): digit for digit in range(10)} | {
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
_WAYS: Final[dict[str, Way]] = {"+": "draw", "-": "discard", "^": "rob"}
_WINNING: Final = re.compile(rf"[+^]|(?<![{''.join(_RANKS)}])-")
"""What stands before the winning tile: a hyphen between ranks makes a range instead."""

_OPENING: Final = re.compile(r"[\[(]")
_CLOSING: Final = {"[": "]", "(": ")"}

Placed = tuple[Tile, int]
"""A tile and the offset at which it is written."""


class ParsedHand(NamedTuple):
    """A hand as written: the concealed tiles and the melds in order, and the winning tile with its way if one
    follows."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    tile: Tile | None = None
    way: Way | None = None


class Census:
    """Counts tiles as they are read, and refuses those that cannot all exist."""

    def __init__(self, caishen: Tile) -> None:
        self._caishen = caishen
        self._seen = [0] * KINDS

    def count(self, placed: Iterable[Placed], text: str) -> None:
        """Raises `NotationError` at the tile that is the fifth of its kind, or the fourth caishen."""
        for tile, where in placed:
            self._seen[tile] += 1
            if tile == self._caishen and self._seen[tile] > 3:
                message, reason = f"a fourth caishen {NAMES[tile]}", "four_caishen"
            elif self._seen[tile] > 4:
                message, reason = f"a fifth {NAMES[tile]}", "five_of_a_kind"
            else:
                continue
            raise NotationError(message, text=text, where=where, reason=reason)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of `text` in order of writing; raises `NotationError`."""
    _expect_text(text)
    return tuple([tile for tile, _ in scan_tiles(text)])


def parse_meld(text: str, caishen: Tile) -> Meld:
    """One meld in brackets; raises `NotationError`."""
    return scan_meld(text, caishen)[0]


def parse_hand(text: str, caishen: Tile) -> ParsedHand:
    """Concealed tiles, melds in brackets, and perhaps a winning tile behind `+`, `-` or `^`.

    Raises `NotationError`, also for tiles that cannot exist together and for another number than makes a
    seat's hand: thirteen, a meld counted as three, and a fourteenth if no winning tile stands apart.
    """
    _expect_text(text)
    census = Census(caishen)
    plain = text.translate(_PLAIN)
    sign = _WINNING.search(plain)
    end = sign.start() if sign else len(text)
    concealed: list[Tile] = []
    melds: list[Meld] = []
    at = 0
    while at < end:
        closing = _CLOSING.get(plain[at])
        if closing:
            stop = plain.find(closing, at, end) + 1 or end
            meld, placed = scan_meld(text, caishen, at, stop)
            melds.append(meld)
        else:
            opening = _OPENING.search(plain, at, end)
            stop = opening.start() if opening else end
            placed = scan_tiles(text, at, stop)
            concealed += [tile for tile, _ in placed]
        census.count(placed, text)
        at = stop
    winning = scan_tiles(text, end + 1) if sign else []
    census.count(winning, text)
    if sign and len(winning) != 1:
        raise NotationError("one winning tile is wanted", text=text, where=end, reason="wrong_count")
    check_count(len(concealed), len(melds), (13,) if sign else (13, 14), text)
    if sign:
        return ParsedHand(tuple(concealed), tuple(melds), winning[0][0], _WAYS[sign.group()])
    return ParsedHand(tuple(concealed), tuple(melds))


def _expect_text(text: object) -> None:
    if not isinstance(text, str):
        raise ArgumentError(f"tiles are written as text, not as {text!r}")


def check_count(concealed: int, melds: int, wanted: Sequence[int], text: str) -> None:
    """Refuse a hand of another number of tiles, a meld counted as three, than one of those wanted."""
    total = concealed + 3 * melds
    if total not in wanted:
        message = f"{total} tiles, a meld counted as three, where {' or '.join(map(str, wanted))} make a hand"
        raise NotationError(message, text=text, where=0, reason="wrong_count")


def scan_tiles(text: str, start: int = 0, end: int | None = None) -> list[Placed]:
    """The tiles written in `text[start:end]`, each with its offset; raises `NotationError`."""
    plain = text.translate(_PLAIN)
    end = len(text) if end is None else end
    found: list[Placed] = []
    ranks: list[tuple[int, int]] = []
    range_from = 0
    for at in range(start, end):
        character = plain[at]
        if character in _RANKS:
            rank = _RANKS[character]
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


def scan_meld(text: str, caishen: Tile, start: int = 0, end: int | None = None) -> tuple[Meld, list[Placed]]:
    """The meld written in `text[start:end]`, and its tiles with their offsets; raises `NotationError`."""
    plain = text.translate(_PLAIN)[:end]
    start += len(plain[start:]) - len(plain[start:].lstrip())
    end = len(plain.rstrip())
    closing = _CLOSING.get(plain[start : start + 1])
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
