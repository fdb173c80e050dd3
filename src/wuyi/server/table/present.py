"""What a seat is shown: its view of the table, what it may do and waits for, and how the table is."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from wuyi.engine.action import Action, Seat
from wuyi.engine.advice import DiscardHint, Wait, current_waits, discard_hints
from wuyi.engine.event import Event
from wuyi.engine.legal import legal_actions
from wuyi.engine.reasons import WinRefusal, explain_win_refusal
from wuyi.engine.state import State as TableState
from wuyi.engine.view import OwnView, View, open_view, own_view, tell, with_own
from wuyi.hand.complete import completes, is_regular
from wuyi.hand.tile import NAMES
from wuyi.server.protocol import Clock, Player, Proof, SeatState, Standing, State, Vote, Window
from wuyi.server.table.fair import commitment_to
from wuyi.server.table.header import Header
from wuyi.server.table.nearness import Holding, Holdings, may_leave_a_wait
from wuyi.server.table.sitting import Sitting

SeatStates = tuple[SeatState, SeatState, SeatState, SeatState]


class Shown(msgspec.Struct, frozen=True, gc=False):
    """The part of a `State` that is the same for all who are told it, see there. view: a spectator's."""

    view: View
    players: tuple[Player, Player, Player, Player]
    standing: Standing
    seats_state: SeatStates
    clock: Clock | None
    window: Window | None
    vote: Vote | None
    settling: float | None
    paused: bool
    ending: bool
    proof: Proof


def shown_to_all(
    sitting: Sitting,
    seats_state: SeatStates,
    now: float,
    window: Window | None = None,
    settling: float | None = None,
) -> Shown:
    """What everybody is shown of the table at server time `now`."""
    return Shown(
        view=open_view(sitting.state),
        players=players(sitting.header),
        standing=standing(sitting),
        seats_state=seats_state,
        clock=_clock(sitting, now),
        window=window,
        vote=_vote(sitting, now),
        settling=settling,
        paused=sitting.paused_since is not None,
        ending=sitting.ending,
        proof=proof(sitting),
    )


class Sight(msgspec.Struct, frozen=True, gc=False):
    """What a seat, or a spectator (None), is shown at one moment.

    seq: how many events it has been told. shown: what it shares with all others. own: what it alone sees.
    The rest is as in a `State`.
    """

    seat: Seat | None
    seq: int
    shown: Shown
    own: OwnView = OwnView()
    legal: tuple[Action, ...] = ()
    waits: tuple[Wait, ...] = ()
    hints: tuple[DiscardHint, ...] = ()
    win_refused: WinRefusal | None = None

    @property
    def view(self) -> View:
        seen = self.shown.view
        return seen if self.seat is None else with_own(seen, self.seat, self.own)


def sight_of(sitting: Sitting, seat: Seat, seq: int, shown: Shown, holdings: Holdings) -> Sight:
    """What `seat` is shown of the table, when `shown` is shown to all. holdings: of this table."""
    state = sitting.state
    holding = holdings.of(state, seat)
    own = own_view(state, seat, holding.names)
    if state.over:
        return Sight(seat, seq, shown, own)
    waits: tuple[Wait, ...] = ()
    if holding.waits:
        waits = current_waits(with_own(shown.view, seat, own), holding.waits)
    legal = () if shown.paused or seat in sitting.auto else legal_actions(state, seat)
    hints: tuple[DiscardHint, ...] = ()
    if legal and state.phase == "turn" and may_leave_a_wait(state, holding):
        hints = discard_hints(with_own(shown.view, seat, own), legal)
    return Sight(seat, seq, shown, own, legal, waits, hints, _win_refused(state, seat, holding, waits))


def state_of(sight: Sight, history: tuple[Event, ...]) -> State:
    """The whole of it, as a message. history: what the seat was told of this hand so far."""
    shown = sight.shown
    return State(
        seq=sight.seq,
        view=sight.view,
        legal=sight.legal,
        events=(),
        history=history,
        waits=sight.waits,
        hints=sight.hints,
        win_refused=sight.win_refused,
        players=shown.players,
        standing=shown.standing,
        seats_state=shown.seats_state,
        clock=shown.clock,
        window=shown.window,
        vote=shown.vote,
        settling=shown.settling,
        paused=shown.paused,
        ending=shown.ending,
        proof=shown.proof,
    )


def told_to(seat: Seat | None, events: Sequence[Event]) -> tuple[Event, ...]:
    """`events` as `seat`, or a spectator, is told them."""
    return tuple([seen for event in events if (seen := tell(event, seat)) is not None])


def players(header: Header) -> tuple[Player, Player, Player, Player]:
    """Who sits where. A computer player has no name: the page words it in its own language."""
    return _players(header.names, header.bots)


@lru_cache(maxsize=1 << 12)
def _players(names: tuple[str, ...], bots: tuple[str | None, ...]) -> tuple[Player, Player, Player, Player]:
    east, south, west, north = (
        Player(name if bot is None else "", bot) for name, bot in zip(names, bots, strict=True)
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
        practice=sitting.header.practice,
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


def _win_refused(state: TableState, seat: Seat, holding: Holding, waits: Sequence[Wait]) -> WinRefusal | None:
    """Why a hand that is complete with the tile on the table may not win with it, if that is so."""
    own_turn = state.phase == "turn"
    tile = state.drawn if own_turn else state.tile
    if tile is None or own_turn != (seat == state.turn):
        return None
    hand, rules = holding.hand, state.rules
    if not holding.may_wait and not holding.nearly_regular:
        return None
    if not (completes(hand, tile, rules) or is_regular(hand, tile, rules)):
        return None
    refusal = explain_win_refusal(state, seat)
    if refusal is None or refusal.reason == "not_complete":
        return None
    if refusal.reason in ("caishen_lock", "caishen_unclaimable"):
        assert state.tile is not None
        return refusal if NAMES[state.tile] in [wait.tile for wait in waits] else None
    return refusal
