"""What one seat may know. This module alone hides secrets: the view of a state, and an event
as a seat is told it.
"""

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
from wuyi.engine.state import State, dealt_tiles
from wuyi.engine.wall import read_wall, turned_index
from wuyi.hand.tile import NAMES
from wuyi.rules import Ruleset


class SeatView(msgspec.Struct, frozen=True):
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


class View(msgspec.Struct, frozen=True):
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


def view(state: State, seat: Seat | None) -> View:
    """The table as `seat` knows it; None for a spectator. Once the hand is over every hand is still hidden
    but the winner's, which `result` shows."""
    own_turn = state.phase == "turn" and state.turn == seat
    drawn = state.drawn if own_turn else None
    return View(
        seat=seat,
        rules=state.rules,
        hand_number=state.start.hand,
        dealer=state.dealer,
        dice=state.start.dice,
        caishen=NAMES[state.caishen],
        phase=state.phase,
        turn=state.turn,
        tile=None if state.tile is None else NAMES[state.tile],
        hand=() if seat is None else tuple([NAMES[tile] for tile in state.hands[seat].tiles()]),
        drawn=None if drawn is None else NAMES[drawn],
        last=state.last,
        replacement=state.replacement,
        remaining=state.remaining,
        seats=(
            _seat_view(state, 0, seat),
            _seat_view(state, 1, seat),
            _seat_view(state, 2, seat),
            _seat_view(state, 3, seat),
        ),
        scores=state.scores,
        result=state.result,
    )


def _seat_view(state: State, seat: Seat, viewer: Seat | None) -> SeatView:
    holds_drawn = state.drawn is not None and state.turn == seat
    feeds = state.feeds[seat]
    return SeatView(
        concealed=state.hands[seat].size + holds_drawn,
        melds=tuple([_meld_seen(meld, seat == viewer) for meld in state.melds[seat]]),
        river=tuple(state.rivers[seat]),
        feeds=(feeds[0], feeds[1], feeds[2], feeds[3]),
        locked=state.locks[seat],
        kongs=state.kongs[seat] if seat == viewer else 0,
        flown=state.flown[seat] if seat == viewer else 0,
    )


def _meld_seen(meld: TableMeld, own: bool) -> TableMeld:
    return meld if own or meld.meld[0] == "[" else TableMeld(_HIDDEN_KONG)


def tell(event: Event, seat: Seat | None) -> Event | None:
    """An event as `seat` is told it, or None where it is told nothing."""
    if isinstance(event, HandStarted):
        return _dealt(event, seat)
    if isinstance(event, Drawn) and event.seat != seat:
        return Drawn(event.seat, UNKNOWN, event.replacement)
    if isinstance(event, Konged) and event.seat != seat and event.meld[0] == "(":
        return Konged(event.seat, _HIDDEN_KONG)
    if isinstance(event, Answered) and event.seat != seat:
        return None
    return event


def _dealt(start: HandStarted, seat: Seat | None) -> Dealt:
    wall = read_wall(start.wall)
    own = () if seat is None else sorted(dealt_tiles(wall, (seat - start.dealer) % 4))
    return Dealt(
        hand=start.hand,
        dealer=start.dealer,
        dice=start.dice,
        turned=NAMES[wall[turned_index(start.dice)]],
        tiles=tuple([NAMES[tile] for tile in own]),
        commitment=start.commitment,
        scores=start.scores,
    )
