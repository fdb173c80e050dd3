"""`wuyi score`: what a hand is worth, or why it may not win; for a person, or for programs line by line."""

import argparse
import re
import sys
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from wuyi.cli import batch
from wuyi.cli.show import show_verdict, show_waits
from wuyi.cli.words import add_language
from wuyi.errors import NotationError
from wuyi.hand.hand import Hand
from wuyi.hand.notation import format_tiles, parse_hand
from wuyi.hand.tile import NAMES
from wuyi.hand.wait import waits
from wuyi.scoring.request import RequestError, ScoreRequest, answer, judge_request, read_tile

if TYPE_CHECKING:
    from wuyi.cli.main import Commands

MAX_LINE: Final = 10_000
"""Bytes of a line of requests; a long one has a few hundred."""


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "score",
        help="what a hand is worth, or why it may not win",
        description="Say what a win is worth and who pays, or why the hand may not win. Without a winning "
        "tile, say what the hand waits for. Seats are 0 to 3, counted anticlockwise.",
        epilog="example: wuyi score '23m456789m111z22z+4m' --caishen 9p",
    )
    parser.add_argument(
        "hand",
        metavar="HAND",
        nargs="?",
        help="concealed tiles, melds in brackets, and the winning tile behind + (drawn), - (discarded) or "
        "^ (robbed from a kong); see docs/notation.md",
    )
    parser.add_argument("--caishen", metavar="TILE", help="the kind of the turned tile")
    parser.add_argument(
        "--jsonl", action="store_true", help="answer requests from standard input, one JSON object a line"
    )
    parser.add_argument("--winner", type=int, default=0, metavar="SEAT", help="who wins (default 0)")
    parser.add_argument("--dealer", type=int, default=0, metavar="SEAT", help="who deals (default 0)")
    parser.add_argument("--discarder", type=int, metavar="SEAT", help="who discarded, or was robbed")
    parser.add_argument("--liable", type=int, metavar="SEAT", help="who was claimed from three times (6.5)")
    parser.add_argument("--after-kong", action="store_true", help="won on the replacement of a kong")
    parser.add_argument("--kong-discard", action="store_true", help="won on a replacement discarded at once")
    parser.add_argument("--last-tile", action="store_true", help="the tile drawn is the last (海底)")
    parser.add_argument("--heavenly", action="store_true", help="won with the tiles as dealt (天胡)")
    parser.add_argument("--earthly", action="store_true", help="won on the dealer's first discard (地胡)")
    parser.add_argument("--flown", type=int, default=0, metavar="N", help="caishen discarded in 爆头 (飘)")
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        type=batch.rule,
        metavar="NAME=VALUE",
        help="a house rule, as in docs/rules.md, section 8; may be repeated",
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Answer one hand or, with --jsonl, line after line. Raises `WuyiError` for what cannot be."""
    if args.jsonl:
        if args.hand is not None:
            raise RequestError("goes without a hand: requests are read from standard input", "--jsonl")
        for name in ("caishen", "rule", *_FLAGS):
            if getattr(args, name):
                flag = "--" + name.replace("_", "-")
                raise RequestError(f"goes without {flag}: each request says it", "--jsonl")
        answer_lines(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    for name in ("hand", "caishen"):
        if getattr(args, name) is None:
            raise RequestError("is wanted (see 'wuyi score --help')", name)
    for line in _answer_person(args):
        print(line)
    return 0


# --- for a person ------------------------------------------------------------------------------


def _answer_person(args: argparse.Namespace) -> list[str]:
    caishen = read_tile("--caishen", args.caishen)
    rules = batch.house_rules(args)
    parsed = parse_hand(args.hand, caishen)
    if parsed.tile is None:
        if len(parsed.tiles) + 3 * len(parsed.melds) == 14:
            message = "the winning tile stands behind +, - or ^"
            raise NotationError(message, text=args.hand, where=len(args.hand), reason="wrong_count")
        hand = Hand(parsed.tiles, parsed.melds, caishen=caishen)
        return show_waits(hand, waits(hand, rules), args.lang)
    said: dict[str, Any] = {
        "hand": format_tiles(parsed.tiles),
        "tile": NAMES[parsed.tile],
        "caishen": NAMES[caishen],
        "melds": [str(meld) for meld in parsed.melds],
        "way": parsed.way,
        "rules": msgspec.to_builtins(rules),
    } | {field: getattr(args, field) for field in _FLAGS}
    try:
        request = msgspec.convert(said, ScoreRequest)
    except msgspec.ValidationError as error:
        message, field = _message_and_field(error)
        raise RequestError(message, _flag(field)) from None
    try:
        verdict = judge_request(request)
    except RequestError as error:
        raise RequestError(error.message, _flag(error.where), error.reason) from None
    return show_verdict(request, verdict, args.lang)


_FLAGS: Final = (
    "winner",
    "dealer",
    "discarder",
    "liable",
    "after_kong",
    "kong_discard",
    "last_tile",
    "heavenly",
    "earthly",
    "flown",
)


def _flag(field: str) -> str:
    """The flag by which a person sets a field."""
    return "--" + field.replace("_", "-") if field in _FLAGS else field


# --- for programs ------------------------------------------------------------------------------


def answer_lines(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line before the next is read; what cannot be read gets an error and the rest go on."""
    encode = msgspec.json.Encoder().encode
    number = 0
    while line := requests.readline(MAX_LINE + 1):
        number += 1
        whole = line.endswith(b"\n") or len(line) <= MAX_LINE
        said = answer_line(line, number) if whole else _error(f"a line of more than {MAX_LINE} bytes", number)
        answers.write(encode(said) + b"\n")
        answers.flush()
        while not whole:
            line = requests.readline(MAX_LINE)
            whole = not line or line.endswith(b"\n")


def answer_line(line: bytes, number: int) -> dict[str, Any]:
    """The answer to a request in JSON, or `error` and `where`: the line, and field and character if known."""
    try:
        return answer(_DECODER.decode(line))
    except RequestError as error:
        return _error(error.message, number, error.where)
    except msgspec.ValidationError as error:
        message, field = _message_and_field(error)
        return _error(message, number, field)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return _error(str(error), number)


_DECODER: Final = msgspec.json.Decoder(ScoreRequest)
_PLACE: Final = re.compile(r" - at `\$\.?(?P<field>[^`]*)`$")


def _message_and_field(error: msgspec.ValidationError) -> tuple[str, str]:
    """What msgspec says, with the place taken out of it."""
    message = str(error)
    place = _PLACE.search(message)
    return (message[: place.start()], place["field"]) if place else (message, "")


def _error(message: str, number: int, field: str = "") -> dict[str, Any]:
    return {"error": message, "where": f"line {number}, {field}" if field else f"line {number}"}
