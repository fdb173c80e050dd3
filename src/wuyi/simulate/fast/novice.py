"""What the player `novice` makes of what it weighs: the twin of `wuyi.bots.novice`, and of the luck it does
so by, `wuyi.bots.style` and `wuyi.engine.luck`."""

import math
from typing import Final

import numpy as np

from wuyi.bots.style import STEPS
from wuyi.simulate.fast.jit import Row, kernel
from wuyi.simulate.fast.luck import DIGEST, fill_stream, key_states

WIDTH: Final = 3**0.5
"""Of a bell (`style.bell`)."""


@kernel
def lay_out_luck(mind: Row, table: Row, seat: int, manner: Row) -> None:
    """Put into `mind.luck` what the player may use of its luck at this decision: a word to notice a claim,
    and four for each action it weighs."""
    inner, outer = np.empty(DIGEST, np.uint32), np.empty(DIGEST, np.uint32)
    key_states(manner.care, inner, outer)
    fill_stream(mind.luck, table.used[seat] // DIGEST, inner, outer)
    mind.used = table.used[seat] % DIGEST


@kernel
def note_luck(mind: Row, table: Row, seat: int) -> None:
    """Note at the table how much of it was used."""
    table.used[seat] += mind.used - table.used[seat] % DIGEST


@kernel
def uniform(mind: Row) -> float:
    """The next number from 0 to 1."""
    word = mind.luck[mind.used]
    mind.used += 1
    return float(word % np.uint32(STEPS)) / STEPS


@kernel
def overlooks(mind: Row, manner: Row) -> bool:
    """Whether it does not notice that it may claim."""
    return bool(uniform(mind) < manner.overlooks)


@kernel
def roughly(value: float, mind: Row, manner: Row) -> float:
    """What it takes a value for."""
    bell = (uniform(mind) + uniform(mind) + uniform(mind) + uniform(mind) - 2) * WIDTH
    return value * math.exp(manner.blur * bell)
