"""The wait of thirteen tiles (RULES.md 4.7), and 爆头, which waits on everything (4.6)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from wuyi.hand.complete import is_baotou, missing_groups, paired
from wuyi.hand.face import HALF_FLUSH, Face, allowed, faces
from wuyi.hand.hand import ALL_HONOURS, POWER, Hand
from wuyi.hand.tables import CLASS, HONOUR, JOIN, NEED
from wuyi.hand.tile import EAST, KINDS, WHITE, Tile
from wuyi.rules import DEFAULT_RULES, Ruleset

__all__ = ["is_baotou", "waits"]

_ALL: Final = (1 << KINDS) - 1
_HONOURS: Final = _ALL >> EAST << EAST
"""Sets of kinds are sums of `1 << kind` here."""

_WHITE_BIT: Final = 1 << WHITE
_BITS: Final = tuple([1 << tile for tile in range(KINDS)])
_STEPS: Final = tuple(zip(_BITS, POWER, strict=True))
"""For each kind its set, and what one more tile of it adds to the key."""
_SUIT_STEPS: Final = {1: _STEPS[:9], 2: _STEPS[9:18], 4: _STEPS[18:27]}
_HONOUR_STEPS: Final = _STEPS[EAST:]


def waits(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> tuple[Tile, ...]:
    """The kinds, the caishen's apart, that would complete thirteen tiles if drawn, in order (4.7).

    A kind of which the hand holds all four, melds included, is none.
    """
    return waits_of_faces(hand, faces(hand), rules)


def waits_of_faces(hand: Hand, shown: Sequence[Face], rules: Ruleset) -> tuple[Tile, ...]:
    """`waits` of a hand whose `faces` are known."""
    if hand.wilds and is_baotou(hand, rules):
        return _not_held(_ALL, hand)
    found = 0
    for face in shown:
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
        tile = kinds.bit_length() - 1
        kinds ^= 1 << tile
        if held[tile] < 4:
            found.append(tile)
    return tuple(found[::-1])


def _waits_of_face(face: Face, hand: Hand, rules: Ruleset) -> int:
    """The set of kinds that complete a face which is not in 爆头."""
    m, p, s, z, suits, itself = face
    left, wilds = hand.left, hand.wilds
    found = 0
    if not itself or rules.white_as_itself or suits == ALL_HONOURS:
        if HALF_FLUSH[suits]:
            key = m + p + s  # no more than one of the three is not empty
            need = NEED[2 * left + 1]
            row, kind = need[HONOUR[z]], CLASS[key]
            if row[kind] <= wilds + 1:
                for bit, power in _HONOUR_STEPS if wilds else _steps_to_sets(z):
                    if need[HONOUR[z + power]][kind] <= wilds:
                        found |= bit
                for suit in (suits & 7,) if suits & 7 else (1, 2, 4):
                    found |= sum([bit for bit, power in _SUIT_STEPS[suit] if row[CLASS[key + power]] <= wilds])
        elif not rules.half_flush_required:
            found = _waits_of_any_suit(face, left, wilds)
        if suits == ALL_HONOURS:
            found = _HONOURS if itself and not rules.white_as_itself else found | _HONOURS
        elif not rules.white_as_itself:
            found &= ~_WHITE_BIT
    if left == 4:
        number = paired(face)
        if number & 15 == 6 - wilds and allowed(face, rules):
            found |= _odd_kinds(hand)
        if number >> 4 == 13 - wilds:  # 十三不靠 may read a 白 as itself under any rules (8)
            found |= _unconnected_waits(face)
    if found >> hand.caishen & 1:  # what lacks the turned kind lacks a 白
        found |= _WHITE_BIT
    return found


@lru_cache(maxsize=1 << 12)
def _steps_to_sets(z: int) -> tuple[tuple[int, int], ...]:
    """The steps of the honours of which one or two are there: without a caishen only these can make a set."""
    return tuple([(bit, power) for bit, power in _HONOUR_STEPS if z // power % 5 in (1, 2)])


def _waits_of_any_suit(face: Face, left: int, wilds: int) -> int:
    """The kinds that make four melds and a pair, of whatever suits."""
    if missing_groups(face, left, 1) > wilds + 1:
        return 0
    m, p, s, z, _, _ = face
    rows = NEED[2 * left + 1]
    row = rows[HONOUR[z]]
    kinds = CLASS[m], CLASS[p], CLASS[s]
    others = (kinds[1], kinds[2]), (kinds[0], kinds[2]), (kinds[0], kinds[1])
    found = 0
    for suit, key, (one, other) in zip((1, 2, 4), (m, p, s), others, strict=True):
        joined = JOIN[JOIN[one][other]]
        found += sum([bit for bit, power in _SUIT_STEPS[suit] if row[joined[CLASS[key + power]]] <= wilds])
    kind = JOIN[JOIN[kinds[0]][kinds[1]]][kinds[2]]
    return found + sum([bit for bit, power in _HONOUR_STEPS if rows[HONOUR[z + power]][kind] <= wilds])


def _counts(face: Face) -> list[int]:
    """How many of each kind there are, as read."""
    counts = []
    for key, ranks in zip(face[:4], (9, 9, 9, 7), strict=True):
        for _ in range(ranks):
            counts.append(key % 5)
            key //= 5
    return counts


def _odd_kinds(hand: Hand) -> int:
    """The kinds that lack one to be pairs: 白 are pairs whatever they are read as."""
    odd = sum([bit for bit, count in zip(_BITS, hand.counts, strict=True) if count & 1])
    return odd & ~(1 << hand.caishen)


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
