"""Who pays what (RULES.md 6)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuyi.scoring.payment import payments, pays_all

SEATS = st.integers(0, 3)


@pytest.mark.parametrize(
    ("said", "gains"),
    [
        # 6.2 a non-dealer wins: self-drawn 2-1-1
        ({"winner": 1, "dealer": 0, "discarder": None}, (-2, 4, -1, -1)),
        # off another non-dealer: discarder 2, dealer 2, other 1
        ({"winner": 1, "dealer": 0, "discarder": 2}, (-2, 5, -2, -1)),
        # off the dealer: dealer 4, others 1
        ({"winner": 1, "dealer": 0, "discarder": 0}, (-4, 6, -1, -1)),
        # 6.3 the dealer wins: self-drawn, each pays double
        ({"winner": 0, "dealer": 0, "discarder": None}, (6, -2, -2, -2)),
        # off a discard, the discarder pays double and the others the base
        ({"winner": 0, "dealer": 0, "discarder": 3}, (4, -1, -1, -2)),
        # 6.5 one pays the whole sum
        ({"winner": 1, "dealer": 0, "discarder": 2, "liable": 3}, (0, 5, 0, -5)),
        ({"winner": 1, "dealer": 0, "discarder": 0, "liable": 0}, (-6, 6, 0, 0)),
    ],
)
def test_6_2_to_6_5(said: dict[str, int | None], gains: tuple[int, ...]) -> None:
    asked = {"liable": None, **said}
    assert payments(1, **asked) == gains  # type: ignore[arg-type]
    assert payments(64, **asked) == tuple(64 * gain for gain in gains)  # type: ignore[arg-type]


@pytest.mark.parametrize("fan", ["qingyise", "ziyise", "ziyise_luan"])
def test_6_5_full_flush_and_honours_pay_all(fan: str) -> None:
    assert pays_all([("zimo", 1), (fan, 3)])


def test_6_5_a_half_flush_does_not() -> None:
    assert not pays_all([("zimo", 1), ("hunyise", 2), ("pengpenghu", 2)])


@given(SEATS, SEATS, st.none() | SEATS, st.none() | SEATS, st.integers(0, 20))
def test_payments_sum_to_zero(
    winner: int, dealer: int, discarder: int | None, liable: int | None, fan: int
) -> None:
    if winner in (discarder, liable):
        return
    gains = payments(2**fan, winner=winner, dealer=dealer, discarder=discarder, liable=liable)
    assert sum(gains) == 0
    assert gains[winner] >= 3 * 2**fan
    assert all(gain <= 0 for seat, gain in enumerate(gains) if seat != winner)
