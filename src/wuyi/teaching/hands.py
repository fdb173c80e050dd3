"""Examples of what hands wait for, win and are worth: sections 2 and 4 to 9 of the rules."""

from typing import Final

from wuyi.teaching.figures import Figure
from wuyi.teaching.verdicts import House, judged, waiting

_PLAIN: Final = "23m567m111z22z789m"
"""Half flush and nothing else; waits for 1m and 4m."""
_ANY_HAND: Final[House] = {"half_flush_required": False, "min_fan": 0}
_FLUSH: Final = "[123m][456m][222m]78m99m"
"""Full flush, waits for 6m and 9m."""


def patterns() -> dict[str, tuple[Figure, ...]]:
    """The caishen and the 白 in a hand (2.1, 2.3), and the winning patterns (4)."""
    return {
        "2.1": (judged("23m567m111z22z78m9p+4m", "9p"),),
        "2.3": (
            judged("46m5z789m123m111z2z+2z", "5m"),
            judged("234m678m55z11z222z+5z", "9p"),
            waiting("46m789m123m111z22z", "5m"),
        ),
        "4": (judged("(1111z)[222m]456m77z3z9p+3z", "9p"),),
        "4.1": (judged("[123m]456m77m11z222z+1z", "9p"),),
        "4.2": (judged("1133m5577p2299s1z+1z", "8p"), judged("1111m5577p2299s1z+1z", "8p")),
        "4.3": (
            judged("147m258p369s1234z+5z", "9p"),
            judged("147m147p14s1234z9p+5z", "9p"),
            judged("147m14p1s1234567z+7s", "9p"),
        ),
        "4.4": (judged("1112223345667z+7z", "9p"),),
        "4.5": (judged("123m456p789m11z22z+1z", "9s"), judged("123m456m789m11z22z+1z", "9s")),
        "4.6": (waiting("123m456m789m111z9p", "9p"), judged("123m456m789m111z9p+7s", "9p")),
        "4.7": (waiting(_PLAIN, "9p"), waiting("(1111m)23m567m22z789m", "9p")),
        "4.8": (
            judged(f"{_PLAIN}-4m", "9p"),
            judged(f"{_PLAIN}+4m", "9p"),
            judged("13m567m111z22z789m-2m", "9p"),
            judged("123m456m789m111z9p-7s", "9p"),
        ),
        "4.9": (
            judged(f"{_PLAIN}+4m", "9p"),
            judged("13m567p111z22z789s-2m", "9p", house={"half_flush_required": False}),
        ),
    }


def fans() -> dict[str, tuple[Figure, ...]]:
    """Each fan in a hand that has it (5)."""
    return {
        "5": (judged("12367m55z88m222z9p+8m", "9p"),),
        "pinghu": (judged("13m567p11z22z789s2z+2m", "9p", house=_ANY_HAND),),
        "pengpenghu": (judged("[222m][777m]33m11z222z+1z", "9p"),),
        "duiduihu": (judged("1133m5577p229s1z9p+1z", "9p"),),
        "hunyise": (judged(f"{_PLAIN}+4m", "9p"),),
        "qingyise": (judged(f"{_FLUSH}+6m", "9p"),),
        "yitiaolong": (judged("13m456m789m111z22z+2m", "9p"), judged("13m456m789m111z22z+9p", "9p")),
        "ziyise_luan": (judged("1112223345667z+7z", "9p"),),
        "ziyise": (judged("111222333z6677z+7z", "9p"), judged("1122334455667z+7z", "9p")),
        "xiaokao": (judged("147m258p369s1234z+5z", "9p"),),
        "dakao": (judged("147m147p14s1234z9p+5z", "9p"),),
        "qifeng": (judged("147m14p1s1234567z+7s", "9p"),),
        "duting": (judged("13m567m111z22z789m-2m", "9p"),),
        "dandiao": (judged("123m567m111z789m2z+2z", "9p"),),
        "quanqiuren": (judged("[123m][567m][111z][789m]2z-2z", "9p", discarder=1),),
        "zimo": (judged(f"{_PLAIN}+1m", "9p"),),
        "baotou": (judged("123m456m777m111z9p+7s", "9p"),),
        "gangkai": (judged("(1111z)23m567m22z789m+4m", "9p", "after_kong"),),
        "gangbao": (judged("(1111z)123m567m789m9p+4s", "9p", "after_kong"),),
        "caipiao": (judged("123m567m111z789m9p+4s", "9p", flown=1),),
        "haidilao": (judged(f"{_PLAIN}+4m", "9p", "last_tile"),),
        "tianhu": (judged("1144m5588p22s114z+4z", "9p", "heavenly"),),
        "dihu": (judged("13m567m111z22z789m-2m", "9p", "earthly", dealer=1, discarder=1),),
        "gangchong": (judged("13m567m111z22z789m-2m", "9p", "kong_discard", discarder=1),),
        "lagang": (judged("13m567m111z22z789m^2m", "9p", discarder=1),),
        "sancaishen": (judged("123m567m78m999p2z1z+1z", "9p"),),
    }


