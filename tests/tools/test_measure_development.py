"""What hands are like is told also where few were seen; how true worlds are is measured by true hands."""

from importlib.util import find_spec

import pytest

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="Numba, of the extra fast, is missing")


def test_cells_with_few_hands_take_those_of_their_neighbours() -> None:
    from tools.measure_development import ENOUGH, STRETCH, Notes
    from wuyi.review.development import ANY, PAIRS, Shape

    notes = Notes()
    notes.hands[0, 4, 0, ANY, 3, 20] = notes.hands[0, 4, 0, PAIRS, 2, 10] = ENOUGH
    notes.hands[0, 6, 1, ANY, 1, 6] = ENOUGH // 2
    notes.hands[0, 7, 1, ANY, 1, 8] = ENOUGH // 2
    notes.held[0] = 1
    notes.density[0] = 0.1
    none, one, more = notes.likely(0, 4).shapes
    assert none == (
        Shape(ANY, 3, 5000, (round(20 * STRETCH),) * 5),
        Shape(PAIRS, 2, 5000, (round(10 * STRETCH),) * 5),
    )
    assert notes.likely(0, 7).shapes[1] == one == more, "the nearest that are known"
    (shape,) = one
    assert (shape.lacking, shape.share) == (1, 10_000)
    assert shape.useful[0] == round(6 * STRETCH) and shape.useful[-1] == round(8 * STRETCH)
    assert notes.likely(0, 4).caishen == 10


def test_what_is_measured_is_that_of_hands_of_thirteen() -> None:
    from tools.measure_development import measure
    from wuyi.rules import DEFAULT_RULES

    notes = measure(DEFAULT_RULES, 20, 1)
    assert notes.hands[0, 0].sum() == 3 * 20, "the dealer holds fourteen"
    assert notes.hands[:, :, :, :, 0].sum() == 0, "thirteen tiles lack one at least"
    assert notes.hands[0, 1:].sum() > 0 < notes.hands[1].sum()
    assert 0 < notes.density[0, 5] < notes.held[0, 5]


def test_true_hands_stand_before_walls_in_any_order() -> None:
    import numpy as np

    from tools.measure_worlds import play, shuffled

    kept = list(play(2, 1))
    assert {each.stage for each in kept} <= set(range(6)) and len(kept) > 4
    for each in kept[::3]:
        hidden = shuffled(each, 5, np.random.default_rng(1))
        walls = hidden.walls[:, list(each.position.standing)]
        assert not (walls == walls[0]).all()
        for counts, wall in zip(hidden.counts, walls, strict=True):
            assert (counts.sum(axis=0) + np.bincount(wall, minlength=34)).tolist() == each.position.unseen
