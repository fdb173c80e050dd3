"""Complete, waiting, how far: the answers agree with each other. Whether they are right is held against plain
recursion in tests/test_oracle.py, and rule by rule in tests/scoring/test_judge.py."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wuyi.hand import Hand, completes, is_baotou, is_complete, waits
from wuyi.hand.distance import FAR, distance, distances
from wuyi.hand.meld import Meld
from wuyi.hand.tile import KINDS, NAMES, WHITE
from wuyi.rules import DEFAULT_RULES, Ruleset

RULES = st.builds(Ruleset, half_flush_required=st.booleans(), white_as_itself=st.booleans())


def wait_of(text: str, caishen: str, rules: Ruleset = DEFAULT_RULES) -> str:
    return " ".join([NAMES[tile] for tile in waits(Hand.parse(text, caishen), rules)])


@st.composite
def hands(draw: st.DrawFn, size: int) -> Hand:
    """A hand near to something: tiles of one suit and honours, of pairs, or of any kinds."""
    caishen = draw(st.integers(0, KINDS - 1))
    start = draw(st.sampled_from((0, 9, 18)))
    near = [*range(start, start + 9), *range(27, KINDS), WHITE, caishen]
    kinds = draw(st.sampled_from((near, near, list(range(KINDS)))))
    wall = [kind for kind in kinds for _ in range(3 if kind == caishen else 4)]
    melds = []
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=3, unique=True)):
        if kind != caishen and draw(st.booleans()):
            melds.append(Meld.pung(kind))
            wall = [tile for tile in wall if tile != kind]
    tiles = draw(st.permutations(wall))[: size - 3 * len(melds)]
    for kind in range(KINDS):
        assume(tiles.count(kind) <= (3 if kind == caishen else 4))
    return Hand(tiles, melds, caishen=caishen)


@pytest.mark.parametrize(
    ("text", "caishen", "expected"),
    [
        ("23m456789m111z22z", "9p", "1m 4m 7m"),
        ("1112345678999m", "9p", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("1m[234m][567m][789m][111z]", "9p", "1m"),
        ("1144m5588p22s114z", "9p", "4z"),
        # 白 is waited for where the turned tile is.
        ("46m123789m11122z", "5m", "5z"),
        ("147m258p36s12345z", "9p", "9s 6z 7z"),
        ("123m456p789s1144z", "9m", ""),
    ],
)
def test_4_7_waits(text: str, caishen: str, expected: str) -> None:
    assert wait_of(text, caishen) == expected


def test_4_7_without_half_flush() -> None:
    assert wait_of("123m456p789s1144z", "9m", Ruleset(half_flush_required=False)) == "1z 4z"


@given(hands(13), RULES)
def test_a_wait_is_what_completes(hand: Hand, rules: Ruleset) -> None:
    held = hand.counts[:]
    for meld in hand.melds:
        for tile in meld.tiles:
            held[tile] += 1
    free = [tile for tile in range(KINDS) if tile != hand.caishen and held[tile] < 4]
    assert waits(hand, rules) == tuple([tile for tile in free if completes(hand, tile, rules)])


@given(hands(13), RULES)
def test_baotou_waits_on_everything(hand: Hand, rules: Ruleset) -> None:
    if is_baotou(hand, rules):
        assert all(completes(hand, tile, rules) for tile in range(KINDS) if hand.counts[tile] < 4)


@given(hands(13), st.integers(0, KINDS - 1), RULES)
def test_complete_with_a_drawn_tile_or_without(hand: Hand, tile: int, rules: Ruleset) -> None:
    assume(hand.counts[tile] < (3 if tile == hand.caishen else 4))
    assume(not any(tile in meld.tiles for meld in hand.melds))
    whole = hand.copy()
    whole.add(tile)
    # In 爆头 the drawn tile may be of another suit (4.6).
    assert completes(hand, tile, rules) == (is_complete(whole, rules) or is_baotou(hand, rules))
    assert is_complete(whole, rules) == (distance(whole, rules) == 0)


@given(hands(13), RULES)
def test_distance_one_waits(hand: Hand, rules: Ruleset) -> None:
    # All kinds waited for may be held four times, so that distance is asked of a caishen too.
    assert (distance(hand, rules) == 1) == completes(hand, hand.caishen, rules)
    if waits(hand, rules):
        assert distance(hand, rules) == 1


@given(hands(13), RULES)
def test_distance_is_that_of_the_nearest_target(hand: Hand, rules: Ruleset) -> None:
    found = distances(hand, rules)
    assert distance(hand, rules) == min(found.values())
    assert (found["regular"] == FAR) == rules.half_flush_required
    assert (found["pairs"] == FAR) == (found["unconnected"] == FAR) == (hand.left < 4)


@given(hands(13), st.integers(0, KINDS - 1), RULES)
def test_a_tile_brings_a_hand_nearer_by_one_at_most(hand: Hand, tile: int, rules: Ruleset) -> None:
    assume(hand.counts[tile] < (3 if tile == hand.caishen else 4))
    assume(not any(tile in meld.tiles for meld in hand.melds))
    more = hand.copy()
    more.add(tile)
    assert distance(hand, rules) - 1 <= distance(more, rules) <= distance(hand, rules)
    if tile == hand.caishen and distance(hand, rules) < FAR:
        assert distance(more, rules) == distance(hand, rules) - 1


@pytest.mark.parametrize(
    ("text", "caishen", "expected"),
    [
        ("23m456789m111z22z1m", "9p", 0),
        ("23m456789m111z22z", "9p", 1),
        ("23m456789m111z2p2z", "9p", 2),
        ("147m258p36s12344z", "9p", 2),
        ("13579m13579p135s", "7z", 7),
    ],
)
def test_distance(text: str, caishen: str, expected: int) -> None:
    assert distance(Hand.parse(text, caishen)) == expected
