"""The register of fans (RULES.md 5): each a small predicate with its id, its value and what it contains.

A fan is written in one of `fans/*.py` as

    @fan("pengpenghu", 2, patterns=("regular",))
    def four_triplets(reading, winning): ...

and holds by itself; that a fan takes the place of another is said by `contains`.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, get_args

from wuyi.hand.notation import Way
from wuyi.scoring.context import WAYS, Winning
from wuyi.scoring.reading import Pattern, Reading

Predicate = Callable[[Reading, Winning], bool]
Value = Callable[[Reading, Winning], int]

PATTERNS: Final[tuple[Pattern, ...]] = get_args(Pattern)


class Fan(NamedTuple):
    """A registered fan. value: its fan when it holds. contains: the ids it stands instead of."""

    id: str
    value: Value
    holds: Predicate
    contains: frozenset[str]
    patterns: tuple[Pattern, ...]
    ways: tuple[Way, ...]


FANS: Final[dict[str, Fan]] = {}
"""Every fan by its id, in the order in which scores list them."""


def fan(
    id: str,
    value: int | Value,
    *,
    contains: Iterable[str] = (),
    patterns: Iterable[Pattern] = PATTERNS,
    ways: Iterable[Way] = WAYS,
) -> Callable[[Predicate], Predicate]:
    """Register the decorated predicate as a fan, asked only for these patterns and ways of winning."""

    def register(holds: Predicate) -> Predicate:
        if id in FANS:
            raise ValueError(f"two fans of the id {id}")
        worth = value if callable(value) else constant(value)
        FANS[id] = Fan(id, worth, holds, frozenset(contains), tuple(patterns), tuple(ways))
        return holds

    return register


def constant(value: int) -> Value:
    """The same value for every win."""
    return lambda reading, winning: value


def fans_of(reading: Reading, winning: Winning) -> tuple[tuple[str, int], ...]:
    """Id and value of every fan of a reading won so, those contained in another left out."""
    held = [
        each
        for each in FANS.values()
        if reading.pattern in each.patterns and winning.way in each.ways and each.holds(reading, winning)
    ]
    contained: frozenset[str] = frozenset().union(*[each.contains for each in held])
    return tuple([(each.id, each.value(reading, winning)) for each in held if each.id not in contained])
