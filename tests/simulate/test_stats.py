"""Counts, and the means and intervals made of them."""

import math
from random import Random
from statistics import mean, stdev

import pytest

from wuyi.engine.event import Exhausted, Won
from wuyi.simulate.stats import Outcomes, Tally, Times

DRAWN = Exhausted((0, 0, 0, 0))


def won(seat: int, way: str = "draw", source: int | None = None, fan: int = 3) -> Won:
    payments = (24, -8, -8, -8)
    return Won(
        seat=seat,
        way=way,
        tile="1m",
        source=source,
        tiles=(),
        melds=(),
        groups=(),
        fans=(("hunyise", 2), ("zimo", 1)),
        fan=fan,
        base=2**fan,
        liable=None,
        payments=payments,
        scores=payments,
    )


def test_outcomes() -> None:
    outcomes = Outcomes()
    assert (outcomes.draw_rate, outcomes.mean_fan) == (0.0, None)
    for result in (DRAWN, won(0), won(0, "discard", 2, fan=6), won(0, "rob", 1)):
        outcomes.note(result)
    assert (outcomes.hands, outcomes.draws, outcomes.wins) == (4, 1, 3)
    assert outcomes.ways == {"draw": 1, "discard": 1, "rob": 1}
    assert outcomes.mean_fan == 4.0
    assert outcomes.draw_rate == 0.25


def test_a_tally_counts_wins_and_feeding() -> None:
    tally = Tally()
    points = [
        tally.note(1, result) for result in (DRAWN, won(0), won(0, "discard", 1), won(1), won(0, "rob", 1))
    ]
    tally.note_deal(sum(points))
    assert points == [0, -8, -8, -8, -8]
    assert (tally.hands, tally.wins, tally.dealt_in, tally.deals) == (5, 1, 2, 1)
    assert tally.mean == -32 / 5
    assert tally.margin is None


def test_the_margin_is_that_of_the_mean_over_deals() -> None:
    random = Random(3)
    deals = [random.randrange(-400, 400) for _ in range(50)]
    tally = Tally(hands=50 * 12)
    for points in deals:
        tally.note_deal(points)
    by_hand = [points / 12 for points in deals]
    assert tally.mean == pytest.approx(mean(by_hand))
    assert tally.margin == pytest.approx(1.96 * stdev(by_hand) / math.sqrt(50))


def test_tallies_add_up() -> None:
    whole, parts = Tally(), [Tally(), Tally()]
    results: list[Won | Exhausted] = [DRAWN, won(0), won(1, "discard", 0, fan=5), won(0)]
    for number, result in enumerate(results):
        for tally in (whole, parts[number % 2]):
            tally.note_deal(tally.note(0, result))
            tally.times.note(1000 * (number + 1))
    parts[0].merge(parts[1])
    assert parts[0] == whole


def test_quantiles_are_right_to_a_few_percent() -> None:
    times = Times()
    assert times.quantile(0.5) is None
    for microseconds in range(1, 1001):
        times.note(1000 * microseconds)
    assert times.quantile(0.5) == pytest.approx(0.5, rel=0.05)
    assert times.quantile(0.99) == pytest.approx(0.99, rel=0.05)
