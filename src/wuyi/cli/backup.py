"""`wuyi backup`: a copy of the database of a server, which may be running."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wuyi.cli.restore import add_arguments, check_copy, database_of, may_overwrite

if TYPE_CHECKING:
    from wuyi.cli.main import Commands


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "backup",
        help="copy the database of a server, which may be running",
        description="Write a copy of the SQLite database, as it is now, to one file. The server may go on. "
        "The file holds the night's luck and the keys of seats: keep it as private as the database.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the copy to write")
    add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    from wuyi.server.store.backup import back_up

    database = database_of(args)
    check_copy(args.file, database)
    if args.file.exists() and not may_overwrite(args, args.file):
        return 1
    back_up(database, args.file)
    print(f"{args.file}: {args.file.stat().st_size / 1e6:.1f} MB of {database}")
    return 0
