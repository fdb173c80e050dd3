"""Numba is an extra: without it these tests are skipped, and nothing else is."""

import importlib.util

import pytest

HAS_NUMBA = importlib.util.find_spec("numba") is not None

# The modules cannot even be imported, so that they are not collected; this one says why.
collect_ignore_glob = [] if HAS_NUMBA else ["test_[!w]*.py"]


@pytest.fixture(autouse=True)
def needs_numba() -> None:
    if not HAS_NUMBA:
        pytest.skip("Numba, of the extra fast, is not installed")
