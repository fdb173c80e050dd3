"""Text to tiles and back (RULES.md 10). Whatever cannot be read or cannot exist is refused
with `NotationError`: its `where` is the offset in the text, its `reason` one of

unreadable        a character that means nothing here
no_suit           ranks without a suit letter behind them
no_such_tile      8z, 9z, 0m
not_a_meld        three or four tiles that are no chow, pung or kong
chow_of_honours   a run of winds or dragons
caishen_in_meld   a caishen stays concealed (2.2)
five_of_a_kind    more than four of a kind in all
four_caishen      the turned tile is one of the four: three are in play (1.4)
wrong_count       not the tiles of one seat (thirteen, melds counted three each)
"""

from typing import Final, NamedTuple

from wuyi.errors import NotationError
from wuyi.hand.meld import BRACKETS, Meld, _write
from wuyi.hand.tile import EAST, NAMES, SUITS, WHITE, Tile

_PLAIN: Final = str.maketrans(
    "０１２３４５６７８９［］（）＋－＾【】～—",
    "0123456789[]()+-^[]--",
)
_RANKS: Final = {character: rank for rank, character in enumerate("一二三四五六七八九", start=1)} | {
    str(digit): digit for digit in range(10)
}
_SUITS: Final = {letter: index for index, letter in enumerate(SUITS)} | {
    "万": 0, "萬": 0, "筒": 1, "饼": 1, "餅": 1, "条": 2, "條": 2, "索": 2,
}  # fmt: skip
_HONOURS: Final = {
    "东": 27, "東": 27, "南": 28, "西": 29, "北": 30, "白": 31, "发": 32, "發": 32, "中": 33,
}  # fmt: skip
_WAYS: Final = {"+": "draw", "-": "discard", "^": "rob"}

Placed = tuple[Tile, int]
"""A tile and the offset at which it is written."""


class ParsedHand(NamedTuple):
    """A hand as written: concealed tiles in order of writing, melds, and the winning tile if one follows."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    tile: Tile | None
    way: str | None


def format_tiles(tiles: "tuple[Tile, ...] | list[Tile]") -> str:
    """Tiles as notation, sorted: `123m456p11z`."""
    return _write(tiles)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of `text` in order of writing; raises `NotationError`."""
    return tuple(tile for tile, _ in _scan(text, 0, len(text)))


def parse_meld(text: str, caishen: Tile) -> Meld:
    """One bracketed meld; raises `NotationError`."""
    plain = text.translate(_PLAIN)
    start = len(plain) - len(plain.lstrip())
    end = len(plain.rstrip())
    if start == end or plain[start] not in "[(":
        raise NotationError("a meld stands in brackets", text=text, where=start)
    closing = "]" if plain[start] == "[" else ")"
    if plain[end - 1] != closing:
        raise NotationError(f"no {closing} at the end", text=text, where=end - 1)
    return _meld(text, start, end - 1, caishen)[0]


def parse_hand(text: str, caishen: Tile) -> ParsedHand:
    """Concealed tiles, melds in brackets, and perhaps a winning tile behind `+`, `-` or `^`.

    Raises `NotationError`, also for tiles that cannot exist together. How many tiles there are is
    not judged here: see `check`.
    """
    plain = text.translate(_PLAIN)
    placed: list[Placed] = []
    concealed: list[Tile] = []
    melds: list[Meld] = []
    winning: Tile | None = None
    way: str | None = None
    at = 0
    while at < len(plain):
        character = plain[at]
        if character in "[(":
            closing = plain.find("]" if character == "[" else ")", at)
            if closing < 0:
                raise NotationError("a bracket that is not closed", text=text, where=at)
            meld, tiles = _meld(text, at, closing, caishen)
            melds.append(meld)
            placed += tiles
            at = closing + 1
        elif character in _WAYS and not (character == "-" and plain[at - 1 : at].isdigit()):
            last = _scan(text, at + 1, len(text))
            if len(last) != 1:
                raise NotationError("one winning tile is wanted", text=text, where=at, reason="wrong_count")
            winning, way = last[0][0], _WAYS[character]
            placed += last
            break
        else:
            end = at
            while end < len(plain) and plain[end] not in "[(+^":
                if plain[end] == "-" and not plain[end - 1 : end].isdigit() and plain[end - 1 : end] not in _RANKS:
                    break
                end += 1
            if end == at:
                raise NotationError(f"unexpected {character!r}", text=text, where=at)
            tiles = _scan(text, at, end)
            concealed += [tile for tile, _ in tiles]
            placed += tiles
            at = end
    check_kinds(placed, caishen, text)
    return ParsedHand(tuple(concealed), tuple(melds), winning, way)


