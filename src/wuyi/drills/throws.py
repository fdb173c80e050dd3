"""Turns worth asking about, found in a record: those where one discard is clearly the best."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from wuyi.bots.decision import Decision, Option
from wuyi.bots.greedy import GreedyBot
from wuyi.bots.hints import advise
from wuyi.drills.cards import ThrowQuestion
from wuyi.engine.action import Action, Discard, Seat
from wuyi.engine.event import Discarded
from wuyi.engine.frames import moments
from wuyi.engine.legal import legal_actions
from wuyi.engine.pieces import RiverTile, TableMeld
from wuyi.engine.record import Record
from wuyi.engine.state import SEATS
from wuyi.engine.view import SeatView, View, view

EVEN: Final = 0.5
"""Points by which a discard may be behind the best one and still be right."""
CLEAR: Final = 3.0
"""Points by which the others have to be behind."""
MOST_RIGHT: Final = 2
_FEWEST: Final = 4
"""Alternatives that were weighed: with fewer there is little to choose."""


class Turn(NamedTuple):
    """A turn of a seat that may do nothing but discard: the frame of the record (`engine.frames`), what the
    seat knew, and what it threw. seen: counted from that seat, which is 0."""

    at: int
    seat: Seat
    seen: View
    thrown: str


def turns(record: Record, seat: Seat) -> Iterator[Turn]:
    """All of them, of a record that verifies."""
    pending: tuple[int, View] | None = None
    for at, (event, state, _) in enumerate(moments(record)):
        if pending is not None and isinstance(event, Discarded):
            yield Turn(pending[0], seat, pending[1], event.tile)
        pending = None
        if state.over or state.phase != "turn" or state.turn != seat:
            continue
        legal = legal_actions(state, seat)
        if len(legal) > 1 and all(isinstance(action, Discard) for action in legal):
            pending = at, from_below(view(state, seat))


def throw_of(turn: Turn) -> ThrowQuestion | None:
    """What the adviser says to a turn, if it leaves no doubt."""
    decision = advise(turn.seen, _discards(turn.seen))
    best = clearly_best(decision)
    return ThrowQuestion(turn.seen, decision, best, is_hard(turn.seen, best)) if best else None


def is_hard(seen: View, best: tuple[str, ...]) -> bool:
    """Whether a plain player throws another tile."""
    plain = GreedyBot(likings=False).choose(seen, _discards(seen))
    assert isinstance(plain, Discard)
    return plain.tile not in best


def _discards(seen: View) -> list[Action]:
    return [Discard(0, tile) for tile in dict.fromkeys(_tiles(seen))]


def clearly_best(decision: Decision) -> tuple[str, ...]:
    """The discards of a decision that are as good as the best, the best first; none if there is doubt: too
    many of them, others hardly behind, too little to choose from, or a hand that is played for others."""
    options = decision.options
    if decision.reason == "give_up" or len(options) < _FEWEST:
        return ()
    most = options[0].value
    right = [option for option in options if option.value >= most - EVEN]
    others = options[len(right) :]
    if len(right) > MOST_RIGHT or not others or others[0].value > most - CLEAR:
        return ()
    return tuple(map(_tile, right))


def _tile(option: Option) -> str:
    assert isinstance(option.action, Discard)
    return option.action.tile


def _tiles(seen: View) -> tuple[str, ...]:
    return seen.hand if seen.drawn is None else (*seen.hand, seen.drawn)


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
