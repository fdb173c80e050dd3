"""Tables set up from what one seat knows, with its hidden tiles dealt in many ways (`worlds`), and its first
action done in all of them (`begin_with`): what `Batch.rollout` plays on from."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wuyi.engine.action import Action, Seat
from wuyi.engine.state import SEATS
from wuyi.engine.view import UNKNOWN, View
from wuyi.engine.wall import turned_index
from wuyi.hand import Meld
from wuyi.hand.tile import KINDS, TILES
from wuyi.simulate.fast.actions import number_of
from wuyi.simulate.fast.apply import do
from wuyi.simulate.fast.batch import Batch
from wuyi.simulate.fast.jit import Row, entry, kernel, whole
from wuyi.simulate.fast.legal import look_at_hand, look_at_win, open_claims, way_of
from wuyi.simulate.fast.questions import HandRows, rows_of
from wuyi.simulate.fast.rows import (
    CHOW,
    CLAIM,
    CONCEALED_KONG,
    KONG,
    NO_TILE,
    NOBODY,
    PUNG,
    ROB,
    TURN,
    Rows,
    book,
    rules_row,
)

_PHASES: Final = {"turn": TURN, "claim": CLAIM, "rob": ROB}
_MELDS: Final = {"chow": CHOW, "pung": PUNG, "kong": KONG, "concealed_kong": CONCEALED_KONG}


class Hidden(NamedTuple):
    """What the seat does not know, by world.

    counts: (worlds, 4, 34), the concealed tiles of each seat; the own seat's are not looked at.
    kongs: (worlds, 4, 4), the kind of each of a seat's melds that lies face down; the rest is not looked at.
    walls: (worlds, 136), the tiles that are still to be drawn at their places in the draw order.
    """

    counts: NDArray[np.int8]
    kongs: NDArray[np.int8]
    walls: NDArray[np.int8]


def worlds(view: View, hidden: Hidden, *, front: int, taken: int, kong_discard: bool) -> Batch:
    """A table for each world, at which everything is as `view` shows it and the seat of it is to act.

    front, taken, kong_discard: as in `State`; they are known to everybody. The chains of the others (5.3) are
    not, and count for nothing. The twin of `wuyi.engine.suppose`.
    """
    seat = view.seat
    assert seat is not None, "a spectator knows no hand"
    batch = Batch(len(hidden.walls), view.rules)
    tables = batch.tables
    _set_table(tables, view)
    tables["front"], tables["taken"], tables["kong_discard"] = front, taken, kong_discard
    tables["wall"] = hidden.walls
    tables["wall"][:, turned_index(view.dice)] = TILES[view.caishen]
    counts = hidden.counts.copy()
    counts[:, seat] = np.bincount([TILES[name] for name in view.hand], minlength=KINDS)
    for each in SEATS:
        batch.hands[:, each] = hand_rows_in(view, each, counts[:, each], hidden.kongs[:, each])
    _look_all(tables, batch.hands, rules_row(view.rules), book())
    return batch


def hand_rows_in(view: View, seat: Seat, counts: NDArray[np.int8], kongs: NDArray[np.int8]) -> HandRows:
    """The hand of a seat in each world, with the melds that `view` shows.

    counts: (worlds, 34), its concealed tiles. kongs: (worlds, 4), as in `Hidden`.
    """
    caishen = TILES[view.caishen]
    melds = np.zeros((len(counts), 4, 2), np.int8)
    for at, meld in enumerate(view.seats[seat].melds):
        if UNKNOWN in meld.meld:
            melds[:, at, 0], melds[:, at, 1] = CONCEALED_KONG, kongs[:, at]
        else:
            read = Meld.parse(meld.meld, caishen)
            melds[:, at] = _MELDS[read.kind], read.start
    return rows_of(counts, np.full(len(counts), caishen, np.int8), melds)


def begin_with(batch: Batch, action: Action) -> None:
    """Let the seat of the view do its action at all tables; in a claim it answers before those asked earlier
    do. Nothing that follows of itself is done: `Batch.rollout` goes on from here."""
    table = batch.tables[0]
    tile = None if table["tile"] == NO_TILE else int(table["tile"])
    number = number_of(action, tile, int(table["caishen"]))
    _begin_all(batch.tables, batch.hands, action.seat, number, rules_row(batch.rules), book())


def _set_table(tables: Rows, view: View) -> None:
    """All that is the same in every world."""
    tables["scores"] = view.scores
    tables["hand"] = view.hand_number
    tables["dealer"] = view.dealer
    tables["dice"] = view.dice
    tables["turned"] = turned_index(view.dice)
    tables["caishen"] = TILES[view.caishen]
    tables["phase"] = _PHASES[view.phase]
    tables["turn"] = view.turn
    tables["drawn"] = NO_TILE if view.drawn is None else TILES[view.drawn]
    tables["tile"] = NO_TILE if view.tile is None else TILES[view.tile]
    tables["replacement"] = view.replacement
    tables["last"] = view.last
    tables["locks"] = [seat.locked for seat in view.seats]
    tables["kongs"] = [seat.kongs for seat in view.seats]
    tables["flown"] = [seat.flown for seat in view.seats]
    tables["feeds"] = [seat.feeds for seat in view.seats]
    for column in ("actor", "winner", "source", "liable"):
        tables[column] = NOBODY
    at = 0
    for step in range(1, len(SEATS) + 1):  # the discard on the table lies last
        seat = (view.turn + step) % len(SEATS)
        for tile in view.seats[seat].river:
            tables["river_tile"][:, at] = TILES[tile.tile]
            tables["river_seat"][:, at] = seat
            tables["river_drawn"][:, at] = tile.drawn
            tables["river_taker"][:, at] = NOBODY if tile.claimed is None else tile.claimed
            at += 1
    tables["discards"] = at


@kernel
def look_again(table: Row, hands: Any, rules: Row, book: Row) -> None:
    """Note of every hand what `apply` notes when it changes, and ask whoever may answer."""
    for seat in range(4):
        look_at_hand(table, hands, seat, rules, book)
    if table.phase != TURN:
        open_claims(table, hands, rules, book)
        return
    table.actor = table.turn
    if table.drawn != NO_TILE:
        seat = whole(table.turn)
        look_at_win(table, hands, seat, whole(table.drawn), way_of(table, hands, seat), rules, book)


@entry
def _look_all(tables: Rows, hands: Rows, rules: Rows, book: Rows) -> None:
    for index in range(len(tables)):
        look_again(tables[index], hands[index], rules[0], book[0])


@entry
def _begin_all(tables: Rows, hands: Rows, seat: int, action: int, rules: Rows, book: Rows) -> None:
    for index in range(len(tables)):
        table = tables[index]
        if table.phase == TURN:
            do(table, hands[index], action, rules[0], book[0])
        else:
            table.answers[seat] = action
            table.actor = seat  # whose answer stands: `advance` asks the others
