"""May this hand win, and what is it worth: the twin of `wuyi.scoring.find` and `wuyi.scoring.score`.

A reading is an entry of `prices`: a number for its pattern, and a number for the way it is won and waited
for. The readings come in the order of `find_readings`, and of those alike in worth the first counts.
"""

from typing import Final

from wuyi.hand.hand import ALL_HONOURS
from wuyi.hand.tile import KINDS, WHITE
from wuyi.simulate.fast.complete import (
    is_baotou,
    is_regular,
    missing,
    missing_triplets,
    paired,
)
from wuyi.simulate.fast.hands import (
    POWERS,
    Face,
    allowed,
    claimed_all,
    face_at,
    faces,
    half_flush,
    holds,
    read,
    without,
)
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.prices import (
    AFTER_KONG,
    BAOTOU,
    BY_DRAW,
    BY_KONG_BITS,
    CLAIMED,
    FLOWN,
    FLOWN_AT,
    FLOWN_BIT,
    HEAVENLY,
    KONGS_AT,
    ONE_THIRD,
    ONE_WAIT,
    PAIRS,
    REGULAR,
    SEVEN_HONOURS,
    SINGLE,
    STRAIGHT,
    SUITS_AT,
    THREE_CAISHEN,
    TRIPLETS,
    UNCONNECTED,
    WAY_ENTRIES,
    WINDS,
)
from wuyi.simulate.fast.rows import NO_CAP, THIRDS
from wuyi.simulate.fast.wait import waits_on_one

REFUSALS: Final = (
    "not_complete",
    "not_half_flush",
    "baotou_must_draw",
    "many_waits_must_draw",
    "too_few_fan",
)
"""The reasons of `wuyi.scoring.score.Refusal`; the verdict of the n-th is -1 - n."""
NOT_COMPLETE, NOT_HALF_FLUSH, BAOTOU_MUST_DRAW, MANY_WAITS_MUST_DRAW, TOO_FEW_FAN = (-1 - n for n in range(5))

Best = tuple[int, int]
"""The dearest reading so far: the sum of its fans, -1 before the first, and the set of them."""

ALL_RANKS: Final[int] = sum(5**rank for rank in range(9))
"""The key of one tile of each rank."""
SEVEN: Final[int] = sum(5**rank for rank in range(7))
"""The key of one of each honour."""
RUN: Final = 31
"""What the run 123 takes from a key; times a power of five, of another."""


@kernel
def judge(hand: Row, tile: int, way: int, rules: Row, book: Row) -> Best:
    """The fan of thirteen tiles and the winning one in the dearest reading, and the set of its fans.

    A verdict below 0 instead of the fan says why it may not win (`REFUSALS`).
    way: see `prices.way_entry`.
    """
    drawn = way & 3 == BY_DRAW
    one_wait = not way & HEAVENLY and waits_on_one(hand, rules, book)
    entry = way | ONE_WAIT * one_wait | CLAIMED * claimed_all(hand)
    best = dearest(hand, tile, entry, rules, book)
    if best[0] < 0 and (drawn or not is_baotou(hand, rules, book)):
        return NOT_HALF_FLUSH if is_regular(hand, tile, book, rules) else NOT_COMPLETE, 0
    if not drawn and not one_wait:
        return BAOTOU_MUST_DRAW if is_baotou(hand, rules, book) else MANY_WAITS_MUST_DRAW, 0
    if best[0] < rules.min_fan:
        return TOO_FEW_FAN, 0
    if rules.fan_cap != NO_CAP and best[0] > rules.fan_cap:
        return int(rules.fan_cap), best[1]
    return best


