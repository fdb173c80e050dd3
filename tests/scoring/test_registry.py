"""The register of fans."""

import pytest

import wuyi.scoring.fans  # noqa: F401 (registers them)
from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading
from wuyi.scoring.registry import FANS, fan, fans_of


def reading(**facts: object) -> Reading:
    return Reading("regular", 1, False, False, 0, **facts)  # type: ignore[arg-type]


def test_an_id_is_registered_once() -> None:
    with pytest.raises(ValueError, match="two fans of the id zimo"):
        fan("zimo", 1)(lambda reading, winning: True)
    assert FANS["zimo"].holds(reading(), Winning())


def test_what_is_contained_does_not_count_besides() -> None:
    assert fans_of(reading(), Winning()) == (("qingyise", 3), ("zimo", 1))
    assert fans_of(reading(baotou=True, single=True), Winning()) == (("qingyise", 3), ("baotou", 2))
    assert fans_of(reading(baotou=True), Winning(kongs=1)) == (("qingyise", 3), ("gangbao", 3))


def test_a_fan_is_asked_only_for_its_patterns_and_ways() -> None:
    assert FANS["duiduihu"].patterns == ("pairs",)
    assert FANS["lagang"].ways == ("rob",)
    assert fans_of(reading(), Winning(way="rob")) == (("qingyise", 3), ("lagang", 2))
