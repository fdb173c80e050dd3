"""The words of the command line for fan ids, reason ids and tiles, in Chinese and English.

Everything else travels as ids; what a person reads is looked up here.
"""

import argparse
import os
from typing import Final, Literal

from wuyi.errors import NotationError, WuyiError
from wuyi.hand.tile import NAMES, SUITS, Tile
from wuyi.scoring.request import RequestError

Language = Literal["zh", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--lang`, by default what LANG says."""
    usual: Language = "en" if os.environ.get("LANG", "").startswith("en") else "zh"
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=usual, help="language (default by LANG, else zh)"
    )


FANS: Final[dict[str, tuple[str, str]]] = {
    "pinghu": ("平胡", "Plain hand"),
    "pengpenghu": ("碰碰胡", "All triplets"),
    "duiduihu": ("对对胡", "Seven pairs"),
    "hunyise": ("混一色", "Half flush"),
    "qingyise": ("清一色", "Full flush"),
    "yitiaolong": ("一条龙", "Dragon"),
    "ziyise_luan": ("字一色（乱风）", "All honours, loose"),
    "ziyise": ("字一色", "All honours"),
    "xiaokao": ("十三不靠（小靠）", "Thirteen unconnected, mixed"),
    "dakao": ("十三不靠（大靠）", "Thirteen unconnected, same"),
    "qifeng": ("七风", "Seven honours"),
    "duting": ("独听", "Only wait"),
    "dandiao": ("单吊", "Single wait for the pair"),
    "quanqiuren": ("全求人", "All from others"),
    "zimo": ("自摸", "Own draw"),
    "baotou": ("爆头", "Baotou"),
    "gangkai": ("杠开", "Win on a kong"),
    "gangbao": ("杠爆", "Baotou on a kong"),
    "caipiao": ("财飘", "Flown caishen"),
    "haidilao": ("海底捞", "Last tile"),
    "tianhu": ("天胡", "Heavenly hand"),
    "dihu": ("地胡", "Earthly hand"),
    "gangchong": ("杠冲", "Kong discard"),
    "lagang": ("拉杠", "Robbed kong"),
    "sancaishen": ("三财神", "Three caishen"),
}
"""Fan ids of RULES.md 5."""

REASONS: Final[dict[str, tuple[str, str]]] = {
    "not_complete": ("牌还没有成", "the hand is not complete"),
    "not_half_flush": ("没有混一色", "it is no half flush"),
    "many_waits_must_draw": ("听了不止一种牌，只能自摸", "it waits on more than one kind and must draw"),
    "baotou_must_draw": ("爆头只能自摸", "baotou must draw"),
    "too_few_fan": ("番数不够起胡", "too few fan to win"),
    "caishen_lock": (
        "有人打出财神，当圈不能捉冲",
        "a caishen was discarded: no win on a discard this go-round",
    ),
    "caishen_unclaimable": ("打出的财神谁也不能要", "nobody can claim a discarded caishen"),
    "caishen_stays_concealed": (
        "财神不能用来吃碰杠",
        "a caishen cannot be used to chow, pung or kong",
    ),
    "chow_only_from_upper": ("只能吃上家的牌", "only the seat after the discarder can chow"),
    "no_such_run": ("凑不成顺子", "those tiles make no run"),
    "not_enough_tiles": ("相同的牌不够", "too few of that tile"),
    "not_in_hand": ("手里没有这张牌", "that tile is not in the hand"),
    "no_pung_to_extend": ("没有可以补杠的碰", "there is no pung to add it to"),
    "no_tile_left_for_kong": ("没有牌可补，不能杠", "no tile is left to replace a kong"),
    "last_tile": ("海底牌不能打出，只能胡或过", "the last tile is not discarded: win or pass"),
    "must_discard": ("现在要打出一张牌", "a discard is due"),
    "nothing_to_claim": ("没有可以要的牌", "there is nothing to claim"),
    "already_answered": ("已经选过了", "that seat has already answered"),
    "not_your_turn": ("还没有轮到", "it is not that seat's turn"),
    "hand_over": ("这一局已经结束", "this hand is over"),
    "not_a_tile": ("没有这种牌", "there is no such tile"),
    "no_such_seat": ("没有这个座位", "there is no such seat"),
}
"""Reason ids of hands that may not win and of refused actions (docs/reasons.md)."""

MISTAKES: Final[dict[str, str]] = {
    "missing": "没有写（见 wuyi score --help）",
    "no_winning_tile": "胡的那张要写在 +、- 或 ^ 后面",
    "unreadable": "看不懂",
    "no_suit": "有数字没有花色",
    "no_such_tile": "没有这种牌",
    "not_a_meld": "不成一副吃、碰、杠",
    "chow_of_honours": "字牌不能吃",
    "caishen_in_meld": "财神不能用来吃碰杠，要用白板",
    "five_of_a_kind": "同样的牌最多四张",
    "four_caishen": "财神翻出了一张，局里只有三张",
    "wrong_count": "张数不对：一副吃碰杠算三张，连胡的牌一共十四张",
    "too_many_caishen": "手里的加上飘掉的，财神最多三张",
    "flown_without": "飘了以后手里要还有财神",
    "draw_only": "只有自摸才有",
    "discard_only": "只有捉冲才有",
    "no_kong": "没有杠过",
    "own_discard": "不能是胡牌的人自己",
    "liable_unclaimed": "吃碰明杠要有三副，才可能承包",
    "heavenly_not_dealer": "天胡是庄家的",
    "heavenly_not_dealt": "天胡是起手的十四张，没有吃碰杠，没有飘，也不是海底",
    "earthly_dealer": "地胡不会是庄家",
    "earthly_not_first": "地胡是胡庄家打的第一张，还没有人吃碰杠",
}
"""In Chinese, what is wrong with a hand as written or with what is said of it (`hand.notation`,
`scoring.request`); in English the error says so itself."""

_RANKS: Final = "一二三四五六七八九"
_SUITS: Final = "万筒条"
_HONOURS: Final = "东南西北白发中"


def fan_name(id: str, language: Language) -> str:
    """The name of a fan."""
    return FANS[id][LANGUAGES.index(language)]


def reason_text(id: str, language: Language) -> str:
    """Why not, in words."""
    return REASONS[id][LANGUAGES.index(language)]


def mistake_text(error: WuyiError, language: Language) -> str:
    """What is wrong and where; an error that has no words of its own in Chinese speaks English."""
    words = MISTAKES.get(error.reason)
    if language == "en" or words is None:
        return str(error)
    if isinstance(error, NotationError):
        return f"{words}（“{error.text}”的第{error.where + 1}个字）"
    if isinstance(error, RequestError):
        field, _, at = error.where.partition(":")
        return f"{field}第{at}个字：{words}" if at else f"{field}：{words}"
    return words


def tile_name(tile: Tile, language: Language) -> str:
    """`五万`, `东`; in English the notation, `5m`, `1z`."""
    if language == "en":
        return NAMES[tile]
    suit, rank = divmod(tile, 9)
    return _HONOURS[rank] if SUITS[suit] == "z" else _RANKS[rank] + _SUITS[suit]