def check_kinds(placed: "list[Placed]", caishen: Tile, text: str) -> None:
    """Refuse five of a kind and four caishen, at the tile that is one too many."""
    seen = [0] * len(NAMES)
    for tile, where in placed:
        seen[tile] += 1
        if tile == caishen and seen[tile] > 3:
            raise NotationError(f"a fourth caishen {NAMES[tile]}", text=text, where=where, reason="four_caishen")
        if seen[tile] > 4:
            raise NotationError(f"a fifth {NAMES[tile]}", text=text, where=where, reason="five_of_a_kind")


def _scan(text: str, start: int, end: int) -> list[Placed]:
    """The tiles written in text[start:end], each with its offset."""
    plain = text.translate(_PLAIN)
    found: list[Placed] = []
    ranks: list[Placed] = []
    at = start
    while at < end:
        character = plain[at]
        if character.isspace():
            pass
        elif character in _RANKS:
            ranks.append((_RANKS[character], at))
        elif character == "-" and ranks and at + 1 < end and plain[at + 1] in _RANKS:
            first, last = ranks[-1][0], _RANKS[plain[at + 1]]
            if last <= first:
                raise NotationError("a range runs upwards", text=text, where=at)
            ranks += [(rank, at + 1) for rank in range(first + 1, last + 1)]
            at += 1
        elif character in _SUITS and ranks:
            index = _SUITS[character]
            for rank, where in ranks:
                if not 1 <= rank <= (7 if index == 3 else 9):
                    raise NotationError(f"no tile {rank}{SUITS[index]}", text=text, where=where, reason="no_such_tile")
                found.append((9 * index + rank - 1, where))
            ranks = []
        elif character in _HONOURS and not ranks:
            found.append((_HONOURS[character], at))
        else:
            raise NotationError(f"unexpected {text[at]!r}", text=text, where=at)
        at += 1
    if ranks:
        raise NotationError("ranks without a suit", text=text, where=ranks[0][1], reason="no_suit")
    return found


def _meld(text: str, start: int, end: int, caishen: Tile) -> tuple[Meld, list[Placed]]:
    """The meld whose brackets stand at `start` and `end`, and its tiles."""
    placed = _scan(text, start + 1, end)
    tiles = tuple(tile for tile, _ in placed)
    concealed = text.translate(_PLAIN)[start] == BRACKETS[1][0]

    def refuse(message: str, reason: str, where: int = start) -> NotationError:
        return NotationError(message, text=text, where=where, reason=reason)

    for tile, where in placed:
        if tile == caishen:
            raise refuse("a caishen stays concealed", "caishen_in_meld", where)
    alike = len(set(tiles)) == 1
    if len(tiles) == 4 and alike:
        return (Meld.concealed_kong if concealed else Meld.kong)(tiles[0]), placed
    if concealed:
        raise refuse("a concealed kong is four alike", "not_a_meld")
    if len(tiles) == 3 and alike:
        return Meld.pung(tiles[0]), placed
    if len(tiles) != 3:
        raise refuse("a meld is three tiles, or four alike", "not_a_meld")
    if all(tile >= EAST for tile in tiles) and (WHITE not in tiles or caishen >= EAST):
        raise refuse("honours form no run", "chow_of_honours")
    try:
        return Meld.chow(tiles, caishen), placed
    except NotationError as error:
        raise refuse("no run, nor three alike", error.reason) from None
