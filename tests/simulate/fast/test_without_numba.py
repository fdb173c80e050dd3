"""Numba is an extra: nothing but `wuyi.simulate.fast` asks for it, and that says what to install."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "numpy", "llvmlite"):
            raise ImportError(f"no {name}", name=name)

sys.meta_path.insert(0, Missing())
"""


@pytest.fixture(autouse=True)
def needs_numba() -> None:
    """These do not, other than the folder's others."""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_the_rest_does_without() -> None:
    answer = run(WITHOUT + "import wuyi, wuyi.simulate.play, wuyi.simulate.arena, wuyi.cli.main")
    assert answer.returncode == 0, answer.stderr


def test_the_error_names_the_extra() -> None:
    answer = run(WITHOUT + "import wuyi.simulate.fast")
    assert answer.returncode == 1
    assert "wuyi.simulate.fast needs Numba: pip install '.[fast]' in a clone" in answer.stderr


def test_the_simulator_loads_none_of_it() -> None:
    answer = run("import sys, wuyi, wuyi.simulate.play, wuyi.simulate.run; print('numba' in sys.modules)")
    assert answer.stdout.strip() == "False", answer.stderr
