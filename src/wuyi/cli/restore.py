"""`wuyi restore`: put a backup in the place of the database of a server that does not run."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wuyi.errors import WuyiError

if TYPE_CHECKING:
    from wuyi.cli.main import Commands


class UsageError(WuyiError):
    """What was asked for cannot be done this way."""

    reason = "bad_usage"


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "restore",
        help="put a backup in the place of the database",
        description="Let the SQLite database be what a backup holds. The server must not be running. What "
        "the database holds now is lost: it asks first.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that `wuyi backup` has written")
    add_arguments(parser)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="FILE",
        help="the server's database (WUYI_DATABASE; default wuyi.db in WUYI_DATA or this user's data folder)",
    )
    parser.add_argument("--yes", action="store_true", help="overwrite without asking")


def run(args: argparse.Namespace) -> int:
    from wuyi.server.config import open_folder
    from wuyi.server.store.backup import restore

    database = database_of(args)
    check_copy(args.file, database)
    if args.file.is_file() and database.exists() and not may_overwrite(args, database):
        return 1
    open_folder(database)
    restore(args.file, database)
    print(f"{database} is now what {args.file} holds")
    return 0


def database_of(args: argparse.Namespace) -> Path:
    """The file meant; raises `UsageError` for a database that is none."""
    from wuyi.server.config import from_environment, parse_database

    named = args.database
    database = parse_database(named) if named is not None else from_environment().database
    if isinstance(database, str):
        raise UsageError("this is for SQLite; for PostgreSQL use pg_dump and pg_restore")
    return database


def check_copy(copy: Path, database: Path) -> None:
    """Raises `UsageError` if `copy` cannot be a copy of `database`: it is a folder, or a file of it."""
    from wuyi.server.store.backup import files_of

    for path in (copy, database):
        if path.is_dir():
            raise UsageError(f"{path} is a folder; name a file in it")
    for own in files_of(database):
        if copy.resolve() == own.resolve() or (copy.exists() and own.exists() and copy.samefile(own)):
            raise UsageError(f"{copy} is the database itself")


def may_overwrite(args: argparse.Namespace, path: Path) -> bool:
    """Whether it was said that `path` may be lost. Raises `UsageError` if nobody is there to be asked."""
    if args.yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError(f"{path} exists; --yes overwrites it")
    return input(f"{path} exists. Overwrite it? [y/N] ").strip().lower() in ("y", "yes")
