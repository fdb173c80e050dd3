"""`Batch`: thousands of tables that move on together (docs/fast.md)."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wuyi.bots.targets import targets
from wuyi.engine.action import Action, Seat
from wuyi.engine.event import HandStarted
from wuyi.engine.wall import read_wall
from wuyi.errors import ArgumentError, WuyiError
from wuyi.hand.tile import KINDS, Tile
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.fast import afterstates, rollout, strong
from wuyi.simulate.fast.actions import ACTIONS, action_of, number_of
from wuyi.simulate.fast.observe import PLANES, SCALARS
from wuyi.simulate.fast.outlook import new_mind
from wuyi.simulate.fast.rows import (
    HAND,
    NO_TILE,
    NOBODY,
    OVER,
    SEATS,
    TABLE,
    Rows,
    book,
    checked,
    rules_row,
)
from wuyi.simulate.fast.seating import Manners, Policies, Seating, seating

SEED_BYTES: Final = 32
_SPREAD: Final = np.uint64(0xD1342543DE82EF95)
"""An odd number, by which the luck of neighbouring tables lies far apart."""

Bools = NDArray[np.bool_]


class IllegalActions(WuyiError, ValueError):
    """An action that its table does not allow; none was done at any table."""

    reason = "illegal_action"


class Batch:
    """Tables under one set of rules. At each, one seat acts at a time: of several who may claim, the first
    anticlockwise answers first, as in `wuyi.simulate.play`.

    tables: a row of `rows.TABLE` a table, whose columns may be read. hands: four rows of `rows.HAND` a table.
    Both are changed by the methods alone.
    """

    def __init__(self, size: int, rules: Ruleset = DEFAULT_RULES) -> None:
        """Tables at which no hand has begun; `reset` deals. Raises `ArgumentError` for fewer than none."""
        if size < 0:
            raise ArgumentError(f"size: {size} tables")
        self.rules: Final = rules
        self.tables: Rows = np.zeros(size, TABLE)
        self.hands: Rows = np.zeros((size, SEATS), HAND)
        self.tables["phase"] = OVER
        self.tables["actor"] = -1
        self._masks = np.zeros((size, ACTIONS), np.bool_)
        self._rules = rules_row(rules)
        self._book = book()

    def __len__(self) -> int:
        return len(self.tables)

    # --- moving on -------------------------------------------------------------------------

    def reset(self, seeds: NDArray[np.uint8] | Sequence[bytes], where: Bools | None = None) -> None:
        """Begin a match at every table, or at those of `where`.

        seeds: 32 bytes of luck a table, as `Match` takes: the same seed deals the same hands. Raises
        `ArgumentError` for others, and unless there is one for every table.
        """
        if not isinstance(seeds, np.ndarray):
            if any(len(seed) != SEED_BYTES for seed in seeds):
                raise ArgumentError(f"a seed is {SEED_BYTES} bytes, not {sorted({*map(len, seeds)})}")
            seeds = np.frombuffer(b"".join(seeds), np.uint8).reshape(-1, SEED_BYTES)
        if seeds.shape != (len(self), SEED_BYTES):
            raise ArgumentError(f"{len(self)} tables want {SEED_BYTES} bytes each, not {seeds.shape}")
        begun = np.ones(len(self), np.bool_) if where is None else np.asarray(where)
        for column, value in (("seed", seeds[begun]), ("scores", 0), ("hand", 0), ("used", 0)):
            self.tables[column][begun] = value
        self._deal(begun, shuffled=True)

    def deal(self) -> Bools:
        """Deal the next hand wherever one is over and the match is not (7); says where."""
        between = self.over & ~self.match_over
        self._deal(between, shuffled=True)
        return between

    def load(self, index: int, start: HandStarted) -> None:
        """Deal at one table the hand of an event, whose wall may have been made by hand.

        Raises `ArgumentError` unless that has four of each kind, and for dice and dealers that are none.
        """
        wall = np.array(read_wall(start.wall), np.int8)
        if (np.bincount(wall, minlength=KINDS) != 4).any():
            raise ArgumentError("wall: not four of each kind")
        dice = checked("dice", start.dice, (4,), 7, 1)
        checked("dealer", start.dealer, (), SEATS)
        table = self.tables[index]
        table["wall"] = wall
        table["dice"] = dice
        table["dealer"] = start.dealer
        table["scores"] = start.scores
        table["hand"] = start.hand
        self._deal(np.arange(len(self)) == index, shuffled=False)

    def step(self, actions: ArrayLike) -> None:
        """Do an action at each table (docs/fast.md has their numbers); where the hand is over it is not
        looked at.

        Raises `IllegalActions`, changing nothing, if one is not legal.
        """
        given = np.asarray(actions)
        if given.shape != (len(self),) or (given.size and given.dtype.kind not in "iu"):
            raise ArgumentError(f"{len(self)} tables want an action each, not {given.dtype} of {given.shape}")
        numbers = given.astype(np.int64, copy=False)
        index = rollout.step_all(self.tables, self.hands, numbers, self._masks, self._rules, self._book)
        if index >= 0:
            legal = np.flatnonzero(self._masks[index]).tolist()
            raise IllegalActions(
                f"table {index}: action {numbers[index]} of seat {self.actor[index]}, which may {legal}"
            )

    def rollout(
        self,
        policies: Policies,
        *,
        seed: int = 0,
        whole_matches: bool = False,
        manners: Manners = None,
    ) -> int:
        """Let policies (`policy`) play every hand, or match, to its end; how many decisions they took.

        policies: by seat, or by table and seat. seed: of their luck; the same seed plays the same.
        manners: how those that weigh do it (`manner.Manner`), likewise; plainly if left out.
        """
        seats = seating(policies, manners, len(self))
        number = np.arange(1, len(self) + 1, dtype=np.uint64)
        self.tables["luck"] = (number + np.uint64(seed) * np.uint64(len(self) + 1)) * _SPREAD
        return self._play(seats, whole_matches, NOBODY)

    def play_to(self, seat: Seat, policies: Policies, manners: Manners = None) -> int:
        """Let policies play until `seat` must act at every table, or its hand is over; how many decisions
        they took.

        Their luck moves on. policies, manners: as `rollout` takes them. Raises `ArgumentError` for what is no
        seat.
        """
        checked("seat", seat, (), SEATS)
        return self._play(seating(policies, manners, len(self)), False, seat)

    def choose(self, policies: Policies, manners: Manners = None) -> NDArray[np.int64]:
        """What the policies of the seats that act would do, as `step` takes it; their luck moves on.

        policies, manners: as `rollout` takes them.
        """
        seats = seating(policies, manners, len(self))
        chosen = np.empty(len(self), np.int64)
        tables = self.tables, self.hands, seats.policies
        by = self._rules, self._book, chosen
        if seats.strong:
            strong.choose_all(*tables, self._mind, seats.manner, seats.manners, *by)
        else:
            rollout.choose_all(*tables, rollout.room_to_think(), *by)
        return chosen

    def clone(self, index: ArrayLike | None = None) -> "Batch":
        """An independent batch of these tables; with `index`, of those, as often as they stand in it."""
        chosen = slice(None) if index is None else np.asarray(index)
        other = Batch(0, self.rules)
        other.tables = self.tables[chosen].copy()
        other.hands = self.hands[chosen].copy()
        other._masks = self._masks[chosen].copy()
        return other

    # --- asking ----------------------------------------------------------------------------

    def legal_mask(self) -> Bools:
        """By table and action, whether the seat that acts may do it; nothing where the hand is over.

        Brought up to date by every method that moves on, and not to be written to.
        """
        return self._masks

    def observe(self, seats: ArrayLike | None = None) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """What a seat of every table knows: planes (tables, `PLANES`, 34) and scalars (tables, `SCALARS`).

        `observe` lists them. seats: who looks, at each table the one that acts if left out; -1 is given
        zeros. Raises `ArgumentError` for what is no seat.
        """
        looking = self.actor if seats is None else checked("seats", seats, (len(self),), SEATS, NOBODY)
        planes = np.empty((len(self), PLANES, KINDS), np.int8)
        scalars = np.empty((len(self), SCALARS), np.int32)
        rollout.look_all(self.tables, self.hands, looking, planes, scalars)
        return planes, scalars

    def afterstates(self) -> NDArray[np.int8]:
        """By table, action and target, of the seat that acts: the tiles missing once the action is done, and
        the unseen tiles of the kinds that bring the hand nearer. Own and public knowledge alone.

        The shape is (tables, `ACTIONS`, targets, 2), the targets those of `wuyi.bots.targets.targets`. It is
        the hand of thirteen that is asked: at one missing it waits. A target that the melds leave no more is
        at `afterstates.RULED_OUT`. After a chow or pung each is asked with the discard that serves it best.
        All zero of a win, and where an action is not legal.
        """
        found = np.zeros((len(self), ACTIONS, len(targets(self.rules)), 2), np.int8)
        by = self._rules, self._book
        afterstates.look_ahead_all(self.tables, self.hands, self._mind, *by, found)
        return found

    @property
    def actor(self) -> NDArray[np.int8]:
        """The seat that must act at each table, -1 where the hand is over."""
        actors: NDArray[np.int8] = self.tables["actor"]
        return actors

    @property
    def over(self) -> Bools:
        """Where the hand is over."""
        found: Bools = self.tables["phase"] == OVER
        return found

    @property
    def match_over(self) -> Bools:
        """Where the match is over."""
        return self.over & (self.tables["hand"] >= self.rules.hands)

    @property
    def scores(self) -> NDArray[np.int64]:
        """The totals of the seats at each table."""
        scores: NDArray[np.int64] = self.tables["scores"]
        return scores

    @property
    def gains(self) -> NDArray[np.int64]:
        """What each seat gained in the hand that is over; zeros while one is played."""
        gains: NDArray[np.int64] = self.tables["gains"]
        return gains

    def number(self, index: int, action: Action) -> int:
        """The number of an action at a table."""
        return number_of(action, self._tile(index), int(self.tables["caishen"][index]))

    def action(self, index: int, number: int) -> Action:
        """The action of a number by the seat that acts at a table."""
        seat: Seat = int(self.actor[index])
        return action_of(number, seat, self._tile(index), int(self.tables["caishen"][index]))

    def _tile(self, index: int) -> Tile | None:
        tile = int(self.tables["tile"][index])
        return None if tile == NO_TILE else tile

    @cached_property
    def _mind(self) -> Rows:
        """Room for strong policies to think in."""
        return new_mind(self.rules)

    def _play(self, seats: Seating, whole_matches: bool, waited_for: int) -> int:
        tables = self.tables, self.hands, seats.policies, whole_matches, waited_for
        by = self._rules, self._book
        if seats.strong:
            decisions = strong.play_all(*tables, self._mind, seats.manner, seats.manners, *by)
        else:
            decisions = rollout.play_all(*tables, rollout.room_to_think(), *by)
        self._fill_masks()
        return int(decisions)

    def _deal(self, where: Bools, *, shuffled: bool) -> None:
        rollout.deal_all(self.tables, self.hands, where, shuffled, self._rules, self._book)
        self._fill_masks()

    def _fill_masks(self) -> None:
        rollout.fill_masks(self.tables, self.hands, self._masks)
