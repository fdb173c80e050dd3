"""Every fan of RULES.md 5: a hand that has it, and one that just misses it."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.scoring.asking import fans
from wuyi.scoring.registry import FANS


@dataclass(frozen=True)
class Case:
    """A hand with a fan of this value, and a hand that wins without it. `how` goes for both unless `miss_how`
    is given."""

    fan: str
    value: int
    hand: str
    miss: str
    caishen: str = "9p"
    how: dict[str, Any] = field(default_factory=dict)
    miss_how: dict[str, Any] | None = None
    rules: dict[str, Any] = field(default_factory=dict)


MIXED = {"half_flush_required": False, "min_fan": 0}
LOW = {"min_fan": 0}

CASES = [
    Case("pinghu", 0, "123m456p789s44m55z+5z", "123m456m789m44m55z+5z", rules=MIXED),
    Case("pengpenghu", 2, "111m333m555z22z44m+4m", "111m333m567m22z44m+4m"),
    # Three kongs and pungs laid, and a chow among them.
    Case("pengpenghu", 2, "5m222z[111m](3333m)[777z]+5m", "5m222z[111m][345m][777z]+5m"),
    Case("duiduihu", 2, "1122335566m114z+4z", "112233m55566m11z+1z"),
    Case("hunyise", 2, "123m456m789m44m55z+5z", "123m456m789m44m11m+1m"),
    # 七对 of two suits.
    Case("hunyise", 2, "1144m5588m22m114z+4z", "1144m5588m22p114z+4z"),
    Case("qingyise", 3, "123m456m789m44m11m+1m", "123m456m789m44m11z+1z"),
    # The drawn tile of 爆头 does not count (4.6).
    Case("qingyise", 3, "123m456m789m444m9p+1z", "123m456m789m444z9p+1m"),
    Case("yitiaolong", 2, "123m456m789m44m55z+5z", "123m456m678m44m55z+5z"),
    # A caishen among the nine.
    Case("yitiaolong", 2, "12345678m11122z+9m", "12345678m1122z9p+1z", rules=LOW),
    # Not even as its own kind: 9m is turned.
    Case("yitiaolong", 2, "123m456m78m1122z5z+1z", "123m456m789m1122z+1z", caishen="9m"),
    # Some of the runs laid, and runs of two suits.
    Case("yitiaolong", 2, "11122z[123m][789m]45m+6m", "11122z[123m][789s]45m+6m", rules=MIXED),
    Case("ziyise_luan", 6, "1122334445667z+6z", "111222333z1144m+4m", rules=LOW),
    Case("ziyise", 10, "111222333z4466z+6z", "1112223334466z+7z"),
    Case("ziyise", 10, "1122334466777z+7z", "1122334456677z+6z"),
    Case("xiaokao", 2, "147m258p36s12345z+6z", "147m147p14s12345z+6z"),
    # A caishen fills a place of another third as well.
    Case("dakao", 3, "147m147p14s12346z+9p", "147m258p14s12346z+9p"),
    Case("qifeng", 1, "147m258p3s123456z+7z", "147m258p3s123456z+9p"),
    # 白 stands for the turned honour, and another is itself (2.3, 4.3).
    Case("qifeng", 1, "147m258p3s123455z+6z", "147m258p36s12355z+4z", caishen="7z"),
    Case("duting", 1, "123m456m789m13m55z+2m", "123m456m789m23m55z+1m"),
    # All four 4m are held, so only 1m is waited for.
    Case("duting", 1, "23m11z[444m][456m][777z]+1m", "23m11z[444m][567m][777z]+1m", rules={"min_fan": 0}),
    Case("dandiao", 1, "123m456m789m555z4m+4m", "123m456m789m55z44m+4m"),
    # The winning tile may be a caishen, the lone tile may not.
    Case("dandiao", 1, "123m456m789m555z4m+9p", "123m456m789m555z9p+4m"),
    # Of several waits one makes the pair.
    Case("dandiao", 1, "1234m456m789m555z+1m", "123m456m789m13m55z+2m"),
    Case("quanqiuren", 1, "4m[123m][456m][789m][555z]-4m", "4m[123m][456m][789m](5555z)-4m"),
    Case("quanqiuren", 1, "4m[123m][456m][789m][555z]^4m", "4m[123m][456m][789m][555z]+4m"),
    Case("zimo", 1, "123m456m789m13m55z+2m", "123m456m789m13m55z-2m"),
    Case("baotou", 2, "123m456m789m444z9p+1s", "123m456m789m44z39p+9p", rules=MIXED),
    Case("baotou", 2, "1144m5588p22s11z9p+4z", "1144m5588p22s14z9p+4z"),
    # 七对 without any caishen counts as 爆头, off a discard too (5.2).
    Case("baotou", 2, "1144m5588p22s114z-4z", "1144m5588p2s114z9p+4z", rules=LOW),
    Case("gangkai", 2, "345m(1111z)678m22z44m+4m", "345m(1111z)678m22z44m+4m", how={"kongs": 1}, miss_how={}),
    Case("gangbao", 3, "345m(1111z)678m222z9p+5s", "345m(1111z)678m22z44m+4m", how={"kongs": 1}),
    # A 飘 counts only in 爆头 (5.3).
    Case("caipiao", 2, "123m456m789m444z9p+1s", "123m456m789m13m55z+2m", how={"flown": 2}),
    Case(
        "haidilao", 2, "123m456m789m13m55z+2m", "123m456m789m13m55z+2m", how={"last_tile": True}, miss_how={}
    ),
    Case(
        "haidilao", 1, "123m456m789m444z9p+1s", "123m456m789m444z9p+1s", how={"last_tile": True}, miss_how={}
    ),
    Case("tianhu", 3, "123m456m789m13m55z+2m", "123m456m789m13m55z+2m", how={"heavenly": True}, miss_how={}),
    Case("dihu", 2, "123m456m789m13m55z-2m", "123m456m789m13m55z-2m", how={"earthly": True}, miss_how={}),
    Case(
        "gangchong",
        2,
        "123m456m789m13m55z-2m",
        "123m456m789m13m55z-2m",
        how={"kong_discard": True},
        miss_how={},
    ),
    Case("lagang", 2, "123m456m789m13m55z^2m", "123m456m789m13m55z-2m"),
    # The winning tile counts.
    Case("sancaishen", 1, "123m456m78m444z99p+9p", "123m456m78m444z99p+3m"),
]


@pytest.mark.parametrize("case", CASES, ids=[case.fan for case in CASES])
def test_fan(case: Case) -> None:
    assert fans(case.hand, case.caishen, case.rules, **case.how).get(case.fan) == case.value
    how = case.how if case.miss_how is None else case.miss_how
    assert case.fan not in fans(case.miss, case.caishen, case.rules, **how)


def test_every_fan_has_a_case() -> None:
    assert {case.fan for case in CASES} == set(FANS)


def test_fan_ids_are_those_promised() -> None:
    promised = (
        "pinghu dandiao quanqiuren zimo pengpenghu duiduihu hunyise qingyise yitiaolong dihu tianhu baotou "
        "ziyise_luan ziyise duting gangkai gangbao caipiao gangchong lagang haidilao xiaokao dakao qifeng "
        "sancaishen"
    )
    assert set(FANS) == set(promised.split())


def test_what_a_fan_contains_is_a_fan() -> None:
    for each in FANS.values():
        assert each.contains <= FANS.keys() - {each.id}
