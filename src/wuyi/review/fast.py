"""Worlds played out by the compiled tables of the extra `fast`, thousands a second."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wuyi.engine.action import Action
from wuyi.engine.state import SEATS
from wuyi.engine.view import UNKNOWN
from wuyi.engine.wall import TILES_IN_ALL
from wuyi.hand.tile import KINDS
from wuyi.review.development import MOST_TRIES, Shares
from wuyi.review.engines import Outcome
from wuyi.review.position import Position
from wuyi.review.words import FAN_CAP, Engine
from wuyi.simulate.fast import NEAREST, PROMISE, Batch
from wuyi.simulate.fast.develop import develop
from wuyi.simulate.fast.worlds import Hidden, begin_with, hand_rows_in, worlds

_NAMES: Final = {NEAREST: "nearest", PROMISE: "value"}


class FastTrial:
    """See `wuyi.review.engines.Trial`. What is dealt does not depend on the number of threads."""

    engine: Engine = "fast"
    block = 256

    def __init__(self, threads: int = 2, policy: int = PROMISE) -> None:
        self._threads = threads
        self._policy = policy
        self.policy = _NAMES[policy]

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        """See `Trial.play`."""
        start = self._tables(position, worlds, stage)
        parts = np.array_split(np.arange(worlds), self._threads)
        jobs = [(action, part) for action in actions for part in parts if len(part)]
        with ThreadPoolExecutor(self._threads) as pool:  # the kernels let go of the interpreter
            found = list(pool.map(partial(self._finish, start, position.seat), jobs))
        by_action: list[Outcome] = []
        for action in actions:
            outcomes = [outcome for (each, _), outcome in zip(jobs, found, strict=True) if each is action]
            by_action.append(np.concatenate(outcomes).tolist())
        return by_action

    def _finish(self, start: Batch, seat: int, job: tuple[Action, NDArray[np.intp]]) -> NDArray[np.int64]:
        """The capped points of the seat at some of the tables, if it begins with an action."""
        action, part = job
        batch = start.clone(part)
        begin_with(batch, action)
        batch.rollout([self._policy] * len(SEATS))
        over = np.maximum(0, batch.tables["fan"].astype(np.int64) - FAN_CAP)
        points: NDArray[np.int64] = batch.gains[:, seat]
        return np.asarray(np.sign(points) * (np.abs(points) >> over))

    def _tables(self, position: Position, count: int, stage: int) -> Batch:
        random = np.random.default_rng([stage, *np.frombuffer(position.luck, np.uint32)])
        return worlds(
            position.view,
            deal_hidden(position, count, random),
            front=position.front,
            taken=position.taken,
            kong_discard=position.kong_discard,
        )


def deal_hidden(position: Position, count: int, random: np.random.Generator) -> Hidden:
    """As `Position.world`, for many worlds at once, by the same rule though not by the same luck."""
    view = position.view
    kongs = np.zeros((count, len(SEATS), 4), np.int8)
    left = np.tile(np.array(position.unseen, np.int8), (count, 1))
    for seat in SEATS:
        for at, meld in enumerate(view.seats[seat].melds):
            if UNKNOWN in meld.meld:
                kind = _any_of(left == 4, random)
                kongs[:, seat, at] = kind
                left[np.arange(count), kind] = 0
    # All tiles of the first world, then those of the next: each has as many.
    tiles = np.repeat(np.tile(np.arange(KINDS, dtype=np.int8), count), left.ravel()).reshape(count, -1)
    tiles = random.permuted(tiles, axis=1)
    counts = np.zeros((count, len(SEATS), KINDS), np.int8)
    others = list(position.others)
    hands = np.stack([hand_rows_in(view, seat, counts[:, seat], kongs[:, seat]) for seat in others], axis=1)
    walls = np.zeros((count, TILES_IN_ALL), np.int8)
    walls[:, list(position.standing)] = develop(
        tiles,
        hands,
        np.array([view.seats[seat].concealed for seat in others]),
        np.stack([_any_lacking(position.likely(seat), count, random) for seat in others], axis=1),
        random.integers(1 << 64, size=count, dtype=np.uint64),
        tries=MOST_TRIES,
        rules=view.rules,
    )
    counts[:, others] = hands["counts"]
    return Hidden(counts, kongs, walls)


def _any_lacking(likely: Shares, count: int, random: np.random.Generator) -> NDArray[np.int64]:
    """As `development.any_of`, for many hands."""
    weights = np.array(likely, np.float64)
    return random.choice(np.arange(1, len(likely) + 1), count, p=weights / weights.sum())


def _any_of(where: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.intp]:
    """By row, one of the columns that hold, each as likely as the next."""
    chosen: NDArray[np.intp] = np.argmax(random.random(where.shape) * where, axis=1)
    return chosen
