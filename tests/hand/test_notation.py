"""Notation both ways (RULES.md 10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuyi.errors import NotationError
from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.notation import ParsedHand, format_tiles, parse_hand, parse_tiles
from wuyi.hand.tile import KINDS, NAMES, WHITE, tile

NINE_P = tile("9p")


def tiles(text: str) -> tuple[int, ...]:
    """Two letters a tile."""
    return tuple(tile(text[at : at + 2]) for at in range(0, len(text), 2))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("123m11z", "1m2m3m1z1z"),
        ("11z 3m 12m", "1z1z3m1m2m"),
        ("1p2p", "1p2p"),
        ("", ""),
        ("一二三万", "1m2m3m"),
        ("一二三萬四餅五條", "1m2m3m4p5s"),
        ("东东东", "1z1z1z"),
        ("東南西北白發中", "1z2z3z4z5z6z7z"),
        ("发白 3索", "6z5z3s"),
        ("1-9万", "1m2m3m4m5m6m7m8m9m"),
        ("1-37-9s", "1s2s3s7s8s9s"),
        ("一-三筒", "1p2p3p"),
        ("１２３m", "1m2m3m"),
    ],
)
def test_tiles(text: str, read: str) -> None:
    assert parse_tiles(text) == tiles(read)


def test_formatted_tiles_are_sorted() -> None:
    assert format_tiles(tiles("1z3m1z9p1m2m")) == "123m9p11z"


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("[123s]", Meld("chow", tiles("1s2s3s"))),
        ("[312s]", Meld("chow", tiles("1s2s3s"))),
        ("[57p5z]", Meld("chow", tiles("5p5z7p"))),
        ("[111z]", Meld("pung", tiles("1z1z1z"))),
        ("[555z]", Meld("pung", (WHITE,) * 3)),
        ("[1111z]", Meld("kong", tiles("1z1z1z1z"))),
        ("(1111z)", Meld("concealed_kong", tiles("1z1z1z1z"))),
        (" 【二三四条】 ", Meld("chow", tiles("2s3s4s"))),
    ],
)
def test_melds(text: str, meld: Meld) -> None:
    caishen = tile("6p")
    assert Meld.parse(text, caishen) == meld
    assert Meld.parse(str(meld), caishen) == meld


def test_the_start_of_a_chow_is_as_read() -> None:
    assert Meld.parse("[57p5z]", tile("6p")).start == tile("5p")
    assert Meld.parse("[78p5z]", tile("6p")).start == tile("6p")
    assert Meld.parse("[555z]", tile("6p")).start == WHITE


def test_a_winning_tile_stands_apart() -> None:
    assert parse_hand("23m456789m111z22z+4m", NINE_P) == ParsedHand(
        tiles("2m3m4m5m6m7m8m9m1z1z1z2z2z"), (), tile("4m"), "draw"
    )
    read = parse_hand("1-9万1z【二三四条】－1z", NINE_P)
    assert (len(read.tiles), str(read.melds[0]), read.tile, read.way) == (10, "[234s]", tile("1z"), "discard")
    assert parse_hand("123456789m1z[111s] ^ 1z", NINE_P).way == "rob"


@pytest.mark.parametrize(
    ("text", "reason", "where"),
    [
        ("12x", "unreadable", 2),
        ("m", "unreadable", 0),
        ("1东", "unreadable", 1),
        ("3-1m", "unreadable", 2),
        ("1-m", "unreadable", 2),
        ("123m[123p", "unreadable", 4),
        ("123m[123p)", "unreadable", 4),
        ("123m]", "unreadable", 4),
        ("123", "no_suit", 0),
        ("1m23", "no_suit", 2),
        ("8z", "no_such_tile", 0),
        ("1m10p", "no_such_tile", 3),
        ("123m[124m]", "not_a_meld", 4),
        ("[12m]", "not_a_meld", 0),
        ("[891m]", "not_a_meld", 0),
        ("[89m1p]", "not_a_meld", 0),
        ("[11112m]", "not_a_meld", 0),
        ("[]", "not_a_meld", 0),
        ("(111z)", "not_a_meld", 0),
        ("[123z]", "chow_of_honours", 0),
        # A 白 is the turned 9p, and no other tile.
        ("[67p5z]", "not_a_meld", 0),
        ("[55z1m]", "not_a_meld", 0),
        ("[999p]", "caishen_in_meld", 1),
        ("[789p]", "caishen_in_meld", 3),
        ("1m 11111p", "five_of_a_kind", 7),
        ("111m[111m]", "five_of_a_kind", 6),
        ("1111m222p333s444z+1m", "five_of_a_kind", 18),
        ("9999p", "four_caishen", 3),
        ("123m", "wrong_count", 0),
        ("123456789m111222z", "wrong_count", 0),
        ("123456789m112z+1z", "wrong_count", 0),
        ("123456789m1122z+", "wrong_count", 15),
        ("123456789m1122z+1z1z", "wrong_count", 15),
        ("123456789m1122z+x", "unreadable", 16),
        ("123456789m1122z+[111z]", "unreadable", 16),
    ],
)
def test_what_cannot_be_is_refused_with_place_and_reason(text: str, reason: str, where: int) -> None:
    with pytest.raises(NotationError) as refused:
        parse_hand(text, NINE_P)
    assert (refused.value.reason, refused.value.where) == (reason, where)
    assert repr(text) in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["", "5x", "5", "5m5m", "0z"])
def test_a_tile_is_two_letters(text: str) -> None:
    with pytest.raises(NotationError):
        tile(text)


@given(st.lists(st.sampled_from(range(KINDS)), max_size=20))
def test_tiles_round_trip(given: list[int]) -> None:
    assert parse_tiles(format_tiles(given)) == tuple(sorted(given))


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """A hand that can exist, of thirteen or fourteen tiles."""
    caishen = draw(st.integers(0, KINDS - 1))
    wall = draw(st.permutations([kind for kind in range(KINDS) for _ in range(3 if kind == caishen else 4)]))
    chow_starts = [start for start in range(27) if start % 9 < 7]
    melds: list[Meld] = []
    for kind, start in draw(
        st.lists(st.tuples(st.sampled_from("cpkK"), st.integers(0, KINDS - 1)), max_size=4)
    ):
        run = chow_starts[start % len(chow_starts)]
        wanted = list(range(run, run + 3)) if kind == "c" else [start] * (3 if kind == "p" else 4)
        lying = [WHITE if each == caishen else each for each in wanted]
        if caishen in lying or any(wall.count(each) < lying.count(each) for each in lying):
            continue
        for each in lying:
            wall.remove(each)
        build = {"p": Meld.pung, "k": Meld.kong, "K": Meld.concealed_kong}
        melds.append(Meld.chow(lying, caishen) if kind == "c" else build[kind](lying[0]))
    size = draw(st.sampled_from((13, 14))) - 3 * len(melds)
    return Hand(wall[:size], melds, caishen=caishen)


@given(hands())
def test_hands_round_trip(hand: Hand) -> None:
    again = Hand.parse(str(hand), hand.caishen)
    assert (again.tiles(), again.melds, again.keys) == (hand.tiles(), hand.melds, hand.keys)
    assert repr(hand) == f"Hand.parse({str(hand)!r}, caishen={NAMES[hand.caishen]!r})"
    evaluated = eval(repr(hand), {"Hand": Hand})
    assert evaluated.counts == hand.counts


SCRAPS = st.lists(st.sampled_from([*"19-mz[]()+^ 三万白１\n", "5z", "123p"])).map("".join)


@given(st.text() | SCRAPS, st.integers(0, KINDS - 1))
def test_any_text_is_read_or_refused(text: str, caishen: int) -> None:
    for parse in (
        lambda: parse_hand(text, caishen),
        lambda: Meld.parse(text, caishen),
        lambda: parse_tiles(text),
    ):
        try:
            parse()
        except NotationError as error:
            assert 0 <= error.where <= len(text)
