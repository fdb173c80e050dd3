"""What the commands share that play many hands: their flags, and a line of progress."""

import argparse
import sys
from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from wuyi.rules import Ruleset

if TYPE_CHECKING:
    from wuyi.simulate.pool import Workers

_WORDS: Final = {"true": True, "false": False, "none": None}
_EVERY_SECONDS: Final = {True: 0.2, False: 30.0}
"""How often progress is told: to a terminal, in place; elsewhere as lines of a log."""
_BAR: Final = 24
"""The width of the bar in letters."""


def add_common(parser: argparse.ArgumentParser) -> None:
    """`--seed`, `--rule`, and who works: `--jobs` or `--cluster`."""
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="number all luck follows from (default 1)"
    )
    add_rules(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes at work (default 1)")
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="work on a Ray cluster instead: HOST:PORT, auto, or local (needs the extra ray)",
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """`--rule`, of which `house_rules` makes a `Ruleset`."""
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        type=rule,
        metavar="NAME=VALUE",
        help="a house rule, as in docs/rules.md, section 8; may be repeated",
    )


def players() -> str:
    """What the flags that name players take, for the end of a command's help."""
    from wuyi.bots import BOTS

    return f"players: {', '.join(BOTS)} (docs/strength.md), or MODULE:NAME of your own, also of this folder"


def expect_players(names: Iterable[str]) -> None:
    """Raises `UnknownBot` for a player there is not, before any work is begun.

    Modules of the current folder are found, as `python -m` finds them and the program `wuyi` would not.
    """
    from wuyi.simulate.players import sit

    if "" not in sys.path:
        sys.path.append("")  # and of the processes that --jobs starts
    for name in names:
        sit(name, bytes(32))


def positive(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 up")
    return int(text)


def names(text: str) -> tuple[str, ...]:
    """`a,b` as ("a", "b")."""
    return tuple(part.strip() for part in text.split(","))


def rule(text: str) -> tuple[str, Any]:
    """`min_fan=4` as ("min_fan", 4), `fan_cap=none` as ("fan_cap", None)."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    if value.lower() in _WORDS:
        return name, _WORDS[value.lower()]
    return name, int(value) if value.removeprefix("-").isdecimal() else value


def house_rules(args: argparse.Namespace) -> Ruleset:
    """The rules of the --rule flags; raises `RulesError` naming the one that is wrong."""
    return Ruleset.of(dict(args.rule))


def workers(args: argparse.Namespace) -> "Workers":
    """Who the flags say shall work."""
    from wuyi.simulate.cluster import Cluster
    from wuyi.simulate.pool import Processes

    return Cluster(args.cluster) if args.cluster else Processes(args.jobs)


class Progress:
    """A line on standard error that says how far the work is; on a terminal a bar."""

    def __init__(self, total: int, what: str) -> None:
        self._total = total
        self._what = what
        self._done = 0
        self._terminal = sys.stderr.isatty()
        self._told = monotonic()
        self._first = 0.0

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        now = monotonic()
        if self._done == 1:
            self._first = now
            return
        if now - self._told >= _EVERY_SECONDS[self._terminal]:
            self._told = now
            self._tell(now)

    def say(self, text: str) -> None:
        """On a terminal, what goes on before the first step; the line of progress takes its place."""
        if self._terminal:
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the line away from a terminal."""
        if self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _tell(self, now: float) -> None:
        # The first step may have taken a minute to compile what it needs, and tells nothing of the others.
        left = (now - self._first) / (self._done - 1) * (self._total - self._done)
        line = f"{self._done} of {self._total} {self._what}, {left:.0f} s to go"
        if self._terminal:
            full = _BAR * self._done // self._total
            line = f"\r[{'#' * full}{'.' * (_BAR - full)}] {line}\x1b[K"
        print(line, end="" if self._terminal else "\n", file=sys.stderr, flush=True)


def as_percent(share: float) -> str:
    """0.125 as `12.5%`."""
    return f"{100 * share:.1f}%"


def or_dash(value: float | None, digits: int = 2) -> str:
    """A number with so many digits, or `-` for none."""
    return "-" if value is None else f"{value:.{digits}f}"
