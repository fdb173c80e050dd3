"""Work shared out among workers, and its results in order."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol, TypeVar

from wuyi.errors import ArgumentError

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD: Final = 4
"""How many items each worker may be ahead of the one whose result is wanted next."""


class Workers(Protocol):
    """Who does the work: processes of this machine, or those of a cluster (`wuyi.simulate.cluster`)."""

    def ordered_map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """`work` of each item, in the order of the items however many are at work.

        work: a function of a module (it travels by name) that depends on its item alone.
        """
        ...


@dataclass(frozen=True, slots=True)
class Processes:
    """So many processes of this machine; with one the work is done in this process.

    Raises `ArgumentError` for fewer.
    """

    jobs: int = 1

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise ArgumentError(f"jobs: 1 or more, not {self.jobs}")

    def ordered_map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        if self.jobs == 1:
            yield from map(work, items)
            return
        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(
            self.jobs, mp_context=context, initializer=_leave_interrupts_to_the_parent
        )
        waiting: deque[Future[Result]] = deque()
        rest = iter(items)
        try:
            while True:
                for item in islice(rest, self.jobs * AHEAD - len(waiting)):
                    waiting.append(executor.submit(work, item))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            executor.shutdown(wait=True, cancel_futures=True)


THIS_PROCESS: Final[Workers] = Processes()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
