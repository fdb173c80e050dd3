"""`import wuyi`: the names it promises, loaded when first used."""

import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import wuyi


def test_every_name_of_the_front_door_is_there() -> None:
    assert set(wuyi.__all__) == set(wuyi._HOME)
    for name in wuyi.__all__:
        assert getattr(wuyi, name) is not None
        assert name in dir(wuyi)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """And, as the comment says, an error of types."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = wuyi.nothing  # type: ignore[attr-defined]


def test_import_alone_loads_nothing_else() -> None:
    code = "import wuyi, sys; print([m for m in sys.modules if m.startswith('wuyi.') or m == 'msgspec'])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


@pytest.mark.parametrize("package", ["wuyi", "wuyi.bots", "wuyi.hand", "wuyi.review", "wuyi.scoring"])
def test_a_package_shows_the_names_it_offers(package: str) -> None:
    """To `dir`, `help` and whoever completes names."""
    module = import_module(package)
    assert set(module.__all__) <= set(dir(module))


@pytest.mark.parametrize("package", ["wuyi.engine", "wuyi.simulate"])
def test_a_package_that_hands_on_no_names_lists_its_modules(package: str) -> None:
    module = import_module(package)
    assert module.__doc__ is not None
    listed = re.findall(r"^(\w+(?:, \w+)*)   *\S", module.__doc__, re.MULTILINE)
    names = {name for line in listed for name in line.split(", ")}
    assert names == {found.name for found in iter_modules(module.__path__)}


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    assert wuyi.__version__ == project["project"]["version"]
