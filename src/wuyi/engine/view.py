"""What one seat may know. This module alone hides secrets: the view of a state, and an event
as a seat is told it.
"""

from collections.abc import Iterable

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.event import (
    Answered,
    Dealt,
    Drawn,
    Event,
    Exhausted,
    HandStarted,
    Konged,
    Scores,
    Won,
)
from wuyi.engine.pieces import RiverTile, TableMeld
from wuyi.engine.state import DEALT_FROM, SEATS, State
from wuyi.engine.wall import tile_at, turned_index
from wuyi.errors import ArgumentError
from wuyi.hand.hand import Hand
from wuyi.hand.tile import NAMES
from wuyi.rules import Ruleset


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What everybody sees of a seat.

    concealed: how many tiles it holds, the drawn one included.
    feeds: how often this seat's melds were claimed from each seat (6.5).
    locked: its discarded caishen still bars wins on discards (2.5).
    kongs, flown: of its unbroken chain (5.3), told to the seat itself alone: whether a discarded caishen was
    a 飘 depends on what the hand holds. Others see 0.
    """

    concealed: int
    melds: tuple[TableMeld, ...]
    river: tuple[RiverTile, ...]
    feeds: tuple[int, int, int, int]
    locked: bool
    kongs: int
    flown: int


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as one seat knows it; `seat` None is a spectator, who sees no hand.

    hand: the seat's concealed tiles without the drawn one, sorted. drawn: the tile just drawn, if it
    is this seat's turn and it drew. caishen: the turned tile's kind.
    phase: `turn` (the seat `turn` is to act), `claim` (the discard of `turn` may be claimed),
    `rob` (the added kong of `turn` may be robbed), `over`.
    tile: the discard or kong tile that may be claimed or robbed; None in phase `turn`.
    remaining: how many tiles can still be drawn. last: the drawn tile was the 海底.
    replacement: the drawn tile came from the tail after a kong.
    """

    seat: Seat | None
    rules: Ruleset
    hand_number: int
    dealer: Seat
    dice: tuple[int, int, int, int]
    caishen: str
    phase: str
    turn: Seat
    tile: str | None
    hand: tuple[str, ...]
    drawn: str | None
    last: bool
    replacement: bool
    remaining: int
    seats: tuple[SeatView, SeatView, SeatView, SeatView]
    scores: Scores
    result: Won | Exhausted | None


UNKNOWN = "?"
_HIDDEN_KONG = "(????)"


class OwnView(msgspec.Struct, frozen=True, gc=False):
    """What a seat sees beyond what everybody does: `hand` and `drawn` of its `View`, and itself among the
    seats. seat: None where it sees of itself what all others see."""

    hand: tuple[str, ...] = ()
    drawn: str | None = None
    seat: SeatView | None = None


def view(state: State, seat: Seat | None) -> View:
    """The table as `seat` knows it; None for a spectator. Once the hand is over every hand is still hidden
    but the winner's, which `result` shows. Raises `ArgumentError` for what is no seat.
    """
    if seat is not None and seat not in SEATS:
        raise ArgumentError(f"{seat!r} is no seat; they are 0 to 3")
    seen = open_view(state)
    return seen if seat is None else with_own(seen, seat, own_view(state, seat))


def own_view(state: State, seat: Seat, names: tuple[str, ...] | None = None) -> OwnView:
    """What `seat` alone sees. names: of its hand, where they are known already."""
    drawn = state.drawn if state.phase == "turn" and state.turn == seat else None
    melds = state.melds[seat]
    knows_more = state.kongs[seat] or state.flown[seat] or _melds_seen(melds) is not melds
    return OwnView(
        hand=names_of(state.hands[seat]) if names is None else names,
        drawn=None if drawn is None else NAMES[drawn],
        seat=_seat_view(state, seat, seat) if knows_more else None,
    )


