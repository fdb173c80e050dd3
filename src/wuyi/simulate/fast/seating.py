"""Who sits where at the tables of a batch, as the kernels take it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wuyi.errors import ArgumentError
from wuyi.simulate.fast.manner import CARELESS, PATIENT, PLAIN, Manner, manner_rows
from wuyi.simulate.fast.policy import EV, NOVICE, POLICIES, RANDOM, STRONG
from wuyi.simulate.fast.rows import SEATS, Rows

Policies = ArrayLike
"""By seat the number of a policy, or by table and seat."""
Manners = Sequence[Manner] | Sequence[Sequence[Manner]] | None
"""By seat, or by table and seat; None for players without style."""


class Seating(NamedTuple):
    """policies: by table and seat. manner: likewise the row of `manners`. strong: whether a seat is given to
    a policy that needs `strong`."""

    policies: NDArray[np.int8]
    manner: NDArray[np.int64]
    manners: Rows
    strong: bool


def seating(policies: Policies, manners: Manners, tables: int) -> Seating:
    """Raises `ArgumentError` for what is not a policy, and a manner, for each seat."""
    numbers = np.asarray(policies, np.int8)
    if numbers.shape not in ((SEATS,), (tables, SEATS)) or not _are_policies(numbers):
        raise ArgumentError(f"not a policy for each of {SEATS} seats: {policies!r}")
    if manners is None:
        rows = manner_rows([PLAIN, PATIENT, *CARELESS])
        manner = np.where(numbers == NOVICE, 2 + np.arange(SEATS), numbers == EV).astype(np.int64)
    else:
        rows, manner = _distinct(manners)
    if manner.shape not in ((SEATS,), (tables, SEATS)):
        raise ArgumentError(f"not a manner for each of {SEATS} seats: {len(manner)}")
    by_table = tables, SEATS
    return Seating(
        np.ascontiguousarray(np.broadcast_to(numbers, by_table)),
        np.ascontiguousarray(np.broadcast_to(manner, by_table)),
        rows,
        bool((numbers >= STRONG).any()),
    )


def _are_policies(numbers: NDArray[np.int8]) -> bool:
    return bool(((numbers >= RANDOM) & (numbers < POLICIES)).all())


def _distinct(manners: Sequence[Manner] | Sequence[Sequence[Manner]]) -> tuple[Rows, NDArray[np.int64]]:
    """The rows of the different manners, and which of them stands where."""
    numbers: Final[dict[Manner, int]] = {}

    def number_of(manner: Manner) -> int:
        return numbers.setdefault(manner, len(numbers))

    found = [
        number_of(each) if isinstance(each, Manner) else [number_of(one) for one in each] for each in manners
    ]
    return manner_rows(list(numbers)), np.array(found, np.int64)
