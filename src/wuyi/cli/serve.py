"""`wuyi serve`: the server by itself, set up by flags and environment (docs/operating.md)."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
        "--origin",
        action="append",
        metavar="URL",
        help="another page that may use this server (WUYI_ORIGINS); may be repeated",
    )
    parser.add_argument("--log-level", choices=_LEVELS, default="info", help="default info")


def add_common(parser: argparse.ArgumentParser) -> None:
    """The flags that `play` and `serve` share."""
    parser.add_argument("--port", type=int, help="port to listen at, 0 for any (PORT; default 8000)")
    parser.add_argument(
        "--database",
        type=Path,
        metavar="FILE",
        help="file of the matches (WUYI_DATABASE; default wuyi.db in WUYI_DATA or this user's data folder)",
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
    log.set_up(getattr(logging, args.log_level.upper()))
    run_server(config, lambda address: print(address, flush=True))
    return 0


def configured(args: argparse.Namespace) -> "Config":
    """The configuration of the environment, with the flags over it; raises `ConfigError`."""
    import msgspec

    from wuyi.server.config import check, from_environment

    config = from_environment()
    flags: dict[str, Any] = {name: getattr(args, name, None) for name in ("port", "database", "host")}
    if args.pace is not None:
        flags["pace"] = msgspec.structs.replace(config.pace, think=args.pace)
    if getattr(args, "origin", None):
        flags["origins"] = frozenset(args.origin)
    given = {name: value for name, value in flags.items() if value is not None}
    config = msgspec.structs.replace(config, **given)
    check(config)
    return config
