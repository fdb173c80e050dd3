"""A hand keeps its keys as tiles come and go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuyi.errors import NotationError
from wuyi.hand.hand import ALL_HONOURS, Hand
from wuyi.hand.meld import Meld
from wuyi.hand.tile import KINDS, tile


def facts(hand: Hand) -> tuple[object, ...]:
    return tuple(getattr(hand, name) for name in Hand.__slots__)


def test_caishen_and_white_are_kept_apart() -> None:
    hand = Hand.parse("1123m99p555z12345s", "9p")
    assert hand.keys == [1 * 2 + 5 + 25, 0, 1 + 5 + 25 + 125 + 625, 0]
    assert (hand.wilds, hand.whites, hand.size, hand.total) == (2, 3, 14, 14)


def test_2_3_a_turned_white_is_a_plain_caishen() -> None:
    hand = Hand.parse("1123m99p555z1234s", "5z")
    assert (hand.wilds, hand.whites) == (3, 0)


def test_2_3_where_an_honour_is_turned_white_stands_for_it() -> None:
    hand = Hand.parse("1123m99p557z1234s", "7z")
    assert (hand.wilds, hand.whites, hand.keys[3]) == (1, 2, 0)


def test_facts_of_the_melds() -> None:
    hand = Hand.parse("11m[57m5z](3333s)[555z][444z]", "6m")
    assert (hand.left, hand.total, hand.chows) == (0, 14, (tile("5m"),))
    assert (hand.suits, hand.white_set) == (1 | 4 | ALL_HONOURS, True)
    hand.melds = (Meld.pung(tile("2p")),)
    assert (hand.left, hand.suits, hand.white_set, hand.chows) == (3, 2, False, ())
    hand.add_meld(Meld.kong(tile("4z")))
    assert (hand.left, hand.suits) == (2, 2 | ALL_HONOURS)


@given(st.integers(0, KINDS - 1), st.lists(st.integers(0, KINDS - 1), max_size=13, unique=True), st.data())
def test_adding_and_removing_are_inverse(caishen: int, tiles: list[int], data: st.DataObject) -> None:
    hand = Hand(tiles, caishen=caishen)
    before = facts(hand.copy())
    for extra in data.draw(st.lists(st.integers(0, KINDS - 1), max_size=3)):
        twin = hand.copy()
        twin.add(extra)
        assert facts(twin) == facts(Hand([*tiles, extra], caishen=caishen))
        twin.remove(extra)
        assert facts(twin) == before
    assert facts(hand) == before
    assert hand.tiles() == tuple(sorted(tiles))


def test_a_copy_is_apart() -> None:
    hand = Hand.parse("123456789m1122z", "9p")
    twin = hand.copy()
    twin.add(tile("2z"))
    twin.add_meld(Meld.pung(tile("3z")))
    assert str(hand) == "123456789m1122z"
    assert str(twin) == "123456789m11222z [333z]"


@pytest.mark.parametrize("caishen", ["", "9x", "99p"])
def test_a_caishen_is_a_tile(caishen: str) -> None:
    with pytest.raises(NotationError):
        Hand.parse("123456789m1122z", caishen)
