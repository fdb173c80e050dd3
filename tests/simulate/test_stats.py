"""Counts, and the means and intervals made of them."""

import math
from random import Random
from statistics import mean, stdev

import pytest

from wuyi.engine.event import Exhausted, Scores, Won
from wuyi.simulate.stats import Outcomes, Tally, Times

DRAWN = Exhausted((0, 0, 0, 0))


def won(
    seat: int,
    way: str = "draw",
    source: int | None = None,
    fan: int = 3,
    payments: Scores = (24, -8, -8, -8),
) -> Won:
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
    for result in (DRAWN, won(0), won(0, "discard", 1), won(1), won(0, "rob", 1)):
        tally.begin_deal()
        tally.note(1, result)
    assert tally.points == [0, -8, -8, -8, -8]
    assert (tally.hands, tally.wins, tally.dealt_in, tally.deals) == (5, 1, 2, 5)
    assert tally.mean == -32 / 5
    assert (tally.win_rate, tally.dealt_in_rate, tally.mean_fan) == (0.2, 0.4, 3.0)


def test_beyond_six_fan_nothing_counts_when_capped() -> None:
    tally = Tally()
    tally.begin_deal()
    tally.note(1, won(0, fan=8, payments=(1024, -256, -256, -512)))
    tally.note(3, won(0, fan=6, payments=(256, -64, -64, -128)))
    assert tally.points == [-256 - 128]
    assert tally.capped == [-64 - 128]


def test_means_are_those_of_the_hands_and_intervals_those_of_the_deals() -> None:
    random = Random(3)
    deals = [random.randrange(-400, 400) for _ in range(200)]
    tally = Tally(hands=200 * 12, points=deals)
    by_hand = [points / 12 for points in deals]
    assert tally.mean == pytest.approx(mean(by_hand))
    assert tally.interval is not None
    low, high = tally.interval
    normal = 1.96 * stdev(by_hand) / math.sqrt(200)
    assert low == pytest.approx(tally.mean - normal, abs=normal / 4)
    assert high == pytest.approx(tally.mean + normal, abs=normal / 4)


def test_one_deal_has_no_interval() -> None:
    assert Tally(hands=4, points=[3], capped=[3]).interval is None


def test_a_lead_is_counted_deal_by_deal() -> None:
    """What luck does to both alike it leaves out."""
    random = Random(4)
    luck = [random.randrange(-4000, 4000) for _ in range(50)]
    one = Tally(hands=200, points=[points + 40 for points in luck])
    other = Tally(hands=200, points=luck)
    points, interval = one.lead(other)
    assert interval is not None
    assert (points, *interval) == pytest.approx((10, 10, 10))


def test_tallies_add_up() -> None:
    whole, parts = Tally(), [Tally(), Tally()]
    results: list[Won | Exhausted] = [DRAWN, won(0), won(1, "discard", 0, fan=5), won(0)]
    for number, result in enumerate(results):
        for tally in (whole, parts[number // 2]):
            tally.begin_deal()
            tally.note(0, result)
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
