"""May a hand win: the conditions of RULES.md 4 and the reading of 2.3, one test a rule."""

from typing import Any

import pytest

from tests.scoring.asking import ask, fans, refusal, waits
from wuyi.hand.hand import Hand
from wuyi.hand.notation import Way
from wuyi.hand.tile import KINDS, NAMES
from wuyi.hand.wait import is_baotou
from wuyi.rules import Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.score import Score, can_win, judge


def all_but(*kinds: str) -> str:
    return " ".join([kind for kind in NAMES if kind not in kinds])


# --- 2 caishen and 白 ---------------------------------------------------------------------------


def test_2_1_a_caishen_stands_for_any_tile() -> None:
    assert fans("123m678m23m5544z9p+5z", "9p") == {"hunyise": 2, "zimo": 1}
    assert waits("123m678m23m5544z9p+5z", "9p") == "1m 4m 4z 5z"


def test_2_3_a_white_chows_as_the_turned_tile() -> None:
    assert fans("46m5z123m789m1122z+1z", "5m")["yitiaolong"] == 2


def test_2_3_whites_pung_as_themselves_or_as_the_turned_tile() -> None:
    # As 5p they would be a second suit, as themselves they are honours.
    assert fans("123m456m789m55z11z+5z", "5p") == {"hunyise": 2, "yitiaolong": 2, "zimo": 1}
    # As 5m they keep the hand of one suit.
    assert fans("123m678m789m55z11m+5z", "5m") == {"qingyise": 3, "zimo": 1}


def test_2_3_a_pung_of_white_is_read_either_way() -> None:
    assert "qingyise" in fans("1123456789m[555z]+1m", "5m")
    assert "ziyise" in fans("1112223344z[555z]+4z", "5m")


def test_2_3_white_is_a_plain_caishen_where_it_is_turned() -> None:
    assert fans("123m456m789m444z5z+1s", "5z") == {"hunyise": 2, "yitiaolong": 2, "baotou": 2}


def test_2_3_the_turned_kind_is_waited_for_as_white() -> None:
    assert waits("123m46m789m11122z+5z", "5m") == "5z"


# --- 4 patterns ---------------------------------------------------------------------------------


def test_4_2_four_alike_are_two_pairs() -> None:
    assert "duiduihu" in fans("1111m5588p22s114z+4z", "9p")


def test_4_2_seven_pairs_are_concealed() -> None:
    assert refusal("1144m55p22s11z[444z]+5p", "9p") == "not_complete"


@pytest.mark.parametrize("doubled", ["147m258p36s12344z+4z", "147m258p366s1234z+4z"])
def test_4_3_no_two_tiles_alike(doubled: str) -> None:
    assert refusal(doubled, "9p") == "not_complete"


def test_4_3_the_ranks_of_a_suit_lie_within_one_third() -> None:
    assert refusal("148m258p36s12345z+6z", "9p") == "not_complete"


def test_4_3_a_suit_may_be_missing() -> None:
    assert fans("147m258p234567z9p+1z", "9p") == {"xiaokao": 2, "qifeng": 1, "zimo": 1}
    assert waits("147m25p1234567z9p+8p", "9p") == "8p 1s 2s 3s 4s 5s 6s 7s 8s 9s"


def test_4_4_honours_win_in_any_arrangement_melds_included() -> None:
    assert fans("1235z[444z][666z][777z]+1z", "9p") == {
        "ziyise_luan": 6,
        "zimo": 1,
    }
    assert waits("1122334455667z+1z", "9p") == "1z 2z 3z 4z 5z 6z 7z"


def test_4_5_a_regular_hand_is_a_half_flush() -> None:
    assert refusal("123m456p789s44m55z+5z", "9p") == "not_half_flush"
    assert refusal("44m55z[123m][456p][789s]+5z", "9m") == "not_half_flush"


def test_4_5_binds_the_regular_pattern_alone() -> None:
    assert "duiduihu" in fans("1144m5588p22s114z+4z", "9p")


