"""The claim window: what is said to a discard or an added kong, until it closes for everybody at once.

It is open for the same time whatever anybody holds, so that nothing can be read from how long it took.
Whoever needs longer says so, and everybody sees that; anybody may, with a claim or without.
"""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from wuyi.engine.action import Action, Pass, Seat
from wuyi.engine.legal import acting, priority
from wuyi.engine.state import State
from wuyi.server.refusal import Refusal

HOLDS_A_HAND: Final = 20
"""So often a seat may ask for more time in one hand: enough for every claim, too few to be a nuisance."""

_Request = TypeVar("_Request")


class Window(Generic[_Request]):
    """closes: when it does, unless somebody holds it. answers: what seats have said so far, each with the
    request that said it. machine: what machines say, once they were asked. holding: who wants it open."""

    def __init__(self, closes: float) -> None:
        self.closes = closes
        self.answers: dict[Seat, tuple[Action, _Request]] = {}
        self.machine: dict[Seat, Action] = {}
        self.holding: set[Seat] = set()
        self._limit: float | None = None

    @property
    def due(self) -> float:
        """When it closes as things are."""
        return self.closes if self._limit is None or not self.holding else self._limit

    def hold(self, seat: Seat, until: float) -> None:
        """`seat` wants it open, at most until then; whoever was first sets the limit for all."""
        if self._limit is None:
            self._limit = max(until, self.closes)
        self.holding.add(seat)

    def answer(self, seat: Seat, action: Action, request: _Request) -> _Request | None:
        """`seat` says `action`, and need not hold any longer. The request whose answer this replaces."""
        replaced = self.answers.get(seat)
        self.answers[seat] = (action, request)
        self.holding.discard(seat)
        return replaced[1] if replaced else None

    def said(self, seat: Seat) -> Action:
        """What `seat` says: itself, or its machine, or else a pass."""
        answer = self.answers.get(seat)
        return answer[0] if answer else self.machine.get(seat, Pass(seat))

    def requests(self) -> list[_Request]:
        return [request for _, request in self.answers.values()]


class Holds:
    """How often each seat has asked for more time in this hand."""

    def __init__(self) -> None:
        self._hand = 0
        self._used = [0, 0, 0, 0]

    def take(self, seat: Seat, hand: int) -> None:
        """Once more; raises `Refusal` when it is too often."""
        if hand != self._hand:
            self._hand, self._used = hand, [0, 0, 0, 0]
        if self._used[seat] >= HOLDS_A_HAND:
            raise Refusal("no_holds_left", f"a seat may hold {HOLDS_A_HAND} times a hand")
        self._used[seat] += 1


def answers_to(state: State, said: Callable[[Seat], Action]) -> list[Action]:
    """What every seat that could say something says.

    The least first, so that each is part of the record: the engine stops listening when nothing better can
    come (3.2).
    """
    return sorted(map(said, acting(state)), key=lambda action: priority(state, action))
