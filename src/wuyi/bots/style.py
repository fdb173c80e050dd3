"""Manners of playing: players of one level differ a little, and each plays its own way all match."""

from typing import Final

from wuyi.engine.luck import Luck

STEPS: Final = 1 << 16


def uniform(luck: Luck) -> float:
    """A number from 0 to 1, 1 apart."""
    return luck.below(STEPS) / STEPS


def bell(luck: Luck) -> float:
    """A number about 0, of a standard deviation of 1 and never beyond 3.5: four dice in a row."""
    return (uniform(luck) + uniform(luck) + uniform(luck) + uniform(luck) - 2) * 3**0.5


def varied(amount: float, spread: float, luck: Luck) -> float:
    """The amount, up to a share of `spread` more or less: a leaning, not another level."""
    return amount * (1 + spread * (2 * uniform(luck) - 1))
