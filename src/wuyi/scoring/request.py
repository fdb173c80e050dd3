"""A question about one win, as `wuyi score --jsonl` and the server's calculator read it, and its answer.

What a request says must be possible: tiles that exist, and circumstances that go together. What
is not is refused with `RequestError`, which names the field.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from wuyi.errors import NotationError, WuyiError
from wuyi.hand.hand import Hand
from wuyi.hand.meld import scan_meld
from wuyi.hand.notation import Census, check_count
from wuyi.hand.text import scan_tiles
from wuyi.hand.tile import NAMES, Tile
from wuyi.hand.wait import waits
from wuyi.rules import Ruleset
from wuyi.scoring.context import Question, Winning
from wuyi.scoring.payment import Payments, payments, pays_all
from wuyi.scoring.score import Refusal, Score, judge

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Text = Annotated[str, msgspec.Meta(max_length=200)]

MELDS: Final = 4
CAISHEN_IN_PLAY: Final = 3


class RequestError(WuyiError, ValueError):
    """A request that says what cannot be; `where` names the field, and the character in it if known.

    reason: one of `hand.notation`, or of what goes together

    too_many_caishen     with those flown more than three (1.4)
    flown_without        a 飘 leaves a caishen in the hand (5.3)
    draw_only            a circumstance of a drawn tile alone
    discard_only         a circumstance of a discard alone
    no_kong              a win after a kong, with no kong among the melds
    own_discard          the winner's own
    liable_unclaimed     claimed from three times, with fewer melds claimed (6.5)
    heavenly_not_dealer, heavenly_not_dealt, earthly_dealer, earthly_not_first   no such 天胡, 地胡 (5)
    """

    reason = "bad_request"

    def __init__(self, message: str, where: str, reason: str = "bad_request") -> None:
        super().__init__(f"{where}: {message}")
        self.message = message
        self.where = where
        self.reason = reason


class WaitingRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Thirteen tiles, and what would go with the fourteenth.

    hand: the concealed ones. after_kong: a kong stands in the unbroken chain before the win. flown: the 飘 in
    it (RULES.md 5.3).
    """

    hand: Text
    caishen: Text
    melds: Annotated[tuple[Text, ...], msgspec.Meta(max_length=MELDS)] = ()
    after_kong: bool = False
    kong_discard: bool = False
    last_tile: bool = False
    flown: Annotated[int, msgspec.Meta(ge=0, le=CAISHEN_IN_PLAY)] = 0
    rules: Ruleset = Ruleset()


