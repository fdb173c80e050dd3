"""Hands as text (RULES.md 10). Whatever cannot be read or cannot exist is refused
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

from wuyi.errors import NotationError
from wuyi.hand.meld import CLOSING, Meld, scan_meld
from wuyi.hand.text import PLAIN, RANKS, Placed, expect_text, format_tiles, parse_tiles, scan_tiles
from wuyi.hand.tile import KINDS, NAMES, Tile

__all__ = ["ParsedHand", "Way", "format_tiles", "parse_hand", "parse_tiles"]

Way = Literal["draw", "discard", "rob"]
"""How the winning tile comes: `+`, `-` and `^`."""

_WAYS: Final[dict[str, Way]] = {"+": "draw", "-": "discard", "^": "rob"}
_WINNING: Final = re.compile(rf"[+^]|(?<![{''.join(RANKS)}])-")
"""What stands before the winning tile: a hyphen between ranks makes a range instead."""

_OPENING: Final = re.compile(r"[\[(]")


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


def parse_hand(text: str, caishen: Tile) -> ParsedHand:
    """Concealed tiles, melds in brackets, and perhaps a winning tile behind `+`, `-` or `^`.

    Raises `NotationError`, also for tiles that cannot exist together and for another number than makes a
    seat's hand: thirteen, a meld counted as three, and a fourteenth if no winning tile stands apart.
    """
    expect_text(text)
    census = Census(caishen)
    plain = text.translate(PLAIN)
    sign = _WINNING.search(plain)
    end = sign.start() if sign else len(text)
    concealed: list[Tile] = []
    melds: list[Meld] = []
    at = 0
    while at < end:
        closing = CLOSING.get(plain[at])
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


def check_count(concealed: int, melds: int, wanted: Sequence[int], text: str) -> None:
    """Refuse a hand of another number of tiles, a meld counted as three, than one of those wanted."""
    total = concealed + 3 * melds
    if total not in wanted:
        message = f"{total} tiles, a meld counted as three, where {' or '.join(map(str, wanted))} make a hand"
        raise NotationError(message, text=text, where=0, reason="wrong_count")