def test_4_6_any_tile_wins_in_baotou() -> None:
    hand = "123m456m789m444z9p"
    assert is_baotou(Hand.parse(hand, "9p"))
    assert waits(f"{hand}+1s", "9p") == all_but("9p")
    for kind in NAMES:
        assert {"hunyise": 2, "yitiaolong": 2, "baotou": 2}.items() <= fans(f"{hand}+{kind}", "9p").items()


def test_4_6_caishen_may_fill_the_melds_and_pairs() -> None:
    assert is_baotou(Hand.parse("123m456m78m444z99p", "9p"))
    assert is_baotou(Hand.parse("1122m5588p22s1z99p", "9p"))
    assert not is_baotou(Hand.parse("123m456m789m1123z", "9p"))
    assert not is_baotou(Hand.parse("123m456m789m114z9p", "9p"))


def test_4_6_the_thirteen_tiles_must_be_a_half_flush() -> None:
    assert not is_baotou(Hand.parse("123m456m789p444z9s", "9s"))
    assert is_baotou(Hand.parse("123m456m789p444z9s", "9s"), Ruleset(half_flush_required=False))


def test_4_6_baotou_goes_with_the_reading() -> None:
    # As 爆头 the drawn 4s pairs the lone caishen; in the straight it does not, and that is dearer.
    assert fans("222p3567s[123s][789s]+4s", "2p") == {
        "qingyise": 3,
        "yitiaolong": 2,
        "zimo": 1,
        "sancaishen": 1,
    }


def test_a_hand_of_baotou_may_be_dearer_on_a_lone_tile() -> None:
    """5.5: 爆头 and 单吊 exclude each other in one reading. As 爆头 2s, 4s and a caishen are a run; with two
    caishen the 4s is a triplet, and the 2s waits for its pair. 独听 it is not: anything would win."""
    assert fans("24555999s55777z+2s", "5z") == {"pengpenghu": 2, "hunyise": 2, "dandiao": 1, "zimo": 1}
    assert fans("24555999s55777z+1m", "5z")["baotou"] == 2


def test_4_7_a_kind_held_four_times_is_no_wait() -> None:
    assert waits("23m11z[444m][456m][777z]+1m", "9p") == "1m"


def test_4_8_a_discard_wins_on_a_single_wait_alone() -> None:
    assert "duting" in fans("123m456m789m13m55z-2m", "9p")
    assert refusal("345m111z678m22z44m-4m", "9p") == "many_waits_must_draw"
    assert refusal("345m111z678m22z44m^4m", "9p") == "many_waits_must_draw"


@pytest.mark.parametrize("way", ["-1s", "^1s", "-1z"])
def test_4_8_baotou_neither_takes_a_discard_nor_robs(way: str) -> None:
    assert refusal(f"123m456m789m444z9p{way}", "9p") == "baotou_must_draw"


def test_4_9_three_fan_to_win() -> None:
    hand = "123m678m789m13m55z-2m"
    assert fans(hand, "9p") == {"hunyise": 2, "duting": 1}
    assert refusal(hand, "9p", {"min_fan": 4}) == "too_few_fan"


def test_4_9_counts_what_fan_cap_cuts_off() -> None:
    score = ask("11122244466m88m+8m", "1p", {"fan_cap": 2})
    assert isinstance(score, Score)
    assert (score.fan, score.base) == (2, 4)


# --- 5 fan --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "named"),
    [
        ({}, {"baotou": 2}),
        ({"kongs": 1}, {"gangbao": 3}),
        ({"kongs": 2}, {"gangbao": 3}),
        ({"flown": 1}, {"baotou": 2, "caipiao": 1}),
        ({"flown": 2}, {"baotou": 2, "caipiao": 2}),
        ({"flown": 1, "kongs": 1}, {"gangbao": 3, "caipiao": 1}),
        ({"last_tile": True}, {"baotou": 2, "haidilao": 1}),
        ({"last_tile": True, "kongs": 1}, {"gangbao": 3, "haidilao": 1}),
    ],
)
def test_5_1_the_line_of_a_drawn_win(how: dict[str, Any], named: dict[str, int]) -> None:
    expected = {"hunyise": 2, **named}
    assert fans("345m(1111z)678m222z9p+5s", "9p", **how) == expected


