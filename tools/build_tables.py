"""Build `src/wuyi/hand/data/tables.bin`, the tables that `wuyi.hand.tables` loads.

    python tools/build_tables.py

What is computed: for the counts of one suit (or of the honours) the vector D, where D[2m + p] is
the fewest tiles to add so that m melds and p pairs can be laid out of them (m = 0..4, p = 0..1).
Hands have few different vectors, so a byte, the class, names each of them.

How: rank by rank from the highest. A suffix of ranks is summed up by its state: for every number of
runs that reach into it from the two ranks before, the vector D of what it can still give. One rank
more maps a state to a state by its count alone, so the table over n ranks is a handful of maps. Plain
recursion would visit 5^9 keys; this visits each state once.
"""

import sys
import zlib
from array import array
from collections.abc import Callable, Iterable
from pathlib import Path

MELDS = 4
FAR = 14
"""No vector counts further: fourteen tiles can be any pattern."""

Vector = tuple[int, ...]
State = tuple[Vector, ...]

RUNS = 2
"""Three equal runs are three triplets, so no more than two start at a rank."""
PENDING = [(a, b) for a in range(RUNS + 1) for b in range(RUNS + 1)]
"""Runs begun two ranks and one rank before, that still want a tile of this rank."""


def end_state() -> State:
    """Behind the last rank no run may be open."""
    nothing = (0,) + (FAR,) * (2 * MELDS + 1)
    never = (FAR,) * (2 * MELDS + 2)
    return tuple(nothing if pending == (0, 0) else never for pending in PENDING)


def prepend(count: int, suffix: State, runs: bool) -> State:
    """The state with one more rank, of which `count` tiles are there, before `suffix`."""
    return tuple(_vector(count, suffix, a, b, runs) for a, b in PENDING)


def _vector(count: int, suffix: State, a: int, b: int, runs: bool) -> Vector:
    best = [FAR] * (2 * MELDS + 2)
    for begun in range(RUNS + 1 if runs else 1):
        rest = suffix[PENDING.index((b, begun))]
        for triplets in range(MELDS + 1 - begun):
            for pair in (0, 1):
                cost = max(0, a + b + begun + 3 * triplets + 2 * pair - count)
                for melds in range(MELDS + 1 - begun - triplets):
                    for later_pair in range(2 - pair):
                        at = 2 * (melds + begun + triplets) + pair + later_pair
                        best[at] = min(best[at], cost + rest[2 * melds + later_pair])
    return tuple(best)


def compose(ranks: int, runs: bool) -> tuple[list[Vector], Iterable[int]]:
    """The distinct vectors of `ranks` ranks, and the index of the vector of every key."""
    states = [end_state()]
    table = array("H", [0])
    for done in range(1, ranks + 1):
        index: dict[State, int] = {}
        longer = array("H", bytes(2 * 5**done))
        for count in range(5):
            step = array("H")
            for state in states:
                grown = prepend(count, state, runs)
                if done == ranks:
                    grown = grown[:1]
                step.append(index.setdefault(grown, len(index)))
            longer[count::5] = array("H", [step[at] for at in table])
        states, table = list(index), longer
    return [state[0] for state in states], table


def merge(one: Vector, other: Vector) -> Vector:
    """The vector of two suits together."""
    best = [FAR] * (2 * MELDS + 2)
    for melds in range(MELDS + 1):
        for pair in (0, 1):
            for more in range(MELDS + 1 - melds):
                for other_pair in range(2 - pair):
                    at = 2 * (melds + more) + pair + other_pair
                    best[at] = min(best[at], one[2 * melds + pair] + other[2 * more + other_pair])
    return tuple(best)


def closure(vectors: list[Vector], merged: Callable[[Vector, Vector], Vector]) -> list[Vector]:
    """`vectors` and all that merging with them can give, the given ones first."""
    known = dict.fromkeys(vectors)
    fresh = list(known)
    while fresh:
        found = {merged(one, other) for one in fresh for other in vectors}
        fresh = [vector for vector in found if vector not in known]
        known.update(dict.fromkeys(sorted(fresh)))
    return list(known)


if __name__ == "__main__":
    import time
    t=time.time()
    v,suit=compose(9,True); print(len(v),time.time()-t)
    h,hon=compose(7,False); print(len(h),time.time()-t)
    v3,suit3=compose(9,False); print(len(v3),time.time()-t)
    u=list(dict.fromkeys(sorted(set(v)|set(h)|set(v3))))
    print(len(u)); c=closure(u,merge); print(len(c),time.time()-t)
    b=bytes(u.index(v[i]) for i in range(0)) 
    m=bytes(u.index(x) for x in v); b=bytes(m[i] for i in suit); b3m=bytes(u.index(x) for x in v3); b3=bytes(b3m[i] for i in suit3)
    hm=bytes(u.index(x) for x in h); hb=bytes(hm[i] for i in hon)
    import lzma
    for n,x in (('suit',b),('trip',b3),('hon',hb)): print(n,len(x),len(zlib.compress(x,9)),len(lzma.compress(x)))
    import pickle; pickle.dump((c,b,hb,b3),open('/work/tmp/hand/t.pkl','wb'))
    t=time.time(); y=zlib.decompress(zlib.compress(b,9)); print(time.time()-t)
    z=zlib.compress(b,9); t=time.time(); y=zlib.decompress(z); print(time.time()-t)
