"""Work on several processors, in order."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4
"""How many items each worker may be ahead of the one whose result is wanted next."""


def ordered_map(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """`work` of each item, in the order of the items whatever the number of processes.

    work: a function of a module (it travels by name) that depends on its item alone.
    jobs: with 1 the work is done in this process.
    """
    if jobs == 1:
        yield from map(work, items)
        return
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts_to_the_parent)
    waiting: deque[Future[Result]] = deque()
    rest = iter(items)
    try:
        while True:
            for item in islice(rest, jobs * _AHEAD - len(waiting)):
                waiting.append(executor.submit(work, item))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
