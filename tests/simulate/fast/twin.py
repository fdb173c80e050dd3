"""The batch engine beside the readable one: both are told the same, and must agree on everything.

The pairs that say the same twice: `fast.hands`, `complete`, `wait`, `distance` and `wuyi.hand`; `fast.judge`
and `wuyi.scoring.find`, `score`; `fast.settle` and `wuyi.engine.settle`, `wuyi.scoring.payment`,
`wuyi.engine.match`; `fast.luck`, `wall` and `wuyi.engine.luck`, `wall`; `fast.legal` and
`wuyi.engine.legal`; `fast.apply` and `wuyi.engine.apply`, `state`; `fast.observe` and `wuyi.engine.view`.
Those of the computer players stand in test_strong.py; `fast.worlds` and `wuyi.engine.suppose` in
test_worlds.py.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wuyi.engine.action import Action
from wuyi.engine.advice import unseen
from wuyi.engine.event import Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.match import Match
from wuyi.engine.state import State
from wuyi.engine.view import View, view
from wuyi.hand.notation import parse_tiles
from wuyi.hand.tile import NAMES, TILES
from wuyi.rules import Ruleset
from wuyi.simulate.fast import NEAREST, RANDOM, Batch, fan_ids
from wuyi.simulate.fast.actions import number_of
from wuyi.simulate.fast.observe import (
    CAISHEN,
    DRAWN,
    MELDS,
    OPEN_TILE,
    OWN,
    RIVERS,
    UNSEEN,
)
from wuyi.simulate.fast.rows import ADDED_KONG, CHOW, CLAIM, CONCEALED_KONG, KONG, PUNG, ROB, TURN
from wuyi.simulate.play import match_seed

PHASES = {"turn": TURN, "claim": CLAIM, "rob": ROB}
PHASE_NAMES = {number: name for name, number in PHASES.items()}
SEATS = range(4)

OPTIONS: dict[str, list[Any]] = {
    "dealer_succession": ["rotate"],
    "half_flush_required": [False],
    "min_fan": [0, 1, 5, 10],
    "white_as_itself": [False],
    "wait_fans_stack": [False],
    "kongs_stack": [True],
    "fan_cap": [1, 4, 6],
    "hands": [4],
}


def any_rules(random: Random) -> Ruleset:
    """Rules of which some differ from the default."""
    return Ruleset.of(
        {name: random.choice(values) for name, values in OPTIONS.items() if random.random() < 0.35}
    )


class Twins:
    """A batch and as many matches of the readable engine, from the same seeds."""

    def __init__(self, size: int, rules: Ruleset, seed: int) -> None:
        seeds = [match_seed(seed, number) for number in range(1, size + 1)]
        self.random = Random(seed)
        self.batch = Batch(size, rules)
        self.batch.reset(seeds)
        self.batch.tables["luck"] = np.arange(size) + seed
        self.matches = [Match(each, rules) for each in seeds]
        for match in self.matches:
            match.start_next_hand()
        self.hands = 0
        self.decisions = 0
        self.seen: set[str] = set()

    def play(self, *, look: float) -> None:
        """Play the matches to their ends and compare at every decision the legal actions, and at a share
        `look` of them all there is to know."""
        batch = self.batch
        for index, match in enumerate(self.matches):
            compare_state(batch, index, state_of(match))
        while not batch.match_over.all():
            playing = np.flatnonzero(~batch.over).tolist()
            self.compare_decisions(playing, look)
            actions = self.choose()
            for index in playing:
                self.matches[index].apply(batch.action(index, int(actions[index])))
            self.decisions += len(playing)
            batch.step(actions)
            over = batch.over.tolist()
            for index in playing:
                assert over[index] == state_of(self.matches[index]).over
                if over[index]:
                    self.compare_end(index)
            for index in np.flatnonzero(batch.deal()).tolist():
                self.matches[index].start_next_hand()
                compare_state(batch, index, state_of(self.matches[index]))

    def choose(self) -> NDArray[np.int64]:
        """Mostly towards a win, now and then anything: so that claims, kongs and flown caishen come about."""
        wise = self.batch.choose([NEAREST] * 4)
        any_action = self.batch.choose([RANDOM] * 4)
        share = np.array([self.random.random() for _ in range(len(self.batch))])
        wild = np.arange(len(self.batch)) % 8 / 10  # some tables are nearly all random, others all wise
        return np.where(share < wild, any_action, wise)

    def compare_decisions(self, playing: list[int], look: float) -> None:
        """The seat that acts and its legal actions at each of these tables."""
        actors, tiles, caishen = (self.batch.tables[name].tolist() for name in ("actor", "tile", "caishen"))
        masks = self.batch.legal_mask()
        for index in playing:
            state = state_of(self.matches[index])
            seat = acting(state)[0]
            assert actors[index] == seat
            legal = legal_actions(state, seat)
            expected = sorted([_number(action, tiles[index], caishen[index]) for action in legal])
            assert np.flatnonzero(masks[index]).tolist() == expected, (index, legal)
            self.seen.update([type(action).__name__ for action in legal])
            if self.random.random() < look:
                compare_state(self.batch, index, state)

    def compare_end(self, index: int) -> None:
        """The settlement of a hand that has just ended."""
        match = self.matches[index]
        state = state_of(match)
        compare_result(self.batch, index, state, match.results[-1])
        self.hands += 1
        if isinstance(state.result, Won):
            self.seen.update(id for id, _ in state.result.fans)
            self.seen.add("liable" if state.result.liable is not None else state.result.way)


@lru_cache(maxsize=1 << 16)
def _number(action: Action, tile: int, caishen: int) -> int:
    return number_of(action, tile, caishen)


def state_of(match: Match) -> State:
    assert match.state is not None
    return match.state


def compare_result(batch: Batch, index: int, state: State, gains: Any) -> None:
    table = batch.tables[index]
    result = state.result
    assert tuple(table["scores"]) == state.scores
    assert tuple(batch.gains[index]) == gains
    if not isinstance(result, Won):
        assert table["winner"] == -1
        return
    assert (table["winner"], table["fan"]) == (result.seat, result.fan)
    assert ("draw", "discard", "rob")[table["way"]] == result.way
    assert table["source"] == (-1 if result.source is None else result.source)
    assert table["liable"] == (-1 if result.liable is None else result.liable)
    assert fan_ids(int(table["fans"])) == tuple([id for id, _ in result.fans])


def compare_state(batch: Batch, index: int, state: State) -> None:
    """Every fact of a table."""
    table = batch.tables[index]
    for name in ("caishen", "dealer", "turn", "front", "taken", "turned", "discards", "replacement", "last"):
        assert table[name] == getattr(state, name), name
    assert PHASE_NAMES[int(table["phase"])] == state.phase
    for name in ("scores", "locks", "kongs", "flown"):
        assert table[name].tolist() == list(getattr(state, name)), name
    assert table["feeds"].tolist() == state.feeds
    assert table["hand"] == state.start.hand
    assert table["dice"].tolist() == list(state.start.dice)
    assert tuple(table["wall"]) == state.wall
    assert table["drawn"] == (-1 if state.drawn is None else state.drawn)
    assert table["tile"] == (-1 if state.tile is None else state.tile)
    if state.phase == "claim":
        assert bool(table["kong_discard"]) == state.kong_discard
    for seat in SEATS:
        compare_hand(batch, index, state, seat)
        assert river(table, seat) == [(each.tile, each.drawn, each.claimed) for each in state.rivers[seat]]


def compare_hand(batch: Batch, index: int, state: State, seat: int) -> None:
    row, hand = batch.hands[index, seat], state.hands[seat]
    for name in ("caishen", "wilds", "whites", "left", "suits"):
        assert row[name] == getattr(hand, name), name
    assert row["counts"].tolist() == hand.counts
    assert row["keys"].tolist() == hand.keys
    assert bool(row["white_set"]) == hand.white_set
    assert row["chows"] == sum(1 << start for start in set(hand.chows))
    assert list(melds(row)) == [
        (
            ADDED_KONG if laid.added else _KINDS[meld.kind],
            meld.start,
            -1 if laid.tile is None else TILES[laid.tile],
            -1 if laid.source is None else laid.source,
        )
        for meld, laid in zip(hand.melds, state.melds[seat], strict=True)
    ]


_KINDS = {"chow": CHOW, "pung": PUNG, "kong": KONG, "concealed_kong": CONCEALED_KONG}


def melds(row: Any) -> Iterator[tuple[int, int, int, int]]:
    for at in range(4 - row["left"]):
        kind, start, tile, source = (
            int(row[name][at]) for name in ("meld_kind", "meld_start", "meld_tile", "meld_source")
        )
        yield kind, start, tile, source


def river(table: Any, seat: int) -> list[tuple[str, bool, int | None]]:
    """A seat's discards as tile, whether it was just drawn, who claimed it."""
    found = []
    for at in range(table["discards"]):
        if table["river_seat"][at] == seat:
            taker = int(table["river_taker"][at])
            drawn = bool(table["river_drawn"][at])
            found.append((NAMES[table["river_tile"][at]], drawn, None if taker < 0 else taker))
    return found


