"""One seat's tiles, kept ready for the tables: a key per suit, the caishen and the 白 apart."""

from collections.abc import Iterable
from typing import Final

from wuyi.errors import ArgumentError
from wuyi.hand.meld import Meld
from wuyi.hand.notation import format_tiles, parse_hand
from wuyi.hand.tile import EVERY_KIND, KINDS, NAMES, WHITE, Tile, checked, name, no_tile
from wuyi.hand.tile import tile as tile_of

SUIT: Final[tuple[int, ...]] = tuple(tile // 9 for tile in range(KINDS))
"""The suit of each kind: 0..3."""

POWER: Final[tuple[int, ...]] = tuple(5 ** (tile % 9) for tile in range(KINDS))
"""What one tile of each kind adds to the key of its suit: five to the power of its rank less one."""

SUIT_BIT: Final[tuple[int, ...]] = tuple(1 << suit for suit in SUIT)
"""Sets of suits are sums of these: 1, 2, 4 for m, p, s and `ALL_HONOURS` for the honours."""
ALL_HONOURS: Final = 8


class Hand:
    """The concealed tiles and the melds of a seat, and which kind is the caishen.

    Mutable and incremental. Whoever adds and removes tiles keeps the counts true. What is no tile or no meld
    makes no hand (`ArgumentError`), but only `Hand.parse` asks whether tiles can exist together.

    caishen: the kind of the turned tile.
    counts: how many of each of the 34 kinds are concealed, caishen and 白 among them.
    keys: per suit m, p, s, z the base-5 number of its natural counts, rank 1 the lowest digit, without
        the caishen and without the 白 that stand for it.
    wilds: the caishen held. whites: the 白 held that stand for the turned tile (2.3); none if 白 is turned.
    size: the concealed tiles. melds: in the order they were made; may be assigned.
    left: the melds still to be made, four less those made.
    suits: the suits of the melds, a bit each (`SUIT_BIT`), without a pung or kong of 白.
    white_set: a pung or kong of 白 is among the melds; it reads as the turned tile or as itself.
    chows: the first tiles of the chows, as read.
    """

    __slots__ = (
        "_melds", "caishen", "chows", "counts", "keys", "left",
        "size", "suits", "white_set", "whites", "wilds",
    )  # fmt: skip

    def __init__(self, tiles: Iterable[Tile] = (), melds: Iterable[Meld] = (), *, caishen: Tile) -> None:
        if caishen not in EVERY_KIND:
            raise no_tile(caishen)
        self.caishen = caishen
        self.counts = [0] * KINDS
        self.keys = [0, 0, 0, 0]
        self.wilds = 0
        self.whites = 0
        self.size = 0
        self.melds = tuple(melds)
        for tile in checked(tiles):
            self.add(tile)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds in the order they were made; may be assigned."""
        return self._melds

    @melds.setter
    def melds(self, melds: tuple[Meld, ...]) -> None:
        self._melds = melds
        self.left = 4 - len(melds)
        self.suits = 0
        self.white_set = False
        chows = []
        for meld in melds:
            if not isinstance(meld, Meld):
                raise ArgumentError(f"{meld!r} is no meld: `Meld.parse` reads text")
            start = meld.start
            if start == WHITE:
                self.white_set = True
            else:
                self.suits |= SUIT_BIT[start]
            if meld.kind == "chow":
                chows.append(start)
        self.chows = tuple(chows)

    @classmethod
    def parse(cls, text: str, caishen: str | Tile) -> "Hand":
        """The hand written in `text` (RULES.md 10), thirteen or fourteen tiles, a meld counted as three.

        A winning tile that stands apart is the fourteenth; `notation.parse_hand` keeps it apart. Raises
        `NotationError` for what cannot be read or cannot exist.
        """
        kind = tile_of(caishen if isinstance(caishen, str) else name(caishen))
        parsed = parse_hand(text, kind)
        tiles = parsed.tiles if parsed.tile is None else (*parsed.tiles, parsed.tile)
        return cls(tiles, parsed.melds, caishen=kind)

    @property
    def total(self) -> int:
        """The tiles with every meld counted as three: 13 between turns, 14 on one's turn."""
        return self.size + 3 * (4 - self.left)

    def add(self, tile: Tile) -> None:
        """Take up a concealed tile."""
        self.counts[tile] += 1
        self.size += 1
        if tile == self.caishen:
            self.wilds += 1
        elif tile == WHITE:
            self.whites += 1
        else:
            self.keys[SUIT[tile]] += POWER[tile]

    def remove(self, tile: Tile) -> None:
        """Take away a concealed tile that is there."""
        self.counts[tile] -= 1
        self.size -= 1
        if tile == self.caishen:
            self.wilds -= 1
        elif tile == WHITE:
            self.whites -= 1
        else:
            self.keys[SUIT[tile]] -= POWER[tile]

    def add_meld(self, meld: Meld) -> None:
        """Lay a meld; the concealed tiles that went into it are removed apart from this."""
        self.melds = (*self.melds, meld)

    def copy(self) -> "Hand":
        """An independent hand."""
        twin = Hand.__new__(Hand)
        twin.caishen = self.caishen
        twin.counts = self.counts[:]
        twin.keys = self.keys[:]
        twin.wilds = self.wilds
        twin.whites = self.whites
        twin.size = self.size
        twin._melds = self._melds
        twin.left = self.left
        twin.suits = self.suits
        twin.white_set = self.white_set
        twin.chows = self.chows
        return twin

    def tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles, sorted."""
        return tuple([tile for tile, count in enumerate(self.counts) if count for _ in range(count)])

    def __str__(self) -> str:
        return " ".join([format_tiles(self.tiles()), *map(str, self._melds)]).strip()

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r}, caishen={NAMES[self.caishen]!r})"


def expect_thirteen(hand: object) -> None:
    """Raises `ArgumentError` for what is no hand, and for one that is not waiting for a tile."""
    if not isinstance(hand, Hand):
        raise ArgumentError(f"{hand!r} is no hand: `Hand.parse` reads text")
    if hand.size - 3 * hand.left != 1:
        raise ArgumentError(f"{hand.total} tiles, a meld counted as three, where 13 wait for one: {hand}")
