"""A room as a small state machine: who may change what, and when. Pure: no clock, no store, no luck.

    gathering --start--> playing --match over--> gathering ... --close, or the last one leaves--> over

Every function gives the room after one change, or raises `Refusal`. Anything that changes what was agreed to
(seats, computer players, options) takes back everybody's ready.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from wuyi.bots import BOTS, UnknownBot
from wuyi.engine.action import Seat
from wuyi.server.refusal import Refusal
from wuyi.server.table.fair import read_seed
from wuyi.server.words import Guest, Place, RoomOptions, RoomPhase

GUESTS: Final = 16
"""People without a seat, at most."""

EMPTY: Final = Place()

Places = tuple[Place, Place, Place, Place]


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """id: of this room, where its code may be another's later. changed: seconds since 1970.

    removed: those the host sent away, who do not come back. matches: the last is being played in `playing`.
    luck: 64 hex digits from which the match being played, or the next, follows; it never leaves the server.
    seeds: what players have added to it when they said to be ready.
    """

    id: str
    code: str
    host: str
    options: RoomOptions
    luck: str
    seeds: dict[str, str] = {}
    places: Places = (EMPTY, EMPTY, EMPTY, EMPTY)
    guests: tuple[Guest, ...] = ()
    removed: tuple[str, ...] = ()
    phase: RoomPhase = "gathering"
    matches: tuple[str, ...] = ()
    changed: float = 0.0

    @property
    def match(self) -> str | None:
        """The match being played."""
        return self.matches[-1] if self.phase == "playing" else None

    def seat_of(self, player: str) -> Seat | None:
        return next((seat for seat, place in enumerate(self.places) if place.player == player), None)

    @property
    def members(self) -> tuple[str, ...]:
        """Those who are in the room, seats first; who left during the match is not."""
        seated = [place.player for place in self.places if place.player and not place.away]
        return (*seated, *(guest.player for guest in self.guests))


Change = Callable[[Room, str], Room]
"""A change of a room by the player of this id."""


# --- coming and going ------------------------------------------------------------------------


def join(room: Room, who: Guest) -> Room:
    """Come in, and back; on the first empty seat if there is one and no match is played."""
    if room.phase == "over":
        raise Refusal("room_over", "the room is closed")
    if who.player in room.removed:
        raise Refusal("removed", "the host has removed this player")
    if (seat := room.seat_of(who.player)) is not None:
        return _place(room, seat, msgspec.structs.replace(room.places[seat], away=False))
    if who.player in room.members:
        return room
    if room.phase == "gathering" and EMPTY in room.places:
        return _place(room, room.places.index(EMPTY), Place(player=who.player, name=who.name))
    if len(room.guests) == GUESTS:
        raise Refusal("room_full", f"no more than {GUESTS} may be here without a seat")
    return msgspec.structs.replace(room, guests=(*room.guests, who))


def leave(room: Room, who: str) -> Room:
    """Go; during a match the seat stays taken until it is over. The last to go closes the room."""
    _member(room, who)
    guests = tuple(guest for guest in room.guests if guest.player != who)
    room = msgspec.structs.replace(room, guests=guests)
    if (seat := room.seat_of(who)) is not None:
        playing = room.phase == "playing"
        room = _place(room, seat, msgspec.structs.replace(room.places[seat], away=True) if playing else EMPTY)
    return _with_host(room)


def remove(room: Room, host: str, whom: str) -> Room:
    """Send somebody away, who cannot come back."""
    _gathering(room)
    _host(room, host)
    _member(room, whom)
    if whom == host:
        raise Refusal("bad_message", "the host leaves, and is not removed")
    return msgspec.structs.replace(leave(room, whom), removed=(*room.removed, whom))


def hand_over(room: Room, host: str, to: str) -> Room:
    """Somebody else in the room is the host from now on."""
    _host(room, host)
    _member(room, to)
    return msgspec.structs.replace(room, host=to)


def close(room: Room, host: str) -> Room:
    """End the room, between matches."""
    _gathering(room)
    _host(room, host)
    return msgspec.structs.replace(room, phase="over")


# --- before the start ------------------------------------------------------------------------


def sit(room: Room, who: Guest, seat: Seat | None) -> Room:
    """Take an empty seat, leaving one's own; None: stand up."""
    _gathering(room)
    _member(room, who.player)
    if seat is not None and _at(room, seat) != EMPTY:
        if room.places[seat].player == who.player:
            return room
        raise Refusal("seat_taken", f"seat {seat} is taken")
    own = room.seat_of(who.player)
    if own is not None:
        room = _place(room, own, EMPTY)
    guests = tuple(guest for guest in room.guests if guest.player != who.player)
    room = msgspec.structs.replace(room, guests=guests if seat is not None else (*guests, who))
    if seat is not None:
        room = _place(room, seat, Place(player=who.player, name=who.name))
    return _unready(room)


