"""The server's time, in seconds since 1970, in step with the event loop: it never jumps, and a loop of a test
can make it run as it likes."""

import asyncio
import time
from typing import Final

_EPOCH: Final = time.time() - time.monotonic()


def now() -> float:
    return _EPOCH + asyncio.get_running_loop().time()


def loop_time(at: float) -> float:
    """The loop's own time at the server's time `at`."""
    return at - _EPOCH
