"""All that is lasting about a table: its match, and what happened beside the game. The fold of its log.

No task, no socket and no clock: time comes with the entries (`happening.Stamped`). A session asks `trial` for
a copy, lets things happen to it, commits `news`, and keeps the copy.
"""

import math
from collections.abc import Callable, Iterable
from typing import Self

import msgspec

from wuyi.engine.action import Action, Seat
from wuyi.engine.event import Discarded, Event, Exhausted, HandStarted, Konged, Won
from wuyi.engine.match import Match
from wuyi.engine.state import State
from wuyi.server.table.ballot import Ballot
from wuyi.server.table.clock import Clock
from wuyi.server.table.fair import NO_SEEDS, with_seed
from wuyi.server.table.happening import (
    Entry,
    Resumed,
    Seeded,
    SessionEvent,
    Stamped,
    TakenBack,
    TakenOver,
    VoteCalled,
    VoteCast,
    VoteEnded,
)
from wuyi.server.table.header import Header

_MOVES = (Discarded, Konged, Won, Exhausted)


class Sitting:
    """A table after some entries of its log.

    auto: the people's seats that the machine plays (托管). ballot: the vote under way. paused_since: None
    while the game goes on. ending: the match closes with the hand in progress. seeds: what the seats add to
    the luck of the next hand. clock: None where nobody is timed. at: the latest server time known.
    news: what has happened to this copy since `trial`.
    """

    __slots__ = (
        "_now",
        "at",
        "auto",
        "ballot",
        "clock",
        "ending",
        "header",
        "match",
        "news",
        "paused_since",
        "seeds",
    )

    def __init__(self, header: Header) -> None:
        self.header = header
        self.match = Match(bytes.fromhex(header.seed), header.rules)
        self.auto: frozenset[Seat] = frozenset()
        self.ballot: Ballot | None = None
        self.paused_since: float | None = None
        self.ending = header.practice
        self.seeds = NO_SEEDS
        self.clock = Clock(header.clock, header.bank) if header.clock else None
        self.at = 0.0
        self.news: list[Entry] = []
        self._now: float | None = None

    @classmethod
    def fold(cls, header: Header, entries: Iterable[Entry], now: float = math.inf) -> Self:
        """The table after these entries.

        now: the server's time. What is later has been written by a machine whose time was ahead, or ours has
        been put back since: the last entry is then of now, so that nobody is waited for any longer.
        """
        sitting = cls(header)
        for entry in entries:
            sitting.evolve(entry)
        if sitting.at > now:
            sitting._put_back(sitting.at - now)
        return sitting

    def _put_back(self, seconds: float) -> None:
        self.at -= seconds
        if self.clock:
            self.clock.put_back(seconds)
        if self.ballot is not None:
            self.ballot = msgspec.structs.replace(self.ballot, at=self.ballot.at - seconds)
        if self.paused_since is not None:
            self.paused_since -= seconds

    def trial(self, now: float) -> "Sitting":
        """An independent copy to which things may happen at `now`."""
        other = Sitting.__new__(Sitting)
        other.header = self.header
        other.match = self.match.copy()
        other.auto = self.auto
        other.ballot = self.ballot
        other.paused_since = self.paused_since
        other.ending = self.ending
        other.seeds = self.seeds
        other.clock = self.clock.copy() if self.clock else None
        other.at = self.at
        other.news = []
        other._now = max(now, self.at)
        return other

    # --- facts ---------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The hand in progress, or the last one."""
        assert self.match.state is not None, "a table is created with its first hand dealt"
        return self.match.state

    @property
    def over(self) -> bool:
        """The match has ended, with its last hand or by vote."""
        return self.match.over or (self.ending and self.match.between_hands)

    @property
    def between_hands(self) -> bool:
        """The settlement is shown and another hand is to come."""
        return not self.ending and self.match.between_hands

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that people play themselves."""
        people, auto = self.header.people, self.auto
        return tuple([seat for seat in people if seat not in auto]) if auto else people

    # --- what may happen to a trial --------------------------------------------------------

    def happen(self, event: SessionEvent) -> None:
        self._stamp()
        self.evolve(event)
        self.news.append(event)

    def apply(self, action: Action) -> None:
        """`Match.apply`; raises `IllegalAction`, and the trial is to be thrown away."""
        self._play(lambda: self.match.apply(action))

    def do(self, action: Action) -> None:
        """`Match.do`; raises as `apply`."""
        self._play(lambda: self.match.do(action))

    def advance(self) -> None:
        """`Match.advance`."""
        self._play(self.match.advance)

    def deal(self) -> None:
        """The next hand, with what the seats add to its luck."""
        self._play(lambda: self.match.start_next_hand(self.seeds))

    def _play(self, play: Callable[[], list[Event]]) -> None:
        if self.clock:
            self._stamp()
        events = play()
        self.news += events
        self._follow(events)

    def _stamp(self) -> None:
        """Let the log know the time, once for all that happens to this trial."""
        if self._now is not None:
            stamp = Stamped(self._now)
            self._now = None
            self.evolve(stamp)
            self.news.append(stamp)

    # --- entries ---------------------------------------------------------------------------

    def evolve(self, entry: Entry) -> None:
        """Let one recorded entry happen."""
        match entry:
            case Stamped():
                self.at = entry.at
            case TakenOver():
                self.auto |= {entry.seat}
            case TakenBack():
                self.auto -= {entry.seat}
            case VoteCalled():
                self.ballot = Ballot(entry.kind, entry.voters, self.at, ((entry.seat, True),))
            case VoteCast():
                assert self.ballot is not None
                self.ballot = self.ballot.cast(entry.seat, entry.yes)
            case VoteEnded():
                self._voted(entry.passed)
            case Resumed():
                self._resume()
            case Seeded():
                self.seeds = with_seed(self.seeds, entry.seat, entry.seed)
            case _:
                self.match.evolve(entry)
                self._follow((entry,))
                return
        self._ask()

    def _voted(self, passed: bool) -> None:
        assert self.ballot is not None
        kind, self.ballot = self.ballot.kind, None
        if not passed:
            return
        if kind == "end":
            self.ending = True
        elif kind == "resume":
            self._resume()
        else:
            self.paused_since = self.at
            if self.clock:
                self.clock.stop(self.at)

    def _resume(self) -> None:
        self.paused_since = None
        if self.clock:
            self.clock.go(self.at)

    def _follow(self, events: Iterable[Event]) -> None:
        """What follows at the table from these events of the game, which have happened."""
        for event in events:
            if isinstance(event, HandStarted):
                self.seeds = NO_SEEDS
                if self.clock:
                    self.clock.refill()
            elif self.clock and isinstance(event, _MOVES):
                self.clock.moved(self.at)
        self._ask()

    def _ask(self) -> None:
        if self.clock is None or self.match.state is None:
            return
        state = self.match.state
        # Whoever takes a seat back in its turn goes on with the time that is left of it.
        asked = state.phase == "turn" and self.header.bots[state.turn] is None
        self.clock.ask(state.turn if asked else None, self.at)
