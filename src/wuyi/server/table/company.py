"""Who is at a table just now: open sockets, who is ready, who will not hear whom. Nothing of it lasts."""

from collections.abc import Sequence
from typing import Final

from wuyi.engine.action import Seat
from wuyi.engine.state import SEATS
from wuyi.server.limits import Bucket
from wuyi.server.refusal import Refusal
from wuyi.server.table.outbox import Outbox

_PHRASES_A_SECOND: Final = 0.5
_PHRASES_AT_ONCE: Final = 3
_MOTIONS_A_SECOND: Final = 0.5
_MOTIONS_AT_ONCE: Final = 10
_QUESTIONS_A_SECOND: Final = 2
_QUESTIONS_AT_ONCE: Final = 10


class Company:
    """The sockets of the four seats."""

    def __init__(self, now: float) -> None:
        self.ready: set[Seat] = set()
        self._outboxes: list[set[Outbox]] = [set() for _ in SEATS]
        self._absent = set(SEATS)
        self._left = [now] * 4
        self._muted: list[set[Seat]] = [set() for _ in SEATS]
        self._voices = [Bucket.full(_PHRASES_A_SECOND, _PHRASES_AT_ONCE, now) for _ in SEATS]
        self._questions = [Bucket.full(_QUESTIONS_A_SECOND, _QUESTIONS_AT_ONCE, now) for _ in SEATS]
        self._motions = [Bucket.full(_MOTIONS_A_SECOND, _MOTIONS_AT_ONCE, now) for _ in SEATS]

    def join(self, seat: Seat, outbox: Outbox) -> bool:
        """One more socket; whether it is the only one of its seat."""
        self._outboxes[seat].add(outbox)
        self._absent.discard(seat)
        return len(self._outboxes[seat]) == 1

    def part(self, seat: Seat, outbox: Outbox, now: float) -> bool:
        """One socket less; whether it was the last of its seat."""
        if outbox not in self._outboxes[seat]:
            return False
        self._outboxes[seat].remove(outbox)
        self._left[seat] = now
        if self._outboxes[seat]:
            return False
        self._absent.add(seat)
        return True

    def connected(self, seat: Seat) -> bool:
        return seat not in self._absent

    def alone(self, seat: Seat) -> bool:
        """The seat has one socket."""
        return len(self._outboxes[seat]) == 1

    def incomplete(self, seats: Sequence[Seat]) -> bool:
        """One of these seats has no socket."""
        return not self._absent.isdisjoint(seats)

    def absent_since(self, seats: Sequence[Seat]) -> float | None:
        """Since when none of these seats has had a socket; None if one has."""
        if not self._absent.issuperset(seats):
            return None
        return max((self._left[seat] for seat in seats), default=0.0)

    @property
    def empty(self) -> bool:
        return len(self._absent) == len(SEATS)

    def tell(self, seat: Seat, message: bytes) -> None:
        for outbox in self._outboxes[seat]:
            outbox.put(message)

    def dismiss(self) -> None:
        """Every socket is to be closed."""
        for outboxes in self._outboxes:
            for outbox in outboxes:
                outbox.close()

    def move(self, seat: Seat, now: float) -> None:
        """`seat` has a motion for all to see and the log to keep. Raises `Refusal` if that is too often."""
        if not self._motions[seat].take(now):
            raise Refusal("too_fast", f"more than {_MOTIONS_A_SECOND:g} motions a second")

    def question(self, seat: Seat, now: float) -> None:
        """`seat` wants something explained, which is dear. Raises `Refusal` if that is too often."""
        if not self._questions[seat].take(now):
            raise Refusal("too_fast", f"more than {_QUESTIONS_A_SECOND:g} questions a second")

    # --- what seats say to each other ------------------------------------------------------

    def mute(self, seat: Seat, other: Seat, on: bool) -> None:
        """`seat` will not hear what `other` says, or hears it again. Raises `Refusal` for no seat."""
        if other not in SEATS:
            raise Refusal("bad_message", f"no seat {other}")
        if on:
            self._muted[seat].add(other)
        else:
            self._muted[seat].discard(other)

    def say(self, seat: Seat, message: bytes, now: float) -> None:
        """Tell everybody who will hear it, `seat` itself too. Raises `Refusal` from one who says too much."""
        if not self._voices[seat].take(now):
            raise Refusal("too_fast", f"more than {_PHRASES_A_SECOND:g} phrases a second")
        for other in SEATS:
            if seat not in self._muted[other]:
                self.tell(other, message)
