"""A won hand laid out group by group, as its reading sees it: for show, so worked out when asked."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple

from wuyi.hand.hand import SUIT_BIT
from wuyi.hand.meld import Meld
from wuyi.hand.tile import EAST, KINDS, NAMES, WHITE, Tile
from wuyi.scoring.context import Question
from wuyi.scoring.reading import Group, Reading

WILD: Final = -1
"""In a set of kinds, what a caishen gives."""


class _Set(NamedTuple):
    """A group being laid: what its tiles are read as, and which of them are caishen."""

    kind: str
    reads: tuple[Tile, ...]
    wilds: tuple[bool, ...]


def lay_out(asked: Question, reading: Reading) -> tuple[Group, ...]:
    """The groups of the concealed tiles, the pair last, then the melds as they were made.

    `reading` must be one that `find_readings` found in these tiles.
    """
    for face in _faces(asked):
        sets = _LAYERS[reading.pattern](asked, reading, face)
        if sets is not None:
            concealed = [_group(each, asked.caishen) for each in sets]
            return (*concealed, *[_meld_group(meld, face.set_reads, asked.caishen) for meld in asked.melds])
    raise ValueError("no such reading of these tiles")


class _Face(NamedTuple):
    """The tiles with each 白 read one way.

    natural: the concealed natural kinds before winning, sorted. wilds: the caishen before winning.
    tile: what the winning tile is read as, WILD for a caishen. set_reads: what a pung or kong of 白 is
    read as. suits: of the melds.
    """

    natural: tuple[Tile, ...]
    wilds: int
    tile: Tile
    set_reads: Tile
    suits: int


def _faces(asked: Question) -> Iterator[_Face]:
    caishen = asked.caishen
    plain = [kind for kind in range(KINDS) if kind not in (caishen, WHITE) for _ in range(asked.counts[kind])]
    whites = 0 if caishen == WHITE else asked.counts[WHITE]
    tiles = (WILD,) if asked.tile == caishen else (caishen, WHITE) if asked.tile == WHITE else (asked.tile,)
    for set_reads, turned, tile in product((caishen, WHITE), range(whites, -1, -1), tiles):
        natural = sorted(plain + [caishen] * turned + [WHITE] * (whites - turned))
        suits = 0
        for meld in asked.melds:
            suits |= SUIT_BIT[set_reads if meld.start == WHITE else meld.start]
        yield _Face(tuple(natural), asked.counts[caishen], tile, set_reads, suits)


def _suits(face: _Face, reading: Reading) -> int:
    """The suits that count, as `Reading.suits`."""
    suits = face.suits
    counted = face.natural if reading.baotou and face.wilds else (*face.natural, face.tile)
    for tile in counted:
        if tile != WILD:
            suits |= SUIT_BIT[tile]
    return suits


def _all_tiles(face: _Face) -> tuple[list[Tile], int]:
    """The natural kinds and the caishen of the fourteen."""
    if face.tile == WILD:
        return list(face.natural), face.wilds + 1
    return sorted((*face.natural, face.tile)), face.wilds


def _some_kind(suits: int) -> Tile:
    """What a group of caishen alone is shown as: a kind that keeps the colour."""
    return next(tile for tile in (0, 9, 18, EAST) if suits & SUIT_BIT[tile] or tile == EAST)


# --- by pattern --------------------------------------------------------------------------------


def _regular(asked: Question, reading: Reading, face: _Face) -> list[_Set] | None:
    if _suits(face, reading) != reading.suits:
        return None
    some = _some_kind(reading.suits)
    for rest, wilds, pair in _pairs_to_try(reading, face, some):
        for starts in _straights(asked, rest) if reading.straight else ((),):
            left = list(rest)
            for start in starts:
                for tile in range(start, start + 3):
                    left.remove(tile)
            runs = [_Set("run", (start, start + 1, start + 2), (False,) * 3) for start in starts]
            melds = 4 - len(asked.melds) - len(starts)
            found = _arrange(left, wilds, melds, 0 if pair else 1, not reading.triplets, some)
            if found is not None:
                return sorted([*runs, *found, *pair], key=lambda each: (each.kind == "pair", each.reads))
    return None


def _pairs_to_try(
    reading: Reading, face: _Face, some: Tile
) -> Iterator[tuple[list[Tile], int, tuple[_Set, ...]]]:
    """The natural tiles and caishen left to arrange, and the pair if the reading says which tiles make it."""
    drawn_wild = face.tile == WILD
    if reading.baotou:
        reads = some if drawn_wild else face.tile
        yield list(face.natural), face.wilds - 1, (_Set("pair", (reads, reads), (drawn_wild, True)),)
    elif reading.single:
        for lone in sorted(set(face.natural)) if drawn_wild else [face.tile]:
            if lone in face.natural:
                rest = list(face.natural)
                rest.remove(lone)
                yield rest, face.wilds, (_Set("pair", (lone, lone), (False, drawn_wild)),)
    else:
        tiles, wilds = _all_tiles(face)
        yield tiles, wilds, ()


def _straights(asked: Question, tiles: list[Tile]) -> Iterator[tuple[Tile, ...]]:
    """For each suit, the first tiles of the runs of a straight that no chow gives, if the tiles have them."""
    chows = {meld.start for meld in asked.melds if meld.kind == "chow"}
    for first in (0, 9, 18):
        starts = tuple([first + step for step in (0, 3, 6) if first + step not in chows])
        if all(tile in tiles for start in starts for tile in range(start, start + 3)):
            yield starts


def _arrange(
    tiles: list[Tile], wilds: int, melds: int, pairs: int, runs: bool, some: Tile
) -> list[_Set] | None:
    """Sorted natural tiles and caishen as exactly so many melds and pairs: the lowest tile first, with as
    many others as there are."""
    if len(tiles) + wilds != 3 * melds + 2 * pairs or min(wilds, melds, pairs) < 0:
        return None
    if not tiles:
        alone = [_Set("triplet", (some,) * 3, (True,) * 3)] * melds
        return alone + [_Set("pair", (some,) * 2, (True,) * 2)] * pairs
    lowest = tiles[0]
    shapes: list[tuple[str, tuple[Tile, ...]]] = [("triplet", (lowest,) * 3)]
    if runs and lowest < EAST:
        first = lowest - lowest % 9
        shapes += [
            ("run", (start, start + 1, start + 2))
            for start in (lowest, lowest - 1, lowest - 2)
            if first <= start <= first + 6
        ]
    shapes.append(("pair", (lowest,) * 2))
    for kind, reads in shapes:
        rest = list(tiles)
        wild = []
        for tile in reads:
            wild.append(tile not in rest)
            if tile in rest:
                rest.remove(tile)
        pair = kind == "pair"
        found = _arrange(rest, wilds - sum(wild), melds - (not pair), pairs - pair, runs, some)
        if found is not None:
            return [_Set(kind, reads, tuple(wild)), *found]
    return None


def _pairs(asked: Question, reading: Reading, face: _Face) -> list[_Set] | None:
    if _suits(face, reading) != reading.suits:
        return None
    some = _some_kind(reading.suits)
    tiles, wilds = _all_tiles(face)
    drawn: tuple[_Set, ...] = ()
    if reading.baotou and face.wilds:
        tiles, wilds, drawn = next(_pairs_to_try(reading, face, some))
    sets = []
    for tile in sorted(set(tiles)):
        whole, odd = divmod(tiles.count(tile), 2)
        sets += [_Set("pair", (tile, tile), (False, False))] * whole
        sets += [_Set("pair", (tile, tile), (False, True))] * odd
        wilds -= odd
    if wilds < 0:
        return None
    return [*sets, *[_Set("pair", (some, some), (True, True))] * (wilds // 2), *drawn]


def _unconnected(asked: Question, reading: Reading, face: _Face) -> list[_Set] | None:
    tiles, wilds = _all_tiles(face)
    thirds = {(tile // 9, tile % 3) for tile in tiles if tile < EAST}
    suits = {suit for suit, _ in thirds}
    same = len({third for _, third in thirds}) <= 1
    seven = tiles[-7:] == list(range(EAST, KINDS))
    fits = len(set(tiles)) == len(tiles) and len(thirds) == len(suits)
    if not fits or (same, seven) != (reading.one_third, reading.all_honours):
        return None
    third_of = {suit: min(thirds)[1] for suit in range(3)} | dict(thirds)  # an empty suit goes with the first
    free = [tile for tile in range(KINDS) if tile not in tiles]
    places = [tile for tile in free if tile >= EAST or tile % 3 == third_of[tile // 9]]
    shown = [(tile, False) for tile in tiles] + [(tile, True) for tile in places[:wilds]]
    return [_Set("single", (tile,), (wild,)) for tile, wild in sorted(shown)]


def _winds(asked: Question, reading: Reading, face: _Face) -> list[_Set] | None:
    if _suits(face, reading) != reading.suits:
        return None
    tiles, wilds = _all_tiles(face)
    singles = [_Set("single", (tile,), (False,)) for tile in tiles]
    return singles + [_Set("single", (EAST,), (True,))] * wilds


_LAYERS: Final = {"regular": _regular, "pairs": _pairs, "unconnected": _unconnected, "winds": _winds}


# --- as text -----------------------------------------------------------------------------------


def _group(each: _Set, caishen: Tile) -> Group:
    """A natural tile read as the turned kind is a 白 (2.3)."""
    tiles = [
        caishen if wild else WHITE if tile == caishen else tile
        for tile, wild in zip(each.reads, each.wilds, strict=True)
    ]
    return Group(each.kind, _names(tiles), _names(each.reads))


def _meld_group(meld: Meld, set_reads: Tile, caishen: Tile) -> Group:
    chow = meld.kind == "chow"
    white = caishen if chow else set_reads
    kind = "run" if chow else "triplet" if meld.kind == "pung" else "kong"
    reads = [white if tile == WHITE else tile for tile in meld.tiles]
    return Group(kind, _names(meld.tiles), _names(reads), meld.claimed)


def _names(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple([NAMES[tile] for tile in tiles])
