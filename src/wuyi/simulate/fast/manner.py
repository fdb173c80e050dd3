"""How a strong policy weighs: what its player's constructor takes and its luck varies, as a row."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from wuyi.bots.novice import BLUR, NEAREST_ALONE, OVERLOOKS
from wuyi.bots.outlook import Weights
from wuyi.bots.patience import PATIENCE
from wuyi.bots.value import HOPELESS
from wuyi.bots.weigher import DEFAULT_WEIGHTS
from wuyi.engine.luck import SEED_BYTES
from wuyi.simulate.fast.rows import SEATS, Rows

QUARTERS: Final = 4
"""Draws still to come are counted in quarters: four seats share what is left of the wall."""
MOST_DRAWS: Final = 40 * QUARTERS
MOST_FAN: Final = 64
"""More than any hand is worth."""

MANNER: Final = np.dtype(
    [
        ("breadth", "f8"),
        ("claims", "f8"),
        ("feed", "f8"),
        ("kong", "f8"),
        ("hopeless", "f8"),
        ("within", "i8"),
        ("liable", "f8"),
        ("patience", "f8"),
        ("liking", "f8"),
        ("likings", "f8", 4),
        ("blur", "f8"),
        ("overlooks", "f8"),
        ("care", "u1", SEED_BYTES),
        ("value", "f8", MOST_FAN),
        ("lasting", "f8", MOST_DRAWS),
    ],
    align=True,
)
"""A `Manner`, worked out as far as it can be.

value: by fan what a win is worth. lasting: by the draws to come, in quarters, how many of them the seat will
see before another ends the hand.
"""


class Manner(NamedTuple):
    """weights: what `PROMISE` weighs by. hopeless: it gives up a hand worth less. likings: by suit, how much
    rather than others `GREEDY` parts with its tiles. patience: a win is let go for one that pays more even
    times this (`patience`); 0 to win whenever it may. liking: what `EV` makes of its gains. blur, overlooks:
    how careless `NOVICE` is, and care the 32 bytes of its luck in this (`wuyi.bots.novice`)."""

    weights: Weights = DEFAULT_WEIGHTS
    likings: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    hopeless: float = HOPELESS
    patience: float = 0.0
    liking: float = 1.0
    blur: float = 0.0
    overlooks: float = 0.0
    care: bytes = bytes(SEED_BYTES)


PLAIN: Final = Manner()
PATIENT: Final = Manner(patience=PATIENCE)
"""The plain manner of `EV`."""
CARELESS: Final = tuple(
    [
        Manner(NEAREST_ALONE, blur=BLUR, overlooks=OVERLOOKS, care=bytes([seat] * SEED_BYTES))
        for seat in range(SEATS)
    ]
)
"""By seat the plain manner of `NOVICE`."""


def manner_rows(manners: Sequence[Manner]) -> Rows:
    """A row for each."""
    rows = np.zeros(len(manners), MANNER)
    for column in ("breadth", "claims", "feed", "kong", "within", "liable"):
        rows[column] = [getattr(manner.weights, column) for manner in manners]
    rows["patience"] = [manner.patience for manner in manners]
    rows["liking"] = [manner.liking for manner in manners]
    rows["likings"] = [manner.likings for manner in manners]
    for column in ("blur", "overlooks"):
        rows[column] = [getattr(manner, column) for manner in manners]
    rows["care"] = [list(manner.care) for manner in manners]
    rows["hopeless"] = [manner.hopeless for manner in manners]
    rows["value"] = [_values(manner.weights.fan) for manner in manners]
    rows["lasting"] = [_lasting(manner.weights.hazard) for manner in manners]
    return rows


# By Python's own powers, as the players reckon: those of NumPy may differ in the last place.
@lru_cache(maxsize=64)
def _values(fan: float) -> list[float]:
    return [float(2 ** (fan * number)) for number in range(MOST_FAN)]


@lru_cache(maxsize=64)
def _lasting(hazard: float) -> list[float]:
    return [(1 - (1 - hazard) ** (draws / QUARTERS)) / hazard for draws in range(MOST_DRAWS)]
