"""`wuyi replay`: a file of records in words, or checked."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, BinaryIO, Final

from wuyi.cli.words import LANGUAGES

if TYPE_CHECKING:
    from wuyi.cli.main import Commands
    from wuyi.engine.record import Record

_CHECK_FAILED: Final = 1


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "replay",
        help="replay a file of records, and verify it",
        description="Print each hand of a file of records in words, or verify it.",
    )
    parser.add_argument("file", metavar="FILE", help="records, one a line; - is standard input")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="print no hand, but play each again and compare everything; exit with 1 at the first difference",
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="zh", help="language (default zh)")


def run(args: argparse.Namespace) -> int:
    if args.verify:
        return _verify(args.file)
    from wuyi.cli.narrate import narrate

    for number, (_, record) in enumerate(_records(args.file)):
        if number:
            print()
        for line in narrate(record, args.lang):
            print(line)
    return 0


def _verify(name: str) -> int:
    from wuyi.errors import RecordError
    from wuyi.simulate.verify import Verifier

    verifier = Verifier()
    hands = 0
    for line, record in _records(name):
        try:
            verifier.check(record)
        except RecordError as error:
            print(f"wuyi replay: {name}:{line}: {error}", file=sys.stderr)
            return _CHECK_FAILED
        hands += 1
    print(f"{name}: {hands} hands verified")
    return 0


def _records(name: str) -> "Iterator[tuple[int, Record]]":
    """The records of a file, each with its line; raises `RecordError` naming file and line."""
    from wuyi.engine.record import decode
    from wuyi.errors import RecordError

    with _open(name) as file:
        for number, line in enumerate(file, start=1):
            try:
                record = decode(line)
            except RecordError as error:
                raise RecordError(f"{name}:{number}: {error}") from None
            yield number, record


def _open(name: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")
