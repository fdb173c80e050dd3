"""How kernels are compiled, by the version of Numba that is there."""

from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from wuyi.simulate.fast import jit


@pytest.mark.parametrize("tried", [True, False])
def test_kernels_compile_with_a_numba_that_was_tried_and_any_other(
    tried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    minor = numba.version_info.minor
    monkeypatch.setattr(jit, "_TRIED", range(minor, minor + 1) if tried else range(0))
    assert bool(jit._as_parts()) == tried

    @jit.kernel
    def square(number: int) -> int:
        return number * number

    def squares(numbers: npt.NDArray[np.int64]) -> int:
        total = 0
        for number in numbers:
            total += square(number)
        return total

    compiled: Any = numba.njit(squares)
    assert compiled(np.array([1, 2, 3])) == 14
