"""Everybody at a table is told what they may know, each their own: the whole state when they come, and what
is different after every change they may know of."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.event import Event
from wuyi.engine.state import SEATS
from wuyi.engine.view import told_apart
from wuyi.server.protocol import SeatState
from wuyi.server.protocol import Window as WindowShown
from wuyi.server.table.company import Company
from wuyi.server.table.difference import Differences
from wuyi.server.table.happening import Beside, Entry, Seeded, Stamped
from wuyi.server.table.header import Header
from wuyi.server.table.mailbox import Request
from wuyi.server.table.nearness import Holdings
from wuyi.server.table.outbox import Outbox
from wuyi.server.table.present import SeatStates, Shown, Sight, shown_to_all, sight_of, state_of, told_to
from wuyi.server.table.sitting import Sitting
from wuyi.server.table.timetable import Timetable
from wuyi.server.table.timing import clock
from wuyi.server.table.watchers import Watchers
from wuyi.server.table.window import Window

_PRIVATE: Final = (Stamped, Seeded)

Scene = Callable[[], tuple[Sitting, Window[Request] | None]]


class Audience:
    """The four seats, and the spectators where there may be any.

    scene: the table as it is. told: how many events of the match each seat has been told.
    """

    def __init__(
        self, header: Header, company: Company, timetable: Timetable, delay: float, scene: Scene
    ) -> None:
        self.told = [0, 0, 0, 0]
        self._known: list[Sight | None] = [None, None, None, None]
        self._differences = Differences()
        self._holdings = Holdings()
        self._header = header
        self._company = company
        self._timetable = timetable
        self._now = clock()
        self._scene = scene
        self.watchers = Watchers(scene()[0], self._now(), delay) if header.spectators else None

    def restart(self, events: Sequence[Event]) -> None:
        """The log was read: these are the events of the match. Everybody is shown where the table stands."""
        self.told = [len(told_to(seat, events)) for seat in SEATS]
        if self.watchers is not None:
            self.watchers.restart(self._scene()[0], len(told_to(None, events)), self._now())
        shown = self._shown()
        for seat in SEATS:
            self._known[seat] = None
            self._publish(seat, (), shown)

    def note(self, news: Sequence[Entry], events: Sequence[Event]) -> None:
        """These have been committed: tell every seat what it may know of them. events: those of the game.

        A seat that may know nothing of them is sent nothing, since a message tells that there was something.
        """
        if self.watchers is not None:
            self.watchers.note(news, self._now())
        public, seeded = False, set()
        if len(events) < len(news):
            beside = [entry for entry in news if isinstance(entry, Beside)]
            seeded = {entry.seat for entry in beside if isinstance(entry, Seeded)}
            public = not all(isinstance(entry, _PRIVATE) for entry in beside)
        shown = self._shown()
        told_to_all, apart = told_to(None, events), told_apart(events)
        for seat in SEATS:
            told = told_to(seat, events) if seat in apart else told_to_all
            self.told[seat] += len(told)
            if told or public or seat in seeded:
                self._publish(seat, told, shown)

    def greet(self, seat: Seat, outbox: Outbox) -> None:
        """The whole state for somebody who has just come, or has missed something.

        Other sockets of the seat are told nothing. What they know this state holds too, since whatever can
        be known is told at once: the next change leads on from both.
        """
        sight = self._sight(seat, self._shown())
        if self._company.alone(seat):
            self._known[seat] = sight
        outbox.put(self._whole(sight, seat))

    def tell_all(self, *, but: Seat | None = None) -> None:
        """Something has changed that is no entry of the log."""
        shown = self._shown()
        for seat in SEATS:
            if seat != but:
                self._publish(seat, (), shown)

    def _publish(self, seat: Seat, told: tuple[Event, ...], shown: Shown) -> None:
        """Tell the sockets of a seat how it is now: what is different, or all of it if nothing is known."""
        if not self._company.connected(seat):
            self._known[seat] = None
            return
        sight = self._sight(seat, shown)
        known, self._known[seat] = self._known[seat], sight
        message = self._differences.change(known, sight, told) if known else self._whole(sight, seat)
        self._company.tell(seat, message)

    def _sight(self, seat: Seat, shown: Shown) -> Sight:
        return sight_of(self._scene()[0], seat, self.told[seat], shown, self._holdings)

    def _whole(self, sight: Sight, seat: Seat) -> bytes:
        history = told_to(seat, self._scene()[0].match.events)
        return msgspec.json.encode(state_of(sight, history))

    def _shown(self) -> Shown:
        sitting, window = self._scene()
        time = self._now()
        open_window = None
        if window is not None:
            open_window = WindowShown(max(0.0, window.due - time), tuple(sorted(window.holding)))
        settling = self._timetable.settling(sitting, time)
        return shown_to_all(sitting, self._seats(sitting), time, open_window, settling)

    def _seats(self, sitting: Sitting) -> SeatStates:
        company = self._company
        east, south, west, north = [
            _seat_state(
                bot is not None or company.connected(seat), seat in sitting.auto, seat in company.ready
            )
            for seat, bot in enumerate(self._header.bots)
        ]
        return east, south, west, north


@cache
def _seat_state(connected: bool, auto: bool, ready: bool) -> SeatState:
    return SeatState(connected, auto, ready)
