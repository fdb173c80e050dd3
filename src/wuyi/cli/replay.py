"""`wuyi replay`: a file of records in words, or checked."""

import argparse
from typing import TYPE_CHECKING

from wuyi.cli.words import add_language

if TYPE_CHECKING:
    from wuyi.cli.main import Commands


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
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    if args.verify:
        from wuyi.cli.verify import verify_file

        return verify_file(args.file, "replay")
    from wuyi.cli.narrate import narrate
    from wuyi.cli.records import no_record, read_records

    told = 0
    for _, record in read_records(args.file):
        if told:
            print()
        for line in narrate(record, args.lang):
            print(line)
        told += 1
    if not told:
        raise no_record(args.file)
    return 0
