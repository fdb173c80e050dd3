"""All tables of this server: made, found by id, loaded from the store when asked for, let go when idle.

At most one session of a table lives here. Where several servers share the store, `nodes` says which of them
has it; should two ever believe so, the store's log decides (`store.port`).
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from wuyi.bots import Bot, make
from wuyi.engine.action import Seat
from wuyi.engine.event import Event
from wuyi.engine.luck import derive
from wuyi.engine.record import Record, encode
from wuyi.errors import WuyiError
from wuyi.rules import Ruleset
from wuyi.server.community import names
from wuyi.server.community.people import People, until_revoked
from wuyi.server.community.tokens import new_token, opened_by, token_key
from wuyi.server.config import Config
from wuyi.server.nodes import Elsewhere, Nodes
from wuyi.server.protocol import NewMatch, Summary, Ticket
from wuyi.server.refusal import Refusal
from wuyi.server.replay_words import NewPractice
from wuyi.server.store.port import LogConflict, Store, StoredTable
from wuyi.server.table.fair import NO_SEEDS, Seeds, commitment_to, first_hand, read_seed, with_seed
from wuyi.server.table.finished import finished_hands, record
from wuyi.server.table.happening import Stamped, encode_log
from wuyi.server.table.header import Header
from wuyi.server.table.hooks import TablesHooks
from wuyi.server.table.practice import practice_events, practice_header
from wuyi.server.table.present import players
from wuyi.server.table.session import TableSession
from wuyi.server.table.timing import now

LOG = logging.getLogger(__name__)


class Newcomer(NamedTuple):
    """Who comes to a table. seed: what they add to the luck of its first hand, or nothing."""

    token: str
    seed: str


class Tables:
    """The sessions in memory, over one store. Used from one event loop."""

    def __init__(
        self, store: Store, config: Config, people: People | None = None, nodes: Nodes | None = None
    ) -> None:
        self._store = store
        self._nodes = nodes
        self._config = config
        self._people = people or People(store)
        self._hooks: TablesHooks | None = None
        self._sessions: dict[str, TableSession] = {}
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def open(self, hooks: TablesHooks | None = None) -> None:
        """Begin. hooks: told what happens at the tables of known players."""
        self._hooks = hooks
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def close(self) -> None:
        """Close every session; what was committed stays in the store, which is the caller's to close."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        sessions, self._sessions = self._sessions, {}
        await asyncio.gather(*(session.close() for session in sessions.values()))

    def __len__(self) -> int:
        return len(self._sessions)

    @property
    def people_connected(self) -> int:
        """How many seats of people have a socket."""
        return sum(session.people_connected for session in self._sessions.values())

    async def create(self, wish: NewMatch, player: str | None = None) -> Ticket:
        """A new match of one person at seat 0 and three computer players. Its first hand is bound to the
        ticket's commitment, and dealt when somebody comes: with the person's seed, if it is them.

        player: who the person is, if they are known. Raises `UnknownBot`, `RulesError`, `StoreError`.
        """
        header = Header(
            rules=Ruleset.of(wish.rules),
            names=(names.clean(wish.name), *wish.bots),
            bots=(None, *wish.bots),
            players=(player, None, None, None),
            seed=secrets.token_bytes(32).hex(),
        )
        table, token = secrets.token_urlsafe(16), new_token()
        await self._create(table, header, {0: token_key(token)}, ())
        return Ticket(table, 0, token, commitment_to(header.seed, 1))

    async def practise(self, wish: NewPractice, record: Record, player: str | None = None) -> Ticket:
        """A match of one hand, which begins where `wish` says in a record that verifies.

        player: who the person is, if they are known. Raises `UnknownBot`, `RecordError`, `Refusal`,
        `StoreError`.
        """
        header = practice_header(wish, record, player)
        table, token = secrets.token_urlsafe(16), new_token()
        await self._create(table, header, {wish.seat: token_key(token)}, practice_events(record, wish.at))
        return Ticket(table, wish.seat, token)

    async def ensure(self, table: str, header: Header, seeds: Seeds = NO_SEEDS) -> None:
        """The match `table` is there, made with `header` unless it was before, and goes on by itself.

        seeds: what the seats add to the luck of its first hand. Raises `UnknownBot`, `StoreError`.
        """
        if await self._store.load(table) is None:
            with contextlib.suppress(LogConflict):  # another was quicker
                await self._create(table, header, {}, first_hand(header.seed, header.rules, seeds))
        with contextlib.suppress(Elsewhere):
            await self.session(table)

    async def _create(
        self, table: str, header: Header, keys: dict[Seat, bytes], events: Sequence[Event]
    ) -> None:
        _seat_bots(header)
        await self._store.create(table, header.encode(), keys, _first_entries(events) if events else ())
        LOG.info("match created", extra={"table": table, "rules": header.rules.hash})

    async def seat_of(self, session: TableSession, token: str) -> Seat:
        """The seat that `token` opens: it is the seat's key, or its player's. Raises `Refusal`."""
        if (seat := _seat_of_key(session, token)) is not None:
            return seat
        player = (await self._people.find(token)).id
        if player not in session.header.players:
            raise Refusal("unknown_token", "this token opens no seat of the match")
        return session.header.players.index(player)

    def revocation(self, session: TableSession, token: str) -> Iterator[Coroutine[Any, Any, int]]:
        """If `token` is a player's: what gives the closing code of its socket, once the token is revoked."""
        if token and _seat_of_key(session, token) is None:
            yield until_revoked(self._people, token)

    async def leave(self, table: str, player: str) -> None:
        """The machine plays the seat of `player` until they are back; nothing happens if it cannot be now."""
        with contextlib.suppress(WuyiError):
            session = await self.session(table)
            await session.leave(session.header.players.index(player))

    async def session(self, table: str, newcomer: Newcomer | None = None) -> TableSession:
        """The living session of `table`; raises `Refusal` if there is no such table, `Elsewhere` if another
        node has it, `StoreError`.

        newcomer: whose seed is used if nothing has been dealt so far, and they hold a seat's key.
        """
        if (session := self._sessions.get(table)) is not None:
            session.touch()
            return session
        if (task := self._loading.get(table)) is None:
            task = self._loading[table] = asyncio.create_task(self._load(table, newcomer))
            task.add_done_callback(lambda _: self._loading.pop(table))
        return await asyncio.shield(task)

    async def summary(self, table: str) -> Summary:
        """What anybody who knows the id may know; raises as `session`."""
        session = await self.session(table)
        return Summary(table, players(session.header), session.standing)

    async def records(self, table: str) -> bytes:
        """The finished hands, one record a line (docs/record.md); raises `Refusal`, `StoreError`."""
        stored = await self._stored(table)
        header = Header.decode(stored.header)
        hands = finished_hands(stored.log).values()
        return b"".join(encode(record(table, header, hand)) + b"\n" for hand in hands)

    async def _stored(self, table: str) -> StoredTable:
        stored = await self._store.load(table)
        if stored is None:
            raise Refusal("unknown_match", "there is no such match")
        return stored

    async def _load(self, table: str, newcomer: Newcomer | None) -> TableSession:
        if self._nodes is not None:
            await self._nodes.claim(table)
        stored = await self._stored(table)
        header = Header.decode(stored.header)
        if not stored.log:
            stored = await self._deal(table, header, stored, newcomer)
        bots = _seat_bots(header)
        session = TableSession(table, self._store, header, stored.keys, bots, self._config.pace, self._hooks)
        session.open(stored.log)
        self._sessions[table] = session
        if self._hooks is not None:
            self._hooks.loaded(table, header, stored)
        LOG.info("table loaded", extra={"table": table, "events": len(stored.log)})
        return session

    async def _deal(
        self, table: str, header: Header, stored: StoredTable, newcomer: Newcomer | None
    ) -> StoredTable:
        """The table once its first hand is dealt."""
        seeds = NO_SEEDS
        if newcomer and newcomer.seed and (seat := opened_by(newcomer.token, stored.keys)) is not None:
            seeds = with_seed(seeds, seat, read_seed(newcomer.seed))
        log = _first_entries(first_hand(header.seed, header.rules, seeds))
        try:
            await self._store.append(table, 0, log)
        except LogConflict:  # another was quicker
            return await self._stored(table)
        return msgspec.structs.replace(stored, log=tuple(log))

    async def _sweep(self) -> None:
        """Let go of the tables that nobody has used for a while."""
        while True:
            await asyncio.sleep(self._config.idle_seconds / 4)
            limit = now() - self._config.idle_seconds
            for table, session in list(self._sessions.items()):
                if session.idle and session.used_at < limit:
                    await self.drop(table)
                    wanted = table in self._sessions or table in self._loading  # meanwhile, again
                    if self._nodes is not None and not wanted:
                        await self._nodes.release(table)

    # --- what other nodes do (`nodes.Host`) ----------------------------------------------------

    def running(self) -> set[str]:
        return set(self._sessions)

    async def revive(self, table: str) -> None:
        try:
            await self.session(table)
        except Exception as error:  # one that cannot be loaded must not keep the others down
            LOG.error("table not revived", extra={"table": table, "error": str(error)})

    async def drop(self, table: str) -> None:
        session = self._sessions.pop(table, None)
        if session is not None:
            await session.close()
            LOG.info("table let go", extra={"table": table})


def _first_entries(events: Sequence[Event]) -> list[bytes]:
    """A log that begins with these events, now: with a clock, the dealer's time runs from the deal."""
    return encode_log([Stamped(time.time()), *events])


def _seat_of_key(session: TableSession, token: str) -> Seat | None:
    try:
        return session.seat_of(token)
    except Refusal:
        return None


def _seat_bots(header: Header) -> dict[Seat, Bot]:
    """The computer players of a table; raises `UnknownBot`."""
    seed = bytes.fromhex(header.seed)
    return {seat: make(bot, derive(seed, f"bot {seat}")) for seat, bot in enumerate(header.bots) if bot}
