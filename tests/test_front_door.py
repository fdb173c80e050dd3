"""`import wuyi`: the names it promises, loaded when first used."""

import subprocess
import sys

import pytest

import wuyi


def test_every_name_of_the_front_door_is_there() -> None:
    assert set(wuyi.__all__) == set(wuyi._HOME)
    for name in wuyi.__all__:
        assert getattr(wuyi, name) is not None
        assert name in dir(wuyi)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = wuyi.nothing


def test_import_alone_loads_nothing_else() -> None:
    code = "import wuyi, sys; print([m for m in sys.modules if m.startswith('wuyi.') or m == 'msgspec'])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
