"""`wuyi verify`: a file of records recomputed, the deal from its secret and seeds (docs/fairness.md)."""

import argparse
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wuyi.cli.main import Commands
    from wuyi.engine.record import Record

_CHECK_FAILED: Final = 1


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "verify",
        help="recompute records: the deal, every event, every payment",
        description="Recompute every hand of a file of records: that the deal follows from what the server "
        "was bound to and from the seeds of the seats, and all that came of it. Exit with 1 at the first "
        "difference.",
    )
    parser.add_argument("file", metavar="RECORD", help="records, one a line; - is standard input")


def run(args: argparse.Namespace) -> int:
    return verify_file(args.file, "verify", tell=True)


def verify_file(name: str, command: str, *, tell: bool = False) -> int:
    """Check every record, in order; the exit code of `command`, which complains about the first difference.

    tell: say of each hand where its luck came from.
    """
    from wuyi.cli.records import no_record, read_records
    from wuyi.errors import RecordError
    from wuyi.simulate.verify import Verifier

    verifier = Verifier()
    hands = 0
    for line, record in read_records(name):
        if tell and (gap := verifier.left_out(record)):
            which = f"hand {gap[0]}" if len(gap) == 1 else f"hands {gap[0]} to {gap[-1]}"
            print(f"match {record.match}, {which}: not in the file")
        try:
            verifier.check(record)
        except RecordError as error:
            print(f"wuyi {command}: {name}:{line}: {error}", file=sys.stderr)
            return _CHECK_FAILED
        if tell:
            whose = f"match {record.match}, " if record.match else ""  # an anonymous one names none
            print(f"{whose}hand {record.hand}: {_luck(record)}")
        hands += 1
    if not hands:
        raise no_record(name)
    print(f"{name}: {hands} hands verified")
    return 0


def _luck(record: "Record") -> str:
    """Where the luck of a hand that verifies came from."""
    if not record.seed:
        return "the wall was made by hand"
    if not record.secret:
        return f"dealt from a seed, commitment {record.commitment}"
    names = [f" ({name})" if name else "" for name in record.seats]
    givers = [f"{seat}{names[seat]}" for seat, seed in enumerate(record.seeds) if seed]
    whose = f"and the seeds of seat {', '.join(givers)}" if givers else "alone, no seat gave a seed"
    return f"dealt from the secret {whose}, commitment {record.commitment}"
