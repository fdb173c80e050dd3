"""The lookup tables: what the counts of one suit, given as its key, are good for.

A key is the base-5 number of the counts, rank 1 the lowest digit (`Hand.keys`); those of a suit go up to 5^9,
those of the honours to 5^7. The tables take some ten milliseconds and megabytes, once, when this
module is first imported; `import wuyi` does not. Their file is built by tools/build_tables.py. Small ones are
tuples, which Python looks up faster, large ones bytes.

CLASS[key], TRIPLET[key]: the class of the counts of a suit (see the build script) for all melds, and for
    triplets alone. HONOUR[key]: that of honours, which form no run.
JOIN[class][class]: the class of two suits together.
NEED[2 * melds + pair][class of the honours][class of a suit]: the fewest tiles to add so that so many melds
    and pairs (0 or 1) can be laid out of both. Of a whole hand the sum is fixed, so all tiles but the
    caishen are used if and only if so many are needed as there are caishen.
PAIRED[key] = pairs + 16 * apart: how many pairs there are, four alike being two (RULES.md 4.2), and how
    many tiles serve 十三不靠: of a suit those of its best third, 147, 258 or 369 (4.3).
PAIRED_HONOURS[key]: the same of the honours, of which each kind serves 十三不靠.
THIRDS[key]: how many kinds of 147, 258 and 369 there are, as a base-4 number of three digits.
FLUSH[key of the honours][class of a suit]: the fewest tiles to add for a whole concealed hand of one suit and
    honours (4.5), or of honours in any arrangement (4.4).
SCATTERED[sum of PAIRED]: the fewest tiles to add for seven pairs or 十三不靠.
"""

import pkgutil
import zlib
from collections.abc import Iterable
from typing import Final

RANKS: Final = 9
HONOURS: Final = 7
_COUNTS: Final = range(5)


def _compose(first: int, steps: Iterable[Iterable[bytes]]) -> bytes:
    """The table over as many ranks as there are steps.

    A step holds for each count the map (256 bytes) from the value so far to that with one more rank.
    """
    table = bytes([first])
    for maps in steps:
        table = b"".join([table.translate(each) for each in maps])
    return table


def _adding(*amounts: int) -> list[bytes]:
    """The step that adds to a value an amount by count."""
    return [bytes([(value + amount) % 256 for value in range(256)]) for amount in amounts]


def _sum(one: bytes, other: bytes) -> bytes:
    """The tables added value by value; no sum may exceed 255."""
    total = int.from_bytes(one, "little") + int.from_bytes(other, "little")
    return total.to_bytes(len(one), "little")


_packed: Final = zlib.decompress(pkgutil.get_data(__package__, "data/tables.bin") or b"")
_width: Final = _packed[0]
_columns: Final = [_packed[1 + _width * at : 1 + _width * (at + 1)].ljust(256) for at in range(10)]
_joined: Final = 1 + 10 * _width
_suits: Final = _joined + _width * _width

JOIN: Final = tuple([_packed[_joined + _width * at : _joined + _width * (at + 1)] for at in range(_width)])

# A fifth tile of the last rank may be asked about: the key is then beyond the table, the answer idle.
CLASS: Final = _packed[_suits:] + bytes(5 ** (RANKS - 1))

_one_rank: Final = [JOIN[CLASS[count]].ljust(256) for count in _COUNTS]
TRIPLET: Final = _compose(CLASS[0], [_one_rank] * RANKS)
HONOUR: Final = tuple(TRIPLET[: 5**HONOURS + 5 ** (HONOURS - 1)])
_honour_classes: Final = frozenset(HONOUR)

NEED: Final = tuple(
    [
        tuple([tuple(row.translate(column)) if at in _honour_classes else () for at, row in enumerate(JOIN)])
        for column in _columns
    ]
)

_pair_step: Final = _adding(0, 0, 1, 1, 2)
_kind_step: Final = _adding(0, 16, 16, 16, 16)
THIRDS: Final = _compose(0, [_adding(0, *[4 ** (rank % 3)] * 4) for rank in range(RANKS)])
_best_third: Final = bytes([16 * max(value & 3, value >> 2 & 3, value >> 4 & 3) for value in range(256)])
PAIRED: Final = _sum(_compose(0, [_pair_step] * RANKS), THIRDS.translate(_best_third))
PAIRED_HONOURS: Final = tuple(_sum(_compose(0, [_pair_step] * HONOURS), _compose(0, [_kind_step] * HONOURS)))
SCATTERED: Final = tuple([min(max(0, 7 - value % 16), max(0, 14 - value // 16)) for value in range(336)])


def _flush() -> Iterable[tuple[int, ...]]:
    """The rows of `FLUSH`. They follow from states: the class of honours and how many there are, up to 14."""
    states = {(CLASS[0], 0): 0}
    maps: list[list[int]] = [[] for _ in _COUNTS]
    pending = list(states)
    for kind, tiles in pending:
        for count in _COUNTS:
            state = (_one_rank[count][kind], min(14, tiles + count))
            if state not in states:
                states[state] = len(states)
                pending.append(state)
            maps[count].append(states[state])
    rows = [tuple([min(need, 14 - tiles) for need in NEED[9][kind]]) for kind, tiles in states]
    step = [bytes(each).ljust(256) for each in maps]
    return map(rows.__getitem__, _compose(0, [step] * HONOURS))


FLUSH: Final = tuple(_flush())


def missing(m: int, p: int, s: int, z: int, melds: int, pair: int, runs: bool = True) -> int:
    """The fewest tiles to add to these keys of m, p, s and z so that `melds` melds (0..4) and `pair` pairs
    (0..1) can be laid out of them; without `runs`, triplets alone."""
    table = CLASS if runs else TRIPLET
    return NEED[2 * melds + pair][HONOUR[z]][JOIN[JOIN[table[m]][table[p]]][table[s]]]
