"""The requests to one table, done one at a time, and its own steps between them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from wuyi.server.refusal import Refusal
from wuyi.server.table.timing import loop_time

LOG = logging.getLogger(__name__)

Step = Callable[[], Awaitable[None]]


class Request:
    """Something asked of a table. It is answered when `serve` returns, unless that `keep`s it for later."""

    __slots__ = ("_done", "_kept", "serve")

    def __init__(self, serve: "Callable[[Request], Awaitable[None]]") -> None:
        self.serve = serve
        self._kept = False
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def answer(self) -> None:
        """Return when it is done. Raises `Refusal`. Whoever waits may go away: it is done all the same."""
        await self._done

    def keep(self) -> None:
        """It will be answered later, by `done` or `refuse`."""
        self._kept = True

    def served(self) -> None:
        if not self._kept:
            self.done()

    def done(self) -> None:
        if not self._done.done():
            self._done.set_result(None)

    def refuse(self, refusal: Refusal) -> None:
        if not self._done.done():
            self._done.set_exception(refusal)


async def _nothing(_: Request) -> None:
    """Only look again at what is due."""


class Mailbox:
    """next_step: what the table does by itself next, and when (server time); None if nothing is due."""

    def __init__(self, table: str, next_step: Callable[[], tuple[float, Step] | None]) -> None:
        self._table = table
        self._next_step = next_step
        self._mail: asyncio.Queue[Request | None] = asyncio.Queue()
        self._waiting = 0
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._live(), name=f"table {self._table}")

    async def close(self) -> None:
        """Finish what is being done and end the task; whoever still waits is refused."""
        self._mail.put_nowait(None)
        if self._task is not None:
            await self._task
        while not self._mail.empty():
            if (request := self._mail.get_nowait()) is not None:
                request.refuse(Refusal("unavailable", "the table is closing"))

    @property
    def empty(self) -> bool:
        """Nobody waits for an answer."""
        return self._waiting == 0

    async def ask(self, serve: Callable[[Request], Awaitable[None]]) -> None:
        """Have `serve` done; raises `Refusal`."""
        if self._task is None or self._task.done():
            raise Refusal("unavailable", "the table is closed")
        request = Request(serve)
        self._mail.put_nowait(request)
        self._waiting += 1
        try:
            await request.answer()
        finally:
            self._waiting -= 1

    def nudge(self) -> None:
        """What is due may have changed."""
        if self._task is not None and not self._task.done():
            self._mail.put_nowait(Request(_nothing))

    async def _live(self) -> None:
        while True:
            due, step = self._next_step() or (None, None)
            try:
                async with asyncio.timeout_at(None if due is None else loop_time(due)):
                    request = await self._mail.get()
            except TimeoutError:
                if step is not None:
                    await step()
            else:
                if request is None:
                    return
                await self._answer(request)

    async def _answer(self, request: Request) -> None:
        try:
            await request.serve(request)
        except Refusal as refusal:
            request.refuse(refusal)
        except Exception:  # a table that fails one request must still answer the next
            LOG.exception("request failed", extra={"table": self._table})
            request.refuse(Refusal("unavailable", "the server could not do this"))
        else:
            request.served()
