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
from wuyi.review.development import MOST_CAISHEN, MOST_TRIES, MOST_WIDENING, Shape
from wuyi.review.outcome import Outcome
from wuyi.review.position import Position
from wuyi.review.words import FAN_CAP, Engine
from wuyi.simulate.fast import NEAREST, PROMISE, Batch
from wuyi.simulate.fast.develop import Aims, develop
from wuyi.simulate.fast.worlds import Hidden, begin_with, hand_rows_in, worlds

_NAMES: Final = {NEAREST: "nearest", PROMISE: "value"}


class FastTrial:
    """See `wuyi.review.outcome.Trial`. What is dealt does not depend on the number of threads."""

    engine: Engine = "fast"
    block = 256

    def __init__(self, threads: int = 2, policy: int = PROMISE) -> None:
        self._threads = threads
        self._policy = policy
        self.policy = _NAMES[policy]

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        """See `Trial.play`."""
        random = np.random.default_rng([stage, *np.frombuffer(position.luck, np.uint32)])
        return self.finish(position, deal_hidden(position, worlds, random), actions)

    def finish(self, position: Position, hidden: Hidden, actions: Sequence[Action]) -> list[Outcome]:
        """By action the outcomes in the worlds in which the hidden tiles lie so."""
        start = worlds(
            position.view,
            hidden,
            front=position.front,
            taken=position.taken,
            kong_discard=position.kong_discard,
        )
        parts = np.array_split(np.arange(len(start)), self._threads)
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
    others = list(position.others)
    held = _share_caishen(position, count, random)
    counts = np.zeros((count, len(SEATS), KINDS), np.int8)
    hands = np.stack([hand_rows_in(view, seat, counts[:, seat], kongs[:, seat]) for seat in others], axis=1)
    walls = np.zeros((count, TILES_IN_ALL), np.int8)
    walls[:, list(position.standing)] = develop(
        _deal(position, left, held, random),
        hands,
        np.array(position.room[:-1]),
        _aims(position, held, random),
        np.array(position.hidden),
        random.integers(1 << 64, size=count, dtype=np.uint64),
        tries=MOST_TRIES,
        widening=MOST_WIDENING,
        rules=view.rules,
    )
    counts[:, others] = hands["counts"]
    return Hidden(counts, kongs, walls)


def _share_caishen(position: Position, count: int, random: np.random.Generator) -> NDArray[np.int64]:
    """By world, how many caishen each of the others and the wall hold."""
    room = np.array(position.room)
    held = np.zeros((count, len(room)), np.int64)
    for _ in range(position.unseen[position.caishen]):
        pull = np.cumsum(np.where(held < room, position.pull, 0.0), axis=1)
        where = (pull <= random.random((count, 1)) * pull[:, -1:]).sum(axis=1)
        held[np.arange(count), where] += 1
    return held


def _deal(
    position: Position, left: NDArray[np.int8], held: NDArray[np.int64], random: np.random.Generator
) -> NDArray[np.int8]:
    """By world the tiles that are left, in the order that `develop` asks for."""
    count = len(left)
    plain = left.copy()
    plain[:, position.caishen] = 0
    # All tiles of the first world, then those of the next: each has as many.
    tiles = np.repeat(np.tile(np.arange(KINDS, dtype=np.int8), count), plain.ravel()).reshape(count, -1)
    places = [np.tile(np.arange(room), (count, 1)) for room in position.room]
    places[-1] = random.permuted(places[-1], axis=1)  # a hand has no order, the wall has
    caishen = np.hstack([order < here[:, None] for order, here in zip(places, held.T, strict=True)])
    dealt = np.full(caishen.shape, position.caishen, np.int8)
    dealt[~caishen] = random.permuted(tiles, axis=1).ravel()
    return dealt


def _aims(position: Position, held: NDArray[np.int64], random: np.random.Generator) -> Aims:
    """As `development.any_of`, for the hands of all worlds."""
    aims = Aims(*np.zeros((3, len(held), len(position.others)), np.int64))
    for at, seat in enumerate(position.others):
        for caishen, shapes in enumerate(position.likely(seat).shapes):
            worlds = np.flatnonzero(np.minimum(held[:, at], MOST_CAISHEN) == caishen)
            for each, found in zip(aims, _any_shape(shapes, len(worlds), random), strict=True):
                each[worlds, at] = found
    return aims


def _any_shape(shapes: Sequence[Shape], count: int, random: np.random.Generator) -> Aims:
    shares = np.array([each.share for each in shapes], np.float64)
    chosen = random.choice(len(shapes), count, p=shares / shares.sum())
    way, lacking = np.array([(each.way, each.lacking) for each in shapes]).T
    useful = np.array([each.useful for each in shapes])
    return Aims(way[chosen], lacking[chosen], useful[chosen, random.integers(useful.shape[1], size=count)])


def _any_of(where: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.intp]:
    """By row, one of the columns that hold, each as likely as the next."""
    chosen: NDArray[np.intp] = np.argmax(random.random(where.shape) * where, axis=1)
    return chosen
