"""How often somebody may do something. Time is an argument: nothing here reads a clock."""

from collections import OrderedDict
from dataclasses import dataclass


@dataclass(slots=True)
class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run.

    `debt` is by how many the refused outnumber those that were let through, at least 0.
    """

    rate: float
    burst: float
    level: float
    at: float
    debt: int = 0

    @classmethod
    def full(cls, rate: float, burst: float, now: float) -> "Bucket":
        return cls(rate, burst, burst, now)

    def take(self, now: float) -> bool:
        """One more at `now` (seconds, never running back): may it be?"""
        level = self.level + (now - self.at) * self.rate
        self.level = level if level < self.burst else self.burst
        self.at = now
        if self.level < 1:
            self.debt += 1
            return False
        self.level -= 1
        if self.debt:
            self.debt -= 1
        return True


class Limiter:
    """A bucket for each of at most `keys` clients; beyond that the one unseen for longest is forgotten."""

    def __init__(self, rate: float, burst: float, keys: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._keys = keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        """One more for `key` at `now`: may it be?"""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket.full(self._rate, self._burst, now)
            if len(self._buckets) > self._keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now)

    def give_back(self, key: str) -> None:
        """What was taken last for `key` shall not count."""
        if (bucket := self._buckets.get(key)) is not None:
            bucket.level = min(bucket.burst, bucket.level + 1)
