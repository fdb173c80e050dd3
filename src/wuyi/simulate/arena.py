"""Which computer player is better, and by how much: duplicate deals.

The luck of the tiles dwarfs the skill of the players, so each deal (wall, dice, dealer) is played four
times, the line-up moved on by a seat each time. Every player of it so holds each of the four hands once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import thread_time_ns

from wuyi.bots import Bot, Budget, Decision
from wuyi.engine.action import Action, Seat
from wuyi.engine.match import Match
from wuyi.engine.view import View
from wuyi.rules import Ruleset
from wuyi.simulate.play import Seats, match_seed, play_hand, seat_bots
from wuyi.simulate.pool import THIS_PROCESS, Workers
from wuyi.simulate.stats import Outcomes, Tally, Times

SEATINGS = 4


@dataclass(slots=True)
class Report:
    """What an arena has found so far. tallies: of each player that is measured, by id."""

    outcomes: Outcomes = field(default_factory=Outcomes)
    tallies: dict[str, Tally] = field(default_factory=dict)

    def merge(self, other: "Report") -> None:
        """Add the deals after these."""
        self.outcomes.merge(other.outcomes)
        for bot, tally in other.tallies.items():
            self.tallies.setdefault(bot, Tally()).merge(tally)


def run_arena(
    bots: Seats,
    *,
    deals: int,
    seed: int,
    rules: Ruleset,
    workers: Workers = THIS_PROCESS,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """Play `deals` deals, four hands each. The report is the same whoever works, but for the times.

    The wall of deal n is that of the first hand of match n under the same seed (`match_seed`).
    progress: called after each deal.
    """
    return _gather(partial(play_deal, bots, rules, seed), deals, workers, progress)


def run_arms(
    arms: Sequence[str],
    against: tuple[str, str, str],
    *,
    deals: int,
    seed: int,
    rules: Ruleset,
    workers: Workers = THIS_PROCESS,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """Measure each of `arms` in the same chair: on the same deals, in all seats, with the same three
    opponents in order after it. Otherwise as `run_arena`; `Tally.lead` compares two arms deal by deal."""
    return _gather(partial(play_arms, arms, against, rules, seed), deals, workers, progress)


def _gather(
    play: Callable[[int], Report], deals: int, workers: Workers, progress: Callable[[], None]
) -> Report:
    report = Report()
    for part in workers.ordered_map(play, range(1, deals + 1)):
        report.merge(part)
        progress()
    return report


def play_deal(bots: Seats, rules: Ruleset, seed: int, number: int) -> Report:
    """One deal in all its seatings: in the n-th the line-up's first player sits in seat n."""
    report = Report()
    _play_seatings(bots, len(bots), rules, match_seed(seed, number), report)
    return report


def play_arms(
    arms: Sequence[str], against: tuple[str, str, str], rules: Ruleset, seed: int, number: int
) -> Report:
    """One deal with each arm in each of the seats."""
    report = Report()
    for arm in arms:
        _play_seatings((arm, *against), 1, rules, match_seed(seed, number), report)
    return report


def _play_seatings(bots: Seats, measured: int, rules: Ruleset, luck: bytes, report: Report) -> None:
    """Play the deal in the four seatings of a line-up, of which the first `measured` are reported on."""
    counted = bots[:measured]
    for bot in dict.fromkeys(counted):
        report.tallies.setdefault(bot, Tally()).begin_deal()
    for shift in range(SEATINGS):
        seats = bots[-shift:] + bots[:-shift]
        players: list[Bot] = seat_bots(seats, luck)
        held = [(place + shift) % SEATINGS for place in range(measured)]
        for seat, bot in zip(held, counted, strict=True):
            players[seat] = TimedBot(players[seat], report.tallies[bot].times)
        match = Match(luck, rules)
        play_hand(match, players)
        assert match.state is not None and match.state.result is not None
        report.outcomes.note(match.state.result)
        for seat, bot in zip(held, counted, strict=True):
            report.tallies[bot].note(seat, match.state.result)


class TimedBot:
    """A player whose decisions are timed, as far as there is anything to decide: processor time, so that what
    else the machine does is left out."""

    __slots__ = ("_bot", "_times")

    def __init__(self, bot: Bot, times: Times) -> None:
        self._bot = bot
        self._times = times

    def reset(self, seat: Seat, rules: Ruleset, seed: bytes) -> None:
        self._bot.reset(seat, rules, seed)

    def act(self, view: View, legal: Sequence[Action], budget: Budget = "play") -> Decision:
        start = thread_time_ns()
        decision = self._bot.act(view, legal, budget)
        if len(legal) > 1:
            self._times.note(thread_time_ns() - start)
        return decision

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        return self.act(view, legal).action
