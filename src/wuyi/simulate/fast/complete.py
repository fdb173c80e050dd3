"""Whether tiles are a winning pattern (RULES.md 4.1-4.6): the twin of `wuyi.hand.complete`."""

from wuyi.hand.hand import ALL_HONOURS
from wuyi.hand.tile import WHITE
from wuyi.simulate.fast.hands import Face, allowed, face_at, faces, half_flush, read
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.rows import ANY_SETS, PAIRED, PAIRED_HONOURS, TRIPLETS_ALONE


@kernel
def missing(face: Face, melds: int, pair: int, book: Row) -> int:
    """The fewest tiles to add to a face so that so many melds and pairs can be laid out of it."""
    m, p, s, z, suits, _ = face
    if half_flush(suits):  # no more than one of m, p and s is not empty
        kind = book.suits[m + p + s, ANY_SETS]
    else:
        kind = book.join[book.join[book.suits[m, ANY_SETS], book.suits[p, ANY_SETS]], book.suits[s, ANY_SETS]]
    return whole(book.need[2 * melds + pair, book.join[book.honours[z, ANY_SETS], kind]])


@kernel
def missing_triplets(face: Face, melds: int, pair: int, book: Row) -> int:
    """The same with triplets alone."""
    m, p, s, z, suits, _ = face
    if half_flush(suits):
        kind = book.suits[m + p + s, TRIPLETS_ALONE]
    else:
        kind = book.join[
            book.join[book.suits[m, TRIPLETS_ALONE], book.suits[p, TRIPLETS_ALONE]],
            book.suits[s, TRIPLETS_ALONE],
        ]
    return whole(book.need[2 * melds + pair, book.join[book.honours[z, ANY_SETS], kind]])


@kernel
def paired(face: Face, book: Row) -> int:
    """The pairs of a face + 16 times its tiles that serve 十三不靠 (`tables.PAIRED`)."""
    m, p, s, z, suits, _ = face
    if half_flush(suits):
        return whole(book.suits[m + p + s, PAIRED]) + whole(book.honours[z, PAIRED_HONOURS])
    return (
        whole(book.suits[m, PAIRED])
        + whole(book.suits[p, PAIRED])
        + whole(book.suits[s, PAIRED])
        + whole(book.honours[z, PAIRED_HONOURS])
    )


@kernel
def completes(hand: Row, tile: int, rules: Row, book: Row) -> bool:
    """Whether thirteen tiles and a drawn one are a pattern of 4.1-4.4 that meets 4.5 and 4.6."""
    if hand.wilds and is_baotou(hand, rules, book):
        return True
    caishen, left = whole(hand.caishen), whole(hand.left)
    wilds = hand.wilds + (tile == caishen)
    for index in range(faces(hand)):
        before = face_at(hand, index)
        for number in range(2 if tile == WHITE else 1):
            face = before if tile == caishen else read(before, caishen if number else tile)
            if face_completes(face, wilds, left, rules, book):
                return True
    return False


@kernel
def face_completes(face: Face, wilds: int, left: int, rules: Row, book: Row) -> bool:
    """Whether fourteen tiles, read so, are a pattern that meets 4.5."""
    suits = face[4]
    if suits == ALL_HONOURS:
        return True
    if left == 4:
        number = paired(face, book)
        if number >> 4 >= 14 - wilds:  # 十三不靠 may read a 白 as itself under any rules (8)
            return True
        if number & 15 >= 7 - wilds and allowed(face, rules):
            return True
    if half_flush(suits) or not rules.half_flush_required:
        return allowed(face, rules) and missing(face, left, 1, book) <= wilds
    return False


@kernel
def is_regular(hand: Row, tile: int, book: Row, rules: Row) -> bool:
    """Whether thirteen tiles and a drawn one are four melds and a pair (4.1), of whatever suits."""
    caishen, left = whole(hand.caishen), whole(hand.left)
    wilds = hand.wilds + (tile == caishen)
    for index in range(faces(hand)):
        before = face_at(hand, index)
        for number in range(2 if tile == WHITE else 1):
            face = before if tile == caishen else read(before, caishen if number else tile)
            if allowed(face, rules) and missing(face, left, 1, book) <= wilds:
                return True
    return False


@kernel
def is_baotou(hand: Row, rules: Row, book: Row) -> bool:
    """Whether thirteen tiles are in 爆头 (4.6): four melds, or six pairs, and a lone caishen."""
    if not hand.wilds:
        return False
    left = whole(hand.left)
    for index in range(faces(hand)):
        face = face_at(hand, index)
        if allowed(face, rules):
            if left == 4 and paired(face, book) & 15 >= 7 - hand.wilds:
                return True
            flush = half_flush(face[4]) or not rules.half_flush_required
            if flush and missing(face, left, 0, book) < hand.wilds:
                return True
    return False
