"""The wait of thirteen tiles (RULES.md 4.7): the twin of `wuyi.hand.wait`."""

from typing import Final

from wuyi.hand.hand import ALL_HONOURS
from wuyi.hand.tile import EAST, KINDS, WHITE
from wuyi.simulate.fast.complete import is_baotou, paired
from wuyi.simulate.fast.hands import POWERS, Face, allowed, face_at, faces, half_flush, melded
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.rows import ANY_SETS

ALL_KINDS: Final = KINDS
"""For `waits`: look for all."""
ONE: Final = 1
"""For `waits`: as soon as there are two it is enough."""


@kernel
def waits(hand: Row, enough: int, rules: Row, book: Row) -> int:
    """The kinds, the caishen's apart, that would complete thirteen tiles if drawn, as a set (4.7).

    With `enough` = `ONE` it may end with any two of them.
    """
    found = whole(0)
    if hand.wilds and is_baotou(hand, rules, book):
        for kind in range(KINDS):
            found = with_kind(found, kind, hand)
            if enough == ONE and several(found):
                return found
        return found
    for index in range(faces(hand)):
        found = waits_of_face(face_at(hand, index), hand, found, enough, rules, book)
        if enough == ONE and several(found):
            return found
    return found


@kernel
def waits_on_one(hand: Row, rules: Row, book: Row) -> bool:
    """Whether the wait is a single kind (独听)."""
    found = waits(hand, ONE, rules, book)
    return found != 0 and not several(found)


@kernel
def several(kinds: int) -> bool:
    """Whether a set of kinds has more than one."""
    return kinds & (kinds - 1) != 0


@kernel
def with_kind(found: int, kind: int, hand: Row) -> int:
    """The wait with one more kind as read, if a player of this hand may get it.

    Where the turned kind is lacking a 白 is, and what is held four times is gone.
    """
    tile = WHITE if kind == hand.caishen else kind
    if tile == hand.caishen:  # 白 is turned: what is lacking is a caishen's own kind, which is no wait (4.7)
        return found
    held = hand.counts[tile]
    if hand.left < 4:
        held += melded(hand, tile)
    return found | whole(1) << tile if held < 4 else found


@kernel
def waits_of_face(face: Face, hand: Row, found: int, enough: int, rules: Row, book: Row) -> int:
    """`found` and the kinds that complete a face which is not in 爆头."""
    suits, itself = face[4], face[5]
    left, wilds = whole(hand.left), whole(hand.wilds)
    if suits == ALL_HONOURS:
        for kind in range(EAST, KINDS):
            found = with_kind(found, kind, hand)
    free = rules.white_as_itself > 0
    if free or not itself:
        if half_flush(suits):
            found = waits_of_half_flush(face, hand, found, enough, rules, book)
        elif not rules.half_flush_required:
            found = waits_of_any_suit(face, hand, found, rules, book)
    if left == 4:
        number = paired(face, book)
        if number & 15 == 6 - wilds and allowed(face, rules):
            for kind in range(KINDS):
                # 白 are pairs whatever they are read as.
                if hand.counts[kind] & 1 and kind != hand.caishen:
                    found |= whole(1) << kind
        if number >> 4 == 13 - wilds:
            found = waits_of_unconnected(face, hand, found)
    return found


@kernel
def waits_of_half_flush(face: Face, hand: Row, found: int, enough: int, rules: Row, book: Row) -> int:
    """The kinds that make four melds and a pair of one suit and honours."""
    m, p, s, z, suits, _ = face
    wilds = whole(hand.wilds)
    groups = 2 * hand.left + 1
    key = m + p + s
    kind = book.suits[key, ANY_SETS]
    honours = book.honours[z, ANY_SETS]
    if book.need[groups, book.join[honours, kind]] > wilds + 1:
        return found
    first, last = 0, EAST
    if suits & 7:
        first = 0 if suits & 1 else 9 if suits & 2 else 18
        last = first + 9
    over = odd_honours(hand)
    if over != 1:
        for tile in range(first, last):
            if need_with(groups, honours, book.suits[key + POWERS[tile], ANY_SETS], book) <= wilds:
                found = with_kind(found, tile, hand)
                if enough == ONE and several(found):
                    return found
    if over == 0:
        return found
    for tile in range(EAST, KINDS):
        if over > 0 and not 0 < hand.counts[tile] < 3:
            continue
        if tile == WHITE and not rules.white_as_itself:
            continue
        if need_with(groups, book.honours[z + POWERS[tile], ANY_SETS], kind, book) <= wilds:
            found = with_kind(found, tile, hand)
            if enough == ONE and several(found):
                return found
    return found


@kernel
def need_with(groups: int, honours: int, suit: int, book: Row) -> int:
    """`tables.NEED` of a class of honours and one of suits."""
    return whole(book.need[groups, book.join[honours, suit]])


@kernel
def odd_honours(hand: Row) -> int:
    """How many honours there are over threes, where no caishen and no 白 can help; -1 where one can.

    Melds are three tiles and the pair two. So with one honour over, the tile lacking is an honour of which
    there are one or two; with none over it is no honour.
    """
    if hand.wilds or hand.whites:
        return -1
    held = 0
    for tile in range(EAST, KINDS):
        held += hand.counts[tile]
    return held % 3


@kernel
def waits_of_any_suit(face: Face, hand: Row, found: int, rules: Row, book: Row) -> int:
    """The kinds that make four melds and a pair, of whatever suits."""
    m, p, s, z, _, _ = face
    wilds = whole(hand.wilds)
    groups = 2 * hand.left + 1
    honours = book.honours[z, ANY_SETS]
    kinds = book.suits[m, ANY_SETS], book.suits[p, ANY_SETS], book.suits[s, ANY_SETS]
    joined = book.join[book.join[kinds[0], kinds[1]], kinds[2]]
    if book.need[groups, book.join[honours, joined]] > wilds + 1:
        return found
    others = book.join[kinds[1], kinds[2]], book.join[kinds[0], kinds[2]], book.join[kinds[0], kinds[1]]
    keys = m, p, s
    for suit in range(3):
        for tile in range(9 * suit, 9 * suit + 9):
            joint = book.join[others[suit], book.suits[keys[suit] + POWERS[tile], ANY_SETS]]
            if book.need[groups, book.join[honours, joint]] <= wilds:
                found = with_kind(found, tile, hand)
    for tile in range(EAST, KINDS):
        joint = book.join[book.honours[z + POWERS[tile], ANY_SETS], joined]
        if book.need[groups, joint] <= wilds and (rules.white_as_itself or tile != WHITE):
            found = with_kind(found, tile, hand)
    return found


@kernel
def waits_of_unconnected(face: Face, hand: Row, found: int) -> int:
    """The kinds that fit to thirteen tiles of 十三不靠 (4.3): honours not there, and of each suit
    the ranks of its third not there, of any third where the suit is empty."""
    keys = face[0], face[1], face[2]
    for suit in range(3):
        thirds = 0
        for rank in range(9):
            if keys[suit] // POWERS[rank] % 5:
                thirds |= 1 << rank % 3
        for rank in range(9):
            there = keys[suit] // POWERS[rank] % 5 > 0
            if not there and (not thirds or thirds >> rank % 3 & 1):
                found = with_kind(found, 9 * suit + rank, hand)
    for tile in range(EAST, KINDS):
        if not face[3] // POWERS[tile] % 5:
            found = with_kind(found, tile, hand)
    return found
