"""Measures how far from a win hands really are, for the worlds of the reviews (docs/review.md):
writes `src/wuyi/review/data/development.json`.

    nice python -m tools.measure_development [--deals N] [--seed N]

Four players `value` play so many hands with a half flush required (4.5) and so many without. After every
discard it is noted how many tiles the hand that made it lacks (`wuyi.hand.distance`), by its melds and the
discards it has made. Needs the extra `fast`; a minute or two.
"""

import argparse
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from wuyi.hand.distance import FAR
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import PROMISE, Batch, HandRows, distances
from wuyi.simulate.play import match_seed

TARGET: Final = Path(__file__).parent.parent / "src" / "wuyi" / "review" / "data" / "development.json"
AT_ONCE: Final = 4096
MOST_DISCARDS: Final = 20
"""A row holds those of 0, 1, ... discards, the last one also those of more."""
ENOUGH: Final = 400
"""Of a cell with fewer hands those with one discard less or more are taken too, and so on."""

Counts = NDArray[np.int64]
"""By melds, discards, and distance."""


def measure(rules: Ruleset, deals: int, seed: int) -> Counts:
    """How often what distance was found."""
    counts = np.zeros((5, MOST_DISCARDS + 1, FAR + 1), np.int64)
    for first in range(1, deals + 1, AT_ONCE):
        last = min(first + AT_ONCE, deals + 1)
        batch = Batch(last - first, rules)
        batch.reset([match_seed(seed, number) for number in range(first, last)])
        waiting = np.arange(4) != batch.tables["dealer"][:, None]  # the dealer holds fourteen
        note(counts, batch.hands[waiting], np.zeros(waiting.sum(), np.int64), rules)
        while not batch.over.all():
            before = batch.tables["discards"].copy()
            batch.step(batch.choose([PROMISE] * 4))
            at = np.flatnonzero(batch.tables["discards"] > before)
            rows = batch.tables[at]
            made = np.arange(rows["river_seat"].shape[1]) < rows["discards"][:, None]
            seat = rows["river_seat"][np.arange(len(at)), rows["discards"] - 1]
            discards = (made & (rows["river_seat"] == seat[:, None])).sum(axis=1)
            note(counts, batch.hands[at, seat], discards, rules)
    return counts


def note(counts: Counts, hands: HandRows, discards: Counts, rules: Ruleset) -> None:
    """Count hands of thirteen tiles that follow so many discards of their seat."""
    lacking = distances(hands, drawn=False, rules=rules)
    place = 4 - hands["left"], np.minimum(discards, MOST_DISCARDS), lacking
    np.add.at(counts, place, 1)


def shares(counts: Counts) -> list[list[list[int]]]:
    """By melds and discards how many of ten thousand lack 1, 2, ... tiles; empty where nothing is known."""
    found = []
    for by_discards in counts:
        line = []
        for discards in range(MOST_DISCARDS + 1):
            reach = 0
            while reach <= MOST_DISCARDS:
                near = by_discards[max(0, discards - reach) : discards + reach + 1].sum(axis=0)
                if near.sum() >= ENOUGH:
                    break
                reach += 1
            cell = np.rint(10_000 * near / max(1, near.sum())).astype(int)[1:]
            line.append(np.trim_zeros(cell, "b").tolist())
        found.append(line)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=71)
    arguments = parser.parse_args()
    tables = {}
    for name, required in (("half_flush", True), ("any_suits", False)):
        rules = msgspec.structs.replace(DEFAULT_RULES, half_flush_required=required)
        counts = measure(rules, arguments.deals, arguments.seed)
        tables[name] = shares(counts)
        for melds in range(5):
            mean = (counts[melds] * np.arange(FAR + 1)).sum(axis=1) / np.maximum(1, counts[melds].sum(axis=1))
            print(name, melds, "melds:", " ".join(f"{each:.2f}" for each in mean), counts[melds].sum(axis=1))
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(msgspec.json.encode(tables) + b"\n")


if __name__ == "__main__":
    main()
