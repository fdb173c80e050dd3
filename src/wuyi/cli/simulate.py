"""`wuyi simulate`: whole matches by computer players, and their records."""

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from wuyi.cli import batch

if TYPE_CHECKING:
    from wuyi.cli.main import Commands
    from wuyi.simulate.stats import Outcomes


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "simulate",
        help="play whole matches and write their records",
        description="Play whole matches by computer players. The same seed gives the same bytes, "
        "whatever the number of jobs. docs/record.md describes the records.",
        epilog=batch.players(),
    )
    parser.add_argument("--matches", type=batch.positive, default=1, metavar="N", help="how many (default 1)")
    parser.add_argument(
        "--bots",
        type=batch.names,
        default=("greedy",),
        metavar="A,B,C,D",
        help="who sits in seats 0 to 3, the last one named in all that are left (default greedy)",
    )
    parser.add_argument(
        "--records", metavar="FILE", help="write one JSON record a hand; - is standard output"
    )
    batch.add_common(parser)


def run(args: argparse.Namespace) -> int:
    from wuyi.simulate.play import line_up
    from wuyi.simulate.run import simulate
    from wuyi.simulate.stats import Outcomes

    rules = batch.house_rules(args)
    seats = line_up(args.bots)
    batch.expect_players(seats)  # before a file is touched
    outcomes = Outcomes()
    progress = batch.Progress(args.matches, "matches")
    start = monotonic()
    with _open(args.records) as file:
        how: Any = {"matches": args.matches, "seed": args.seed, "rules": rules}
        for played in simulate(seats, **how, workers=batch.workers(args)):
            if file is not None:
                file.write(played.lines)
            outcomes.merge(played.outcomes)
            progress.step()
    progress.close()
    _summarize(outcomes, monotonic() - start, sys.stderr if args.records == "-" else sys.stdout)
    return 0


def _open(name: str | None) -> AbstractContextManager[BinaryIO | None]:
    if name is None:
        return nullcontext(None)
    return nullcontext(sys.stdout.buffer) if name == "-" else open(name, "wb")


def _summarize(outcomes: "Outcomes", seconds: float, file: TextIO) -> None:
    ways = outcomes.ways
    print(
        f"{outcomes.hands} hands, {outcomes.draws} drawn ({batch.as_percent(outcomes.draw_rate)}), "
        f"{outcomes.wins} won: "
        f"{ways['draw']} by draw, {ways['discard']} by discard, {ways['rob']} by robbing a kong; "
        f"mean fan {batch.or_dash(outcomes.mean_fan)}; {outcomes.hands / seconds:.0f} hands/s",
        file=file,
    )
