"""Which computer player is better, and by how much: duplicate deals.

The luck of the tiles dwarfs the skill of the players, so each deal (wall, dice, dealer) is played four
times, the line-up moved on by a seat each time. Every player of it so holds each of the four hands once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import thread_time_ns

from wuyi.bots import Bot
from wuyi.engine.action import Action
from wuyi.engine.event import Exhausted, Won
from wuyi.engine.match import Match
from wuyi.engine.view import View
from wuyi.rules import Ruleset
from wuyi.simulate.play import Seats, match_seed, play_hand, seat_bots
from wuyi.simulate.pool import ordered_map
from wuyi.simulate.stats import Outcomes, Tally, Times

SEATINGS = 4


@dataclass(slots=True)
class Report:
    """What an arena has found so far. tallies: of each player of the line-up, by id."""

    outcomes: Outcomes = field(default_factory=Outcomes)
    tallies: dict[str, Tally] = field(default_factory=dict)

    def merge(self, other: "Report") -> None:
        self.outcomes.merge(other.outcomes)
        for bot, tally in other.tallies.items():
            self.tallies.setdefault(bot, Tally()).merge(tally)


def run_arena(
    bots: Seats,
    *,
    deals: int,
    seed: int,
    rules: Ruleset,
    jobs: int = 1,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """Play `deals` deals, four hands each. The report is the same for any number of jobs, but for the times.

    The wall of deal n is that of the first hand of match n under the same seed (`match_seed`).
    progress: called after each deal.
    """
    report = Report()
    for part in ordered_map(partial(play_deal, bots, rules, seed), range(1, deals + 1), jobs):
        report.merge(part)
        progress()
    return report


def play_deal(bots: Seats, rules: Ruleset, seed: int, number: int) -> Report:
    """One deal in all its seatings: in the n-th the line-up's first player sits in seat n."""
    report = Report(tallies={bot: Tally() for bot in bots})
    points = dict.fromkeys(bots, 0)
    luck = match_seed(seed, number)
    for shift in range(SEATINGS):
        seats = bots[-shift:] + bots[:-shift]
        result = _play(Match(luck, rules), seats, luck, report)
        report.outcomes.note(result)
        for seat, bot in enumerate(seats):
            points[bot] += report.tallies[bot].note(seat, result)
    for bot, gained in points.items():
        report.tallies[bot].note_deal(gained)
    return report


def _play(match: Match, seats: Sequence[str], luck: bytes, report: Report) -> Won | Exhausted:
    timed = [
        TimedBot(player, report.tallies[bot].times)
        for bot, player in zip(seats, seat_bots(seats, luck), strict=True)
    ]
    play_hand(match, timed)
    assert match.state is not None and match.state.result is not None
    return match.state.result


class TimedBot:
    """A player whose decisions are timed, as far as there is anything to decide: processor time, so that what
    else the machine does is left out."""

    __slots__ = ("_bot", "_times")

    def __init__(self, bot: Bot, times: Times) -> None:
        self._bot = bot
        self._times = times

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        start = thread_time_ns()
        action = self._bot.choose(view, legal)
        if len(legal) > 1:
            self._times.note(thread_time_ns() - start)
        return action
