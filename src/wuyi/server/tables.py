"""All tables of this server: made, found by id, loaded from the store when asked for, let go when idle.

At most one session of a table lives here. Whether another server has one too is decided by the store's
log alone (`store.port`).
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence

import msgspec

from wuyi.bots import Bot, make
from wuyi.engine.action import Seat
from wuyi.engine.event import Event, Exhausted, HandStarted, Won
from wuyi.engine.luck import derive
from wuyi.engine.match import Match
from wuyi.engine.record import encode, record_of
from wuyi.rules import Ruleset
from wuyi.server.config import Config
from wuyi.server.header import Header
from wuyi.server.present import players
from wuyi.server.protocol import NewMatch, Summary, Ticket
from wuyi.server.session import Refusal, TableSession, decode_log, token_key
from wuyi.server.store.port import Store, StoredTable

LOG = logging.getLogger(__name__)

_NAME_LENGTH = 24


class Tables:
    """The sessions in memory, over one store. Used from one event loop."""

    def __init__(self, store: Store, config: Config) -> None:
        self._store = store
        self._config = config
        self._sessions: dict[str, TableSession] = {}
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def open(self) -> None:
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

    async def create(self, wish: NewMatch) -> Ticket:
        """A new match of one person at seat 0 and three computer players, its first hand dealt.

        Raises `UnknownBot`, `RulesError`, `StoreError`.
        """
        rules = Ruleset.of(wish.rules)
        seed = secrets.token_bytes(32)
        header = Header(
            rules=rules, names=(_clean(wish.name), *wish.bots), bots=(None, *wish.bots), seed=seed.hex()
        )
        _seat_bots(header)
        table, token = secrets.token_urlsafe(16), secrets.token_urlsafe(32)
        log = [msgspec.json.encode(event) for event in Match(seed, rules).start_next_hand()]
        await self._store.create(table, header.encode(), {0: token_key(token)}, log)
        LOG.info("match created", extra={"table": table, "rules": rules.hash})
        return Ticket(table, 0, token)

    async def session(self, table: str) -> TableSession:
        """The living session of `table`; raises `Refusal` if there is no such table, `StoreError`."""
        if (session := self._sessions.get(table)) is not None:
            session.touch()
            return session
        if (task := self._loading.get(table)) is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
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
        lines = [
            encode(record_of(header.rules, hand, match=table, seats=header.names)) + b"\n"
            for hand in _finished_hands(stored.log)
        ]
        return b"".join(lines)

    async def _stored(self, table: str) -> StoredTable:
        stored = await self._store.load(table)
        if stored is None:
            raise Refusal("unknown_match", "there is no such match")
        return stored

    async def _load(self, table: str) -> TableSession:
        stored = await self._stored(table)
        header = Header.decode(stored.header)
        bots = _seat_bots(header)
        session = TableSession(table, self._store, header, stored.keys, bots, self._config.pace)
        session.open(stored.log)
        self._sessions[table] = session
        LOG.info("table loaded", extra={"table": table, "events": len(stored.log)})
        return session

    async def _sweep(self) -> None:
        """Let go of the tables that nobody has used for a while."""
        while True:
            await asyncio.sleep(self._config.idle_seconds / 4)
            limit = asyncio.get_running_loop().time() - self._config.idle_seconds
            for table, session in list(self._sessions.items()):
                if session.idle and session.used_at < limit:
                    del self._sessions[table]
                    await session.close()
                    LOG.info("table let go", extra={"table": table})


def _finished_hands(log: Sequence[bytes]) -> list[list[Event]]:
    """The events of each hand that is over."""
    hands: list[list[Event]] = []
    for event in decode_log(log):
        if isinstance(event, HandStarted):
            hands.append([])
        hands[-1].append(event)
    if hands and not isinstance(hands[-1][-1], (Won, Exhausted)):
        hands.pop()
    return hands


def _seat_bots(header: Header) -> dict[Seat, Bot]:
    """The computer players of a table; raises `UnknownBot`."""
    seed = bytes.fromhex(header.seed)
    return {seat: make(bot, derive(seed, f"bot {seat}")) for seat, bot in enumerate(header.bots) if bot}


def _clean(name: str) -> str:
    """A name fit to be shown: printable, trimmed, not too long."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:_NAME_LENGTH]
