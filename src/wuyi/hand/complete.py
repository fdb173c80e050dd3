"""Whether tiles are a winning pattern (RULES.md 4.1-4.6), whatever it is worth."""

from wuyi.hand.face import HALF_FLUSH, Face, allowed, faces, faces_with
from wuyi.hand.hand import ALL_HONOURS, POWER, SUIT, Hand
from wuyi.hand.tables import CLASS, FLUSH, HONOUR, JOIN, NEED, PAIRED, PAIRED_HONOURS, SCATTERED
from wuyi.hand.tile import WHITE, Tile
from wuyi.rules import DEFAULT_RULES, Ruleset


def missing_groups(face: Face, melds: int, pair: int, table: bytes = CLASS) -> int:
    """The fewest tiles to add to a face so that so many melds and pairs can be laid out of it.

    `table` is `tables.TRIPLET` to lay triplets alone.
    """
    m, p, s, z, suits, _ = face
    if HALF_FLUSH[suits]:  # no more than one of m, p and s is not empty
        return NEED[2 * melds + pair][HONOUR[z]][table[m + p + s]]
    return NEED[2 * melds + pair][HONOUR[z]][JOIN[JOIN[table[m]][table[p]]][table[s]]]


def paired(face: Face) -> int:
    """The pairs of a face + 16 times its tiles that serve 十三不靠 (`tables.PAIRED`)."""
    m, p, s, z, suits, _ = face
    if HALF_FLUSH[suits]:
        return PAIRED[m + p + s] + PAIRED_HONOURS[z]
    return PAIRED[m] + PAIRED[p] + PAIRED[s] + PAIRED_HONOURS[z]


def is_complete(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> bool:
    """Whether fourteen tiles are a pattern of 4.1-4.4 that meets 4.5, none of them marked as drawn."""
    if hand.whites or hand.left < 4 or not rules.half_flush_required:
        return any(_face_completes(face, hand.wilds, hand.left, rules) for face in faces(hand))
    m, p, s, z = hand.keys
    one_suit = not (p or s) if m else not (p and s)
    if one_suit and FLUSH[z][CLASS[m + p + s]] <= hand.wilds:
        return True
    return SCATTERED[PAIRED[m] + PAIRED[p] + PAIRED[s] + PAIRED_HONOURS[z]] <= hand.wilds


def completes(hand: Hand, tile: Tile, rules: Ruleset = DEFAULT_RULES) -> bool:
    """Whether thirteen tiles and a drawn one are a pattern of 4.1-4.4 that meets 4.5 and 4.6.

    `tile` may be a caishen. It must be one the hand does not hold four of.
    """
    wilds, left = hand.wilds, hand.left
    if wilds and is_baotou(hand, rules):
        return True
    if hand.whites or hand.white_set or tile == WHITE or not rules.half_flush_required:
        wilds += tile == hand.caishen
        return any(_face_completes(face, wilds, left, rules) for face in faces_with(hand, tile))
    # The usual case: one face, and nearly always of more than one suit.
    keys = hand.keys[:]
    if tile == hand.caishen:
        wilds += 1
    else:
        keys[SUIT[tile]] += POWER[tile]
    m, p, s, z = keys
    suits = hand.suits
    if m:
        suits |= 1
    if p:
        suits |= 2
    if s:
        suits |= 4
    if HALF_FLUSH[suits]:
        if not suits & 7:
            return True
        if NEED[2 * left + 1][HONOUR[z]][CLASS[m + p + s]] <= wilds:
            return True
    if left < 4:
        return False
    return SCATTERED[PAIRED[m] + PAIRED[p] + PAIRED[s] + PAIRED_HONOURS[z]] <= wilds


def is_regular(hand: Hand, tile: Tile, rules: Ruleset = DEFAULT_RULES) -> bool:
    """Whether thirteen tiles and a drawn one are four melds and a pair (4.1), of whatever suits."""
    wilds = hand.wilds + (tile == hand.caishen)
    for face in faces_with(hand, tile):
        if allowed(face, rules) and missing_groups(face, hand.left, 1) <= wilds:
            return True
    return False


def is_baotou(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> bool:
    """Whether thirteen tiles are in 爆头 (4.6): four melds, or six pairs, and a lone caishen."""
    if not hand.wilds:
        return False
    for face in faces(hand):
        if allowed(face, rules):
            if hand.left == 4 and paired(face) & 15 >= 7 - hand.wilds:
                return True
            flush = HALF_FLUSH[face[4]] or not rules.half_flush_required
            if flush and missing_groups(face, hand.left, 0) < hand.wilds:
                return True
    return False


def _face_completes(face: Face, wilds: int, left: int, rules: Ruleset) -> bool:
    """Whether fourteen tiles, read so, are a pattern that meets 4.5."""
    suits = face[4]
    if suits == ALL_HONOURS:
        return True
    if left == 4:
        number = paired(face)
        if number >> 4 >= 14 - wilds:  # 十三不靠 may read a 白 as itself under any rules (8)
            return True
        if number & 15 >= 7 - wilds and allowed(face, rules):
            return True
    if HALF_FLUSH[suits] or not rules.half_flush_required:
        return allowed(face, rules) and missing_groups(face, left, 1) <= wilds
    return False
