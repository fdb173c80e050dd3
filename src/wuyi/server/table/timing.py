"""The server's time, in seconds since 1970, in step with the event loop: it never jumps, and a loop of a test
can make it run as it likes."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

_EPOCH: Final = time.time() - time.monotonic()


def now() -> float:
    return clock()()


def clock() -> Callable[[], float]:
    """What gives `now` in the loop that runs. To find that loop is a system call in Python 3.11."""
    loop_now = asyncio.get_running_loop().time
    return lambda: _EPOCH + loop_now()


def loop_time(at: float) -> float:
    """The loop's own time at the server's time `at`."""
    return at - _EPOCH
