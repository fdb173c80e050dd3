"""`wuyi serve`: the server by itself, set up by flags and environment (docs/operating.md)."""

import argparse
import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from wuyi.cli.main import Commands
    from wuyi.server.config import Config

_LEVELS = ("debug", "info", "warning", "error")


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "serve",
        help="serve tables to other machines",
        description="Serve tables. Every flag has a WUYI_* variable of the environment; the flag wins.",
    )
    add_common(parser)
    parser.add_argument("--host", help="address to listen at (WUYI_HOST; default 127.0.0.1)")
    parser.add_argument(
        "--address",
        metavar="URL",
        help="where clients reach this one of several servers on a PostgreSQL (WUYI_ADDRESS; default: its "
        "host and port)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        metavar="URL",
        help="another page that may use this server (WUYI_ORIGINS); may be repeated",
    )
    parser.add_argument(
        "--metrics",
        metavar="NETWORKS",
        help='who may read /metrics beside this machine, as "10.0.0.0/8 192.168.1.7" (WUYI_METRICS)',
    )
    parser.add_argument("--log-level", choices=_LEVELS, default="info", help="default info")


def add_common(parser: argparse.ArgumentParser) -> None:
    """The flags that `play` and `serve` share."""
    parser.add_argument(
        "--lan",
        action="store_true",
        help="open the game to the house's network, and show its address there and a QR code (WUYI_LAN)",
    )
    parser.add_argument("--log", choices=("json", "plain"), help="how the log is written")
    parser.add_argument("--port", type=int, help="port to listen at, 0 for any (PORT; default 8000)")
    parser.add_argument(
        "--database",
        metavar="FILE|URL",
        help="file of the matches, or postgresql://... (WUYI_DATABASE; default wuyi.db in WUYI_DATA or this "
        "user's data folder)",
    )
    parser.add_argument(
        "--pace",
        type=float,
        metavar="SECONDS",
        help="how long a computer player thinks (WUYI_PACE; default 0.6)",
    )


def run(args: argparse.Namespace) -> int:
    import logging

    from wuyi.server import log
    from wuyi.server.run import run as run_server

    config = configured(args)
    log.set_up(getattr(logging, args.log_level.upper()), plain=args.log == "plain")
    run_server(config, announce)
    return 0


_WHITE_ON_BLACK: Final = "\x1b[97;40m"
_OWN_COLOURS: Final = "\x1b[0m"


def announce(address: str, lan: str | None) -> None:
    """Print where the server answers: for this machine, and for the house if it may come."""
    print(address, flush=True)
    if lan is not None:
        print(f"{invitation(lan)}", flush=True)


def invitation(lan: str) -> str:
    """The address for the others in the house, and the same for the camera of a phone."""
    from wuyi.server.lan import qr_text

    text = f"In this network: {lan}"
    try:
        drawn = qr_text(lan)
        drawn.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:  # a terminal that knows no block characters
        return text
    if sys.stdout.isatty() and sys.platform != "win32":
        # Whatever the terminal's own colours: many cameras do not read a code that is light on dark.
        drawn = "\n".join(f"{_WHITE_ON_BLACK}{line}{_OWN_COLOURS}" for line in drawn.splitlines())
    return f"{text}\n{drawn.rstrip()}"


def configured(args: argparse.Namespace) -> "Config":
    """The configuration of the environment, with the flags over it; raises `ConfigError`."""
    import msgspec

    from wuyi.server.config import check, from_environment, parse_database, parse_networks

    config = from_environment()
    flags: dict[str, Any] = {name: getattr(args, name, None) for name in ("port", "host")}
    if args.database is not None:
        flags["database"] = parse_database(args.database)
    if getattr(args, "address", None):
        flags["address"] = args.address.rstrip("/")
    if args.pace is not None:
        flags["pace"] = msgspec.structs.replace(config.pace, think=args.pace)
    if args.lan:
        flags["lan"] = True
    if getattr(args, "metrics", None):
        flags["metrics"] = parse_networks(args.metrics)
    if getattr(args, "origin", None):
        flags["origins"] = frozenset(args.origin)
    given = {name: value for name, value in flags.items() if value is not None}
    config = msgspec.structs.replace(config, **given)
    check(config)
    return config
