"""The wall: opening, deal, caishen, tail (1.1-1.7)."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from wuyi.engine.luck import Luck, commitment, derive
from wuyi.engine.state import dealt_tiles
from wuyi.engine.wall import (
    DEALT,
    TILES_IN_ALL,
    deal,
    drawable,
    open_wall,
    replacement_index,
    turned_index,
)
from wuyi.hand.tile import KINDS


def test_the_opening_counts_sides_anticlockwise_and_stacks_from_the_right_end() -> None:
    """1.3. Built clockwise from seat 0's right end: the sides of seats 0, 3, 2, 1."""
    built = list(range(136))
    for dealer, total, side in ((0, 5, 0), (0, 2, 1), (0, 12, 3), (2, 3, 0), (3, 7, 1)):
        ring = {0: 0, 3: 1, 2: 2, 1: 3}[side]
        opened = open_wall(built, dealer, total)
        assert opened[0] == (ring * 17 + total) * 2
        assert sorted(opened) == built
        assert all((b - a) % 136 == 1 for a, b in pairwise(opened))


def test_four_at_a_time_three_times_round_then_one_each() -> None:
    """1.3."""
    wall = tuple(range(136))
    assert dealt_tiles(wall, 0) == [0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48]
    assert dealt_tiles(wall, 3) == [12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 51]
    assert sorted(tile for place in range(4) for tile in dealt_tiles(wall, place)) == list(range(DEALT))


def test_the_turned_tile_tops_the_stack_counted_from_the_tail() -> None:
    """1.4: the last stack holds indices 134 (upper) and 135 (lower)."""
    assert turned_index((1, 1, 1, 1)) == 132
    assert turned_index((1, 1, 6, 6)) == 112


def test_replacements_come_upper_before_lower_and_skip_the_turned_tile() -> None:
    """1.7."""
    assert [replacement_index(n, 112) for n in range(5)] == [134, 135, 132, 133, 130]
    assert [replacement_index(n, 132) for n in range(4)] == [134, 135, 133, 130]


@given(d=st.integers(2, 12), seed=st.integers(0, 10**6))
def test_what_can_be_drawn_is_what_the_rule_says(d: int, seed: int) -> None:
    """1.5, word by word: strike what is taken, keep the last four, skip the turned tile."""
    rng = random.Random(seed)
    turned = 2 * (68 - d)
    tail = [i for k in range(68) for i in (134 - 2 * k, 135 - 2 * k) if i != turned]
    gone = set(range(53))
    front, taken = 53, 0
    while True:
        left = [i for i in range(TILES_IN_ALL) if i not in gone]
        can = [i for i in left[:-4] if i != turned]
        assert drawable(front, taken, turned) == len(can)
        if not can:
            break
        if taken < 16 and rng.random() < 0.2:
            index = replacement_index(taken, turned)
            assert index == tail[taken]
            taken += 1
        else:
            index = can[0]
            front = index + 1
        gone.add(index)


def test_the_sea_is_the_lower_tile_of_the_third_stack_from_the_tail() -> None:
    """1.5, with no kong: 131, wherever the turned tile stands (or 131 still, when it tops that stack)."""
    for d in range(2, 13):
        turned = 2 * (68 - d)
        assert drawable(131, 0, turned) == 1
        assert drawable(132, 0, turned) == 0


def test_a_seed_deals_all_tiles_and_fair_dice() -> None:
    faces = [0] * 7
    seats = [0] * 4
    for n in range(500):
        dealt = deal(n.to_bytes(32, "big"))
        assert sorted(dealt.wall) == [kind for kind in range(KINDS) for _ in range(4)]
        seats[dealt.seat] += 1
        for die in dealt.dice:
            faces[die] += 1
    assert faces[0] == 0
    assert all(250 < faces[die] < 420 for die in range(1, 7))
    assert all(80 < count < 170 for count in seats)


def test_luck_is_the_documented_stream() -> None:
    """docs/record.md: blocks of HMAC-SHA256, 32-bit words, rejection below the largest multiple."""
    import hashlib
    import hmac

    seed = bytes(range(32))
    block = hmac.new(seed, (0).to_bytes(8, "big"), hashlib.sha256).digest()
    words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
    luck = Luck(seed)
    assert [luck.below(1 << 32) for _ in range(8)] == words
    second = hmac.new(seed, (1).to_bytes(8, "big"), hashlib.sha256).digest()
    assert luck.below(1 << 32) == int.from_bytes(second[:4], "big")
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()
    assert derive(seed, "hand 1") == hmac.new(seed, b"hand 1", hashlib.sha256).digest()


def test_below_rejects_what_would_favour_small_numbers() -> None:
    luck = Luck(bytes(32))
    m = (1 << 31) + 1
    assert all(luck.below(m) < m for _ in range(200))
