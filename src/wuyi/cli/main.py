"""The `wuyi` program: finds the command, runs it, and puts what went wrong in one line.

A command is a module of this package with `add_parser(commands)`, which describes its arguments, and
`run(args)`, which does the work and returns the exit code. Only the module asked for is imported.
Exit codes: 0 done, 1 a check failed, 2 bad usage or input.
"""

import argparse
import importlib
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NoReturn, Protocol, cast

from wuyi import __version__
from wuyi.errors import WuyiError

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

COMMANDS: Final = {
    "play": "play in the browser against three computer players",
    "serve": "serve tables to other machines",
    "backup": "copy the database of a server, which may be running",
    "restore": "put a backup in the place of the database",
    "score": "what a hand is worth, or why it may not win",
    "simulate": "play whole matches and write their records",
    "arena": "measure computer players against each other",
    "replay": "replay a file of records, and verify it",
    "review": "what each decision of a hand was worth",
    "verify": "recompute records: the deal, every event, every payment",
}

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
"""128 + SIGINT, as a shell reports it."""
PIPE_CLOSED: Final = 141
"""128 + SIGPIPE: the reader of our output went away."""

_FLAG: Final = re.compile("--|-[A-Za-z]")


class Command(Protocol):
    """What a command's module offers."""

    def add_parser(self, commands: "Commands") -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class OneLineParser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see '{self.prog} --help')\n")


def load(name: str) -> Command:
    """The module of the command `name`."""
    return cast(Command, importlib.import_module(f"wuyi.cli.{name}"))


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, read by the command they name; ends the program with one line if they are bad.

    A command with a default for `loose` is given there what stands apart between its flags and is none,
    though it may begin with a dash, as the winning tile in `wuyi score 23m ... -4m`.
    """
    parser: argparse.ArgumentParser = OneLineParser(prog="wuyi", description="Wuyi mahjong (武义麻将).")
    parser.add_argument(
        "--version", action="version", version=f"wuyi {__version__}", help="print the version and exit"
    )
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        if name in argv[:1]:
            load(name).add_parser(commands)
        else:
            commands.add_parser(name, help=summary)
    args, unknown = parser.parse_known_args(argv)
    if hasattr(args, "loose") and not any(map(_FLAG.match, unknown)):
        args.loose, unknown = unknown, []
    if unknown:
        commands.choices[args.command].error(f"unrecognized arguments: {' '.join(unknown)}")
    return args


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command that `argv` (by default the program's arguments) names; returns the exit code."""
    args = parse(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal or file without Chinese gets ? in its place
        sys.stdout.reconfigure(errors="replace")
    try:
        code = load(args.command).run(args)
        sys.stdout.flush()
    except WuyiError as error:
        return complain(args.command, str(error))
    except BrokenPipeError:
        # Python flushes once more at its end; let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return complain(args.command, f"{place}{error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def complain(command: str, what: str) -> int:
    """One line on standard error."""
    print(f"wuyi {command}: {' '.join(what.splitlines())}", file=sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
