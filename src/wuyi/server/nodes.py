"""Several servers, one store: which of them runs a table, and what happens when one of them dies.

A table belongs to one node at a time. Its owner is asked for when it is loaded (`claim`); a client that
comes to another node is told where it lives. A node that has not been heard of for a lease is dead: the
others take over the tables that it ran, and go on with them. A node that was only slow or stopped finds on
waking that they are no longer its own, and lets go of them; whatever it still tries to write is refused by
the store.
"""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from wuyi.server.refusal import Refusal
from wuyi.server.store.port import StoreError

LOG = logging.getLogger(__name__)

LEASE_SECONDS: Final = 1.8
_BEATS_PER_LEASE: Final = 9
"""How often a node says that it lives and looks for the dead: eight may be late or lost."""

_INHERITED_AT_ONCE: Final = 50


class Elsewhere(Refusal):
    """The table lives at another node, which answers at `url`."""

    def __init__(self, url: str) -> None:
        super().__init__("moved", f"this match is at {url}")
        self.url = url


class Leases(Protocol):
    """What the nodes know of each other, for one of them. All methods may raise `StoreError`."""

    async def join(self, address: str) -> None:
        """Be a node, reached at `address`. Whoever was there before is dead."""

    async def beat(self, address: str) -> bool:
        """This node lives. Whether there is a dead one."""

    async def leave(self) -> None:
        """This node is about to end: the others may have its tables at once."""

    async def claim(self, table: str) -> str | None:
        """Own `table`, unless another living node does: then its address. None too if there is no such
        table."""

    async def inherit(self, most: int) -> tuple[str, ...]:
        """Own unfinished tables of dead nodes, at most so many; their ids."""

    async def release(self, table: str) -> None:
        """Own `table` no longer: nobody does."""

    async def owned(self, tables: set[str]) -> set[str]:
        """Those of `tables` that this node owns."""


class Host(Protocol):
    """The sessions of this node, for `Nodes` to add to and to take from."""

    def running(self) -> set[str]:
        """The ids of the tables in memory."""

    async def revive(self, table: str) -> None:
        """Load a table that has just become this node's and go on with it."""

    async def drop(self, table: str) -> None:
        """Close the session of a table that is no longer this node's."""


class Nodes:
    """This node among the others. Used from one event loop.

    address: where clients reach this node, as `http://host:port` with or without a path.
    """

    def __init__(self, leases: Leases, address: str, lease: float = LEASE_SECONDS) -> None:
        self._leases = leases
        self._address = address
        self._lease = lease
        self._task: asyncio.Task[None] | None = None
        self._works: set[asyncio.Task[None]] = set()

    async def open(self, host: Host) -> None:
        """Join the others, with no table yet. Raises `StoreError`."""
        self._host = host
        await self._leases.join(self._address)
        LOG.info("node joined", extra={"address": self._address})
        self._task = asyncio.create_task(self._live(), name="node")

    async def stop(self) -> None:
        """Take over nothing more; to be called before the sessions are closed."""
        tasks = [task for task in (self._task, *self._works) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def leave(self) -> None:
        """Hand the tables to the others; to be called when no session runs any more."""
        with contextlib.suppress(StoreError):
            await self._leases.leave()

    async def claim(self, table: str) -> None:
        """Own `table`; raises `Elsewhere` if another node does, `StoreError`."""
        url = await self._leases.claim(table)
        if url is not None:
            raise Elsewhere(url)

    async def release(self, table: str) -> None:
        """Let go of `table`; if the store fails, it is claimed again when somebody asks for it."""
        with contextlib.suppress(StoreError):
            await self._leases.release(table)

    def lost(self, table: str) -> None:
        """The store says that `table` is another node's now."""
        LOG.warning("table lost", extra={"table": table})
        self._do(self._host.drop(table))

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._works.add(task)
        task.add_done_callback(self._works.discard)
        return task

    async def _live(self) -> None:
        """Say that this node lives, and see to what the dead have left.

        One that was silent itself, or is new, waits for a lease before it calls others dead: it may have been
        the store that was away, and they may be about to say that they live.
        """
        clock = asyncio.get_running_loop().time
        heard = clock()
        patient_until = heard + self._lease
        inheriting: asyncio.Task[None] | None = None
        while True:
            await asyncio.sleep(self._lease / _BEATS_PER_LEASE)
            try:
                dead = await self._leases.beat(self._address)
                silent = clock() - heard
                if silent > self._lease:
                    LOG.warning("node was silent", extra={"seconds": round(silent, 1)})
                    await self._let_go_of_lost()
                    patient_until = clock() + self._lease
                heard = clock()
            except StoreError as error:
                LOG.error("node not heard", extra={"error": str(error)})
                continue
            if dead and heard >= patient_until and (inheriting is None or inheriting.done()):
                inheriting = self._do(self._inherit())

    async def _let_go_of_lost(self) -> None:
        running = self._host.running()
        for table in running - await self._leases.owned(running):
            self.lost(table)

    async def _inherit(self) -> None:
        """Take over what the dead have left, some at a time: the other nodes take their share."""
        with contextlib.suppress(StoreError):  # looked for again at the next beat
            while tables := await self._leases.inherit(_INHERITED_AT_ONCE):
                LOG.info("tables taken over", extra={"tables": len(tables)})
                await asyncio.gather(*(self._host.revive(table) for table in tables))
