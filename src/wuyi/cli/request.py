"""A question about one win, as `wuyi score --jsonl` reads it, and its answer.

What a request says must be possible: tiles that exist, and circumstances that go together. What
is not is refused with `RequestError`, which names the field.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from wuyi.errors import NotationError, WuyiError
from wuyi.hand.hand import Hand
from wuyi.hand.notation import Census, check_count, scan_meld, scan_tiles
from wuyi.hand.tile import NAMES, Tile
from wuyi.rules import Ruleset
from wuyi.scoring.context import Question, Winning
from wuyi.scoring.payment import Payments, payments, pays_all
from wuyi.scoring.score import Refusal, Score, judge

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Text = Annotated[str, msgspec.Meta(max_length=200)]

MELDS: Final = 4
CAISHEN_IN_PLAY: Final = 3


class RequestError(WuyiError, ValueError):
    """A request that says what cannot be; `where` names the field, and the character in it if known."""

    reason = "bad_request"

    def __init__(self, message: str, where: str, reason: str = "bad_request") -> None:
        super().__init__(f"{where}: {message}")
        self.message = message
        self.where = where
        self.reason = reason


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`hand` is the concealed tiles without the winning one, `tile`. Seats count anticlockwise.

    after_kong: a kong stands in the unbroken chain before the win. flown: the 飘 in it (RULES.md 5.3).
    discarder: who discarded or was robbed. liable: who was claimed three times; pays all where 6.5 says so.
    """

    hand: Text
    tile: Text
    caishen: Text
    melds: Annotated[tuple[Text, ...], msgspec.Meta(max_length=MELDS)] = ()
    way: Literal["draw", "discard", "rob"] = "draw"
    after_kong: bool = False
    kong_discard: bool = False
    last_tile: bool = False
    heavenly: bool = False
    earthly: bool = False
    flown: Annotated[int, msgspec.Meta(ge=0, le=CAISHEN_IN_PLAY)] = 0
    rules: Ruleset = Ruleset()
    winner: Seat = 0
    dealer: Seat = 0
    discarder: Seat | None = None
    liable: Seat | None = None


class Verdict(NamedTuple):
    """A request as read, and what the rules say to it.

    payments: None if the hand does not win, or where nobody said who discarded. liable: the seat that pays
    all, if one does.
    """

    hand: Hand
    tile: Tile
    score: Score | Refusal
    payments: Payments | None
    liable: int | None


def judge_request(request: Request) -> Verdict:
    """Read and judge a request; raises `RequestError`."""
    hand, tile = _read(request)
    for field, impossible in _impossible(request, hand, tile):
        raise RequestError(impossible, field)
    winning = Winning(
        way=request.way,
        kongs=int(request.after_kong),
        flown=request.flown,
        last_tile=request.last_tile,
        kong_discard=request.kong_discard,
        heavenly=request.heavenly,
        earthly=request.earthly,
    )
    if tile == hand.caishen and request.way != "draw":
        asked = Question.of(hand, tile, winning, request.rules)
        return Verdict(hand, tile, Refusal("caishen_unclaimable", asked), None, None)
    score = judge(hand, tile, winning, request.rules)
    if isinstance(score, Refusal):
        return Verdict(hand, tile, score, None, None)
    liable = request.liable if pays_all(score.fans) else None
    gains = None
    if request.way == "draw" or request.discarder is not None:
        gains = payments(
            score.base,
            winner=request.winner,
            dealer=request.dealer,
            discarder=request.discarder,
            liable=liable,
        )
    return Verdict(hand, tile, score, gains, liable)


def answer(request: Request) -> dict[str, Any]:
    """The answer to a request, ready for JSON; raises `RequestError`."""
    score, gains = judge_request(request)[2:4]
    waiting = [NAMES[tile] for tile in score.waits]
    if isinstance(score, Refusal):
        return {"win": False, "reason": score.reason, "waits": waiting}
    return {
        "win": True,
        "fan": score.fan,
        "fans": score.fans,
        "base": score.base,
        "waits": waiting,
        "payments": gains,
    }


def _read(request: Request) -> tuple[Hand, Tile]:
    """The thirteen tiles and the winning one, all of which can exist together."""
    caishen = read_tile("caishen", request.caishen)
    tile = read_tile("tile", request.tile)
    census = Census(caishen)
    field, text = "hand", request.hand
    try:
        placed = scan_tiles(text)
        census.count(placed, text)
        concealed = [kind for kind, _ in placed]
        check_count(len(concealed), len(request.melds), (13,), text)
        melds = []
        for number, text in enumerate(request.melds):
            field = f"melds[{number}]"
            meld, placed = scan_meld(text, caishen)
            census.count(placed, text)
            melds.append(meld)
        field = "tile"
        census.count([(tile, 0)], request.tile)
    except NotationError as error:
        raise _at(field, error) from None
    return Hand(concealed, melds, caishen=caishen), tile


def read_tile(field: str, text: str) -> Tile:
    """One tile in notation; raises `RequestError` naming `field`."""
    try:
        tiles = scan_tiles(text)
    except NotationError as error:
        raise _at(field, error) from None
    if len(tiles) != 1:
        raise RequestError(f"{len(tiles)} tiles where one is wanted", field, "wrong_count")
    return tiles[0][0]


def _at(field: str, error: NotationError) -> RequestError:
    """The same error, with its place in the field; characters are counted from one."""
    message = str(error).rpartition(" (at ")[0]
    return RequestError(message, f"{field}:{error.where + 1}", error.reason)


def _impossible(request: Request, hand: Hand, tile: Tile) -> Iterator[tuple[str, str]]:
    """Fields whose circumstances cannot be, and why."""
    drawn = request.way == "draw"
    if drawn and request.discarder is not None:
        yield "discarder", "a drawn tile has no discarder"
    if request.discarder == request.winner:
        yield "discarder", "nobody wins off their own discard"
    if request.liable == request.winner:
        yield "liable", "nobody is claimed from by themselves"
    if request.liable is not None and sum(meld.claimed for meld in hand.melds) < 3:
        yield "liable", "claimed from three times, with fewer melds claimed (6.5)"
    for field in ("after_kong", "last_tile", "heavenly", "flown"):
        if getattr(request, field) and not drawn:
            yield field, "goes with a drawn tile alone"
    for field in ("kong_discard", "earthly"):
        if getattr(request, field) and request.way != "discard":
            yield field, "goes with a discard alone"
    if request.after_kong and not any(meld.kind.endswith("kong") for meld in hand.melds):
        yield "after_kong", "there is no kong among the melds"
    if request.flown + hand.wilds + (tile == hand.caishen) > CAISHEN_IN_PLAY:
        yield "flown", "with those held, more than the three caishen in play (1.4)"
    if request.flown and not hand.wilds:
        yield "flown", "a 飘 leaves a caishen in the hand (5.3)"
    if request.heavenly:
        if request.winner != request.dealer:
            yield "heavenly", "天胡 is the dealer's (5)"
        if hand.melds or request.flown or request.last_tile:
            yield "heavenly", "天胡 is won with the tiles as dealt (5)"
    if request.earthly:
        if request.winner == request.dealer:
            yield "earthly", "地胡 is won off the dealer (5)"
        if request.discarder not in (None, request.dealer):
            yield "earthly", "地胡 is won off the dealer's first discard (5)"
        if hand.melds:
            yield "earthly", "no melds are made before the first discard"
