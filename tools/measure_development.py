"""Measures what hands really are like, for the worlds of the reviews (docs/review.md): writes
`src/wuyi/review/data/development.json`.

    nice python -m tools.measure_development [--deals N] [--seed N]

Four players `value` play so many hands with a half flush required (4.5) and so many without. After every
discard it is noted of the hand that made it how many caishen it holds, how many tiles it lacks and by which
way, and how many that its seat has not seen are useful, by its melds and the discards it has made. Needs the
extra `fast`; some minutes.
"""

import argparse
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from wuyi.engine.wall import TILES_IN_ALL
from wuyi.hand.distance import FAR
from wuyi.review.development import MOST_CAISHEN, Likely, Shape
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import PROMISE, Batch
from wuyi.simulate.fast.develop import nearness
from wuyi.simulate.play import match_seed

TARGET: Final = Path(__file__).parent.parent / "src" / "wuyi" / "review" / "data" / "development.json"
AT_ONCE: Final = 4096
MOST_DISCARDS: Final = 20
"""A row holds those of 0, 1, ... discards, the last one also those of more."""
ENOUGH: Final = 400
"""Of a cell with fewer hands those with one discard less or more are taken too, and so on."""
STRETCH: Final = 1.15
"""Of hands that are as near to a win, and nearer by as many tiles, those that were played for have the better
tiles besides. So many times as many useful ones make up for that: others then win as often as they do."""
CAISHEN_IN_PLAY: Final = 3
WAYS: Final = 3

Counts = NDArray[np.int64]


class Notes:
    """What was found of hands, by their melds and discards.

    hands: how many there were, by caishen held, way, tiles lacking and tiles useful besides. held: their
    caishen. density: the sum, over them, of how many caishen there are to a tile of the wall.
    """

    def __init__(self) -> None:
        self.hands: Counts = np.zeros(
            (5, MOST_DISCARDS + 1, MOST_CAISHEN + 1, WAYS, FAR, TILES_IN_ALL), np.int64
        )
        self.held: Counts = np.zeros((5, MOST_DISCARDS + 1), np.int64)
        self.density = np.zeros((5, MOST_DISCARDS + 1))

    def add(self, batch: Batch, tables: Counts, seats: Counts, discards: Counts) -> None:
        """Note the thirteen tiles of a seat at each of these tables, which has discarded so often."""
        rows, hands = batch.tables[tables], batch.hands[tables]
        own = hands[np.arange(len(tables)), seats]
        way, lacking, useful = nearness(rows, hands, seats, batch.rules)
        held = own["counts"][np.arange(len(tables)), rows["caishen"]].astype(np.int64)
        place = 4 - own["left"], np.minimum(discards, MOST_DISCARDS)
        np.add.at(self.held, place, held)
        np.add.at(self.density, place, _density(rows, hands))
        can = lacking < FAR
        every = *place, np.minimum(held, MOST_CAISHEN), way, lacking, useful
        np.add.at(self.hands, tuple([each[can] for each in every]), 1)

    def likely(self, melds: int, discards: int) -> Likely:
        """What is to be expected of a hand."""
        reach = 0
        while self._near(self.hands, melds, discards, reach).sum() < ENOUGH and reach < MOST_DISCARDS:
            reach += 1
        held, density = (self._near(of, melds, discards, reach) for of in (self.held, self.density))
        shapes: list[tuple[Shape, ...]] = []
        for caishen in range(MOST_CAISHEN + 1):
            shapes.append(self._shapes(melds, discards, caishen) or shapes[-1])
        return Likely(round(float(held / density), 2), tuple(shapes))

    def _shapes(self, melds: int, discards: int, caishen: int) -> tuple[Shape, ...]:
        """Of the hands that hold so many caishen; empty if there are none."""
        reach = 0
        hands = self.hands[:, :, caishen]
        while (near := self._near(hands, melds, discards, reach)).sum() < ENOUGH and reach < MOST_DISCARDS:
            reach += 1
        found = [
            Shape(way, lacking, round(10_000 * float(counts.sum() / near.sum())), _fifths(counts))
            for way, by_lacking in enumerate(near)
            for lacking, counts in enumerate(by_lacking)
            if counts.any()
        ]
        return tuple([shape for shape in found if shape.share])

    @staticmethod
    def _near(of: NDArray[Any], melds: int, discards: int, reach: int) -> NDArray[Any]:
        near: NDArray[Any] = of[melds, max(0, discards - reach) : discards + reach + 1].sum(axis=0)
        return near


def _density(rows: NDArray[np.void], hands: NDArray[np.void]) -> NDArray[np.float64]:
    """How many caishen there are to a tile of the wall, by table."""
    turned_stands = rows["turned"] >= rows["front"]
    standing = TILES_IN_ALL - rows["front"] - rows["taken"] - turned_stands
    caishen = rows["caishen"]
    held = hands["counts"][np.arange(len(rows)), :, caishen].sum(axis=1)
    made = np.arange(rows["river_tile"].shape[1]) < rows["discards"][:, None]
    discarded = (made & (rows["river_tile"] == caishen[:, None])).sum(axis=1)
    left = CAISHEN_IN_PLAY - held - discarded - (rows["drawn"] == caishen)
    return np.asarray(left / np.maximum(1, standing), np.float64)


def _fifths(counts: Counts) -> tuple[int, int, int, int, int]:
    """By how many are useful, the counts of hands: the numbers in the middle of each fifth of them,
    stretched."""
    middles = np.searchsorted(np.cumsum(counts), np.array([0.1, 0.3, 0.5, 0.7, 0.9]) * counts.sum())
    a, b, c, d, e = np.rint(STRETCH * middles).astype(int).tolist()
    return a, b, c, d, e


def measure(rules: Ruleset, deals: int, seed: int) -> Notes:
    notes = Notes()
    for first in range(1, deals + 1, AT_ONCE):
        last = min(first + AT_ONCE, deals + 1)
        batch = Batch(last - first, rules)
        batch.reset([match_seed(seed, number) for number in range(first, last)])
        tables, seats = np.nonzero(np.arange(4) != batch.tables["dealer"][:, None])  # who holds no fourteen
        notes.add(batch, tables, seats, np.zeros(len(seats), np.int64))
        while not batch.over.all():
            before = batch.tables["discards"].copy()
            batch.step(batch.choose([PROMISE] * 4))
            at = np.flatnonzero(batch.tables["discards"] > before)
            rows = batch.tables[at]
            made = np.arange(rows["river_seat"].shape[1]) < rows["discards"][:, None]
            seat = rows["river_seat"][np.arange(len(at)), rows["discards"] - 1]
            discards = (made & (rows["river_seat"] == seat[:, None])).sum(axis=1)
            notes.add(batch, at, seat.astype(np.int64), discards)
    return notes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=71)
    arguments = parser.parse_args()
    tables = {}
    for name, required in (("half_flush", True), ("any_suits", False)):
        rules = msgspec.structs.replace(DEFAULT_RULES, half_flush_required=required)
        notes = measure(rules, arguments.deals, arguments.seed)
        tables[name] = [
            [notes.likely(melds, discards) for discards in range(MOST_DISCARDS + 1)] for melds in range(5)
        ]
        for melds in range(5):
            hands = notes.hands[melds].sum(axis=(1, 2, 4))
            mean = (hands * np.arange(FAR)).sum(axis=1) / np.maximum(1, hands.sum(axis=1))
            print(name, melds, "melds:", " ".join(f"{each:.2f}" for each in mean), hands.sum())
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(msgspec.json.encode(tables) + b"\n")


if __name__ == "__main__":
    main()
