"""What a seat is told when something has changed: a `Change`, as it goes on the wire.

It follows from what that seat was shown before and is shown now, and from nothing else. So neither its bytes
nor their number can tell more than these two do.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final

import msgspec

from wuyi.engine.event import Event
from wuyi.engine.view import SeatView
from wuyi.server.protocol import Change, SeatChange, ViewChange
from wuyi.server.table.present import Shown, Sight

_ENCODER: Final = msgspec.json.Encoder()
_OWN: Final = ("legal", "waits", "hints", "win_refused")
_OWN_SEEN: Final = ("hand", "drawn")
_SHARED: Final = tuple(
    name
    for name in Change.__struct_fields__
    if name not in ("seq", "since", "events", "view") and name not in _OWN
)
_SHARED_SEEN: Final = tuple(
    name for name in ViewChange.__struct_fields__ if name != "seats" and name not in _OWN_SEEN
)
_SEAT: Final = SeatChange.__struct_fields__


def _getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    return attrgetter(*names)


_own, _own_seen = _getter(_OWN), _getter(_OWN_SEEN)
_shared, _shared_seen = _getter(_SHARED), _getter(_SHARED_SEEN)
_seat = _getter(_SEAT)


class Differences:
    """Of one table. What is different for everybody is worked out and written once for all its seats."""

    def __init__(self) -> None:
        self._open: _Open | None = None
        self._events: tuple[Event, ...] = ()
        self._told = b"[]"

    def change(self, before: Sight, after: Sight, events: tuple[Event, ...]) -> bytes:
        """How one seat, or a spectator, comes from what it was shown to what it is shown, encoded."""
        opened = self._open
        if opened is None or opened.before is not before.shown or opened.after is not after.shown:
            opened = self._open = _Open(before.shown, after.shown)
        if events is not self._events:
            self._events, self._told = events, _ENCODER.encode(events)
        own = _different(_OWN, _own(before), _own(after))
        if own or before.own != after.own:
            rest = _members(view=_seen(before, after, opened), **own, **opened.fields)
        else:
            rest = opened.rest
        return b'{"type":"change","seq":%d,"since":%d,"events":%b,%b' % (
            after.seq,
            before.seq,
            self._told,
            rest,
        )


class _Open:
    """What has become different for everybody. seats: of the view, by their numbers."""

    __slots__ = ("_rest", "after", "before", "fields", "seats", "seen")

    def __init__(self, before: Shown, after: Shown) -> None:
        self.before = before
        self.after = after
        self.fields = _different(_SHARED, _shared(before), _shared(after))
        self.seen = _different(_SHARED_SEEN, _shared_seen(before.view), _shared_seen(after.view))
        seats = zip("0123", before.view.seats, after.view.seats, strict=True)
        self.seats = {seat: _seat_change(old, new) for seat, old, new in seats if new != old}
        self._rest = b""

    @property
    def rest(self) -> bytes:
        """The message for whom nothing else is different, from `view` on."""
        if not self._rest:
            seen = self.seen | {"seats": self.seats} if self.seats else self.seen
            self._rest = _members(view=seen, **self.fields)
        return self._rest


def _seen(before: Sight, after: Sight, opened: _Open) -> dict[str, Any]:
    """What has become different in the view of this seat."""
    seen = opened.seen | _different(_OWN_SEEN, _own_seen(before.own), _own_seen(after.own))
    seats = opened.seats
    if before.own.seat is not None or after.own.seat is not None:
        assert after.seat is not None
        own, was = str(after.seat), before.own.seat or before.shown.view.seats[after.seat]
        change = _seat_change(was, after.own.seat or after.shown.view.seats[after.seat])
        seats = {seat: change for seat, change in seats.items() if seat != own}
        if change:
            seats[own] = change
    return seen | {"seats": seats} if seats else seen


def _seat_change(before: SeatView, after: SeatView) -> dict[str, Any]:
    return _different(_SEAT, _seat(before), _seat(after))


def _members(**fields: Any) -> bytes:
    """The members of a JSON object, without its opening brace."""
    return _ENCODER.encode(fields)[1:]


def _different(names: Sequence[str], before: Sequence[Any], after: Sequence[Any]) -> dict[str, Any]:
    """What has become another value, by its name."""
    if before == after:
        return {}
    return {
        name: new
        for name, old, new in zip(names, before, after, strict=True)
        if new is not old and new != old
    }
