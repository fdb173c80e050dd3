"""What is counted while hands are played. All counts are whole numbers, so that they add up to the same
whatever the order; means and intervals are worked out at the end.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

from wuyi.engine.event import Exhausted, Won
from wuyi.simulate.bootstrap import Interval, interval

CAP = 6
"""The fan at which the capped points stop: dearer hands are a fiftieth of the wins and most of the luck."""

_BUCKETS_A_DOUBLING = 16
"""Times are kept to within 2 ** (1/16), some 4 %."""


@dataclass(slots=True)
class Times:
    """A histogram of durations, in buckets of equal ratio."""

    buckets: Counter[int] = field(default_factory=Counter)

    def note(self, nanoseconds: int) -> None:
        self.buckets[round(math.log2(max(1, nanoseconds)) * _BUCKETS_A_DOUBLING)] += 1

    def merge(self, other: "Times") -> None:
        self.buckets += other.buckets

    def quantile(self, share: float) -> float | None:
        """The duration in milliseconds that `share` of all stay within; None if there are none."""
        rest = share * self.buckets.total()
        for bucket in sorted(self.buckets):
            rest -= self.buckets[bucket]
            if rest <= 0:
                return float(2 ** (bucket / _BUCKETS_A_DOUBLING) / 1e6)
        return None


@dataclass(slots=True)
class Outcomes:
    """How hands ended. ways: wins by `draw`, `discard` and `rob`. fan: the sum over the wins."""

    hands: int = 0
    draws: int = 0
    fan: int = 0
    ways: Counter[str] = field(default_factory=Counter)

    def note(self, result: Won | Exhausted) -> None:
        self.hands += 1
        if isinstance(result, Exhausted):
            self.draws += 1
            return
        self.fan += result.fan
        self.ways[result.way] += 1

    def merge(self, other: "Outcomes") -> None:
        self.hands += other.hands
        self.draws += other.draws
        self.fan += other.fan
        self.ways += other.ways

    @property
    def wins(self) -> int:
        """Hands that somebody won."""
        return self.hands - self.draws

    @property
    def draw_rate(self) -> float:
        """The share, 0 to 1, of hands that nobody won; 0 of none."""
        return self.draws / self.hands if self.hands else 0.0

    @property
    def mean_fan(self) -> float | None:
        """Of a win."""
        return self.fan / self.wins if self.wins else None


@dataclass(slots=True)
class Tally:
    """What one player did. A hand counts once for each seat it held.

    points: its gains in each deal, in order, all seatings of the deal added up. capped: the same as if no
    fan beyond `CAP` counted, so that a handful of dear hands does not decide. dealt_in: hands in which
    another won by its discard, or by robbing its kong. fans: how many of its wins had so many fan.
    """

    hands: int = 0
    points: list[int] = field(default_factory=list)
    capped: list[int] = field(default_factory=list)
    dealt_in: int = 0
    fans: Counter[int] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)

    def begin_deal(self) -> None:
        """What is noted from now on is of another deal."""
        self.points.append(0)
        self.capped.append(0)

    def note(self, seat: int, result: Won | Exhausted) -> None:
        """Count a hand of the deal last begun, which it played in `seat`."""
        self.hands += 1
        if isinstance(result, Exhausted):
            return
        if result.seat == seat:
            self.fans[result.fan] += 1
        elif result.source == seat:
            self.dealt_in += 1
        gained = result.payments[seat]
        self.points[-1] += gained
        # Payments are multiples of two to the power of the fan (6.1), so this leaves no rest.
        self.capped[-1] += gained // 2 ** max(0, result.fan - CAP)

    def merge(self, other: "Tally") -> None:
        """Add the deals after these."""
        self.hands += other.hands
        self.points += other.points
        self.capped += other.capped
        self.dealt_in += other.dealt_in
        self.fans += other.fans
        self.times.merge(other.times)

    @property
    def deals(self) -> int:
        """How many deals were begun."""
        return len(self.points)

    @property
    def wins(self) -> int:
        """Hands that it won."""
        return self.fans.total()

    @property
    def mean(self) -> float:
        """Points a hand."""
        return self._a_hand(sum(self.points))

    @property
    def capped_mean(self) -> float:
        """Points a hand with the fan capped."""
        return self._a_hand(sum(self.capped))

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of `mean`: deals are independent, the seatings of one deal are not."""
        return interval(self._by_hand(self.points))

    @property
    def capped_interval(self) -> Interval | None:
        """The 95 % interval of `capped_mean`."""
        return interval(self._by_hand(self.capped))

    @property
    def win_rate(self) -> float:
        """The share, 0 to 1, of its hands that it won."""
        return self._a_hand(self.wins)

    @property
    def dealt_in_rate(self) -> float:
        """The share, 0 to 1, of its hands that another won off it."""
        return self._a_hand(self.dealt_in)

    @property
    def mean_fan(self) -> float | None:
        """Of a win of its own."""
        return sum([fan * count for fan, count in self.fans.items()]) / self.wins if self.wins else None

    def lead(self, other: "Tally", capped: bool = False) -> tuple[float, Interval | None]:
        """By how many points a hand it did better than `other` on the same deals, and the 95 % interval."""
        own, its = (self.capped, other.capped) if capped else (self.points, other.points)
        paired = [x - y for x, y in zip(self._by_hand(own), other._by_hand(its), strict=True)]
        return sum(paired) / max(1, len(paired)), interval(paired)

    def _a_hand(self, total: int) -> float:
        return total / self.hands if self.hands else 0.0

    def _by_hand(self, points: list[int]) -> list[float]:
        """Of each deal the mean over the hands it played in it: as many in one deal as in another."""
        return [total * self.deals / self.hands for total in points]