def compare_observation(planes: Any, scalars: Any, state: State, seat: int) -> None:
    """What `observe` says against the view of the seat."""
    seen = view(state, seat)
    assert planes[OWN].tolist() == counts([*seen.hand, *([seen.drawn] if seen.drawn else [])])
    assert planes[DRAWN].tolist() == counts([seen.drawn] if seen.drawn else [])
    assert planes[OPEN_TILE].tolist() == counts([seen.tile] if seen.tile else [])
    assert planes[CAISHEN].tolist() == [3 * each for each in counts([seen.caishen])]
    assert planes[UNSEEN].tolist() == unseen(seen)
    expected = [0] * len(scalars)
    expected[0] = seen.remaining
    expected[1 + ("turn", "claim", "rob").index(seen.phase)] = 1
    expected[4 + (seen.dealer - seat) % 4] = 1
    expected[8 + (seen.turn - seat) % 4] = 1
    for at in SEATS:
        other = (seat + at) % 4
        public = seen.seats[other]
        laid = [
            tile for meld in public.melds if "?" not in meld.meld for tile in parse_tiles(meld.meld[1:-1])
        ]
        assert planes[MELDS + at].tolist() == counts([NAMES[tile] for tile in laid])
        assert planes[RIVERS + at].tolist() == counts(
            [each.tile for each in public.river if each.claimed is None]
        )
        expected[12 + at] = public.locked
        expected[16 + at] = public.concealed
        expected[20 + at] = sum(meld.meld[0] == "(" for meld in public.melds)
        for source in SEATS:
            expected[24 + 4 * at + source] = public.feeds[(seat + source) % 4]
        expected[45 + at] = seen.scores[other]
    expected[40:45] = own_scalars(seen, seat)
    expected[49] = state.discards
    assert scalars.tolist() == expected


def own_scalars(seen: View, seat: int) -> list[int]:
    own = seen.seats[seat]
    return [own.kongs, own.flown, seen.last, seen.replacement, seen.hand_number]


def counts(tiles: list[str]) -> list[int]:
    found = [0] * len(NAMES)
    for tile in tiles:
        found[TILES[tile]] += 1
    return found
