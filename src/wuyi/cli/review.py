"""`wuyi review`: what each decision of a hand was worth, and what is worth remembering (docs/review.md)."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from wuyi.cli import batch
from wuyi.cli.words import Language, add_language

if TYPE_CHECKING:
    from wuyi.cli.main import Commands
    from wuyi.engine.action import Seat
    from wuyi.engine.record import Record
    from wuyi.review import Kept, Review, Trial

_TOLD_BEFORE: Final[dict[str, dict[Language, str]]] = {
    "plain": {
        "zh": "没有装 fast：推演得少，只看得出大失误。想看得细，先在项目文件夹里运行 pip install '.[fast]'",
        "en": "the extra fast is not installed: fewer worlds are tried, and only great mistakes show. "
        "For more run pip install '.[fast]' in a clone first",
    },
    "fast": {
        "zh": "正在准备；装好后头一回要编译一两分钟",
        "en": "getting ready; the first time after an installation takes a minute or two",
    },
}
"""By the engine, before it begins."""


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "review",
        help="what each decision of a hand was worth",
        description="Weigh every decision of a seat against the best alternatives by playing on, again and "
        "again, with the tiles it could not see dealt anew. Reviews are kept beside the records, in "
        "RECORD.review.json. docs/review.md says how it is done and what it does not claim.",
    )
    parser.add_argument("file", metavar="RECORD", help="records, one a line; - is standard input")
    parser.add_argument(
        "--hand", type=batch.positive, metavar="N", help="the hand in line N of the file (default all)"
    )
    parser.add_argument(
        "--seat",
        type=int,
        choices=range(4),
        metavar="S",
        help="whose play, 0 to 3 (default those that no computer player holds, all if there are none)",
    )
    parser.add_argument(
        "--budget", type=_seconds, default=3.0, metavar="T", help="seconds a decision at most (default 3)"
    )
    parser.add_argument("--again", action="store_true", help="take no review that was kept")
    parser.add_argument("--json", action="store_true", help="print a JSON object a review")
    add_language(parser)


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError(f"{text} is no time above 0 s and up to an hour")
    return number


class Work(NamedTuple):
    """A seat to be reviewed in a hand."""

    record: "Record"
    seat: "Seat"


def run(args: argparse.Namespace) -> int:
    import msgspec

    from wuyi.cli.retell import retell, total
    from wuyi.errors import RecordError
    from wuyi.review import Kept

    work = list(_work(args))
    if not work:
        raise RecordError(f"{args.file}: no hand" + (f" in line {args.hand}" if args.hand else ""))
    kept = None if args.file == "-" else Kept(args.file)
    reviews = []
    for number, (each, review) in enumerate(_reviews(work, kept, args)):
        reviews.append(review)
        if args.json:
            print(msgspec.json.encode(review).decode(), flush=True)
            continue
        if number:
            print()
        for line in retell(review, each.record, args.lang):
            print(line, flush=True)
    if len(reviews) > 1 and not args.json:
        print()
        print(total(reviews, args.lang))
    return 0


def _work(args: argparse.Namespace) -> Iterator[Work]:
    """What is to be reviewed. Every line must be a record, and those that are reviewed must verify."""
    from wuyi.cli.records import read_records
    from wuyi.engine.record import verify
    from wuyi.errors import RecordError

    for line, record in read_records(args.file):
        if args.hand not in (None, line):
            continue
        try:
            verify(record)
        except RecordError as error:
            raise RecordError(f"{args.file}:{line}: {error}") from None
        for seat in _persons(record) if args.seat is None else [args.seat]:
            yield Work(record, seat)


def _persons(record: "Record") -> list["Seat"]:
    """The seats that no computer player holds; all if there are none."""
    from wuyi.bots import BOTS

    return [seat for seat, name in enumerate(record.seats) if name not in BOTS] or [0, 1, 2, 3]


def _reviews(
    work: list[Work], kept: "Kept | None", args: argparse.Namespace
) -> Iterator[tuple[Work, "Review"]]:
    """Each with its review: a kept one where there is one, else made and kept now."""
    from wuyi.review import decisions, record_key, review, trial

    engine = trial()
    found: list[Review | None] = [None] * len(work)
    if kept is not None and not args.again:
        found = [kept.find(record_key(each.record), each.seat, engine.engine) for each in work]
    missing = [each for each, review in zip(work, found, strict=True) if review is None]
    count = sum([sum(1 for _ in decisions(each.record, each.seat)) for each in missing])
    progress = batch.Progress(count, "decisions")
    if missing:
        _tell_before(engine, progress, args.lang)
    for each, known in zip(work, found, strict=True):
        if known is None:
            known = review(
                each.record,
                each.seat,
                budget=args.budget,
                engine=engine,
                progress=lambda done, total: progress.step(),
            )
            progress.close()
            if kept is not None:
                _keep(kept, known)
        yield each, known


def _tell_before(engine: "Trial", progress: batch.Progress, language: Language) -> None:
    """What may surprise of an engine: that it sees little, or that nothing seems to happen at first."""
    text = _TOLD_BEFORE[engine.engine][language]
    if engine.engine == "fast":
        progress.say(text)
    else:
        print(f"wuyi review: {text}", file=sys.stderr, flush=True)


def _keep(kept: "Kept", review: "Review") -> None:
    """What took so long is told even where it cannot be kept."""
    try:
        kept.keep(review)
    except OSError as error:
        print(f"wuyi review: not kept: {kept.path}: {error.strerror or error}", file=sys.stderr)
