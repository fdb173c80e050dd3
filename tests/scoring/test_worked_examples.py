"""The seed's worked examples (RULES.md 9), named after them."""

from typing import Any

import pytest

from tests.scoring.asking import Fans, ask
from wuyi.scoring.score import Score


def scored(fans: Fans, text: str, caishen: str, **how: Any) -> Score:
    score = ask(text, caishen, **how)
    assert isinstance(score, Score), score
    assert dict(score.fans) == fans
    return score


def test_清一色碰碰胡自摸() -> None:
    score = scored({"pengpenghu": 2, "qingyise": 3, "zimo": 1}, "11122244466m88m+8m", "1p")
    assert (score.fan, score.base) == (6, 64)


def test_混一色一条龙暴头() -> None:
    score = scored({"hunyise": 2, "yitiaolong": 2, "baotou": 2}, "123456789m111z3p+7s", "3p")
    assert (score.fan, score.base) == (6, 64)


def test_七风大靠自摸() -> None:
    score = scored({"dakao": 3, "qifeng": 1, "zimo": 1}, "147m14p1s1234567z+7s", "9p")
    assert (score.fan, score.base) == (5, 32)


def test_对对胡天胡() -> None:
    score = scored({"duiduihu": 2, "tianhu": 3}, "1144m5588p22s114z+4z", "9p", heavenly=True)
    assert (score.fan, score.base) == (5, 32)


HALF_FLUSH = "345m[1111z][678m]22z44m"
"""Waits for 2z and 4m; 混一色 alone."""


def test_杠开_is_four_times_the_base() -> None:
    score = scored({"hunyise": 2, "gangkai": 2}, f"{HALF_FLUSH}+4m", "9p", kongs=1)
    assert score.base == 2**2 * 4


def test_杠爆_is_eight_times_the_base() -> None:
    score = scored({"hunyise": 2, "gangbao": 3}, "345m[1111z][678m]222z9p+5s", "9p", kongs=1)
    assert score.base == 2**2 * 8


@pytest.mark.parametrize("flown", [1, 2])
def test_每飘再加一倍(flown: int) -> None:
    score = scored(
        {"hunyise": 2, "gangbao": 3, "caipiao": flown},
        "345m[1111z][678m]222z9p+5s",
        "9p",
        kongs=1,
        flown=flown,
    )
    assert score.base == 2**2 * 8 * 2**flown