@kernel
def dearest(hand: Row, tile: int, entry: int, rules: Row, book: Row) -> Best:
    """The dearest of all readings."""
    wild = tile == hand.caishen
    wilds = hand.wilds + wild
    common = THREE_CAISHEN if wilds == 3 else 0
    lone_caishen = hand.wilds > 0 and entry & 3 == BY_DRAW and not entry & HEAVENLY
    best = whole(-1), whole(0)
    for index in range(faces(hand)):
        before = face_at(hand, index)
        if lone_caishen:
            best = of_baotou(hand, before, common, entry, best, rules, book)
        if wild:
            best = of_face(hand, before, before, -1, common, entry, best, rules, book)
        elif tile == WHITE:
            for as_read in (whole(hand.caishen), whole(WHITE)):
                face = read(before, as_read)
                best = of_face(hand, before, face, as_read, common, entry, best, rules, book)
        else:
            best = of_face(hand, before, read(before, tile), tile, common, entry, best, rules, book)
    return best


@kernel
def dearer(best: Best, pattern: int, entry: int, rules: Row, book: Row) -> Best:
    """The dearer of the best reading so far and this one."""
    stack = 1 if rules.wait_fans_stack else 0
    at = entry & (WAY_ENTRIES - 1)
    fans = book.pattern_ids[pattern] | book.way_ids[stack, at]
    worth = whole(book.pattern_fan[pattern]) + whole(book.way_fan[stack, at])
    # One kong and one 飘 are priced in.
    if entry & AFTER_KONG and rules.kongs_stack and fans & BY_KONG_BITS:
        worth += (entry >> KONGS_AT & 15) - 1
    if entry & FLOWN and fans & FLOWN_BIT:
        worth += (entry >> FLOWN_AT) - 1
    if worth > best[0]:
        return worth, int(fans)
    return best


@kernel
def of_baotou(hand: Row, before: Face, common: int, entry: int, best: Best, rules: Row, book: Row) -> Best:
    """With the readings in which the drawn tile makes the pair with a lone caishen (4.6)."""
    if not allowed(before, rules):
        return best
    suits, left, wilds = before[4], whole(hand.left), whole(hand.wilds)
    facts = common | suits << SUITS_AT
    entry |= BAOTOU
    if left == 4 and paired(before, book) & 15 >= 7 - wilds:
        best = dearer(best, facts | PAIRS, entry, rules, book)
    flush = half_flush(suits) or not rules.half_flush_required
    if flush and missing(before, left, 0, book) < wilds:
        triplets = not hand.chows and missing_triplets(before, left, 0, book) < wilds
        straight = may_be_straight(hand, before) and is_straight(hand, before, wilds - 1, 0, book)
        if triplets:
            best = dearer(best, facts | REGULAR | TRIPLETS, entry, rules, book)
        if straight:
            best = dearer(best, facts | REGULAR | STRAIGHT, entry, rules, book)
        if not (triplets or straight):
            best = dearer(best, facts | REGULAR, entry, rules, book)
    return best


@kernel
def of_face(
    hand: Row,
    before: Face,
    face: Face,
    as_read: int,
    common: int,
    entry: int,
    best: Best,
    rules: Row,
    book: Row,
) -> Best:
    """With the readings of the fourteen tiles of `face`.

    before: without the winning tile. as_read: what that is read as, -1 for a caishen.
    """
    wilds = hand.wilds + (as_read < 0)
    suits, left = face[4], whole(hand.left)
    facts = common | suits << SUITS_AT
    number = paired(face, book)
    if left == 4:
        best = of_scattered(face, number, facts, wilds, entry, best, rules, book)
    if suits == ALL_HONOURS:
        best = dearer(best, facts | WINDS, entry, rules, book)
    flush = half_flush(suits) or not rules.half_flush_required
    if flush and allowed(face, rules) and missing(face, left, 1, book) <= wilds:
        best = of_regular(hand, before, face, as_read, number, facts, entry, best, book, rules)
    return best


@kernel
def of_scattered(
    face: Face, number: int, facts: int, wilds: int, entry: int, best: Best, rules: Row, book: Row
) -> Best:
    """With the readings of fourteen concealed tiles as 十三不靠 and as 七对. `number`: see `paired`."""
    m, p, s, z, _, _ = face
    if number >> 4 >= 14 - wilds:
        pattern = facts | UNCONNECTED
        thirds = book.suits[m, THIRDS] | book.suits[p, THIRDS] | book.suits[s, THIRDS]
        if (thirds & 3 > 0) + (thirds & 12 > 0) + (thirds & 48 > 0) <= 1:
            pattern |= ONE_THIRD
        if z == SEVEN:
            pattern |= SEVEN_HONOURS
        best = dearer(best, pattern, entry, rules, book)
    if number & 15 >= 7 - wilds and allowed(face, rules):
        natural = wilds == 0 and not entry & HEAVENLY
        best = dearer(best, facts | PAIRS, entry | BAOTOU * natural, rules, book)
    return best