class ScoreRequest(WaitingRequest, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`hand` is the concealed tiles without the winning one, `tile`. Seats count anticlockwise.

    discarder: who discarded or was robbed. liable: who was claimed three times; pays all where 6.5 says so.
    """

    tile: Text
    way: Literal["draw", "discard", "rob"] = "draw"
    heavenly: bool = False
    earthly: bool = False
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


class Completion(msgspec.Struct, frozen=True):
    """A kind that would complete thirteen tiles (4.7), and what that would be worth.

    left: how many of it are not in this hand. drawn, discarded: the fan of a win by oneself and by another;
    None where that may not win, and then the id of why stands in drawn_reason, discarded_reason.
    """

    tile: str
    left: int
    drawn: int | None
    discarded: int | None
    drawn_reason: str | None
    discarded_reason: str | None


def judge_request(request: ScoreRequest) -> Verdict:
    """Read and judge a request; raises `RequestError`."""
    caishen = read_tile("caishen", request.caishen)
    tile = read_tile("tile", request.tile)
    census = Census(caishen)
    hand = _read(request, caishen, census)
    _count_one(census, tile, request.tile)
    for field, impossible, reason in _impossible(request, hand, tile):
        raise RequestError(impossible, field, reason)
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


def answer(request: ScoreRequest) -> dict[str, Any]:
    """The answer to a request, ready for JSON; raises `RequestError`."""
    return answer_verdict(judge_request(request))


def answer_verdict(verdict: Verdict) -> dict[str, Any]:
    """What `answer` says, of a request judged already."""
    score = verdict.score
    waiting = [NAMES[tile] for tile in score.waits]
    if isinstance(score, Refusal):
        return {"win": False, "reason": score.reason, "waits": waiting}
    return {
        "win": True,
        "fan": score.fan,
        "fans": score.fans,
        "base": score.base,
        "waits": waiting,
        "payments": verdict.payments,
    }


def complete(request: WaitingRequest) -> tuple[Completion, ...]:
    """What thirteen tiles wait for and what each would be worth, in order of kind; raises `RequestError`.

    The circumstances of a draw go with the drawn tile, those of a discard with the discarded one.
    """
    caishen = read_tile("caishen", request.caishen)
    hand = _read(request, caishen, Census(caishen))
    for field, impossible, reason in _impossible_alike(request, hand, hand.wilds):
        raise RequestError(impossible, field, reason)
    drawn = Winning(
        way="draw", kongs=int(request.after_kong), flown=request.flown, last_tile=request.last_tile
    )
    discarded = Winning(way="discard", kong_discard=request.kong_discard)
    return tuple(
        [_completion(hand, tile, drawn, discarded, request.rules) for tile in waits(hand, request.rules)]
    )


def _completion(hand: Hand, tile: Tile, drawn: Winning, discarded: Winning, rules: Ruleset) -> Completion:
    by_draw, by_discard = judge(hand, tile, drawn, rules), judge(hand, tile, discarded, rules)
    held = hand.counts[tile] + sum([meld.tiles.count(tile) for meld in hand.melds])
    return Completion(
        tile=NAMES[tile],
        left=4 - held,
        drawn=None if isinstance(by_draw, Refusal) else by_draw.fan,
        discarded=None if isinstance(by_discard, Refusal) else by_discard.fan,
        drawn_reason=by_draw.reason if isinstance(by_draw, Refusal) else None,
        discarded_reason=by_discard.reason if isinstance(by_discard, Refusal) else None,
    )


def _read(request: WaitingRequest, caishen: Tile, census: Census) -> Hand:
    """The thirteen tiles, all of which can exist together."""
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
    except NotationError as error:
        raise _at(field, error) from None
    return Hand(concealed, melds, caishen=caishen)


def _count_one(census: Census, tile: Tile, text: str) -> None:
    try:
        census.count([(tile, 0)], text)
    except NotationError as error:
        raise _at("tile", error) from None


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


Impossible = tuple[str, str, str]
"""A field whose circumstance cannot be, why in words, and the id of why."""


def _impossible_alike(request: WaitingRequest, hand: Hand, wilds: int) -> Iterator[Impossible]:
    """What cannot be, whatever the winning tile and its way. wilds: the caishen held."""
    if request.after_kong and not any(meld.kind.endswith("kong") for meld in hand.melds):
        yield "after_kong", "there is no kong among the melds", "no_kong"
    if request.flown + wilds > CAISHEN_IN_PLAY:
        yield "flown", "with those held, more than the three caishen in play (1.4)", "too_many_caishen"
    if request.flown and not hand.wilds:
        yield "flown", "a 飘 leaves a caishen in the hand (5.3)", "flown_without"


def _impossible(request: ScoreRequest, hand: Hand, tile: Tile) -> Iterator[Impossible]:
    """Fields whose circumstances cannot be."""
    drawn = request.way == "draw"
    if drawn and request.discarder is not None:
        yield "discarder", "a drawn tile has no discarder", "discard_only"
    if request.discarder == request.winner:
        yield "discarder", "nobody wins off their own discard", "own_discard"
    if request.liable == request.winner:
        yield "liable", "nobody is claimed from by themselves", "own_discard"
    if request.liable is not None and sum(meld.claimed for meld in hand.melds) < 3:
        yield "liable", "claimed from three times, with fewer melds claimed (6.5)", "liable_unclaimed"
    for field in ("after_kong", "last_tile", "heavenly", "flown"):
        if getattr(request, field) and not drawn:
            yield field, "goes with a drawn tile alone", "draw_only"
    for field in ("kong_discard", "earthly"):
        if getattr(request, field) and request.way != "discard":
            yield field, "goes with a discard alone", "discard_only"
    yield from _impossible_alike(request, hand, hand.wilds + (tile == hand.caishen))
    if request.heavenly:
        if request.winner != request.dealer:
            yield "heavenly", "天胡 is the dealer's (5)", "heavenly_not_dealer"
        if hand.melds or request.flown or request.last_tile:
            yield "heavenly", "天胡 is won with the tiles as dealt (5)", "heavenly_not_dealt"
    if request.earthly:
        if request.winner == request.dealer:
            yield "earthly", "地胡 is won off the dealer (5)", "earthly_dealer"
        if request.discarder not in (None, request.dealer):
            yield "earthly", "地胡 is won off the dealer's first discard (5)", "earthly_not_first"
        if hand.melds:
            yield "earthly", "no melds are made before the first discard", "earthly_not_first"
