"""One table: the task that owns its match, free of any transport.

Everything that changes the match goes through one mailbox and is done one at a time: check on a copy,
commit the events to the store, and only then take the copy, tell the seats and acknowledge. So whatever
a player has seen is on the disk, and if the store fails nothing has happened. A caller that goes away
while it waits interrupts nothing.

Timing is a policy of this module, never of the rules. A computer player takes `Pace.think` for whatever
can be seen. That it lets a discard go cannot be seen: such answers are given with the discard itself, in
one commit and one message, so that nobody can tell whether somebody might have claimed it.
"""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from wuyi.bots import Bot
from wuyi.engine.action import Action, Pass, Seat
from wuyi.engine.event import Answered, Event
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.match import Match
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import tell, view
from wuyi.errors import IllegalAction, WuyiError
from wuyi.server.header import Header
from wuyi.server.outbox import Outbox
from wuyi.server.present import snapshot
from wuyi.server.protocol import Standing
from wuyi.server.store.port import LogConflict, Store, StoreError

LOG = logging.getLogger(__name__)

_RETRY_SECONDS: Final = 1.0
"""How long the table rests after the store has failed a computer player."""


class Refusal(WuyiError):
    """A request that changed nothing; `reason` is a `protocol.Reason` or an id of the engine."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class Pace(msgspec.Struct, frozen=True):
    """think: seconds a computer player takes. settle: seconds a settlement waits for everybody's `Ready`."""

    think: float = 0.6
    settle: float = 600.0


class _Request(msgspec.Struct, frozen=True, eq=False):
    seat: Seat
    done: asyncio.Future[None]
    seq: int = 0
    action: Action | None = None  # None: ready for the next hand