def with_own(seen: View, seat: Seat, own: OwnView) -> View:
    """The whole view of `seat`, of what everybody sees and what it sees alone."""
    return View(
        seat=seat,
        rules=seen.rules,
        hand_number=seen.hand_number,
        dealer=seen.dealer,
        dice=seen.dice,
        caishen=seen.caishen,
        phase=seen.phase,
        turn=seen.turn,
        tile=seen.tile,
        hand=own.hand,
        drawn=own.drawn,
        last=seen.last,
        replacement=seen.replacement,
        remaining=seen.remaining,
        seats=_with_own(seen.seats, seat, own.seat),
        scores=seen.scores,
        result=seen.result,
    )


_Seats = tuple[SeatView, SeatView, SeatView, SeatView]


def open_view(state: State) -> View:
    """What everybody sees: a spectator's view."""
    return View(
        seat=None,
        rules=state.rules,
        hand_number=state.start.hand,
        dealer=state.dealer,
        dice=state.start.dice,
        caishen=NAMES[state.caishen],
        phase=state.phase,
        turn=state.turn,
        tile=None if state.tile is None else NAMES[state.tile],
        hand=(),
        drawn=None,
        last=state.last,
        replacement=state.replacement,
        remaining=state.remaining,
        seats=(
            _seat_view(state, 0, None),
            _seat_view(state, 1, None),
            _seat_view(state, 2, None),
            _seat_view(state, 3, None),
        ),
        scores=state.scores,
        result=state.result,
    )


def names_of(hand: Hand) -> tuple[str, ...]:
    """The concealed tiles by name, sorted."""
    return tuple([NAMES[tile] for tile in hand.tiles()])


def _with_own(seats: _Seats, seat: Seat, own: SeatView | None) -> _Seats:
    """The seats as `seat` sees them, of which one is its own."""
    if own is None:
        return seats
    east, south, west, north = [own if each == seat else seen for each, seen in enumerate(seats)]
    return east, south, west, north


def _seat_view(state: State, seat: Seat, viewer: Seat | None) -> SeatView:
    holds_drawn = state.drawn is not None and state.turn == seat
    feeds = state.feeds[seat]
    return SeatView(
        concealed=state.hands[seat].size + holds_drawn,
        melds=state.melds[seat] if seat == viewer else _melds_seen(state.melds[seat]),
        river=state.rivers[seat],
        feeds=(feeds[0], feeds[1], feeds[2], feeds[3]),
        locked=state.locks[seat],
        kongs=state.kongs[seat] if seat == viewer else 0,
        flown=state.flown[seat] if seat == viewer else 0,
    )


def _melds_seen(melds: tuple[TableMeld, ...]) -> tuple[TableMeld, ...]:
    """The melds as others see them."""
    if not melds or not any(meld.meld[0] == "(" for meld in melds):
        return melds
    return tuple([TableMeld(_HIDDEN_KONG) if meld.meld[0] == "(" else meld for meld in melds])


def tell(event: Event, seat: Seat | None) -> Event | None:
    """An event as `seat` is told it, or None where it is told nothing."""
    if isinstance(event, Drawn):
        return event if event.seat == seat else Drawn(event.seat, UNKNOWN, event.replacement)
    if isinstance(event, Answered):
        return event if event.seat == seat else None
    if isinstance(event, Konged) and event.seat != seat and event.meld[0] == "(":
        return Konged(event.seat, _HIDDEN_KONG)
    if isinstance(event, HandStarted):
        return _dealt(event, seat)
    return event


def told_apart(events: Iterable[Event]) -> set[Seat]:
    """The seats that may be told something else of these events than a spectator is."""
    seats: set[Seat] = set()
    for event in events:
        if isinstance(event, (Drawn, Answered, Konged)):
            seats.add(event.seat)
        elif isinstance(event, HandStarted):
            seats.update(SEATS)
    return seats


def _dealt(start: HandStarted, seat: Seat | None) -> Dealt:
    places = () if seat is None else DEALT_FROM[(seat - start.dealer) % 4]
    own = sorted([tile_at(start.wall, place) for place in places])
    return Dealt(
        hand=start.hand,
        dealer=start.dealer,
        dice=start.dice,
        turned=NAMES[tile_at(start.wall, turned_index(start.dice))],
        tiles=tuple([NAMES[tile] for tile in own]),
        commitment=start.commitment,
        scores=start.scores,
    )
