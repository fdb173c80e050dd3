"""The shipped tables are what the script builds, and are loaded by no more than what asks about hands."""

import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tools import build_tables

SRC = Path(__file__).parents[2] / "src"


@pytest.mark.long
def test_the_file_is_what_the_script_builds() -> None:
    assert zlib.decompress(build_tables.DATA.read_bytes()) == build_tables.build()


def test_two_suits_together_give_some_groups_each() -> None:
    vectors, table = build_tables.compose(3, runs=True)
    nothing, run, pair = vectors[table[0]], vectors[table[1 + 5 + 25]], vectors[table[2]]
    no_pair, with_pair = slice(0, None, 2), slice(1, None, 2)
    assert build_tables.together(nothing, nothing)[no_pair] == (0, 3, 6, 9, 12)
    assert build_tables.together(nothing, nothing)[with_pair] == (2, 5, 8, 11, 14)
    assert build_tables.together(run, pair)[no_pair] == (0, 0, 1, 4, 7)
    assert build_tables.together(run, pair)[with_pair] == (0, 0, 3, 6, 9)


@pytest.mark.parametrize("module", ["wuyi", "wuyi.errors", "wuyi.rules", "wuyi.cli.main"])
def test_importing_loads_no_tables(module: str) -> None:
    code = f"import sys, {module}; sys.exit('wuyi.hand.tables' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(SRC)}).returncode == 0
