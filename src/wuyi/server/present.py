"""What a seat is shown: its view of the table, what it may do, and what its hand is waiting for."""

from collections.abc import Sequence

from wuyi.engine.action import Seat
from wuyi.engine.advice import Wait, current_waits, discard_hints
from wuyi.engine.event import Event
from wuyi.engine.legal import legal_actions
from wuyi.engine.reasons import win_refusal
from wuyi.engine.state import State as TableState
from wuyi.engine.view import view
from wuyi.hand.tile import NAMES
from wuyi.server.header import Header
from wuyi.server.protocol import Player, Standing, State


def snapshot(
    state: TableState,
    seat: Seat,
    seq: int,
    told: tuple[Event, ...],
    header: Header,
    standing: Standing,
    history: tuple[Event, ...] = (),
) -> State:
    """The `State` message of `seat`, which has been told `seq` events, `told` the last of them.

    history: what it was told of this hand before, for one that has just connected.
    """
    seen = view(state, seat)
    legal = legal_actions(state, seat)
    over = state.over
    waits = () if over else current_waits(seen)
    return State(
        seq=seq,
        view=seen,
        legal=legal,
        events=told,
        history=history,
        waits=waits,
        hints=() if over else discard_hints(seen, legal),
        win_refused=None if over else _win_refused(state, seat, waits),
        players=players(header),
        standing=standing,
    )


def players(header: Header) -> tuple[Player, Player, Player, Player]:
    """Who sits where. A computer player has no name: the page words it in its own language."""
    east, south, west, north = (
        Player(name if bot is None else "", bot) for name, bot in zip(header.names, header.bots, strict=True)
    )
    return east, south, west, north


def _win_refused(state: TableState, seat: Seat, waits: Sequence[Wait]) -> str | None:
    """Why a hand that is complete with the tile on the table may not win with it, if that is so."""
    reason = win_refusal(state, seat)
    if reason == "not_complete":
        return None
    if reason in ("caishen_lock", "caishen_unclaimable"):
        assert state.tile is not None
        return reason if NAMES[state.tile] in [wait.tile for wait in waits] else None
    return reason
