"""`wuyi score`: what a hand is worth, or why it may not win. For programs see `wuyi.cli.score_lines`."""

import argparse
import sys
from typing import TYPE_CHECKING, Any, Final

from wuyi.cli import batch
from wuyi.cli.main import complain
from wuyi.cli.score_lines import answer_lines
from wuyi.cli.show import show_verdict, show_waits
from wuyi.cli.words import add_language, mistake_text
from wuyi.errors import NotationError, WuyiError
from wuyi.hand.hand import Hand
from wuyi.hand.notation import format_tiles, parse_hand
from wuyi.hand.tile import NAMES
from wuyi.scoring.payment import SEATS
from wuyi.scoring.request import CAISHEN_IN_PLAY, RequestError, ScoreRequest, judge_request, read_tile

if TYPE_CHECKING:
    from wuyi.cli.main import Commands

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
"""Fields of a request that have a flag."""


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
        nargs="*",
        help="in quotes: concealed tiles, melds in brackets, and the winning tile behind + (drawn), "
        "- (discarded) or ^ (robbed from a kong); see docs/notation.md",
    )
    parser.set_defaults(loose=())
    parser.add_argument("--caishen", metavar="TILE", help="the kind of the turned tile")
    parser.add_argument(
        "--jsonl", action="store_true", help="answer requests from standard input, one JSON object a line"
    )
    seat: Any = {"type": int, "choices": SEATS, "metavar": "SEAT"}
    parser.add_argument("--winner", default=0, help="who wins (default 0)", **seat)
    parser.add_argument("--dealer", default=0, help="who deals (default 0)", **seat)
    parser.add_argument("--discarder", help="who discarded, or was robbed", **seat)
    parser.add_argument("--liable", help="who was claimed from three times (6.5)", **seat)
    parser.add_argument("--after-kong", action="store_true", help="won on the replacement of a kong")
    parser.add_argument("--kong-discard", action="store_true", help="won on a replacement discarded at once")
    parser.add_argument("--last-tile", action="store_true", help="the tile drawn is the last (海底)")
    parser.add_argument("--heavenly", action="store_true", help="won with the tiles as dealt (天胡)")
    parser.add_argument("--earthly", action="store_true", help="won on the dealer's first discard (地胡)")
    parser.add_argument(
        "--flown",
        type=int,
        choices=range(CAISHEN_IN_PLAY + 1),
        default=0,
        metavar="N",
        help="caishen discarded in 爆头 (飘), 0 to 3",
    )
    batch.add_rules(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Answer one hand, or say what is wrong with it, in the language asked for; with --jsonl line after line.

    Raises `RequestError` for what does not go with --jsonl.
    """
    if args.jsonl:
        if args.hand or args.loose:
            raise RequestError("goes without a hand: requests are read from standard input", "--jsonl")
        for name in ("caishen", "rule", *_FLAGS):
            if getattr(args, name):
                flag = "--" + name.replace("_", "-")
                raise RequestError(f"goes without {flag}: each request says it", "--jsonl")
        answer_lines(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    try:
        lines = _answer_person(args)
    except WuyiError as error:
        return complain("score", mistake_text(error, args.lang))
    print("\n".join(lines))
    return 0


def _answer_person(args: argparse.Namespace) -> list[str]:
    text = " ".join([*args.hand, *args.loose])
    for name, given in (("HAND", text), ("--caishen", args.caishen)):
        if not given:
            raise RequestError("is wanted (see 'wuyi score --help')", name, "missing")
    caishen = read_tile("--caishen", args.caishen)
    rules = batch.house_rules(args)
    parsed = parse_hand(text, caishen)
    if parsed.tile is None:
        if len(parsed.tiles) + 3 * len(parsed.melds) == 14:
            message = "the winning tile stands behind +, - or ^"
            raise NotationError(message, text=text, where=len(text), reason="no_winning_tile")
        hand = Hand(parsed.tiles, parsed.melds, caishen=caishen)
        return show_waits(hand, rules, args.lang)
    request = ScoreRequest(
        hand=format_tiles(parsed.tiles),
        tile=NAMES[parsed.tile],
        caishen=NAMES[caishen],
        melds=tuple(map(str, parsed.melds)),
        way=parsed.way or "draw",
        rules=rules,
        **{field: getattr(args, field) for field in _FLAGS},
    )
    try:
        verdict = judge_request(request)
    except RequestError as error:
        raise RequestError(error.message, _flag(error.where), error.reason) from None
    return show_verdict(request, verdict, args.lang)


def _flag(field: str) -> str:
    """The flag by which a person sets a field."""
    return "--" + field.replace("_", "-") if field in _FLAGS else field
