"""The compiled engine and the readable one say the same of a position, as far as either knows."""

from importlib.util import find_spec
from math import hypot
from random import Random

import pytest

from wuyi.engine.action import Discard
from wuyi.hand.tile import TILES
from wuyi.review.plain import PlainTrial
from wuyi.review.position import decisions, position_of
from wuyi.review.tally import estimate

from ..bots.tables import shuffled_secrets
from .deals import RECORDS, made_hand

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="Numba, of the extra fast, is missing")


def test_both_engines_agree_within_their_errors() -> None:
    from wuyi.review.fast import FastTrial
    from wuyi.simulate.fast import NEAREST

    position = position_of(made_hand(14), 0)
    assert position.view.drawn is not None
    actions = [Discard(0, position.view.drawn), Discard(0, "5m"), Discard(0, "1z")]
    quick = FastTrial(1, NEAREST).play(position, actions, 4000, 0)
    plain = PlainTrial().play(position, actions, 60, 0)
    for one, other in zip(quick, plain, strict=True):
        first, second = estimate(one), estimate(other)
        assert abs(first.mean - second.mean) < 4 * hypot(first.error, second.error) + 0.5
    assert estimate(quick[0]).mean > estimate(quick[1]).mean + 5


def test_neither_the_threads_nor_what_is_hidden_change_what_is_dealt() -> None:
    from wuyi.review.fast import FastTrial
    from wuyi.simulate.fast import NEAREST

    state = made_hand(14)
    one, other = position_of(state, 0), position_of(shuffled_secrets(state, 0, Random(1)), 0)
    actions = one.legal[:2]
    alone = FastTrial(1, NEAREST).play(one, actions, 101, 3)
    assert alone == FastTrial(3, NEAREST).play(other, actions, 101, 3)
    assert alone != FastTrial(1, NEAREST).play(one, actions, 101, 4)


def test_many_worlds_are_dealt_as_one() -> None:
    import numpy as np

    from wuyi.review.fast import deal_hidden

    for _, position, _ in list(decisions(RECORDS[1], 1))[::4]:
        hidden = deal_hidden(position, 50, np.random.default_rng(1))
        walls = hidden.walls[:, list(position.standing)]
        for counts, kongs, wall in zip(hidden.counts, hidden.kongs, walls, strict=True):
            dealt = counts.sum(axis=0) + np.bincount(wall, minlength=len(TILES))
            for seat in range(4):
                for kind in kongs[seat][kongs[seat] > 0]:
                    dealt[kind] += 4
            assert dealt.tolist() == position.unseen
            sizes = [0 if seat == 1 else position.view.seats[seat].concealed for seat in range(4)]
            assert counts.sum(axis=1).tolist() == sizes