def draw_lots(room: Room, host: str, order: Sequence[Seat]) -> Room:
    """Seat n goes to whoever sits at `order[n]`, a permutation that luck has made."""
    _gathering(room)
    _host(room, host)
    first, second, third, fourth = (room.places[seat] for seat in order)
    return _unready(msgspec.structs.replace(room, places=(first, second, third, fourth)))


def set_ready(room: Room, who: str, ready: bool, seed: str = "") -> Room:
    """A seated person agrees to start, or no longer. seed: 64 hex digits that they add to the luck of the
    first hand, or none."""
    _gathering(room)
    seat = room.seat_of(who)
    if seat is None:
        raise Refusal("not_seated", "only who has a seat can be ready")
    seeds = {player: given for player, given in room.seeds.items() if player != who}
    if ready and seed:
        seeds[who] = read_seed(seed)
    room = msgspec.structs.replace(room, seeds=seeds)
    return _place(room, seat, msgspec.structs.replace(room.places[seat], ready=ready))


def set_bot(room: Room, host: str, seat: Seat, bot: str | None) -> Room:
    """Put a computer player on a seat that no person holds, in place of another; None: take it away.

    Raises `UnknownBot` too.
    """
    _gathering(room)
    _host(room, host)
    if bot is not None and bot not in BOTS:
        raise UnknownBot(bot)
    if _at(room, seat).player is not None:
        raise Refusal("seat_taken", f"seat {seat} is taken")
    return _unready(_place(room, seat, EMPTY if bot is None else Place(name=bot, bot=bot)))


def set_options(room: Room, host: str, options: RoomOptions) -> Room:
    """Decide otherwise. The circle stays what it was: it is why people are here."""
    _gathering(room)
    _host(room, host)
    if options.circle != room.options.circle:
        raise Refusal("bad_message", "a room keeps its circle")
    return _unready(msgspec.structs.replace(room, options=options))


# --- the match -------------------------------------------------------------------------------


def start(room: Room, host: str, match: str) -> Room:
    """Begin `match`: all seats are taken and everybody but the host has said to be ready."""
    _gathering(room)
    _host(room, host)
    if EMPTY in room.places:
        raise Refusal("seats_empty", "a seat is empty")
    if all(place.player is None for place in room.places):
        raise Refusal("seats_empty", "somebody has to play")
    if not all(place.ready for place in room.places if place.player not in (None, host)):
        raise Refusal("not_ready", "not everybody is ready")
    return msgspec.structs.replace(room, phase="playing", matches=(*room.matches, match))


def match_over(room: Room, match: str, luck: str) -> Room:
    """`match` has ended: who left in the meantime is gone, and the next match has its `luck`.

    Nothing changes if that is known already.
    """
    if room.match != match:
        return room
    first, second, third, fourth = (EMPTY if place.away else place for place in room.places)
    places = (first, second, third, fourth)
    gathered = msgspec.structs.replace(room, phase="gathering", places=places, luck=luck)
    return _with_host(_unready(gathered))


# --- checks and pieces -----------------------------------------------------------------------


def _gathering(room: Room) -> None:
    if room.phase == "playing":
        raise Refusal("room_playing", "not while a match is played")
    if room.phase == "over":
        raise Refusal("room_over", "the room is closed")


def _host(room: Room, who: str) -> None:
    if room.host != who:
        raise Refusal("not_host", "only the host may do this")


def _member(room: Room, who: str) -> None:
    if who not in room.members:
        raise Refusal("not_member", "this player is not in the room")


def _at(room: Room, seat: Seat) -> Place:
    if not 0 <= seat <= 3:
        raise Refusal("no_such_seat", f"there is no seat {seat}")
    return room.places[seat]


def _place(room: Room, seat: Seat, place: Place) -> Room:
    first, second, third, fourth = (place if at == seat else old for at, old in enumerate(room.places))
    return msgspec.structs.replace(room, places=(first, second, third, fourth))


def _unready(room: Room) -> Room:
    first, second, third, fourth = (msgspec.structs.replace(place, ready=False) for place in room.places)
    return msgspec.structs.replace(room, places=(first, second, third, fourth), seeds={})


def _with_host(room: Room) -> Room:
    """With a host who is there: the first of those who are, if the old one has gone. Nobody there: over, as
    soon as no match is played."""
    if room.host in room.members:
        return room
    if room.members:
        return msgspec.structs.replace(room, host=room.members[0])
    return room if room.phase == "playing" else msgspec.structs.replace(room, phase="over")
