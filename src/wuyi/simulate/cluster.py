"""Work shared out among the machines of a Ray cluster: the optional extra `ray`."""

import logging
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from wuyi import __version__
from wuyi.errors import WuyiError
from wuyi.simulate.pool import AHEAD

Item = TypeVar("Item")
Result = TypeVar("Result")


class NoCluster(WuyiError):
    """The extra is not installed, no cluster answers, or another version of the package works there."""

    reason = "no_cluster"


@dataclass(frozen=True, slots=True)
class Cluster:
    """All processors of a Ray cluster, on whose machines the same version of this package is installed.

    address: of its head (`HOST:PORT`, `ray://HOST:10001` from outside), `auto` for the one of this machine,
    `local` to start one here for the time of the work.
    """

    address: str

    def ordered_map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """As `Workers.ordered_map`; raises `NoCluster`. An error of the work comes out as it was raised."""
        ray = _ray()
        try:
            _knock(self.address)
            ray.init(
                address=self.address,
                log_to_driver=False,
                include_dashboard=False,
                logging_level=logging.ERROR,
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise NoCluster(f"no Ray cluster at {self.address!r}: {error}") from None
        task = ray.remote(max_retries=3)(_done)
        shared = ray.put(work)
        at_once = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        rest = iter(items)
        try:
            while True:
                for item in islice(rest, at_once - len(waiting)):
                    waiting.append(task.remote(__version__, shared, item))
                if not waiting:
                    return
                try:
                    yield ray.get(waiting.popleft())
                except ray.exceptions.RayTaskError as error:
                    raise error.cause from None
        finally:
            for each in waiting:
                ray.cancel(each)
            ray.shutdown()


def _knock(address: str) -> None:
    """Raise `OSError` or `ValueError` if nobody is there: Ray itself would try for many minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), timeout=10).close()


def _done(version: str, work: Callable[[Item], Result], item: Item) -> Result:
    """Runs on a machine of the cluster."""
    if version != __version__:
        raise NoCluster(f"a machine of the cluster has version {__version__} of wuyi, not {version}")
    return work(item)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise NoCluster("a cluster needs Ray: pip install '.[ray]' in a clone") from None
    return ray
