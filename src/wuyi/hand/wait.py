"""The wait of thirteen tiles (RULES.md 4.7), and 爆头, which waits on everything (4.6)."""

from typing import Final

from wuyi.hand.complete import is_baotou, missing_groups, paired
from wuyi.hand.face import HALF_FLUSH, Face, allowed, faces
from wuyi.hand.hand import ALL_HONOURS, POWER, Hand
from wuyi.hand.tables import JOIN, NEED, TRIPLET
from wuyi.hand.tables import SUIT as SUIT_CLASS
from wuyi.hand.tile import EAST, KINDS, WHITE, Tile
from wuyi.rules import DEFAULT_RULES, Ruleset

__all__ = ["is_baotou", "waits"]

_ALL: Final = (1 << KINDS) - 1
_WINDS: Final = _ALL >> EAST << EAST
"""Sets of kinds are sums of `1 << kind` here."""

_WHITE_BIT: Final = 1 << WHITE
_SUIT_POWERS: Final = POWER[:9]
_HONOUR_POWERS: Final = POWER[EAST:]


def waits(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> tuple[Tile, ...]:
    """The kinds, the caishen's apart, that would complete thirteen tiles if drawn, in order (4.7).

    A kind of which the hand holds all four, melds included, is none.
    """
    if hand.wilds and is_baotou(hand, rules):
        return _not_held(_ALL, hand)
    found = 0
    for face in faces(hand):
        found |= _waits_of_face(face, hand, rules)
    return _not_held(found, hand) if found else ()


def _not_held(kinds: int, hand: Hand) -> tuple[Tile, ...]:
    """The kinds of the set that a player of this hand may still get."""
    kinds &= ~(1 << hand.caishen)
    held = hand.counts
    if hand.left < 4:
        held = held[:]
        for meld in hand.melds:
            for tile in meld.tiles:
                held[tile] += 1
    found = []
    while kinds:
        tile = (kinds & -kinds).bit_length() - 1
        kinds &= kinds - 1
        if held[tile] < 4:
            found.append(tile)
    return tuple(found)


def _waits_of_face(face: Face, hand: Hand, rules: Ruleset) -> int:
    """The set of kinds that complete a face which is not in 爆头. A 白 stands in it wherever the turned tile does."""
    suits, caishen = face[4], hand.caishen
    if suits == ALL_HONOURS:
        found = _WINDS
        if allowed_with_suit(face, rules):
            found |= _regular_waits(face, hand.left, hand.wilds)
    else:
        found = 0
        if allowed(face, rules):
            if HALF_FLUSH[suits]:
                found = _regular_waits(face, hand.left, hand.wilds)
            elif not rules.half_flush_required:
                found = _waits_of_any_suit(face, hand.left, hand.wilds)
        if hand.left == 4:
            number = paired(face)
            if number & 15 == 6 - hand.wilds and allowed(face, rules):
                found |= _odd_kinds(face)
            if not rules.white_as_itself:
                found &= ~_WHITE_BIT
            if number >> 4 == 13 - hand.wilds:
                found |= _unconnected_waits(face)
        elif not rules.white_as_itself:
            found &= ~_WHITE_BIT
    if found >> caishen & 1 and caishen != WHITE:
        found |= _WHITE_BIT
    return found


def allowed_with_suit(face: Face, rules: Ruleset) -> bool:
    """Whether a face of honours alone may get a tile of a suit: not if a 白 is itself only in 字一色 (8)."""
    return rules.white_as_itself or not face[5]


def _regular_waits(face: Face, left: int, wilds: int) -> int:
    """The kinds that make a half flush of four melds and a pair."""
    m, p, s, z, suits, _ = face
    key = m + p + s
    rows = NEED[2 * left + 1]
    row, kind = rows[TRIPLET[z]], SUIT_CLASS[key]
    if row[kind] > wilds + 1:
        return 0
    found = 0
    in_suit = 0
    bit = 1
    for power in _SUIT_POWERS:
        if row[SUIT_CLASS[key + power]] <= wilds:
            in_suit |= bit
        bit <<= 1
    if suits & 1 or not suits & 7:
        found |= in_suit
    if suits & 2 or not suits & 7:
        found |= in_suit << 9
    if suits & 4 or not suits & 7:
        found |= in_suit << 18
    bit = 1 << EAST
    for power in _HONOUR_POWERS:
        if rows[TRIPLET[z + power]][kind] <= wilds:
            found |= bit
        bit <<= 1
    return found


def _waits_of_any_suit(face: Face, left: int, wilds: int) -> int:
    """The kinds that make four melds and a pair, of whatever suits."""
    if missing_groups(face, left, 1) > wilds + 1:
        return 0
    m, p, s, z, _, _ = face
    rows = NEED[2 * left + 1]
    row = rows[TRIPLET[z]]
    kinds = SUIT_CLASS[m], SUIT_CLASS[p], SUIT_CLASS[s]
    found = 0
    bit = 1
    for key, one, other in ((m, kinds[1], kinds[2]), (p, kinds[0], kinds[2]), (s, kinds[0], kinds[1])):
        others = JOIN[JOIN[one][other]]
        for power in _SUIT_POWERS:
            if row[others[SUIT_CLASS[key + power]]] <= wilds:
                found |= bit
            bit <<= 1
    kind = JOIN[JOIN[kinds[0]][kinds[1]]][kinds[2]]
    for power in _HONOUR_POWERS:
        if rows[TRIPLET[z + power]][kind] <= wilds:
            found |= bit
        bit <<= 1
    return found


def _counts(face: Face) -> list[int]:
    """How many of each kind there are, as read."""
    counts = []
    for key, ranks in zip(face[:4], (9, 9, 9, 7), strict=True):
        for _ in range(ranks):
            counts.append(key % 5)
            key //= 5
    return counts


def _odd_kinds(face: Face) -> int:
    """The kinds that lack one to be pairs."""
    return sum([1 << tile for tile, count in enumerate(_counts(face)) if count & 1])


def _unconnected_waits(face: Face) -> int:
    """The kinds that fit to thirteen tiles of 十三不靠 (4.3): honours not there, and of each suit
    the ranks of its third not there, of any third where the suit is empty."""
    counts = _counts(face)
    found = 0
    for start in (0, 9, 18):
        thirds = {tile % 3 for tile in range(start, start + 9) if counts[tile]}
        for tile in range(start, start + 9):
            if not counts[tile] and (not thirds or tile % 3 in thirds):
                found |= 1 << tile
    for tile in range(EAST, KINDS):
        if not counts[tile]:
            found |= 1 << tile
    return found