class TableSession:
    """A match in memory, from `open` to `close`."""

    def __init__(
        self,
        table: str,
        store: Store,
        header: Header,
        keys: Mapping[Seat, bytes],
        bots: Mapping[Seat, Bot],
        pace: Pace,
    ) -> None:
        self.table = table
        self.header = header
        self._store = store
        self._keys = keys
        self._bots = bots
        self._pace = pace
        self._match = Match(bytes.fromhex(header.seed), header.rules)
        self._length = 0
        self._told = [0, 0, 0, 0]
        self._ready: set[Seat] = set()
        self._outboxes: dict[Seat, set[Outbox]] = {seat: set() for seat in SEATS}
        self._mail: asyncio.Queue[_Request | None] = asyncio.Queue()
        self._since = self.used_at = _now()
        self._rest_until = 0.0
        self._next_choice: Action | None = None
        self._task: asyncio.Task[None] | None = None

    def open(self, log: Sequence[bytes]) -> None:
        """Fold the log of the table and come alive."""
        self._fold(log)
        self._task = asyncio.create_task(self._live(), name=f"table {self.table}")

    async def close(self) -> None:
        """Finish what is being done and end the task; whoever still waits is refused."""
        self._mail.put_nowait(None)
        if self._task is not None:
            await self._task
        while not self._mail.empty():
            if (request := self._mail.get_nowait()) is not None:
                _refuse(request, Refusal("unavailable", "the table is closing"))
        for outboxes in self._outboxes.values():
            for outbox in outboxes:
                outbox.lost.set()

    # --- what a seat may ask -------------------------------------------------------------------

    def seat_of(self, token: str) -> Seat:
        """The seat that `token` opens; raises `Refusal`."""
        key = token_key(token)
        for seat, kept in self._keys.items():
            if hmac.compare_digest(kept, key):
                return seat
        raise Refusal("unknown_token", "this token opens no seat of the match")

    async def act(self, seat: Seat, action: Action, seq: int) -> None:
        """Do `action`; returns when it is committed. Raises `Refusal` if nothing has changed."""
        await self._ask(_Request(seat, asyncio.get_running_loop().create_future(), seq, action))

    async def ready(self, seat: Seat) -> None:
        """`seat` has seen the settlement. Raises `Refusal` if there is none, or no hand to follow."""
        await self._ask(_Request(seat, asyncio.get_running_loop().create_future()))

    def attach(self, seat: Seat, outbox: Outbox) -> None:
        """Send `outbox` the state now, and again after every change that `seat` may know of."""
        self._outboxes[seat].add(outbox)
        self.touch()
        outbox.put(self._state(seat, (), self._history(seat)))

    def detach(self, seat: Seat, outbox: Outbox) -> None:
        self._outboxes[seat].discard(outbox)
        self.touch()

    def touch(self) -> None:
        """Somebody asks for the table: it is in use."""
        self.used_at = _now()

    @property
    def idle(self) -> bool:
        """Nobody is connected and nobody waits for an answer."""
        return self._mail.empty() and not any(self._outboxes.values())

    @property
    def standing(self) -> Standing:
        match = self._match
        return Standing(match.hand, match.rules.hands, match.scores, tuple(match.results), match.over)

    # --- the task ------------------------------------------------------------------------------

    async def _ask(self, request: _Request) -> None:
        if self._task is None or self._task.done():
            raise Refusal("unavailable", "the table is closed")
        self.touch()
        self._mail.put_nowait(request)
        await request.done

    async def _live(self) -> None:
        """Serve the mailbox until a None; go on by itself when that is due."""
        while True:
            try:
                async with asyncio.timeout_at(self._due()):
                    request = await self._mail.get()
            except TimeoutError:
                await self._go_on()
            else:
                if request is None:
                    return
                await self._answer(request)

    async def _answer(self, request: _Request) -> None:
        try:
            await self._serve(request)
        except Refusal as refusal:
            _refuse(request, refusal)
        except Exception:  # a table that fails one request must still answer the next
            LOG.exception("request failed", extra={"table": self.table})
            _refuse(request, Refusal("unavailable", "the server could not do this"))
        else:
            if not request.done.done():
                request.done.set_result(None)

    def _due(self) -> float | None:
        """When the table goes on by itself, None if it waits for a person."""
        if self._match.between_hands:
            return max(self._since + self._pace.settle, self._rest_until)
        if self._next_choice is None:
            return None
        return max(self._since + self._pace.think, self._rest_until)

    async def _go_on(self) -> None:
        """The table's own step: a computer player's action, or the next hand after a long settlement."""
        trial = self._match.copy()
        try:
            if trial.between_hands:
                await self._commit(trial, trial.start_next_hand())
            elif self._next_choice is not None:
                await self._commit(trial, trial.apply(self._next_choice))
        except Refusal:
            self._rest_until = _now() + _RETRY_SECONDS
        except Exception:  # a table must outlive whatever goes wrong in one step
            LOG.exception("step failed", extra={"table": self.table})
            self._rest_until = _now() + _RETRY_SECONDS

    def _choose(self, state: State) -> Action | None:
        """What a computer player does next; those that let a claim go come first."""
        seats = [seat for seat in acting(state) if seat in self._bots]
        return min(
            (self._choice_of(seat, state) for seat in seats),
            key=lambda action: not isinstance(action, Pass),
            default=None,
        )

    def _choice_of(self, seat: Seat, state: State) -> Action:
        """What the computer player at `seat` does; one that fails plays blindly: the table lives on."""
        legal = legal_actions(state, seat)
        try:
            choice = self._bots[seat].choose(view(state, seat), legal)
        except Exception:
            LOG.exception("computer player failed", extra={"table": self.table, "seat": seat})
            return legal[-1]
        if choice not in legal:
            LOG.error("computer player cheats", extra={"table": self.table, "seat": seat})
            return legal[-1]
        return choice

    async def _serve(self, request: _Request) -> None:
        if request.action is None:
            await self._serve_ready(request.seat)
        else:
            await self._serve_action(request.seat, request.action, request.seq)

    async def _serve_action(self, seat: Seat, action: Action, seq: int) -> None:
        if action.seat != seat:
            raise Refusal("not_your_seat", f"this is seat {seat}, not {action.seat}")
        if seq != self._told[seat]:
            raise Refusal("stale", f"the table is at {self._told[seat]}, the action answers {seq}")
        if self._match.over:
            raise Refusal("match_over", "the match is over")
        if self._match.between_hands:
            raise Refusal("hand_over", "the hand is over")
        trial = self._match.copy()
        try:
            events = trial.apply(action)
        except IllegalAction as illegal:
            raise Refusal(illegal.reason, str(illegal)) from None
        await self._commit(trial, events)

    async def _serve_ready(self, seat: Seat) -> None:
        if self._match.over:
            raise Refusal("match_over", "the match is over")
        if not self._match.between_hands:
            raise Refusal("hand_running", "the hand is not over")
        if self._ready.issuperset(set(self.header.people) - {seat}):
            trial = self._match.copy()
            await self._commit(trial, trial.start_next_hand())
        else:
            self._ready.add(seat)

    # --- what changes --------------------------------------------------------------------------

    async def _commit(self, trial: Match, events: Sequence[Event]) -> None:
        """Put `events` on the disk, then let `trial`, in which they have happened, be the match.

        Raises `Refusal` if the store fails; the match is then as it was, or as another writer has made it.
        """
        choice = self._choose(_state_of(trial))
        while isinstance(choice, Pass) and _state_of(trial).phase != "turn":
            events = [*events, *trial.apply(choice)]
            choice = self._choose(_state_of(trial))
        encoded = [msgspec.json.encode(event) for event in events]
        try:
            await self._store.append(self.table, self._length, encoded, finished=trial.over)
        except LogConflict as conflict:
            LOG.warning("log conflict", extra={"table": self.table, "error": str(conflict)})
            await self._reload()
            raise Refusal("stale", "another server has moved this table on") from None
        except StoreError as error:
            LOG.error("append failed", extra={"table": self.table, "error": str(error)})
            raise Refusal("not_saved", "the store failed; nothing has changed") from None
        self._match = trial
        self._length += len(events)
        self._moved_on(events, choice)
        for seat in SEATS:
            told = _told_to(seat, events)
            self._told[seat] += len(told)
            if told:
                self._publish(seat, told)

    def _moved_on(self, events: Sequence[Event], choice: Action | None) -> None:
        self._next_choice = choice
        self._ready.clear()
        # A secret answer does not begin anybody's thinking anew: the pause would tell that there was one.
        if not all(isinstance(event, Answered) for event in events):
            self._since = _now()

    async def _reload(self) -> None:
        """Take the log as the store has it, and show everybody where the table stands."""
        try:
            stored = await self._store.load(self.table)
        except StoreError as error:
            raise Refusal("unavailable", "the store failed") from error
        if stored is None:
            raise Refusal("unavailable", "the table is gone")
        self._fold(stored.log)
        for seat in SEATS:
            self._publish(seat, (), self._history(seat))

    def _fold(self, log: Sequence[bytes]) -> None:
        events = decode_log(log)
        self._match = Match.fold(bytes.fromhex(self.header.seed), self.header.rules, events)
        self._length = len(events)
        self._told = [len(_told_to(seat, events)) for seat in SEATS]
        self._moved_on(events, self._choose(_state_of(self._match)))

    def _publish(self, seat: Seat, told: tuple[Event, ...], history: tuple[Event, ...] = ()) -> None:
        if self._outboxes[seat]:
            message = self._state(seat, told, history)
            for outbox in self._outboxes[seat]:
                outbox.put(message)

    def _state(self, seat: Seat, told: tuple[Event, ...], history: tuple[Event, ...]) -> bytes:
        seq, header, standing = self._told[seat], self.header, self.standing
        return msgspec.json.encode(
            snapshot(_state_of(self._match), seat, seq, told, header, standing, history)
        )

    def _history(self, seat: Seat) -> tuple[Event, ...]:
        """What `seat` was told of the hand in progress, or of the last one."""
        return _told_to(seat, self._match.events)


_EVENTS: Final = msgspec.json.Decoder(Event)


def decode_log(log: Sequence[bytes]) -> list[Event]:
    """The events of a stored log; raises `StoreError` for what this version cannot read."""
    try:
        return [_EVENTS.decode(event) for event in log]
    except msgspec.DecodeError as error:
        raise StoreError(f"a table's log cannot be read: {error}") from None


def _told_to(seat: Seat, events: Sequence[Event]) -> tuple[Event, ...]:
    """`events` as `seat` is told them."""
    return tuple(seen for event in events if (seen := tell(event, seat)) is not None)


def token_key(token: str) -> bytes:
    """What is kept of a token: it holds 256 bits of luck, so that a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).digest()


def _refuse(request: _Request, refusal: Refusal) -> None:
    if not request.done.done():
        request.done.set_exception(refusal)


def _state_of(match: Match) -> State:
    assert match.state is not None, "a table is created with its first hand dealt"
    return match.state


def _now() -> float:
    return asyncio.get_running_loop().time()
