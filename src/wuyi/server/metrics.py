"""What the server counts, in the text format of Prometheus (docs/operating.md).

Numbers belong to the process, as its log does. They are changed from the event loop alone.
"""

import ipaddress
import logging
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Tally:
    """Numbers of one name, one for each value of its label; a `gauge` may go down, a `counter` does not."""

    def __init__(self, name: str, kind: str, help: str, label: str = "") -> None:
        self._head = f"# HELP {name} {help}\n# TYPE {name} {kind}\n"
        self._name = name
        self._label = label
        self._values: dict[str, float] = {} if label else {"": 0}

    def add(self, of: str = "", amount: float = 1) -> None:
        self._values[of] = self._values.get(of, 0) + amount

    def get(self, of: str = "") -> float:
        return self._values.get(of, 0)

    @contextmanager
    def during(self, of: str = "") -> Iterator[None]:
        """One more while the block runs."""
        self.add(of)
        try:
            yield
        finally:
            self.add(of, -1)

    def text(self) -> str:
        return self._head + "".join(
            f"{self._name}{_labels({self._label: of} if self._label else {})} {value:g}\n"
            for of, value in sorted(self._values.items())
        )


class Histogram:
    """How long something took, in seconds; `bounds` are the upper ends of its buckets."""

    def __init__(self, name: str, help: str, bounds: Iterable[float]) -> None:
        self._head = f"# HELP {name} {help}\n# TYPE {name} histogram\n"
        self._name = name
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(self._bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    @property
    def count(self) -> int:
        return sum(self._counts)

    def measured(self) -> "_Measured":
        """Observe how long the block takes, unless it fails."""
        return _Measured(self)

    def text(self) -> str:
        lines = [self._head]
        total = 0
        for bound, count in zip((*self._bounds, None), self._counts, strict=True):
            total += count
            end = "+Inf" if bound is None else f"{bound:g}"
            lines.append(f"{self._name}_bucket{_labels({'le': end})} {total}\n")
        return "".join([*lines, f"{self._name}_sum {self._sum:.6f}\n{self._name}_count {total}\n"])


class _Measured:
    """A block whose time counts; a class, since there is one for each action of each table."""

    __slots__ = ("_began", "_of")

    def __init__(self, of: Histogram) -> None:
        self._of = of

    def __enter__(self) -> None:
        self._began = perf_counter()

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is None:
            self._of.observe(perf_counter() - self._began)


def _labels(labels: Mapping[str, str]) -> str:
    if not labels:
        return ""
    pairs = (f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{','.join(pairs)}}}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


# --- what is counted -------------------------------------------------------------------------

ACTIONS: Final = Tally("wuyi_actions_total", "counter", "Actions of players, committed and acknowledged.")
REFUSALS: Final = Tally(
    "wuyi_refusals_total", "counter", "Messages on sockets of tables that changed nothing.", "reason"
)
SOCKETS: Final = Tally("wuyi_sockets", "gauge", "Open sockets that have said who they are.", "kind")
ERRORS: Final = Tally("wuyi_log_records_total", "counter", "Warnings and errors in the log.", "level")
APPEND_SECONDS: Final = Histogram(
    "wuyi_append_seconds",
    "From handing events to the store until they are on the disk.",
    (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)


class CountingHandler(logging.Handler):
    """Counts what is logged as a warning or worse in `ERRORS`."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.add(record.levelname.lower())


def exposition(tables: int, players: int) -> str:
    """Everything as Prometheus reads it. tables: in memory. players: people with a socket at a table."""
    now = (
        Tally("wuyi_tables", "gauge", "Tables in memory."),
        Tally("wuyi_players", "gauge", "Seats of people that have a socket."),
    )
    for tally, value in zip(now, (tables, players), strict=True):
        tally.add(amount=value)
    return "".join(one.text() for one in (*now, SOCKETS, ACTIONS, REFUSALS, ERRORS, APPEND_SECONDS))


# --- who may read it -------------------------------------------------------------------------


def may_read(client: str, host: str | None, networks: Iterable[Network]) -> bool:
    """Whether a request from the address `client`, for `host`, may see the numbers.

    networks: that may, beside this machine itself. A proxy on this machine that hides its clients still
    passes on the name by which they reached it: a request of this machine must be for this machine.
    """
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return False
    if any(address in network for network in networks):
        return True
    return address.is_loopback and _is_here(urlsplit(f"//{host}").hostname)


def _is_here(name: str | None) -> bool:
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name or "").is_loopback
    except ValueError:
        return False