def sums() -> dict[str, tuple[Figure, ...]]:
    """How fans go together (5.1 to 5.7)."""
    return {
        "5.1": (
            judged("123m567m111z789m9p+4s", "9p", "last_tile"),
            judged("(1111z)(2222z)123m567m9p+4s", "9p", "after_kong"),
        ),
        "5.2": (
            judged("1133m5577p2299s1z+1z", "8p"),
            judged("1133m5577p2299s1z-1z", "8p"),
            judged("1133m5577p2299s1z+1z", "8p", "heavenly"),
        ),
        "5.3": (
            waiting("123m567m111z789m9p", "9p", flown=1),
            judged("123m567m111z789m9p+4s", "9p", flown=1),
            judged("123m567m111z789m9p+4s", "9p", flown=2),
        ),
        "5.4": (judged("123m567m111z789m2z+2z", "9p", "heavenly"),),
        "5.5": (judged("123m567m111z789m2z+2z", "9p"), judged("123m567m111z789m9p+2z", "9p")),
        "5.6": (judged("[123m][567m][111z][789m]2z-2z", "9p", discarder=1),),
        "5.7": (judged("123m567m78m999p2z1z+1z", "9p", house={"min_fan": 5}),),
    }


def payments() -> dict[str, tuple[Figure, ...]]:
    """Who pays what (6), and that it adds up to nothing (7.2)."""
    single = "13m567m111z22z789m"
    return {
        "6.1": (judged(f"{_PLAIN}+4m", "9p"), judged("11122244466m88m+8m", "1p")),
        "6.2": (
            judged(f"{single}+2m", "9p", dealer=1),
            judged(f"{single}-2m", "9p", dealer=1, discarder=2),
            judged(f"{single}-2m", "9p", dealer=1, discarder=1),
        ),
        "6.3": (judged(f"{single}+2m", "9p"), judged(f"{single}-2m", "9p", discarder=2)),
        "6.4": (judged(f"{single}-2m", "9p", dealer=3, discarder=2),),
        "6.5": (
            judged(f"{_FLUSH}+6m", "9p", dealer=1, liable=3),
            judged("[123m][567m][222m]78m11z+9m", "9p", dealer=1, liable=3),
        ),
        "6.6": (judged("[1111z]23m567m22z789m+4m", "9p"), judged("[111z]23m567m22z789m+4m", "9p")),
        "7.2": (judged(f"{single}-2m", "9p", winner=1, dealer=0, discarder=0),),
    }


def house_rules() -> dict[str, tuple[Figure, ...]]:
    """The same hand under a house rule and without it (8)."""
    plain = "13m567p111z22z789s+2m"
    wide = "[123m][567m][111z][789m]2z-2z"
    kongs = "(1111z)(2222z)123m567m9p+4s"
    white = "123m567m555z78m22z+9m"
    return {
        "half_flush_required": (
            judged(plain, "9p"),
            judged(plain, "9p", house=_ANY_HAND),
        ),
        "min_fan": (judged(f"{_PLAIN}+4m", "9p"), judged(f"{_PLAIN}+4m", "9p", house={"min_fan": 4})),
        "white_as_itself": (judged(white, "9p"), judged(white, "9p", house={"white_as_itself": False})),
        "wait_fans_stack": (judged(wide, "9p"), judged(wide, "9p", house={"wait_fans_stack": False})),
        "fan_cap": (
            judged(f"{_FLUSH}+6m", "9p"),
            judged("11122244466m88m+8m", "1p", house={"fan_cap": 5}),
        ),
        "kongs_stack": (
            judged(kongs, "9p", "after_kong", kongs=2),
            judged(kongs, "9p", "after_kong", kongs=2, house={"kongs_stack": True}),
        ),
    }


def worked() -> dict[str, tuple[Figure, ...]]:
    """The county's own examples (9)."""
    return {
        "9": (
            judged("11122244466m88m+8m", "1p"),
            judged("123456789m111z3p+7s", "3p"),
            judged("147m14p1s1234567z+7s", "9p"),
            judged("1144m5588p22s114z+4z", "9p", "heavenly"),
            judged("345m[1111z][678m]22z44m+4m", "9p", "after_kong"),
            judged("345m[1111z][678m]222z9p+5s", "9p", "after_kong", flown=1),
        )
    }
