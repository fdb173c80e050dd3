"""When a table does something by itself (docs/protocol.md, "Time")."""

import math
from collections.abc import Iterator
from typing import Final, Literal

from wuyi.engine.action import Seat
from wuyi.engine.legal import acting
from wuyi.server.table.company import Company
from wuyi.server.table.header import Header
from wuyi.server.table.pace import Pace
from wuyi.server.table.sitting import Sitting

_UNATTENDED_SECONDS: Final = 5.0
"""How long a settlement is shown when the machine plays for everybody."""

Relief = Literal["pass", "clock", "absent"]
"""What ends the wait for a seat: its claim is passed, or the machine takes it over, for that reason."""


class Timetable:
    """Server times. since: when the table came to where it is, for those who can see it. woken: when it came
    alive, or somebody came back to it."""

    def __init__(self, header: Header, pace: Pace, company: Company, now: float) -> None:
        self.several = len(header.people) > 1
        self.windowed = self.several and pace.window > 0
        self.since = self.woken = now
        self._header = header
        self._pace = pace
        self._company = company

    @property
    def thought(self) -> float:
        """When a machine moves."""
        return self.since + self._pace.think

    def window_closes(self, opened: float) -> float:
        return opened + self._pace.window

    def hold_ends(self, asked: float) -> float:
        return asked + (self._header.clock or self._pace.hold)

    def pause_ends(self, since: float) -> float:
        return since + self._pace.pause

    def settled(self, sitting: Sitting) -> float:
        """When the next hand is dealt."""
        if not sitting.present:
            return self.since + min(_UNATTENDED_SECONDS, self._pace.settle)
        if self._company.ready.issuperset(sitting.present):
            return self.since
        if not self.several:
            return self.since + self._pace.settle
        return self.since + min(self._header.settle, self._pace.together)

    def settling(self, sitting: Sitting, time: float) -> float | None:
        """Seconds from `time` until the next hand is dealt though not all are ready; None where none is
        awaited, and for a person alone, who is not hurried."""
        if not self.several or not sitting.between_hands or sitting.paused_since is not None:
            return None
        return max(0.0, self.settled(sitting) - time)

    def rests_from(self) -> float:
        """When the table does nothing more by itself, since all its people are away."""
        away = self._company.absent_since(self._header.people) if self.several else None
        return math.inf if away is None else away + self._pace.absent

    def patience(self, sitting: Sitting) -> Iterator[tuple[float, Seat, Relief]]:
        """When the table stops waiting for the people it waits for, outside of a claim window."""
        if not self._header.clock and not (self.several and self._company.incomplete(self._header.people)):
            return
        earliest = self.woken + self._pace.grace
        for seat in set(acting(sitting.state)).intersection(sitting.present):
            if sitting.state.phase != "turn" and self._header.clock:
                yield max(self.since + self._header.clock, earliest), seat, "pass"
            elif sitting.clock is not None and (deadline := sitting.clock.deadline) is not None:
                yield max(deadline, earliest), seat, "clock"
            if self.several and (away := self._company.absent_since((seat,))) is not None:
                yield max(away, self.since) + self._pace.absent, seat, "absent"
