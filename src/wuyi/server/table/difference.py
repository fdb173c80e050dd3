"""What a seat is told when something has changed: a `Change`, as it goes on the wire.

It follows from what that seat was shown before and is shown now, and from nothing else. So neither its bytes
nor their number can tell more than these two do.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from wuyi.engine.event import Event
from wuyi.engine.view import SeatView
from wuyi.server.protocol import Change, ViewChange
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


def _getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    return attrgetter(*names)


_own, _own_seen, _shared, _shared_seen = map(_getter, (_OWN, _OWN_SEEN, _SHARED, _SHARED_SEEN))


class _Open(NamedTuple):
    """What has become different for everybody. seats: of the view, encoded."""

    before: Shown
    after: Shown
    fields: dict[str, Any]
    seen: dict[str, Any]
    seats: dict[str, msgspec.Raw]


class Differences:
    """Of one table. What is different for everybody is worked out and written once for all its seats."""

    def __init__(self) -> None:
        self._open: _Open | None = None

    def change(self, before: Sight, after: Sight, events: tuple[Event, ...]) -> bytes:
        """How one seat, or a spectator, comes from what it was shown to what it is shown, encoded."""
        opened = self._open
        if opened is None or opened.before is not before.shown or opened.after is not after.shown:
            opened = self._open = _open_difference(before.shown, after.shown)
        seen = opened.seen | _different(_OWN_SEEN, _own_seen(before.view), _own_seen(after.view))
        if seats := _seats(before, after, opened.seats):
            seen["seats"] = seats
        change = {
            "type": "change",
            "seq": after.seq,
            "since": before.seq,
            "events": events,
            "view": seen,
            **_different(_OWN, _own(before), _own(after)),
            **opened.fields,
        }
        return _ENCODER.encode(change)


def _seats(before: Sight, after: Sight, opened: dict[str, msgspec.Raw]) -> dict[str, msgspec.Raw | SeatView]:
    """The seats that have become different for this one, which may know more of its own."""
    seats: dict[str, msgspec.Raw | SeatView] = {**opened}
    if (seat := after.seat) is not None:
        seats.pop(str(seat), None)
        own = after.view.seats[seat]
        if own != before.view.seats[seat]:
            seats[str(seat)] = own
    return seats


def _open_difference(before: Shown, after: Shown) -> _Open:
    seats = _different("0123", before.view.seats, after.view.seats)
    return _Open(
        before,
        after,
        _different(_SHARED, _shared(before), _shared(after)),
        _different(_SHARED_SEEN, _shared_seen(before.view), _shared_seen(after.view)),
        {seat: msgspec.Raw(_ENCODER.encode(seen)) for seat, seen in seats.items()},
    )


def _different(names: Sequence[str], before: Sequence[Any], after: Sequence[Any]) -> dict[str, Any]:
    """What has become another value, by its name."""
    return {
        name: new
        for name, old, new in zip(names, before, after, strict=True)
        if new is not old and new != old
    }
