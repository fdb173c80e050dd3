"""What is counted while hands are played. All counts are whole numbers, so that they add up to the same
whatever the order; means and intervals are worked out at the end.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

from wuyi.engine.event import Exhausted, Won

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
        return self.hands - self.draws

    @property
    def draw_rate(self) -> float:
        return self.draws / self.hands if self.hands else 0.0

    @property
    def mean_fan(self) -> float | None:
        """Of a win."""
        return self.fan / self.wins if self.wins else None


@dataclass(slots=True)
class Tally:
    """What one player did. A hand counts once for each seat it held.

    points: the sum of its gains. squares: of the square of its gains in each deal, all seatings of the deal
    taken together. dealt_in: hands in which another won by its discard, or by robbing its kong.
    """

    deals: int = 0
    hands: int = 0
    points: int = 0
    squares: int = 0
    wins: int = 0
    fan: int = 0
    dealt_in: int = 0
    times: Times = field(default_factory=Times)

    def note(self, seat: int, result: Won | Exhausted) -> int:
        """Count a hand it played in `seat`; the points it gained."""
        self.hands += 1
        if isinstance(result, Exhausted):
            return 0
        if result.seat == seat:
            self.wins += 1
            self.fan += result.fan
        elif result.source == seat:
            self.dealt_in += 1
        return result.payments[seat]

    def note_deal(self, points: int) -> None:
        """Close a deal in which it gained `points`."""
        self.deals += 1
        self.points += points
        self.squares += points * points

    def merge(self, other: "Tally") -> None:
        self.deals += other.deals
        self.hands += other.hands
        self.points += other.points
        self.squares += other.squares
        self.wins += other.wins
        self.fan += other.fan
        self.dealt_in += other.dealt_in
        self.times.merge(other.times)

    @property
    def mean(self) -> float:
        """Points a hand."""
        return self.points / self.hands if self.hands else 0.0

    @property
    def margin(self) -> float | None:
        """Half the 95 % interval of `mean`: 1.96 standard errors of the mean over deals, for deals are
        independent while the seatings of one deal are not. None for fewer than two deals."""
        if self.deals < 2:
            return None
        spread = (self.squares - self.points * self.points / self.deals) / (self.deals - 1)
        return 1.96 * math.sqrt(max(0.0, spread) / self.deals) * self.deals / self.hands

    @property
    def win_rate(self) -> float:
        return self.wins / self.hands if self.hands else 0.0

    @property
    def dealt_in_rate(self) -> float:
        return self.dealt_in / self.hands if self.hands else 0.0

    @property
    def mean_fan(self) -> float | None:
        """Of a win of its own."""
        return self.fan / self.wins if self.wins else None
