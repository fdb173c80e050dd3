"""The arena of `wuyi.simulate.arena` played by kernels: the same deals, seatings and report but for the
times, which nobody takes. Hundreds of deals are played at once."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wuyi.engine.luck import derive
from wuyi.rules import Ruleset
from wuyi.scoring.context import WAYS
from wuyi.simulate.arena import SEATINGS, Report
from wuyi.simulate.fast.batch import Batch
from wuyi.simulate.fast.players import manner_of, policy_of
from wuyi.simulate.fast.rows import NOBODY, SEATS
from wuyi.simulate.play import Seats, match_seed
from wuyi.simulate.stats import CAP, Tally

AT_ONCE: Final = 256
"""How many deals make a batch."""


def fast_arena(
    bots: Seats,
    *,
    deals: int,
    seed: int,
    rules: Ruleset,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """As `wuyi.simulate.arena.run_arena`; raises `UnknownBot` for a player that no kernel plays."""
    return _play([bots], SEATS, deals, seed, rules, progress)


def fast_arms(
    arms: Sequence[str],
    against: tuple[str, str, str],
    *,
    deals: int,
    seed: int,
    rules: Ruleset,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """As `wuyi.simulate.arena.run_arms`; raises `UnknownBot` for a player that no kernel plays."""
    return _play([(arm, *against) for arm in arms], 1, deals, seed, rules, progress)


def _play(
    line_ups: Sequence[Seats],
    measured: int,
    deals: int,
    seed: int,
    rules: Ruleset,
    progress: Callable[[], None],
) -> Report:
    """Each line-up in its four seatings on each deal; its first `measured` players are reported on."""
    report = Report()
    for first in range(1, deals + 1, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, deals + 1))
        lucks = [match_seed(seed, number) for number in numbers]
        for bots in line_ups:
            batch = _play_seatings(bots, lucks, seed + first, rules)
            _note(bots[:measured], batch, len(lucks), report)
        for _ in numbers:
            progress()
    return report


def _play_seatings(bots: Seats, lucks: Sequence[bytes], seed: int, rules: Ruleset) -> Batch:
    """The first hands of matches of these lucks, in all seatings of one deal side by side: in the n-th the
    line-up's first player sits in seat n."""
    seatings = [bots[-shift:] + bots[:-shift] for shift in range(SEATINGS)]
    policies = [[policy_of(bot) for bot in seats] for seats in seatings]
    batch = Batch(SEATINGS * len(lucks), rules)
    batch.reset([luck for luck in lucks for _ in seatings])
    manners = [
        [manner_of(bot, derive(luck, f"bot {seat}")) for seat, bot in enumerate(seats)]
        for luck in lucks
        for seats in seatings
    ]
    batch.rollout(policies * len(lucks), seed=seed, manners=manners)
    return batch


def _note(counted: Sequence[str], batch: Batch, deals: int, report: Report) -> None:
    """Add what came of the hands of a batch."""
    tables, outcomes = batch.tables, report.outcomes
    won = tables["winner"] != NOBODY
    outcomes.hands += len(batch)
    outcomes.draws += int((~won).sum())
    outcomes.fan += int(tables["fan"][won].sum())
    ways = np.bincount(tables["way"][won], minlength=len(WAYS))
    outcomes.ways.update({way: int(count) for way, count in zip(WAYS, ways, strict=True) if count})
    beyond = 2 ** np.maximum(0, tables["fan"].astype(np.int64) - CAP)
    seats = np.tile(np.arange(SEATINGS), deals)
    by_player: dict[str, list[int]] = {}
    for place, bot in enumerate(counted):
        by_player.setdefault(bot, []).append(place)
    for bot, places in by_player.items():
        tally = report.tallies.setdefault(bot, Tally())
        points = np.zeros((2, deals), np.int64)
        for place in places:
            seat = (place + seats) % SEATS
            gained = batch.gains[np.arange(len(batch)), seat]
            points += [_by_deal(gained), _by_deal(gained // beyond)]
            own = won & (tables["winner"] == seat)
            tally.hands += len(batch)
            tally.dealt_in += int((won & ~own & (tables["source"] == seat)).sum())
            tally.fans.update(tables["fan"][own].tolist())
        tally.points += points[0].tolist()
        tally.capped += points[1].tolist()


def _by_deal(gained: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum over the seatings of each deal."""
    total: NDArray[np.int64] = gained.reshape(-1, SEATINGS).sum(axis=1)
    return total
