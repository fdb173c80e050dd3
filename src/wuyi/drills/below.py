"""A table turned so that a seat sits below: what it saw with the seats counted from its own."""

import msgspec

from wuyi.engine.action import Action, Seat
from wuyi.engine.pieces import RiverTile, TableMeld
from wuyi.engine.state import SEATS
from wuyi.engine.view import SeatView, View


def from_below(seen: View) -> View:
    """The same view with the seats counted from its own, and without what is no part of the question: the
    totals, the dice, and which hand of the match it is."""
    own = seen.seat
    assert own is not None
    east, south, west, north = (_seat_from(seen.seats[(own + side) % 4], own) for side in SEATS)
    return msgspec.structs.replace(
        seen,
        seat=0,
        hand_number=1,
        dealer=_from(seen.dealer, own),
        dice=(1, 1, 1, 1),
        turn=_from(seen.turn, own),
        seats=(east, south, west, north),
        scores=(0, 0, 0, 0),
    )


def one_s_own(action: Action) -> Action:
    """The same action by seat 0."""
    return msgspec.structs.replace(action, seat=0)


def _seat_from(seat: SeatView, own: Seat) -> SeatView:
    a, b, c, d = (seat.feeds[(own + side) % 4] for side in SEATS)
    return msgspec.structs.replace(
        seat,
        melds=tuple([_meld_from(meld, own) for meld in seat.melds]),
        river=tuple([_discard_from(discard, own) for discard in seat.river]),
        feeds=(a, b, c, d),
    )


def _meld_from(meld: TableMeld, own: Seat) -> TableMeld:
    source = None if meld.source is None else _from(meld.source, own)
    return msgspec.structs.replace(meld, source=source)


def _discard_from(discard: RiverTile, own: Seat) -> RiverTile:
    claimed = None if discard.claimed is None else _from(discard.claimed, own)
    return msgspec.structs.replace(discard, claimed=claimed)


def _from(seat: Seat, own: Seat) -> Seat:
    return (seat - own) % 4
