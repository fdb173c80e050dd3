"""The tables say what plain recursion over the counts says."""

from functools import lru_cache

from hypothesis import given
from hypothesis import strategies as st

from wuyi.hand.tables import (
    CLASS,
    FLUSH,
    HONOURS,
    PAIRED,
    PAIRED_HONOURS,
    RANKS,
    SCATTERED,
    THIRDS,
    missing,
)

Counts = tuple[int, ...]

FAR = 99


@lru_cache(maxsize=1 << 18)
def plain(counts: Counts, melds: int, pair: int, runs: bool) -> int:
    """The fewest tiles to add so that so many melds and pairs can be taken out of the counts: choose the
    groups that begin at the lowest rank."""
    if melds == 0 and pair == 0:
        return 0
    if not counts:
        return FAR
    best = plain(counts[1:], melds, pair, runs)
    groups: list[tuple[Counts, int, int]] = [((3,), 1, 0), ((2,), 0, 1)]
    if runs and len(counts) >= 3:
        groups.append(((1, 1, 1), 1, 0))
    for group, is_meld, is_pair in groups:
        if melds >= is_meld and pair >= is_pair:
            left = list(counts)
            added = 0
            for place, wanted in enumerate(group):
                added += max(0, wanted - max(0, left[place]))
                left[place] = max(0, left[place] - wanted)
            best = min(best, added + plain(tuple(left), melds - is_meld, pair - is_pair, runs))
    return best


def key(counts: Counts) -> int:
    return sum(count * 5**rank for rank, count in enumerate(counts))


def counts_of(ranks: int, most: int) -> st.SearchStrategy[Counts]:
    """Counts of a suit, no more than four of a rank and `most` in all."""
    tiles = [rank for rank in range(ranks) for _ in range(4)]
    return st.lists(st.sampled_from(range(len(tiles))), max_size=most, unique=True).map(
        lambda places: tuple([sum(tiles[place] == rank for place in places) for rank in range(ranks)])
    )


SUIT = counts_of(RANKS, 14)
HONOUR = counts_of(HONOURS, 14)
MELDS = st.integers(0, 4)
PAIR = st.integers(0, 1)


@given(SUIT, MELDS, PAIR, st.booleans())
def test_one_suit(suit: Counts, melds: int, pair: int, runs: bool) -> None:
    assert missing(0, key(suit), 0, 0, melds, pair, runs) == min(14, plain(suit, melds, pair, runs))


@given(HONOUR, MELDS, PAIR)
def test_honours(honours: Counts, melds: int, pair: int) -> None:
    # Groups that no tile is there for may be of a suit, which costs the same.
    assert missing(0, 0, 0, key(honours), melds, pair) == plain(honours, melds, pair, False)


@given(counts_of(RANKS, 5), counts_of(RANKS, 5), counts_of(RANKS, 5), counts_of(HONOURS, 5), MELDS, PAIR)
def test_all_suits_together(m: Counts, p: Counts, s: Counts, z: Counts, melds: int, pair: int) -> None:
    apart = min(
        plain(m, a, w, True)
        + plain(p, b, x, True)
        + plain(s, c, y, True)
        + plain(z, melds - a - b - c, pair - w - x - y, False)
        for a in range(melds + 1)
        for b in range(melds + 1 - a)
        for c in range(melds + 1 - a - b)
        for w, x, y in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
        if w + x + y <= pair
    )
    assert missing(key(m), key(p), key(s), key(z), melds, pair) == apart


@given(SUIT)
def test_pairs_and_thirds_of_a_suit(suit: Counts) -> None:
    pairs = sum(count // 2 for count in suit)
    thirds = [sum(map(bool, suit[first::3])) for first in range(3)]
    assert PAIRED[key(suit)] == pairs + 16 * max(thirds)
    assert THIRDS[key(suit)] == thirds[0] + 4 * thirds[1] + 16 * thirds[2]


@given(HONOUR)
def test_pairs_and_kinds_of_honours(honours: Counts) -> None:
    pairs = sum(count // 2 for count in honours)
    assert PAIRED_HONOURS[key(honours)] == pairs + 16 * sum(map(bool, honours))


@given(SUIT, HONOUR)
def test_a_whole_hand_of_one_suit_and_honours(suit: Counts, honours: Counts) -> None:
    regular = missing(key(suit), 0, 0, key(honours), 4, 1)
    assert FLUSH[key(honours)][CLASS[key(suit)]] == min(regular, max(0, 14 - sum(honours)))


def test_scattered() -> None:
    assert SCATTERED[0] == 7
    assert SCATTERED[7] == 0
    assert SCATTERED[16 * 14] == 0
    assert SCATTERED[2 + 16 * 11] == 3
