"""(first stage: plain recursion behind the final look-up interface)"""
from functools import lru_cache

BIG = 20


@lru_cache(None)
def _suffix(rank: int, top: int, runs: bool, a: int, b: int, key: int) -> tuple[int, ...]:
    """cost[m][p] flattened (2*m+p): m new melds starting at rank.., p pairs; a, b runs pending from rank-2 / rank-1."""
    if rank == top:
        return tuple([0 if (a == 0 and b == 0) else BIG] + [BIG] * 9)
    count = key % 5
    rest = key // 5
    out = [BIG] * 10
    for c in range(0, 5 if runs else 1):
        for t in range(0, 5 - c):
            for p in range(2):
                cost = max(0, a + b + c + 3 * t + 2 * p - count)
                if cost >= BIG:
                    continue
                sub = _suffix(rank + 1, top, runs, b, c, rest)
                for m in range(0, 5 - c - t):
                    for q in range(0, 2 - p):
                        value = cost + sub[2 * m + q]
                        i = 2 * (m + c + t) + p + q
                        if value < out[i]:
                            out[i] = value
    return tuple(out)


@lru_cache(None)
def _merge(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
    out = [BIG] * 10
    for m in range(5):
        for p in range(2):
            for n in range(5 - m):
                for q in range(2 - p):
                    i = 2 * (m + n) + p + q
                    out[i] = min(out[i], x[2 * m + p] + y[2 * n + q])
    return tuple(out)


@lru_cache(None)
def _suit(key: int, honours: bool, runs: bool) -> tuple[int, ...]:
    return _suffix(0, 7 if honours else 9, runs and not honours, 0, 0, key)


@lru_cache(200000)
def missing(m: int, p: int, s: int, z: int, melds: int, pair: int, runs: bool = True) -> int:
    """Fewest tiles to add so that the naturals hold `melds` melds and `pair` pairs."""
    v = _merge(_merge(_suit(m, False, runs), _suit(p, False, runs)), _merge(_suit(s, False, runs), _suit(z, True, runs)))
    return v[2 * melds + pair]


def odd(key: int) -> int:
    """How many kinds have an odd count."""
    n = 0
    while key:
        n += key % 5 & 1
        key //= 5
    return n
