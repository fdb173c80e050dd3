"""Build `src/wuyi/hand/data/tables.bin`, which `wuyi.hand.tables` loads.

    python tools/build_tables.py            # a few seconds
    python tools/build_tables.py --check    # compare with the file instead of writing it

What is computed: for the nine counts of a suit the vector D, where D[2m + p] is the fewest tiles to add
so that m melds and p pairs can be laid out of them (m = 0..4, p = 0..1). Different counts share few
different vectors; a byte, the class, names each of them. A tile that is added may be the fifth of its
kind: a caishen stands for any tile (RULES.md 2.1).

How: rank by rank, from the highest. A suffix of ranks is summed up by its state: for every number of
runs that reach into it from the two ranks before, the vector D of what it still gives. One more rank
maps a state to a state by its count alone, so the table over n ranks is that over n - 1 ranks mapped
five times. Plain recursion would visit all 5^9 keys; this visits each state once.

The file, compressed by zlib: the number W of classes (one byte), D by column (10 W bytes), the class of
two classes together (W W bytes), and the class of each of the 5^9 keys.
"""

import argparse
import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

DATA: Final = Path(__file__).parent.parent / "src" / "wuyi" / "hand" / "data" / "tables.bin"

RANKS: Final = 9
MELDS: Final = 4
FAR: Final = 14
"""Fourteen tiles added are any pattern: no vector counts further."""
RUNS: Final = 2
"""Three equal runs are three triplets, so no more than two begin at a rank."""

Vector = tuple[int, ...]
State = tuple[Vector, ...]
"""One vector for each of `PENDING`."""

WIDTH: Final = 2 * MELDS + 2
PENDING: Final = [(older, newer) for older in range(RUNS + 1) for newer in range(RUNS + 1)]
"""Runs that began two ranks and one rank before this one."""


class Choice(NamedTuple):
    """Groups to begin at a rank. tiles: what they want of it, the pending runs included. pending: the
    state's entry for the ranks behind. sums: for each entry of the vector behind, the entry it becomes."""

    tiles: int
    pending: int
    sums: tuple[tuple[int, int], ...]


def choices(two_before: int, one_before: int, runs: bool) -> Iterable[Choice]:
    for begun, triplets, pair in product(range(RUNS + 1 if runs else 1), range(MELDS + 1), (0, 1)):
        melds = begun + triplets
        yield Choice(
            tiles=two_before + one_before + begun + 3 * triplets + 2 * pair,
            pending=PENDING.index((one_before, begun)),
            sums=tuple(
                (2 * more + another, 2 * (melds + more) + pair + another)
                for more in range(MELDS + 1 - melds)
                for another in range(2 - pair)
            ),
        )


def end() -> State:
    """Behind the last rank no run may be open."""
    nothing = (0,) + (FAR,) * (WIDTH - 1)
    never = (FAR,) * WIDTH
    return tuple(nothing if pending == (0, 0) else never for pending in PENDING)


def prepend(count: int, suffix: State, options: list[list[Choice]]) -> State:
    """The state of one more rank, with `count` tiles, before `suffix`."""
    state = []
    for entry in options:
        best = [FAR] * WIDTH
        for tiles, pending, sums in entry:
            added = max(0, tiles - count)
            behind = suffix[pending]
            for before, after in sums:
                cost = added + behind[before]
                if cost < best[after]:
                    best[after] = cost
        state.append(tuple(best))
    return tuple(state)


def compose(ranks: int, *, runs: bool) -> tuple[list[Vector], Sequence[int]]:
    """The distinct vectors of so many ranks, and for every key the index of its vector."""
    options = [list(choices(*pending, runs)) for pending in PENDING]
    states, table = [end()], array("H", [0])
    for done in range(1, ranks + 1):
        wanted = options if runs and done < ranks else options[:1]  # no run reaches into the first rank
        index: dict[State, int] = {}
        longer = array("H", bytes(2 * 5**done))
        for count in range(5):
            step = [index.setdefault(prepend(count, state, wanted), len(index)) for state in states]
            longer[count::5] = array("H", [step[at] for at in table])
        states, table = list(index), longer
    return [state[0] for state in states], table


def together(one: Vector, other: Vector) -> Vector:
    """The vector of two suits, of which each gives some of the groups."""
    best = [FAR] * WIDTH
    for melds, pair in product(range(MELDS + 1), (0, 1)):
        for more, another in product(range(MELDS + 1 - melds), range(2 - pair)):
            at = 2 * (melds + more) + pair + another
            best[at] = min(best[at], one[2 * melds + pair] + other[2 * more + another])
    return tuple(best)


def closure(vectors: list[Vector]) -> list[Vector]:
    """These vectors and all that putting suits together can make of them."""
    known = dict.fromkeys(vectors)
    fresh = vectors
    while fresh:
        found = {together(one, other) for one in fresh for other in vectors}
        fresh = sorted(found - known.keys())
        known.update(dict.fromkeys(fresh))
    return list(known)


def build() -> bytes:
    """The file's bytes, not yet compressed."""
    suits, table = compose(RANKS, runs=True)
    honours, _ = compose(RANKS, runs=False)
    classes = closure(sorted({*suits, *honours}))
    number = {vector: at for at, vector in enumerate(classes)}
    named = [number[vector] for vector in suits]
    return b"".join(
        [
            bytes([len(classes)]),
            *[bytes(column) for column in zip(*classes, strict=True)],
            bytes(number[together(one, other)] for one in classes for other in classes),
            bytes([named[at] for at in table]),
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the lookup tables of wuyi.hand.")
    parser.add_argument("--check", action="store_true", help="compare with the file instead of writing it")
    built = build()
    if parser.parse_args().check:
        same = zlib.decompress(DATA.read_bytes()) == built
        print("tables.bin is up to date" if same else "tables.bin differs from what this script builds")
        return 0 if same else 1
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_bytes(zlib.compress(built, 9))
    print(f"{DATA}: {DATA.stat().st_size} bytes for {len(built)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
