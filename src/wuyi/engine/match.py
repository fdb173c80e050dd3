"""A match: hands one after another, who deals next, and the totals (7)."""

from collections.abc import Iterable, Sequence
from typing import Self

from wuyi.engine.action import Action, Seat
from wuyi.engine.apply import advance, apply, do, start_hand
from wuyi.engine.event import Event, HandStarted, Scores, Won
from wuyi.engine.luck import derive, expect_seed
from wuyi.engine.state import State
from wuyi.errors import ArgumentError, IllegalAction
from wuyi.rules import DEFAULT_RULES, Ruleset


def dealer_after(dealer: Seat, winner: Seat | None, rules: Ruleset) -> Seat:
    """Who deals after a hand of `dealer` (7.1); nobody wins a drawn hand."""
    if winner is None:
        return dealer
    if rules.dealer_succession == "winner" or winner == dealer:
        return winner
    return (dealer + 1) % 4


class Match:
    """Hands played on one table under one set of rules, from one secret of 32 bytes.

    state: the hand in progress, or the last one; None before the first. results: what each seat gained in
    each finished hand. events: of the hand in progress.

    Raises `ArgumentError` for a secret that is not 32 bytes, and for rules that are no `Ruleset`.
    """

    __slots__ = ("events", "results", "rules", "seed", "state")

    def __init__(self, seed: bytes, rules: Ruleset = DEFAULT_RULES) -> None:
        expect_seed(seed)
        if not isinstance(rules, Ruleset):
            raise ArgumentError(f"rules: a Ruleset is wanted, not {rules!r}")
        self.seed = seed
        self.rules = rules
        self.state: State | None = None
        self.events: list[Event] = []
        self.results: list[Scores] = []

    @classmethod
    def fold(cls, seed: bytes, rules: Ruleset, events: Iterable[Event]) -> Self:
        """The match after these events."""
        match = cls(seed, rules)
        for event in events:
            match.evolve(event)
        return match

    @property
    def hand(self) -> int:
        """The number of the hand in progress or last played, from 1; 0 before the first."""
        return self.state.start.hand if self.state else 0

    @property
    def scores(self) -> Scores:
        """The totals by seat, which sum to zero (7.2): before the hand in progress, or after the last one."""
        return self.state.scores if self.state else (0, 0, 0, 0)

    @property
    def between_hands(self) -> bool:
        """No hand is in progress and another is to come."""
        state = self.state
        return state is None or (state.phase == "over" and state.start.hand < self.rules.hands)

    @property
    def over(self) -> bool:
        """All `rules.hands` hands have been played."""
        state = self.state
        return state is not None and state.phase == "over" and state.start.hand >= self.rules.hands

    def next_dealer(self) -> Seat | None:
        """Who deals the next hand (7.1); None lets luck choose the first (1.2)."""
        state = self.state
        if state is None:
            return None
        winner = state.result.seat if isinstance(state.result, Won) else None
        return dealer_after(state.dealer, winner, self.rules)

    def secret(self, hand: int) -> bytes:
        """The luck of a hand, or the secret part of it: showing one tells nothing of another."""
        return derive(self.seed, f"hand {hand}")

    def start_next_hand(self, seeds: Sequence[str] = ()) -> list[Event]:
        """Deal the next hand. Raises `IllegalAction` while one is in progress or when none is left.

        seeds: what each seat adds to its luck, see `engine.apply.start_hand`.
        """
        if self.over:
            raise IllegalAction("match_over", f"all {self.rules.hands} hands have been played")
        if not self.between_hands:
            raise IllegalAction("hand_in_progress", f"hand {self.hand} is not over")
        number = self.hand + 1
        state, events = start_hand(
            self.secret(number),
            rules=self.rules,
            hand=number,
            dealer=self.next_dealer(),
            scores=self.scores,
            seeds=seeds,
        )
        self.state = state
        self.events = events[:]
        return events

    def apply(self, action: Action) -> list[Event]:
        """Do `action` in the hand in progress.

        Raises `IllegalAction`, changing nothing, if it may not be done.
        """
        if self.state is None:
            raise IllegalAction("hand_over", "no hand has begun")
        events = apply(self.state, action)
        self._note(events)
        return events

    def do(self, action: Action) -> list[Event]:
        """Do `action` as `apply`, but leave an open discard or added kong as it is until `advance`."""
        if self.state is None:
            raise IllegalAction("hand_over", "no hand has begun")
        events = [do(self.state, action)]
        if self.state.phase not in ("claim", "rob"):
            events += advance(self.state)
        self._note(events)
        return events

    def advance(self) -> list[Event]:
        """What follows of itself once no more is said to the discard or added kong on the table."""
        events = advance(self.state) if self.state else []
        if events:
            self._note(events)
        return events

    def evolve(self, event: Event) -> None:
        """Let one recorded event happen."""
        if isinstance(event, HandStarted):
            self.state = State(self.rules, event)
            self.events = [event]
            return
        if self.state is None:
            raise IllegalAction("hand_over", "no hand has begun")
        self.state.evolve(event)
        self._note([event])

    def copy(self) -> "Match":
        """An independent match."""
        other = Match(self.seed, self.rules)
        other.state = self.state.copy() if self.state else None
        other.events = self.events[:]
        other.results = self.results[:]
        return other

    def __repr__(self) -> str:
        """How far it is; its secret is not for logs."""
        standing = "over" if self.over else "between hands" if self.between_hands else "in progress"
        return f"<Match: hand {self.hand} of {self.rules.hands}, {standing}, scores {self.scores}>"

    def _note(self, events: list[Event]) -> None:
        self.events += events
        last = events[-1]
        if self.state and self.state.over:
            nothing: Scores = (0, 0, 0, 0)
            self.results.append(last.payments if isinstance(last, Won) else nothing)
