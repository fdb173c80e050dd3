"""Spectators: the table as anybody may know it, as it stood some minutes ago.

They are shown a sitting of their own that runs behind the table's. So there is nothing later in it to leak,
and what they see of it is what `engine.view` shows to nobody in particular.
"""

from collections import deque
from collections.abc import Sequence

import msgspec

from wuyi.engine.event import Event
from wuyi.server.protocol import SeatState
from wuyi.server.table.difference import Differences
from wuyi.server.table.happening import Entry, game_events
from wuyi.server.table.outbox import Outbox
from wuyi.server.table.present import SeatStates, Sight, shown_to_all, state_of, told_to
from wuyi.server.table.sitting import Sitting


class Watchers:
    """The spectators of one table."""

    def __init__(self, sitting: Sitting, now: float, delay: float) -> None:
        self._delay = delay
        self._outboxes: set[Outbox] = set()
        self._differences = Differences()
        self.restart(sitting, 0, now)

    def restart(self, sitting: Sitting, told: int, now: float) -> None:
        """The log of the table was read: spectators have been told `told` events of it, as far as it goes.

        All of it is shown `delay` seconds from now: when it happened, the log does not always say.
        """
        self._sitting = sitting.trial(now)
        self._told = told
        self._from = now + self._delay
        self._queue: deque[tuple[float, tuple[Entry, ...]]] = deque()
        self._greeted = False
        self._known: Sight | None = None

    @property
    def empty(self) -> bool:
        return not self._outboxes

    @property
    def due(self) -> float | None:
        """When there will be something to show; None if nobody watches, or nothing is coming."""
        if self.empty:
            return None
        if not self._greeted:
            return self._from
        return self._queue[0][0] + self._delay if self._queue else None

    def note(self, entries: Sequence[Entry], now: float) -> None:
        """These have been committed just now."""
        self.show(now)
        self._queue.append((now, tuple(entries)))

    def join(self, outbox: Outbox, now: float) -> None:
        """One more spectator, who is shown the table as soon as it may be shown at all."""
        self.show(now)
        self._outboxes.add(outbox)
        self.greet(outbox, now)

    def greet(self, outbox: Outbox, now: float) -> None:
        """The whole state for one who has just come, or has missed something; none before there is one."""
        if self._greeted:
            sight = self._sight(now)
            self._known = self._known or sight
            outbox.put(self._whole(sight))

    def part(self, outbox: Outbox) -> None:
        self._outboxes.discard(outbox)

    def dismiss(self) -> None:
        """Every socket is to be closed."""
        for outbox in self._outboxes:
            outbox.close()

    def show(self, now: float) -> None:
        """Let happen what is old enough, and tell the spectators."""
        if not self._greeted and now >= self._from:
            self._greeted = True
            self._send((), now, greeting=True)
        while self._queue and self._queue[0][0] + self._delay <= now:
            _, entries = self._queue.popleft()
            for entry in entries:
                self._sitting.evolve(entry)
            told = told_to(None, game_events(entries))
            self._told += len(told)
            self._send(told, now)

    def _send(self, told: tuple[Event, ...], now: float, *, greeting: bool = False) -> None:
        """Tell all who watch: what is different, or all of it if they know nothing."""
        if not self._outboxes:
            self._known = None
            return
        sight = self._sight(now)
        known, self._known = self._known, sight
        if known and not greeting:
            message = self._differences.change(known, sight, told)
        else:
            message = self._whole(sight)
        for outbox in self._outboxes:
            outbox.put(message)

    def _sight(self, now: float) -> Sight:
        shown = shown_to_all(self._sitting, self._seats(), now - self._delay)
        return Sight(None, self._told, shown)

    def _whole(self, sight: Sight) -> bytes:
        return msgspec.json.encode(state_of(sight, told_to(None, self._sitting.match.events)))

    def _seats(self) -> SeatStates:
        """Who is connected just now would be news of today."""
        east, south, west, north = (SeatState(True, seat in self._sitting.auto, False) for seat in range(4))
        return east, south, west, north
