"""The requests to one table, done one at a time, and its own steps between them."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from wuyi.server.refusal import Refusal
from wuyi.server.table.timing import loop_time

LOG = logging.getLogger(__name__)

Step = Callable[[], Awaitable[None]]
Answer: TypeAlias = "asyncio.Future[None]"
"""Done when what was asked for is, or with the `Refusal` why not. Whoever waits for it may go away: it is
done all the same."""


class Request:
    """Something asked of a table. It is answered when `serve` returns, unless that `keep`s it for later."""

    __slots__ = ("_kept", "_mailbox", "answer", "serve")

    def __init__(self, serve: "Callable[[Request], Awaitable[None]]", mailbox: "Mailbox") -> None:
        self.serve = serve
        self.answer: Answer = mailbox.loop.create_future()
        self._kept = False
        self._mailbox = mailbox

    def keep(self) -> None:
        """It will be answered later, by `done` or `refuse`."""
        self._kept = True

    def served(self) -> None:
        if not self._kept:
            self.done()

    def done(self) -> None:
        self._mailbox.waiting.discard(self)
        if not self.answer.done():
            self.answer.set_result(None)

    def refuse(self, refusal: Refusal) -> None:
        self._mailbox.waiting.discard(self)
        if not self.answer.done():
            self.answer.set_exception(refusal)


class Mailbox:
    """next_step: what the table does by itself next, and when (server time); None if nothing is due.

    waiting: the requests that have not been answered.
    """

    def __init__(self, table: str, next_step: Callable[[], tuple[float, Step] | None]) -> None:
        self.waiting: set[Request] = set()
        self.loop = asyncio.get_running_loop()
        self._table = table
        self._next_step = next_step
        self._mail: deque[Request] = deque()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self._sleep: asyncio.Future[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._live(), name=f"table {self._table}")

    async def close(self) -> None:
        """Finish what is being done and end the task; whoever still waits is refused."""
        self._closing = True
        self.nudge()
        if self._task is not None:
            await self._task
        while self._mail:
            self._mail.popleft().refuse(Refusal("unavailable", "the table is closing"))

    def ask(self, serve: Callable[[Request], Awaitable[None]]) -> Answer:
        """Have `serve` done, after all that was asked before."""
        request = Request(serve, self)
        if self._task is None or self._closing:
            request.refuse(Refusal("unavailable", "the table is closed"))
        else:
            self.waiting.add(request)
            self._mail.append(request)
            self.nudge()
        return request.answer

    def nudge(self) -> None:
        """There is something to do, or what is due may have changed."""
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)

    async def _live(self) -> None:
        while not self._closing:
            if self._mail:
                await self._answer(self._mail.popleft())
                continue
            due, step = self._next_step() or (None, None)
            if await self._slept_until(due) and step is not None:
                await step()

    async def _slept_until(self, due: float | None) -> bool:
        """Sleep until then, or until there is a reason not to; whether it was until then."""
        loop = self.loop
        self._sleep = loop.create_future()
        timer = None if due is None else loop.call_at(loop_time(due), self.nudge)
        try:
            await self._sleep
        finally:
            if timer is not None:
                timer.cancel()
        return due is not None and not self._mail and not self._closing and loop.time() >= loop_time(due)

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
