"""Work of milliseconds, done beside the event loop."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")


class Beside:
    """Does things in a thread, one after the other in the order asked: the tables come first."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def work(self, do: Callable[[], _Result]) -> _Result:
        """What `do` gives, or raises."""
        async with self._turn:
            return await asyncio.to_thread(do)