@pytest.mark.parametrize(
    ("how", "named"),
    [
        ({}, {"zimo": 1}),
        ({"kongs": 1}, {"gangkai": 2}),
        ({"last_tile": True}, {"haidilao": 2}),
        ({"last_tile": True, "kongs": 1}, {"gangkai": 2, "haidilao": 1}),
        ({"flown": 1}, {"zimo": 1}),
    ],
)
def test_5_1_without_baotou(how: dict[str, Any], named: dict[str, int]) -> None:
    assert fans("345m(1111z)678m22z44m+4m", "9p", **how) == {"hunyise": 2, **named}


@pytest.mark.parametrize("way", "+-^")
def test_5_2_seven_natural_pairs_count_as_baotou_in_any_way(way: str) -> None:
    expected = {"duiduihu": 2, "baotou": 2} | ({"lagang": 2} if way == "^" else {})
    assert fans(f"1144m5588p22s114z{way}4z", "9p") == expected


def test_5_4_no_wait_fans_under_tianhu() -> None:
    score = ask("123m456m789m555z4m+4m", "9p", heavenly=True)
    assert isinstance(score, Score)
    assert dict(score.fans) == {"hunyise": 2, "yitiaolong": 2, "tianhu": 3}
    assert score.waits == ()


def test_5_4_all_fourteen_tiles_count_under_tianhu() -> None:
    assert refusal("123m456m789m444z9p+1s", "9p", heavenly=True) == "not_half_flush"


def test_5_6_the_wait_fans_add_up() -> None:
    assert fans("4m[123m][456m][789m][555z]-4m", "9p") == {
        "hunyise": 2,
        "yitiaolong": 2,
        "duting": 1,
        "dandiao": 1,
        "quanqiuren": 1,
    }


def test_5_7_three_caishen_count_towards_three_fan() -> None:
    assert fans("147m25p12345z999p+3s", "9p") == {
        "xiaokao": 2,
        "zimo": 1,
        "sancaishen": 1,
    }


# --- 8 house rules ------------------------------------------------------------------------------


def test_8_half_flush_not_required() -> None:
    rules = {"half_flush_required": False, "min_fan": 0}
    assert fans("123m456p789s44m55z+5z", "9m", rules) == {"pinghu": 0, "zimo": 1}


def test_8_white_is_only_the_turned_tile() -> None:
    hand = "123m456m789m55z11z+5z"
    assert refusal(hand, "5p", {"white_as_itself": False}) == "not_half_flush"
    assert "qifeng" in fans("147m258p3s123456z+7z", "9p", {"white_as_itself": False})
    assert "ziyise" in fans("11122233344z55z+5z", "9p", {"white_as_itself": False})


def test_8_wait_fans_do_not_stack() -> None:
    rules = {"wait_fans_stack": False}
    assert fans("4m[123m][456m][789m][555z]-4m", "9p", rules) == {
        "hunyise": 2,
        "yitiaolong": 2,
        "quanqiuren": 1,
    }
    assert "duting" not in fans("123m456m789m555z4m+4m", "9p", rules)


def test_8_kongs_stack() -> None:
    rules = {"kongs_stack": True}
    assert fans("345m(1111z)678m222z9p+5s", "9p", rules, kongs=3)["gangbao"] == 5
    assert fans("345m(1111z)678m22z44m+4m", "9p", rules, kongs=2)["gangkai"] == 3


# --- the quick no -------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["draw", "discard"])
@pytest.mark.parametrize(
    "text",
    ["123m456m789m444z9p", "123m456m789m13m55z", "1144m5588p22s114z", "147m258p36s12345z", "1122334445667z"],
)
def test_can_win_says_what_judge_says(text: str, way: Way) -> None:
    hand = Hand.parse(text, "9p")
    for kind in range(KINDS):
        score = judge(hand, kind, Winning(way=way))
        assert can_win(hand, kind, Winning(way=way)) == isinstance(score, Score)
