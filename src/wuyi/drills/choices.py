"""Decisions worth asking about, found in a record: those where one action is clearly the best."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from wuyi.bots.decision import Decision
from wuyi.bots.greedy import GreedyBot
from wuyi.bots.hints import advise
from wuyi.drills.below import from_below, one_s_own
from wuyi.drills.cards import ChoiceQuestion, Level
from wuyi.engine.action import Action, Discard, Seat, Win
from wuyi.engine.event import Answered
from wuyi.engine.legal import legal_actions
from wuyi.engine.record import Record, action_of
from wuyi.engine.state import State
from wuyi.engine.view import View, view

EVEN: Final = 3.0
"""Points by which the adviser may value an action less than the best one, and it still be as good."""
CLEAR: Final[Mapping[str, float]] = {"turn": 30.0, "claim": 12.0}
"""By the phase, points by which it must value the others less, where nothing is played out."""
NEAR: Final = 2
"""Tiles that a hand may lack after the best discard: farther from a win hardly any turn has one answer."""
MOST_RIGHT: Final = 2
DEAR: Final = 6.0
NARROW: Final = 3.0
"""Points, played out: a mistake that costs more than the former is easily seen, and one that costs less than
the latter hardly."""
_LEVELS: Final[tuple[Level, ...]] = ("easy", "medium", "hard")
_FEWEST: Final = {"turn": 4, "claim": 2}
"""Actions that were weighed: with fewer there is little to choose."""


class Choice(NamedTuple):
    """A decision of a seat: the frame of the record (`engine.frames`), what the seat knew, what it might do
    and what it did. seen, legal, taken: counted from that seat, which is 0."""

    at: int
    seat: Seat
    seen: View
    legal: tuple[Action, ...]
    taken: Action


def choices(record: Record, seat: Seat) -> Iterator[Choice]:
    """All those of a record that verifies in which the seat might do nothing but discard, or might claim a
    discard that does not win."""
    state = State(record.rules, record.start)
    at = 0
    for event in record.events:
        action = action_of(event, state)
        if action is not None and action.seat == seat:
            legal = legal_actions(state, seat)
            if len(legal) > 1 and _asked(state.phase, legal):
                seen = from_below(view(state, seat))
                yield Choice(at, seat, seen, tuple(map(one_s_own, legal)), one_s_own(action))
        state.evolve(event)
        at += not isinstance(event, Answered)


def _asked(phase: str, legal: tuple[Action, ...]) -> bool:
    if phase == "turn":
        return all(isinstance(action, Discard) for action in legal)
    return phase == "claim" and not any(isinstance(action, Win) for action in legal)


def question_of(choice: Choice, clear: Mapping[str, float] = CLEAR) -> ChoiceQuestion | None:
    """What the adviser says to a decision, if it leaves no doubt. clear: as `CLEAR`."""
    decision = advise(choice.seen, choice.legal)
    best = clearly_best(decision, clear)
    if not best:
        return None
    values = [option.value for option in decision.options]
    level = level_of(choice.seen, choice.legal, best, values[0] - values[len(best)])
    return ChoiceQuestion(choice.seen, decision, best, level)


def clearly_best(decision: Decision, clear: Mapping[str, float] = CLEAR) -> tuple[Action, ...]:
    """The actions of a decision that are as good as the best, the best first; none if there is doubt: too
    many of them, others hardly behind, too little to choose from, a hand far from a win or played for others.
    """
    phase = "turn" if isinstance(decision.action, Discard) else "claim"
    options = decision.options
    if decision.reason == "give_up" or len(options) < _FEWEST[phase]:
        return ()
    lacking = options[0].lacking
    if phase == "turn" and (lacking is None or lacking > NEAR):
        return ()
    most = options[0].value
    right = [option.action for option in options if option.value >= most - EVEN]
    others = options[len(right) :]
    if len(right) > MOST_RIGHT or not others or others[0].value > most - clear[phase]:
        return ()
    return tuple(right)


def level_of(seen: View, legal: Sequence[Action], best: Sequence[Action], behind: float) -> Level:
    """How hard it is: by what a mistake costs, and harder where a plain player makes one.

    behind: by how many points the best of what is not right is.
    """
    missed = GreedyBot(likings=False).choose(seen, legal) not in best
    return _LEVELS[min(2, (behind < DEAR) + (behind < NARROW) + missed)]
