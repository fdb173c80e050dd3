"""How far hands are from a win is told also where few were seen."""

from importlib.util import find_spec

import pytest

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="Numba, of the extra fast, is missing")


def test_cells_with_few_hands_take_those_of_their_neighbours() -> None:
    import numpy as np

    from tools.measure_development import ENOUGH, MOST_DISCARDS, shares
    from wuyi.hand.distance import FAR

    counts = np.zeros((5, MOST_DISCARDS + 1, FAR + 1), np.int64)
    counts[0, 4, 3] = counts[0, 4, 2] = ENOUGH
    counts[0, 6, 1] = ENOUGH // 2
    counts[0, 7, 1] = ENOUGH // 2
    found = shares(counts)
    assert found[0][4] == [0, 5000, 5000]
    assert found[0][7] == found[0][6] == [10_000]
    assert found[0][20] == [10_000], "the nearest that are known"
    assert found[1] == [[]] * (MOST_DISCARDS + 1)


def test_what_is_measured_is_that_of_hands_of_thirteen() -> None:
    from tools.measure_development import measure
    from wuyi.rules import DEFAULT_RULES

    counts = measure(DEFAULT_RULES, 20, 1)
    assert counts[0, 0].sum() == 3 * 20, "the dealer holds fourteen"
    assert counts[:, :, 0].sum() == 0, "thirteen tiles lack one at least"
    assert counts[0, 1:].sum() > 0 < counts[1].sum()
