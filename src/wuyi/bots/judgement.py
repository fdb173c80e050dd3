"""A small network of numbers, fitted to what hands like these came to; evaluated in plain Python."""

import math
import pkgutil
from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import Final, NamedTuple

import msgspec

_SLIGHT: Final = 0.01


def shares(dealer: bool) -> int:
    """How many times the base a win drawn oneself brings, of all three together (6.2, 6.3)."""
    return 6 if dealer else 4


class Forecast(NamedTuple):
    """What a hand is expected to come to.

    win: the chance that this seat wins it. gain: the points its wins bring, by chance. loss: the points that
    others' wins cost, by chance. Dear hands count as of six fan in both.
    """

    win: float
    gain: float
    loss: float

    def fan(self, dealer: bool) -> float | None:
        """The fan of the win that is expected; None where the chance is too slight to tell."""
        if self.win < _SLIGHT or self.gain <= 0:
            return None
        return math.log2(self.gain / self.win / shares(dealer))


class Layer(msgspec.Struct, frozen=True):
    """weights: a row an output. biases: one an output."""

    weights: tuple[tuple[float, ...], ...]
    biases: tuple[float, ...]


class Judgement(msgspec.Struct, frozen=True):
    """Layers with nothing below zero let through between them; the last has the three outputs of `Forecast`,
    points in units of `scale`. lean: by number, how many points more hands are worth than the forecast says,
    as far as comparing hands is concerned; it says nothing of how a hand will end.
    """

    scale: float
    layers: tuple[Layer, ...]
    lean: tuple[float, ...] = ()

    def __call__(self, numbers: Sequence[float]) -> Forecast:
        *hidden, last = self.layers
        values = numbers
        for layer in hidden:
            values = [
                value if value > 0 else 0.0
                for value in [
                    sum(map(mul, row, values), bias)
                    for row, bias in zip(layer.weights, layer.biases, strict=True)
                ]
            ]
        win, gain, loss = [
            sum(map(mul, row, values), bias) for row, bias in zip(last.weights, last.biases, strict=True)
        ]
        return Forecast(min(1.0, max(0.0, win)), self.scale * gain, self.scale * loss)

    def leaning(self, numbers: Sequence[float]) -> float:
        """What `lean` makes of the numbers."""
        return sum(map(mul, self.lean, numbers), 0.0)


@cache
def load(name: str) -> Judgement:
    """The judgement kept in `data/{name}.json`."""
    data = pkgutil.get_data(__package__, f"data/{name}.json")
    assert data is not None
    return msgspec.json.decode(data, type=Judgement)
