"""One table: the task that owns it, free of any transport.

Everything that changes a table goes through one mailbox and is done one at a time: let it happen to a copy,
commit what is new to the store, and only then take the copy, tell the seats and acknowledge. So whatever a
player has seen is on the disk, and if the store fails nothing has happened. A caller that goes away while it
waits interrupts nothing.

Timing is a policy of this module, never of the rules (docs/protocol.md, "Time"). Between requests the table
does its own steps as they fall due: a machine's action, the end of a claim window, a vote, a seat's time.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec

from wuyi.bots import Bot
from wuyi.engine.action import Action, Pass, Seat
from wuyi.engine.event import Answered, Event, Exhausted, Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.reasons import why_not
from wuyi.engine.record import record_of
from wuyi.engine.state import SEATS
from wuyi.errors import IllegalAction
from wuyi.server.community.tokens import opened_by
from wuyi.server.metrics import APPEND_SECONDS
from wuyi.server.protocol import Explained, Phrase, Said, Standing
from wuyi.server.refusal import Refusal
from wuyi.server.store.port import LogConflict, Store, StoreError
from wuyi.server.table import motions
from wuyi.server.table.audience import Audience
from wuyi.server.table.company import Company
from wuyi.server.table.explain import explained
from wuyi.server.table.happening import (
    Resumed,
    TakenOver,
    VoteEnded,
    VoteKind,
    decode_entries,
    encode_log,
    game_events,
)
from wuyi.server.table.header import Header
from wuyi.server.table.hooks import Hooks
from wuyi.server.table.machines import Machines
from wuyi.server.table.mailbox import Answer, Mailbox, Request, Step
from wuyi.server.table.outbox import Outbox
from wuyi.server.table.pace import Pace
from wuyi.server.table.present import standing
from wuyi.server.table.sitting import Sitting
from wuyi.server.table.timetable import Relief, Timetable
from wuyi.server.table.timing import clock
from wuyi.server.table.watchers import Watchers
from wuyi.server.table.window import Holds, Window, answers_to

LOG = logging.getLogger(__name__)

_RETRY_SECONDS: Final = 1.0
"""How long the table rests after the store has failed one of its own steps."""


class TableSession:
    """A table in memory, from `open` to `close`."""

    def __init__(
        self,
        table: str,
        store: Store,
        header: Header,
        keys: Mapping[Seat, bytes],
        bots: Mapping[Seat, Bot],
        pace: Pace,
        hooks: Hooks | None = None,
    ) -> None:
        self.table = table
        self.header = header
        self._now = clock()
        self.touch()
        self._store = store
        self._keys = keys
        self._hooks = hooks
        self._machines = Machines(table, header, bots)
        self._company = Company(self._now())
        self._timetable = Timetable(header, pace, self._company, self._now())
        self._holds = Holds()
        self._sitting = Sitting(header)
        self._window: Window[Request] | None = None
        self._length = 0
        self._rest_until = 0.0
        self._choice: Action | None = None
        self._consulted = False
        self._audience = Audience(
            header, self._company, self._timetable, pace.delay, lambda: (self._sitting, self._window)
        )
        self._mailbox = Mailbox(table, self._next_step)

    def open(self, log: Sequence[bytes]) -> None:
        """Fold the log of the table and come alive."""
        self._fold(log)
        self._mailbox.open()

    async def close(self) -> None:
        """Finish what is being done and end the task; whoever still waits is refused."""
        await self._mailbox.close()
        self._shut_window(Refusal("unavailable", "the table is closing"))
        self._company.dismiss()
        if self._audience.watchers is not None:
            self._audience.watchers.dismiss()

    # --- what a seat may ask -------------------------------------------------------------------

    def seat_of(self, token: str) -> Seat:
        """The seat that `token` opens; raises `Refusal`."""
        seat = opened_by(token, self._keys)
        if seat is None:
            raise Refusal("unknown_token", "this token opens no seat of the match")
        return seat

    def act(self, seat: Seat, action: Action, seq: int) -> Answer:
        """Do `action`; the answer comes when it is committed. Refused, nothing has changed."""
        return self._ask(lambda request: self._serve_action(request, seat, action, seq))

    def ready(self, seat: Seat) -> Answer:
        """`seat` has seen the settlement. Refused if there is none, or no hand to follow."""
        return self._ask(lambda _: self._serve_ready(seat))

    def hold(self, seat: Seat, on: bool) -> Answer:
        """Keep the claim window open for `seat`, or no longer."""
        return self._ask(lambda _: self._serve_hold(seat, on))

    def leave(self, seat: Seat) -> Answer:
        """The machine plays `seat` until `back`. Refused only if the store fails."""
        return self._ask(lambda _: self._serve_motion(partial(motions.leave, seat=seat)))

    def back(self, seat: Seat) -> Answer:
        """`seat` plays again; this and what follows are refused as `wuyi.server.table.motions` says."""
        return self._ask(lambda _: self._serve_motion(partial(motions.come_back, seat=seat), of=seat))

    def call_vote(self, seat: Seat, kind: VoteKind) -> Answer:
        motion = partial(motions.call_vote, seat=seat, kind=kind)
        return self._ask(lambda _: self._serve_motion(motion, of=seat))

    def cast_vote(self, seat: Seat, yes: bool) -> Answer:
        motion = partial(motions.cast_vote, seat=seat, yes=yes)
        return self._ask(lambda _: self._serve_motion(motion, of=seat))

    def give_seed(self, seat: Seat, hand: int, seed: str) -> Answer:
        motion = partial(motions.give_seed, seat=seat, hand=hand, seed=seed)
        return self._ask(lambda _: self._serve_motion(motion))

    def say(self, seat: Seat, phrase: Phrase) -> None:
        """Tell the table. Raises `Refusal` from one who says too much."""
        self._company.say(seat, msgspec.json.encode(Said(seat, phrase)), self._now())

    def explain(self, seat: Seat, discard: str | None) -> Explained:
        """What `seat` asks about its own hand. Raises `Refusal`: too often, no such tile, hand over."""
        self._company.question(seat, self._now())
        return explained(self._sitting, seat, discard, self._audience.told[seat])

    def mute(self, seat: Seat, other: Seat, on: bool) -> None:
        """`seat` will not hear what `other` says, or hears it again. Raises `Refusal` for no seat."""
        self._company.mute(seat, other, on)

    # --- connections ---------------------------------------------------------------------------

    def attach(self, seat: Seat, outbox: Outbox) -> None:
        """Send `outbox` the state now, and again after every change that `seat` may know of."""
        rested = self._timetable.rests_from() <= self._now()
        if self._company.join(seat, outbox):
            if rested:
                self._wake()
            self._audience.tell_all(but=seat)
        self.touch()
        self._audience.greet(seat, outbox)
        self._mailbox.nudge()

    def detach(self, seat: Seat, outbox: Outbox, *, quietly: bool = False) -> None:
        """Send `outbox` nothing more. quietly: do not tell the others either that it is gone."""
        if self._company.part(seat, outbox, self._now()) and not quietly:
            self._audience.tell_all()
        self.touch()
        self._mailbox.nudge()

    def watch(self, outbox: Outbox) -> None:
        """Show `outbox` the table as spectators may see it. Raises `Refusal` where there are none."""
        if self._audience.watchers is None:
            raise Refusal("no_spectators", "this table is not to be watched")
        self._audience.watchers.join(outbox, self._now())
        self.touch()
        self._mailbox.nudge()

    def look(self, seat: Seat | None, outbox: Outbox) -> None:
        """Send `outbox` the whole state once more; a spectator's if `seat` is None."""
        if seat is not None:
            self._audience.greet(seat, outbox)
        elif self._audience.watchers is not None:
            self._audience.watchers.greet(outbox, self._now())

    def unwatch(self, outbox: Outbox) -> None:
        if self._audience.watchers is not None:
            self._audience.watchers.part(outbox)
        self.touch()

    def touch(self) -> None:
        """Somebody asks for the table: it is in use."""
        self.used_at = self._now()

    @property
    def idle(self) -> bool:
        """Nobody is connected and nobody waits for an answer."""
        watchers = self._audience.watchers
        watched = watchers is not None and not watchers.empty
        return not self._mailbox.waiting and self._company.empty and not watched

    @property
    def people_connected(self) -> int:
        return sum(map(self._company.connected, self.header.people))

    @property
    def standing(self) -> Standing:
        return standing(self._sitting)

    # --- requests, in the task -----------------------------------------------------------------

    def _ask(self, serve: Callable[[Request], Awaitable[None]]) -> Answer:
        self.touch()
        return self._mailbox.ask(serve)

    async def _serve_action(self, request: Request, seat: Seat, action: Action, seq: int) -> None:
        sitting = self._sitting
        if action.seat != seat:
            raise Refusal("not_your_seat", f"this is seat {seat}, not {action.seat}")
        told = self._audience.told[seat]
        if seq != told:
            raise Refusal("stale", f"the table is at {told}, the action answers {seq}")
        if sitting.over:
            raise Refusal("match_over", "the match is over")
        if sitting.between_hands:
            raise Refusal("hand_over", "the hand is over")
        if sitting.paused_since is not None:
            raise Refusal("paused", "the table is paused")
        if seat in sitting.auto:
            raise Refusal("taken_over", "the machine plays this seat; take it back first")
        if self._window is not None:
            self._answer_in_window(self._window, request, seat, action)
            return
        trial = self._trial()
        try:
            self._play(action, trial)
        except IllegalAction as illegal:
            raise Refusal(illegal.reason, str(illegal)) from None
        await self._commit(trial)

    def _answer_in_window(
        self, window: Window[Request], request: Request, seat: Seat, action: Action
    ) -> None:
        """Remember what `seat` says until the window closes; the last word counts."""
        state = self._sitting.state
        if action not in legal_actions(state, seat):
            raise Refusal(why_not(state, action), f"{action!r} is no answer to {state.phase} of {state.turn}")
        held = seat in window.holding
        request.keep()
        replaced = window.answer(seat, action, request)
        if replaced is not None:
            replaced.refuse(Refusal("stale", "another answer came after this one"))
        if held:
            self._audience.tell_all()

    async def _serve_hold(self, seat: Seat, on: bool) -> None:
        window = self._window
        if window is None or seat == self._sitting.state.turn:
            raise Refusal("nothing_to_hold", "no claim window is open to this seat")
        if seat in self._sitting.auto:
            raise Refusal("taken_over", "the machine plays this seat; take it back first")
        if on and seat not in window.holding:
            self._holds.take(seat, self._sitting.match.hand)
            window.hold(seat, self._timetable.hold_ends(self._now()))
        elif not on:
            window.holding.discard(seat)
        self._audience.tell_all()

    async def _serve_ready(self, seat: Seat) -> None:
        sitting, ready = self._sitting, self._company.ready
        if sitting.over:
            raise Refusal("match_over", "the match is over")
        if not sitting.between_hands:
            raise Refusal("hand_running", "the hand is not over")
        if sitting.paused_since is not None:
            raise Refusal("paused", "the table is paused")
        if ready.issuperset(set(sitting.present) - {seat}):
            trial = self._trial()
            trial.deal()
            await self._commit(trial)
        else:
            ready.add(seat)
            self._audience.tell_all()

    async def _serve_motion(self, motion: Callable[[Sitting], None], of: Seat | None = None) -> None:
        """of: whose motions are counted, so that they are not too many."""
        if of is not None:
            self._company.move(of, self._now())
        trial = self._trial()
        motion(trial)
        await self._commit(trial)

    # --- the table's own steps -----------------------------------------------------------------

    def _next_step(self) -> tuple[float, Step] | None:
        """What is due first, and when."""
        rests_from = self._timetable.rests_from()
        steps: list[tuple[float, Step]] = [
            (max(due, self._rest_until), partial(self._try, step))
            for due, step in self._steps()
            if due < rests_from
        ]
        watchers = self._audience.watchers
        if watchers is not None and (due := watchers.due) is not None:
            steps.append((due, partial(self._show, watchers)))
        return min(steps, key=lambda step: step[0], default=None)

    def _steps(self) -> Iterator[tuple[float, Step]]:
        sitting = self._sitting
        if sitting.over:
            return
        if sitting.ballot is not None:
            yield sitting.ballot.ends, self._step(lambda trial: trial.happen(VoteEnded(False)))
        if sitting.paused_since is not None:
            ends = self._timetable.pause_ends(sitting.paused_since)
            yield ends, self._step(lambda trial: trial.happen(Resumed()))
        elif sitting.between_hands:
            yield self._timetable.settled(sitting), self._step(Sitting.deal)
        elif not self._consulted:
            yield self._timetable.since, self._consult
        elif self._window is not None:
            yield self._window.due, self._close_window
        else:
            if self._choice is not None:
                yield self._timetable.thought, self._step(partial(self._play, self._choice))
            for due, seat, relief in self._timetable.patience(sitting):
                yield due, self._relieve(seat, relief)

    def _wake(self) -> None:
        """Somebody is back at a table at rest: it goes on as if it had just come to where it is."""
        self._timetable.woken = self._timetable.since = self._now()
        if self._window is not None:
            self._window = Window(self._timetable.window_closes(self._now()))

    def _relieve(self, seat: Seat, relief: Relief) -> Step:
        if relief == "pass":
            return self._step(partial(self._play, Pass(seat)))
        return self._step(lambda trial: trial.happen(TakenOver(seat, relief)))

    def _step(self, happen: Callable[[Sitting], None]) -> Step:
        async def step() -> None:
            trial = self._trial()
            happen(trial)
            await self._commit(trial)

        return step

    async def _close_window(self) -> None:
        """The claim window is over: all that was said, and what follows, in one commit."""
        window, self._window = self._window, None
        assert window is not None
        before = self._sitting
        try:
            trial = self._trial()
            for action in answers_to(trial.state, window.said):
                trial.do(action)
            trial.advance()
            await self._commit(trial)
        except Exception:
            if self._sitting is before:
                self._window = window  # what was said stands; it will be tried again
            else:
                for request in window.requests():
                    request.refuse(Refusal("stale", "another server has moved this table on"))
            raise
        for request in window.requests():
            request.done()

    async def _try(self, step: Step) -> None:
        try:
            await step()
        except Refusal:
            self._rest_until = self._now() + _RETRY_SECONDS
        except Exception:  # a table must outlive whatever goes wrong in one step
            LOG.exception("step failed", extra={"table": self.table})
            self._rest_until = self._now() + _RETRY_SECONDS

    async def _show(self, watchers: Watchers) -> None:
        watchers.show(self._now())

    # --- the machine ---------------------------------------------------------------------------

    def _play(self, action: Action, trial: Sitting) -> None:
        """Let `action` happen, up to where the table waits again; raises `IllegalAction`."""
        if self._timetable.windowed:
            trial.do(action)
        else:
            trial.apply(action)

    async def _consult(self) -> None:
        """Ask the machines what they will do: after everybody was told, so that it delays no message."""
        choices = self._choices(self._sitting)
        if self._window is not None:
            self._window.machine = choices
        else:
            self._choice = _first(choices)
        self._consulted = True

    def _pass_quietly(self, trial: Sitting) -> Action | None:
        """What a machine does next once those that let a claim go have done so, in `trial`."""
        choice = _first(self._choices(trial))
        while isinstance(choice, Pass) and trial.state.phase != "turn":
            trial.apply(choice)
            choice = _first(self._choices(trial))
        return choice

    def _choices(self, sitting: Sitting) -> dict[Seat, Action]:
        """What each machine that is asked does."""
        state, present = sitting.state, sitting.present
        if len(present) == len(SEATS):
            return {}
        return {seat: self._machines.choose(seat, state) for seat in acting(state) if seat not in present}

    def _waits_for_window(self, sitting: Sitting) -> bool:
        return self._timetable.windowed and sitting.state.phase in ("claim", "rob")

    # --- what changes --------------------------------------------------------------------------

    def _trial(self) -> Sitting:
        return self._sitting.trial(self._now())

    async def _commit(self, trial: Sitting) -> None:
        """Put the news of `trial` on the disk, then let it be the table.

        Raises `Refusal` if the store fails; the table is then as it was, or as another writer has made it.
        """
        quiet = not self._timetable.windowed and trial.paused_since is None
        choice = self._pass_quietly(trial) if quiet else None
        news = trial.news
        if not news:
            return
        try:
            with APPEND_SECONDS.measured():
                await self._store.append(self.table, self._length, encode_log(news), finished=trial.over)
        except LogConflict as conflict:
            LOG.warning("log conflict", extra={"table": self.table, "error": str(conflict)})
            await self._reload()
            raise Refusal("stale", "another server has moved this table on") from None
        except StoreError as error:
            LOG.error("append failed", extra={"table": self.table, "error": str(error)})
            raise Refusal("not_saved", "the store failed; nothing has changed") from None
        closing = trial.over and not self._sitting.over
        self._sitting = trial
        self._length += len(news)
        events = game_events(news)
        self._moved_on(events, choice)
        self._audience.note(news, events)
        self._call_hooks(events, closing)

    def _moved_on(self, events: Sequence[Event], choice: Action | None) -> None:
        self._choice = choice
        self._consulted = not self._timetable.windowed
        if events:
            self._company.ready.clear()
        # A secret answer does not begin anybody's thinking anew: the pause would tell that there was one.
        begins = not all(isinstance(event, Answered) for event in events)
        if begins:
            self._timetable.since = self._now()
        sitting = self._sitting
        if sitting.over or sitting.paused_since is not None or not self._waits_for_window(sitting):
            self._shut_window(Refusal("stale", "the table has moved on"))
        elif begins or self._window is None:
            self._window = Window(self._timetable.window_closes(self._now()))

    def _shut_window(self, refusal: Refusal) -> None:
        if self._window is not None:
            for request in self._window.requests():
                request.refuse(refusal)
            self._window = None

    def _call_hooks(self, events: Sequence[Event], closing: bool) -> None:
        if self._hooks is None:
            return
        match = self._sitting.match
        if any(isinstance(event, (Won, Exhausted)) for event in events):
            record = record_of(match.rules, match.events, match=self.table, seats=self.header.names)
            self._hooks.hand_over(self.table, self.header, record)
        if closing:
            self._hooks.match_over(self.table, self.header)

    async def _reload(self) -> None:
        """Take the log as the store has it."""
        try:
            stored = await self._store.load(self.table)
        except StoreError as error:
            raise Refusal("unavailable", "the store failed") from error
        if stored is None:
            raise Refusal("unavailable", "the table is gone")
        self._fold(stored.log)

    def _fold(self, log: Sequence[bytes]) -> None:
        """Stand where the log ends, and show everybody."""
        entries = decode_entries(log)
        events = game_events(entries)
        self._sitting = Sitting.fold(self.header, entries, self._now())
        self._length = len(entries)
        windowed = self._timetable.windowed
        self._moved_on(events, None if windowed else _first(self._choices(self._sitting)))
        self._audience.restart(events)


def _first(choices: Mapping[Seat, Action]) -> Action | None:
    """The choice to be done first: to let a claim go."""
    return min(choices.values(), key=lambda action: not isinstance(action, Pass), default=None)
