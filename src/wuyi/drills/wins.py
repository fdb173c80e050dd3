"""A win of a record as a question: how many fan?"""

from typing import Final

import msgspec

from wuyi.drills.cards import WinQuestion
from wuyi.engine.action import Seat
from wuyi.engine.event import Won
from wuyi.engine.legal import winning_context
from wuyi.engine.record import Record
from wuyi.engine.state import State, fold
from wuyi.hand.notation import format_tiles
from wuyi.hand.tile import NAMES, TILES
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.scoring.payment import fed_enough
from wuyi.teaching.figures import Circumstance
from wuyi.teaching.verdicts import House

_MARKS: Final = {"draw": "+", "discard": "-", "rob": "^"}
_CIRCUMSTANCES: Final[tuple[Circumstance, ...]] = ("last_tile", "kong_discard", "heavenly", "earthly")


def win_of(record: Record) -> tuple[WinQuestion, Seat] | None:
    """The win that ends a record, and whose it was; None if nobody won. Seats are counted from the winner."""
    won = record.events[-1]
    if not isinstance(won, Won):
        return None
    state = fold(record.rules, [record.start, *record.events[:-1]])
    return _asked(state, won), won.seat


def _asked(state: State, won: Won) -> WinQuestion:
    winning = winning_context(state, won.seat)
    found = [name for name in _CIRCUMSTANCES if getattr(winning, name)]
    circumstances: list[Circumstance] = ["after_kong"] if winning.kongs else []

    def side(seat: Seat | None) -> Seat | None:
        return None if seat is None else (seat - won.seat) % 4

    return WinQuestion(
        hand=f"{_written(won)}{_MARKS[won.way]}{won.tile}",
        caishen=NAMES[state.caishen],
        circumstances=(*circumstances, *found),
        flown=winning.flown,
        kongs=winning.kongs,
        dealer=(state.dealer - won.seat) % 4,
        discarder=side(won.source),
        liable=side(fed_enough(state.feeds[won.seat])),
        house=_house(state.rules),
    )


def _written(won: Won) -> str:
    return "".join(won.melds) + format_tiles([TILES[tile] for tile in won.tiles])


def _house(rules: Ruleset) -> House:
    """The options that bear on the fan and are not as by default."""
    default = msgspec.structs.asdict(DEFAULT_RULES)
    return {
        name: value
        for name, value in msgspec.structs.asdict(rules).items()
        if value != default[name] and name not in ("hands", "dealer_succession")
    }