@kernel
def of_regular(
    hand: Row,
    before: Face,
    face: Face,
    as_read: int,
    number: int,
    facts: int,
    entry: int,
    best: Best,
    book: Row,
    rules: Row,
) -> Best:
    """With the readings of fourteen tiles that are four melds and a pair."""
    left = whole(hand.left)
    wilds = hand.wilds + (as_read < 0)
    pattern = facts | REGULAR
    held = as_read < 0 or hand.counts[WHITE if as_read == hand.caishen else as_read] > 0
    may_be_single = held and single(hand, before, as_read, REGULAR, book)
    plain = True
    # A triplet or pair that holds no natural pair takes a caishen at the least.
    if not hand.chows and number & 15 > left - wilds and missing_triplets(face, left, 1, book) <= wilds:
        of_triplets = may_be_single and single(hand, before, as_read, TRIPLETS, book)
        best = dearer(best, pattern | TRIPLETS, entry | SINGLE * of_triplets, rules, book)
        plain = not of_triplets and may_be_single
    if may_be_straight(hand, face) and is_straight(hand, face, wilds, 1, book):
        of_straight = may_be_single and single(hand, before, as_read, STRAIGHT, book)
        best = dearer(best, pattern | STRAIGHT, entry | SINGLE * of_straight, rules, book)
        plain = not of_straight and may_be_single
    if plain:
        best = dearer(best, pattern, entry | SINGLE * may_be_single, rules, book)
    return best


@kernel
def single(hand: Row, before: Face, as_read: int, shape: int, book: Row) -> bool:
    """Whether the winning tile pairs a lone one, and the rest are four melds (单吊), of this shape.

    as_read: what the winning tile is read as, -1 for a caishen, which goes with any.
    shape: `REGULAR` for any, or `TRIPLETS`, or `STRAIGHT`.
    """
    left, wilds = whole(hand.left), whole(hand.wilds)
    first, last = (0, KINDS) if as_read < 0 else (as_read, as_read + 1)
    for lone in range(first, last):
        if holds(before, lone):
            rest = without(before, lone)
            if missing(rest, left, 0, book) <= wilds and (
                shape == REGULAR
                or (shape == TRIPLETS and missing_triplets(rest, left, 0, book) <= wilds)
                or (shape == STRAIGHT and is_straight(hand, rest, wilds, 0, book))
            ):
                return True
    return False


@kernel
def may_be_straight(hand: Row, face: Face) -> bool:
    """A quick look that says no to most: chows to help, or a suit with as much as one tile of each rank."""
    return hand.chows > 0 or face[0] >= ALL_RANKS or face[1] >= ALL_RANKS or face[2] >= ALL_RANKS


@kernel
def is_straight(hand: Row, face: Face, wilds: int, pair: int, book: Row) -> bool:
    """Whether the concealed tiles and the chows laid hold a straight, and the rest is all in groups."""
    for suit in range(3):
        key = face[0] if suit == 0 else face[1] if suit == 1 else face[2]
        melds = int(hand.left)
        straight = True
        for start in range(0, 9, 3):
            if not hand.chows >> (9 * suit + start) & 1:
                power = POWERS[start]
                part = key // power
                if not (part % 5 and part // 5 % 5 and part // 25 % 5):
                    straight = False
                    break
                key -= RUN * power
                melds -= 1
        if straight and melds >= 0:
            rest = (
                key if suit == 0 else face[0],
                key if suit == 1 else face[1],
                key if suit == 2 else face[2],
                face[3],
                face[4],
                face[5],
            )
            if missing(rest, melds, pair, book) <= wilds:
                return True
    return False
