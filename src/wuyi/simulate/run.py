"""Many matches: their records, and what came of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from wuyi.engine.event import Exhausted, Won
from wuyi.engine.record import encode
from wuyi.rules import Ruleset
from wuyi.simulate.play import Seats, match_seed, play_match
from wuyi.simulate.pool import THIS_PROCESS, Workers
from wuyi.simulate.stats import Outcomes


@dataclass(frozen=True, slots=True)
class Played:
    """A match: the lines of its records, newline included, and how its hands ended."""

    lines: bytes
    outcomes: Outcomes


def simulate(
    seats: Seats, *, matches: int, seed: int, rules: Ruleset, workers: Workers = THIS_PROCESS
) -> Iterator[Played]:
    """Play matches 1 to `matches` of this seed, in order; the same arguments give the same bytes."""
    return workers.ordered_map(partial(play_numbered, seats, rules, seed), range(1, matches + 1))


def play_numbered(seats: Seats, rules: Ruleset, seed: int, number: int) -> Played:
    """Match `number` of this seed; in its records it is named "seed-number"."""
    lines = []
    outcomes = Outcomes()
    for record in play_match(rules, match_seed(seed, number), seats, f"{seed}-{number}"):
        lines.append(encode(record) + b"\n")
        result = record.events[-1]
        assert isinstance(result, (Won, Exhausted))
        outcomes.note(result)
    return Played(b"".join(lines), outcomes)
