"""The slow judge: Wuyi hands by plain recursion, written from the text of the rules alone.

It shares no line with `wuyi.hand` and `wuyi.scoring`; the tests hold the two against each other.
It is meant to be obviously right rather than fast: every 白 is read either way, every arrangement
is laid out tile by tile, every reading is priced, and the dearest is kept. Numbers in brackets are
the rules' (docs/rules.md).

`answer(request)` takes a request of `wuyi score --jsonl` and gives its answer; `judge(question)` gives
every list of fans that is worth as much as the dearest, for readings may tie.

Where the rules' text leaves a choice, this judge takes these; (g) marks those a golden row settles:

- 暴头 goes with a reading, not with a hand: the drawn tile and the lone caishen are its pair. The
  same hand read with the drawn tile elsewhere has 自摸 instead (g: `222p3567s` + `4s` with two chows
  is dearer as 一条龙 自摸 than as 暴头). The same holds for what 4.6 says of the suit.
- Under 天胡 there was no draw, so no 爆头 and no waits: all fourteen tiles count for the suit (as 5.4 says).
- 七对 without a caishen counts as 爆头 when it robs a kong too (g), beside 拉杠.
- 全求人 takes a robbed kong too: its last tile is from another (5.6), and 5.2 names robbing as little.
- A refusal names the first that holds: not complete, 4.5, 爆头 (4.6), several waits (4.8), 4.9.
- 4.9 is asked of the fans' sum before `fan_cap`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

# Tiles: 0..8 = 1m..9m, 9..17 = 1p..9p, 18..26 = 1s..9s, 27..33 = 1z..7z.
SUITS = "mpsz"
HONOURS = range(27, 34)
WHITE = 31
WILD = 34
"""A caishen, where a tile is read."""

RULES: Mapping[str, Any] = {
    "half_flush_required": True,
    "min_fan": 3,
    "white_as_itself": True,
    "wait_fans_stack": True,
    "kongs_stack": False,
    "fan_cap": None,
}
"""The options of section 8 that bear on a hand, with their defaults."""

Fans = tuple[tuple[str, int], ...]


class Meld(NamedTuple):
    kind: str  # "run", "triplet" or "kong"
    tiles: tuple[int, ...]  # as they lie on the table
    claimed: bool  # all but a concealed kong


class Question(NamedTuple):
    """A request, read. `hand` is the concealed tiles without the winning one, `tile`.

    Beside `after_kong` a request may name how many `kongs` there were in a row (8, kongs_stack).
    """

    hand: tuple[int, ...]
    tile: int
    caishen: int
    melds: tuple[Meld, ...]
    way: str  # "draw", "discard" or "rob"
    kongs: int  # in the unbroken chain before the draw
    flown: int
    kong_discard: bool
    last_tile: bool
    heavenly: bool
    earthly: bool
    rules: Mapping[str, Any]


# --- text (10) ---------------------------------------------------------------------------------


def tiles_of(text: str) -> tuple[int, ...]:
    """The tiles of `123m11z`."""
    tiles: list[int] = []
    ranks: list[int] = []
    for letter in text:
        if letter.isdigit():
            ranks.append(int(letter))
        else:
            tiles += [SUITS.index(letter) * 9 + rank - 1 for rank in ranks]
            ranks = []
    assert not ranks, text
    return tuple(tiles)


def name(tile: int) -> str:
    return f"{tile % 9 + 1}{SUITS[tile // 9]}"


def meld_of(text: str) -> Meld:
    """A meld in brackets: a chow is the one whose tiles are not all alike."""
    tiles = tiles_of(text[1:-1])
    if len(set(tiles)) > 1:
        return Meld("run", tiles, True)
    return Meld("kong" if len(tiles) == 4 else "triplet", tiles, text[0] == "[")


def question_of(request: Mapping[str, Any]) -> Question:
    return Question(
        hand=tiles_of(request["hand"]),
        tile=tiles_of(request["tile"])[0],
        caishen=tiles_of(request["caishen"])[0],
        melds=tuple(meld_of(text) for text in request.get("melds", ())),
        way=request.get("way", "draw"),
        kongs=request.get("kongs", int(request.get("after_kong", False))),
        flown=request.get("flown", 0),
        kong_discard=request.get("kong_discard", False),
        last_tile=request.get("last_tile", False),
        heavenly=request.get("heavenly", False),
        earthly=request.get("earthly", False),
        rules={**RULES, **request.get("rules", {})},
    )


# --- every way to read the 白 (2.3) ------------------------------------------------------------


class Look(NamedTuple):
    """The tiles with each 白 read one way: as itself or as the turned tile."""

    hand: tuple[int, ...]  # the natural concealed tiles before winning, sorted
    wilds: int  # the caishen among the concealed tiles before winning
    tile: int  # the winning tile, WILD for a caishen
    melds: tuple[tuple[int, ...], ...]  # each as it is read, in order
    white_is_itself: bool  # whether any 白 is


def looks(question: Question) -> Iterator[Look]:
    turned = question.caishen
    plain = tuple(tile for tile in question.hand if tile not in (turned, WHITE))
    wilds = question.hand.count(turned)
    whites = 0 if turned == WHITE else question.hand.count(WHITE)
    for standing in range(whites + 1):
        hand = tuple(sorted(plain + (turned,) * standing + (WHITE,) * (whites - standing)))
        for tile in looks_of_tile(question.tile, turned):
            for melds in product(*(looks_of_meld(meld, turned) for meld in question.melds)):
                read = [*hand, tile, *(tile for meld in melds for tile in meld)]
                yield Look(hand, wilds, tile, melds, WHITE in read)


def looks_of_tile(tile: int, turned: int) -> tuple[int, ...]:
    if tile == turned:
        return (WILD,)
    return (WHITE, turned) if tile == WHITE else (tile,)


def looks_of_meld(meld: Meld, turned: int) -> list[tuple[int, ...]]:
    """The 白 of a chow is the turned tile; a pung or kong of 白 is whole either way."""
    standing = tuple(sorted(turned if tile == WHITE else tile for tile in meld.tiles))
    if meld.kind != "run" and WHITE in meld.tiles:
        return [meld.tiles, standing]
    return [standing]


def natural_tiles(look: Look, *, drawn_counts: bool = True) -> list[int]:
    """All natural tiles, melds included, with or without the winning one (4.6)."""
    tiles = [*look.hand, *(tile for meld in look.melds for tile in meld)]
    if drawn_counts and look.tile != WILD:
        tiles.append(look.tile)
    return tiles


def concealed(look: Look) -> tuple[tuple[int, ...], int]:
    """The natural concealed tiles after winning, sorted, and the number of caishen beside them."""
    if look.tile == WILD:
        return look.hand, look.wilds + 1
    return tuple(sorted((*look.hand, look.tile))), look.wilds


# --- every arrangement (4.1) -------------------------------------------------------------------


class Group(NamedTuple):
    kind: str  # "run", "triplet" or "pair"
    tile: int  # the lowest tile of a run, the tile of a triplet or pair; WILD if all are caishen
    wilds: int  # the caishen in it


Arrangement = tuple[Group, ...]


@lru_cache(maxsize=1 << 17)
def arrangements(tiles: tuple[int, ...], wilds: int, melds: int, pairs: int) -> frozenset[Arrangement]:
    """All ways to lay sorted natural tiles and caishen out as exactly so many melds and pairs.

    Take the lowest tile and try every group it can belong to, a caishen in any other place.
    """
    if melds < 0 or pairs < 0 or len(tiles) + wilds != 3 * melds + 2 * pairs:
        return frozenset()
    if not tiles:
        return frozenset([(Group("triplet", WILD, 3),) * melds + (Group("pair", WILD, 2),) * pairs])
    found = set()
    for group, left in groups_of_lowest(tiles):
        if group.wilds > wilds:
            continue
        pair = group.kind == "pair"
        for others in arrangements(left, wilds - group.wilds, melds - (not pair), pairs - pair):
            found.add(tuple(sorted((group, *others))))
    return frozenset(found)


def groups_of_lowest(tiles: tuple[int, ...]) -> Iterator[tuple[Group, tuple[int, ...]]]:
    """The groups the lowest tile can belong to, each with the tiles it leaves."""
    lowest = tiles[0]
    alike = tiles.count(lowest)
    for used in range(1, min(alike, 2) + 1):
        yield Group("pair", lowest, 2 - used), tiles[used:]
    for used in range(1, min(alike, 3) + 1):
        yield Group("triplet", lowest, 3 - used), tiles[used:]
    for start in (lowest - 2, lowest - 1, lowest):
        run = range(start, start + 3)
        if lowest in HONOURS or start < 0 or run[0] // 9 != run[2] // 9:
            continue
        at_hand = [tile for tile in run if tile != lowest and tile in tiles]
        for used in range(len(at_hand) + 1):  # a place may take a caishen even where its tile is at hand
            for others in combinations(at_hand, used):
                left = list(tiles[1:])
                for tile in others:
                    left.remove(tile)
                yield Group("run", start, 2 - used), tuple(left)


# --- readings: patterns (4) and their fans (5) -------------------------------------------------


class Reading(NamedTuple):
    fans: Fans  # of pattern and suit
    half_flush: bool = True  # meets 4.5, or is not bound by it
    baotou: bool = False  # 4.6 and 5.2
    dandiao: bool = False


def readings(question: Question) -> Iterator[Reading]:
    """Every reading of the fourteen tiles that may win if the tile is drawn, fan put aside."""
    for reading in complete_readings(question):
        if reading.half_flush or not question.rules["half_flush_required"]:
            yield reading


def complete_readings(question: Question) -> Iterator[Reading]:
    """Every reading that is a pattern of 4.1 to 4.4; 4.5 is not asked."""
    for look in looks(question):
        yield from all_honours(look)
        yield from unconnected(look)
        for reading in [*seven_pairs(look, question), *regular(look, question)]:
            # 8, white_as_itself: if false, a 白 is only the turned tile except in 十三不靠 and 字一色.
            allowed = question.rules["white_as_itself"] or not look.white_is_itself
            if allowed or ("ziyise", 10) in reading.fans:
                yield reading


def all_honours(look: Look) -> Iterator[Reading]:
    """乱风 (4.4)."""
    if all(tile in HONOURS for tile in natural_tiles(look)):
        yield Reading((("ziyise_luan", 6),))


def unconnected(look: Look) -> Iterator[Reading]:
    """十三不靠 (4.3). The places are 9 in the suits and 7 honours, so a caishen always finds one."""
    tiles, _ = concealed(look)
    if look.melds or len(set(tiles)) < len(tiles):
        return
    classes = {(suit, tile % 3) for tile in tiles for suit in suits_of([tile])}
    if len(classes) > len(suits_of(tiles)):
        return
    fans = [("dakao", 3) if len({which for _, which in classes}) <= 1 else ("xiaokao", 2)]
    if set(HONOURS) <= set(tiles):
        fans.append(("qifeng", 1))
    yield Reading(tuple(fans))


def seven_pairs(look: Look, question: Question) -> Iterator[Reading]:
    """七对 (4.2), its 爆头 (4.6, 5.2)."""
    tiles, wilds = concealed(look)
    if look.melds or singles(tiles) > wilds:
        return
    lone_caishen = singles(look.hand) < look.wilds and not question.heavenly
    counted = natural_tiles(look, drawn_counts=not lone_caishen)
    fans = suit_fans(counted, [("duiduihu", 2)])
    no_caishen = wilds == 0 and not question.heavenly
    yield Reading(fans, baotou=lone_caishen or no_caishen)


def singles(tiles: Sequence[int]) -> int:
    """How many tiles are left when all pairs are taken out."""
    return sum(tiles.count(tile) % 2 for tile in set(tiles))


def regular(look: Look, question: Question) -> Iterator[Reading]:
    """Four melds and a pair (4.1), its 爆头 (4.6) and 单吊."""
    tiles, wilds = concealed(look)
    laid = [Group("triplet" if meld[0] == meld[1] else "run", meld[0], 0) for meld in look.melds]
    for arrangement in arrangements(tiles, wilds, 4 - len(laid), 1):
        melds = [*laid, *(group for group in arrangement if group.kind != "pair")]
        pair = next(group for group in arrangement if group.kind == "pair")
        if look.tile == WILD:
            drawn_in_pair, partner_is_caishen = pair.wilds >= 1, pair.wilds == 2
        else:
            drawn_in_pair, partner_is_caishen = pair.tile == look.tile, pair.wilds == 1
        baotou = drawn_in_pair and partner_is_caishen and not question.heavenly
        counted = natural_tiles(look, drawn_counts=not baotou)

        shape = [("pengpenghu", 2)] if all(group.kind == "triplet" for group in melds) else []
        fans = suit_fans(counted, shape)
        natural_runs = {group.tile for group in melds if group.kind == "run" and group.wilds == 0}
        if any({start, start + 3, start + 6} <= natural_runs for start in (0, 9, 18)):
            fans += (("yitiaolong", 2),)
        yield Reading(
            fans or (("pinghu", 0),),
            half_flush=len(suits_of(counted)) <= 1,
            baotou=baotou,
            dandiao=drawn_in_pair and not partner_is_caishen,
        )


def suits_of(tiles: Iterable[int]) -> set[int]:
    return {tile // 9 for tile in tiles if tile not in HONOURS}


def suit_fans(tiles: Sequence[int], shape: list[tuple[str, int]]) -> Fans:
    """The fans of the shape and of the suit; 字一色 stands instead of both."""
    suits = suits_of(tiles)
    if not suits:
        return (("ziyise", 10),)
    if len(suits) > 1:
        return tuple(shape)
    honours = any(tile in HONOURS for tile in tiles)
    return (*shape, ("hunyise", 2) if honours else ("qingyise", 3))


# --- fans of the way of winning and of the wait (5) --------------------------------------------


def way_fans(question: Question, reading: Reading) -> Fans:
    if question.way == "draw":
        return (("tianhu", 3),) if question.heavenly else draw_fans(question, reading)
    said = {
        ("baotou", 2): reading.baotou,
        ("lagang", 2): question.way == "rob",
        ("gangchong", 2): question.kong_discard,
        ("dihu", 2): question.earthly,
    }
    return tuple(fan for fan, holds in said.items() if holds)


def draw_fans(question: Question, reading: Reading) -> Fans:
    """The line of 5.1: 1 + 1 if 爆头 + 1 a kong + 1 a 飘 + 1 if 海底, under the names of section 5."""
    kongs = question.kongs if question.rules["kongs_stack"] else min(question.kongs, 1)
    flown = question.flown if reading.baotou else 0
    last = int(question.last_tile)
    if kongs:
        first = ("gangbao", 2 + kongs) if reading.baotou else ("gangkai", 1 + kongs)
    elif reading.baotou:
        first = ("baotou", 2)
    elif last:
        first, last = ("haidilao", 2), 0
    else:
        first = ("zimo", 1)
    return (first, *([("caipiao", flown)] if flown else []), *([("haidilao", 1)] if last else []))


def wait_fans(question: Question, reading: Reading, waits: Sequence[int]) -> Fans:
    if question.heavenly or reading.baotou:  # 5.4, 5.2 and 5.5
        return ()
    all_claimed = len(question.melds) == 4 and all(meld.claimed for meld in question.melds)
    said = {
        ("duting", 1): len(waits) == 1,
        ("dandiao", 1): reading.dandiao,
        ("quanqiuren", 1): all_claimed and question.way != "draw",
    }
    fans = tuple(fan for fan, holds in said.items() if holds)
    return fans if question.rules["wait_fans_stack"] else fans[-1:]


# --- questions asked of a hand before the draw -------------------------------------------------


def completes(question: Question, tile: int) -> bool:
    """Whether `tile`, drawn by the hand before winning, could win, fan put aside."""
    drawn = question._replace(tile=tile, way="draw", heavenly=False)
    return next(readings(drawn), None) is not None


def waits_of(question: Question) -> tuple[int, ...]:
    """The wait (4.7)."""
    held = [*question.hand, *(tile for meld in question.melds for tile in meld.tiles)]
    kinds = (tile for tile in range(34) if tile != question.caishen and held.count(tile) < 4)
    return tuple(tile for tile in kinds if completes(question, tile))


def is_waiting(question: Question) -> bool:
    """Whether one more tile could win: a caishen serves wherever any tile does."""
    return completes(question, question.caishen)


def distance(question: Question, most: int) -> int:
    """How many tiles the hand before winning lacks, by breadth: 1 if it waits; `most` if no less.

    A hand lacks one more than another if exchanging some tile of it for a caishen gives that other.
    """
    natural = [tile for tile in question.hand if tile != question.caishen]
    for exchanged in range(most - 1):
        for out in set(combinations(natural, exchanged)):
            hand = list(question.hand) + [question.caishen] * exchanged
            for tile in out:
                hand.remove(tile)
            if is_waiting(question._replace(hand=tuple(hand))):
                return exchanged + 1
    return most


def is_baotou(question: Question) -> bool:
    """爆头 (4.6): a caishen drawn makes a pair with the lone one."""
    drawn = question._replace(tile=question.caishen, way="draw", heavenly=False)
    return any(reading.baotou for reading in readings(drawn))


# --- the answer --------------------------------------------------------------------------------


class Verdict(NamedTuple):
    waits: tuple[int, ...]
    reason: str | None  # why the hand may not win
    dearest: list[Fans]  # the fans of every reading that is worth most; empty if none may win

    @property
    def worth(self) -> int:
        return worth(self.dearest[0])


def worth(fans: Fans) -> int:
    return sum(value for _, value in fans)


def judge(question: Question) -> Verdict:
    waits = () if question.heavenly else waits_of(question)
    dearest = dearest_fans(question, waits)
    if next(complete_readings(question), None) is None:
        reason = "not_complete"
    elif not dearest:
        reason = "not_half_flush"
    elif question.way != "draw" and is_baotou(question):
        reason = "baotou_must_draw"
    elif question.way != "draw" and len(waits) != 1:
        reason = "many_waits_must_draw"
    elif worth(dearest[0]) < question.rules["min_fan"]:
        reason = "too_few_fan"
    else:
        reason = None
    return Verdict(waits, reason, dearest)


def dearest_fans(question: Question, waits: Sequence[int]) -> list[Fans]:
    owned = (*question.hand, question.tile).count(question.caishen)
    three = (("sancaishen", 1),) if owned == 3 else ()
    priced = {
        (*reading.fans, *way_fans(question, reading), *wait_fans(question, reading, waits), *three)
        for reading in readings(question)
    }
    most = max(map(worth, priced), default=0)
    return sorted(fans for fans in priced if worth(fans) == most)


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of `wuyi score --jsonl` to a request that can be read."""
    question = question_of(request)
    verdict = judge(question)
    waits = [name(tile) for tile in verdict.waits]
    if verdict.reason is not None:
        return {"win": False, "reason": verdict.reason, "waits": waits}
    cap = question.rules["fan_cap"]
    fan = verdict.worth if cap is None else min(verdict.worth, cap)
    fans = verdict.dearest[0]
    return {
        "win": True,
        "fan": fan,
        "fans": [list(each) for each in fans],
        "base": 2**fan,
        "waits": waits,
        "payments": payments(request, 2**fan, fans),
    }


def payments(request: Mapping[str, Any], base: int, fans: Fans) -> list[int]:
    """What each seat gains (6)."""
    winner, dealer = request.get("winner", 0), request.get("dealer", 0)
    discarder, liable = request.get("discarder"), request.get("liable")
    losses = {seat: base for seat in range(4) if seat != winner}
    for seat in losses:
        if seat == dealer:
            losses[seat] *= 2
        if seat == discarder:
            losses[seat] *= 2
        if winner == dealer and discarder is None:
            losses[seat] *= 2
    total = sum(losses.values())
    if liable is not None and {"qingyise", "ziyise", "ziyise_luan"} & {fan for fan, _ in fans}:
        losses = {liable: total}
    return [total if seat == winner else -losses.get(seat, 0) for seat in range(4)]
