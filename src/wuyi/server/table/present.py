"""What a seat is shown: its view of the table, what it may do and waits for, and how the table is."""

from collections.abc import Sequence

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.advice import Wait, current_waits, discard_hints
from wuyi.engine.event import Event
from wuyi.engine.legal import legal_actions
from wuyi.engine.reasons import win_refusal
from wuyi.engine.state import State as TableState
from wuyi.engine.view import tell, view
from wuyi.hand.tile import NAMES
from wuyi.server.protocol import Clock, Player, Proof, SeatState, Standing, State, Vote, Window
from wuyi.server.table.fair import commitment_to
from wuyi.server.table.header import Header
from wuyi.server.table.sitting import Sitting

SeatStates = tuple[SeatState, SeatState, SeatState, SeatState]


class Shown(msgspec.Struct, frozen=True):
    """The part of a `State` that is the same for all who are told it: see there."""

    players: tuple[Player, Player, Player, Player]
    standing: Standing
    seats_state: SeatStates
    clock: Clock | None
    window: Window | None
    vote: Vote | None
    paused: bool
    ending: bool
    proof: Proof


def shown_to_all(
    sitting: Sitting, seats_state: SeatStates, now: float, window: Window | None = None
) -> Shown:
    """What everybody is shown of the table at server time `now`."""
    return Shown(
        players=players(sitting.header),
        standing=standing(sitting),
        seats_state=seats_state,
        clock=_clock(sitting, now),
        window=window,
        vote=_vote(sitting, now),
        paused=sitting.paused_since is not None,
        ending=sitting.ending,
        proof=proof(sitting),
    )


def snapshot(
    sitting: Sitting,
    seat: Seat | None,
    seq: int,
    told: tuple[Event, ...],
    shown: Shown,
    history: tuple[Event, ...] = (),
) -> State:
    """The `State` message of `seat`, or of a spectator (None).

    seq: how many events it has been told, `told` the last of them. history: what it was told of this hand
    before, for one that has just connected.
    """
    state = sitting.state
    seen = view(state, seat)
    legal = () if seat is None or shown.paused or seat in sitting.auto else legal_actions(state, seat)
    hides = state.over or seat is None
    waits = () if hides else current_waits(seen)
    return State(
        seq=seq,
        view=seen,
        legal=legal,
        events=told,
        history=history,
        waits=waits,
        hints=() if hides else discard_hints(seen, legal),
        win_refused=None if hides or seat is None else _win_refused(state, seat, waits),
        players=shown.players,
        standing=shown.standing,
        seats_state=shown.seats_state,
        clock=shown.clock,
        window=shown.window,
        vote=shown.vote,
        paused=shown.paused,
        ending=shown.ending,
        proof=shown.proof,
    )


def told_to(seat: Seat | None, events: Sequence[Event]) -> tuple[Event, ...]:
    """`events` as `seat`, or a spectator, is told them."""
    return tuple(seen for event in events if (seen := tell(event, seat)) is not None)


def players(header: Header) -> tuple[Player, Player, Player, Player]:
    """Who sits where. A computer player has no name: the page words it in its own language."""
    east, south, west, north = (
        Player(name if bot is None else "", bot) for name, bot in zip(header.names, header.bots, strict=True)
    )
    return east, south, west, north


def standing(sitting: Sitting) -> Standing:
    match = sitting.match
    return Standing(match.hand, match.rules.hands, match.scores, tuple(match.results), sitting.over)


def proof(sitting: Sitting) -> Proof:
    """What may be known of the luck of this hand and the next one."""
    start = sitting.state.start
    shown = sitting.state.over
    follows = not sitting.over and start.hand < sitting.header.rules.hands and not sitting.ending
    return Proof(
        hand=start.hand,
        commitment=start.commitment,
        next_commitment=commitment_to(sitting.header.seed, start.hand + 1) if follows else "",
        given=tuple(seat for seat, seed in enumerate(sitting.seeds) if seed),
        secret=start.secret if shown else "",
        seeds=start.seeds if shown else (),
    )


def _vote(sitting: Sitting, now: float) -> Vote | None:
    ballot = sitting.ballot
    if ballot is None:
        return None
    left = max(0.0, ballot.ends - now)
    return Vote(ballot.kind, ballot.voters, ballot.needed, ballot.answers, left)


def _clock(sitting: Sitting, now: float) -> Clock | None:
    clock = sitting.clock
    if clock is None:
        return None
    east, south, west, north = clock.banks
    return Clock(
        clock.turn, clock.move if clock.turn is None else clock.left(now), (east, south, west, north)
    )


def _win_refused(state: TableState, seat: Seat, waits: Sequence[Wait]) -> str | None:
    """Why a hand that is complete with the tile on the table may not win with it, if that is so."""
    reason = win_refusal(state, seat)
    if reason == "not_complete":
        return None
    if reason in ("caishen_lock", "caishen_unclaimable"):
        assert state.tile is not None
        return reason if NAMES[state.tile] in [wait.tile for wait in waits] else None
    return reason
