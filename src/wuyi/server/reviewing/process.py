"""The reviewing process as the server sees it: begun when there is something to do, ended when not."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Callable
from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.record import Record
from wuyi.errors import WuyiError
from wuyi.review.words import Review
from wuyi.server.reviewing.messages import Answer, Failed, Finished, Job

COMMAND: Final = (sys.executable, "-m", "wuyi.server.reviewing.worker")
BUDGET: Final = 1.5
"""Seconds a decision, at most, if the processor is free."""
PATIENCE_SECONDS: Final = 1800.0
"""A process that says nothing for so long is given up. The first time there is something to compile, which at
the lowest priority takes minutes on a busy machine."""

_LINE_BYTES: Final = 1 << 22
_ANSWER: Final = msgspec.json.Decoder(Answer)
# Windows has no nice(); elsewhere the worker lowers itself.
_FLAGS: Final = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)


class ReviewFailed(WuyiError):
    """The process could not review a hand; the next hand gets a new process."""

    reason = "unavailable"


class Worker:
    """At most one process. `review` must not be called again before it has returned.

    budget: seconds a decision. patience: seconds between two of its answers.
    """

    def __init__(
        self,
        command: tuple[str, ...] = COMMAND,
        budget: float = BUDGET,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._command = command
        self._budget = budget
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None

    async def review(self, record: Record, seat: Seat, told: Callable[[int, int], None]) -> Review:
        """The review of a record that verifies. told: how many decisions are weighed, of how many.

        Raises `ReviewFailed`. After that, and where it is cancelled, no process is left.
        """
        try:
            return await self._review(msgspec.json.encode(Job(record, seat, self._budget)), told)
        except TimeoutError:
            await self.close()
            raise ReviewFailed(f"nothing was heard of a review for {self._patience:g} s") from None
        except (OSError, ValueError) as error:
            await self.close()
            raise ReviewFailed(str(error)) from None
        except asyncio.CancelledError:
            await self.close()
            raise

    async def _review(self, job: bytes, told: Callable[[int, int], None]) -> Review:
        process = await self._running()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(job + b"\n")
        await process.stdin.drain()
        while line := await self._heard(process.stdout):
            answer = _ANSWER.decode(line)
            if isinstance(answer, Finished):
                return answer.review
            if isinstance(answer, Failed):
                raise ReviewFailed(answer.error)
            told(answer.done, answer.all)
        await self.close()
        raise ReviewFailed("the reviewing process has ended")

    async def _heard(self, stream: asyncio.StreamReader) -> bytes:
        async with asyncio.timeout(self._patience):
            return await stream.readline()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE_BYTES,
                creationflags=_FLAGS,
            )
        return self._process

    async def close(self) -> None:
        """No process is left."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
