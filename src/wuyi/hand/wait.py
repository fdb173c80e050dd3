"""The wait of thirteen tiles (RULES.md 4.7), and 爆头, which waits on everything (4.6)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from wuyi.hand.complete import is_baotou, missing_groups, paired
from wuyi.hand.face import HALF_FLUSH, Face, allowed, faces
from wuyi.hand.hand import ALL_HONOURS, POWER, Hand, expect_thirteen
from wuyi.hand.tables import CLASS, HONOUR, JOIN, NEED
from wuyi.hand.tile import EAST, KINDS, WHITE, Tile
from wuyi.rules import DEFAULT_RULES, Ruleset

__all__ = ["is_baotou", "waits"]

_ALL: Final = (1 << KINDS) - 1
_HONOURS: Final = _ALL >> EAST << EAST
"""Sets of kinds are sums of `1 << kind` here."""

_WHITE_BIT: Final = 1 << WHITE
_BITS: Final = tuple([1 << tile for tile in range(KINDS)])
_Steps = tuple[tuple[int, int], ...]
_STEPS: Final[_Steps] = tuple(zip(_BITS, POWER, strict=True))
"""For each kind its set, and what one more tile of it adds to the key."""
_SUIT_STEPS: Final = {0: _STEPS[:27], 1: _STEPS[:9], 2: _STEPS[9:18], 4: _STEPS[18:27]}
"""By the suit of the hand; one of honours alone may wait for any."""
_HONOUR_STEPS: Final = _STEPS[EAST:]


def waits(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> tuple[Tile, ...]:
    """The kinds, the caishen's apart, that would complete thirteen tiles if drawn, in order (4.7).

    A kind of which the hand holds all four, melds included, is none. Raises `ArgumentError` if there are not
    thirteen.
    """
    expect_thirteen(hand)
    if hand.wilds and is_baotou(hand, rules):
        return tuple(_to_be_had(_ALL, hand))
    found = 0
    for face in faces(hand):
        for kinds in _waits_of_face(face, hand, rules):
            found |= kinds
    return tuple(_to_be_had(found, hand)) if found else ()


def waits_on_one(hand: Hand, shown: Sequence[Face], rules: Ruleset = DEFAULT_RULES) -> bool:
    """Whether `waits` is a single kind (独听); known sooner than which. `shown` are the hand's `faces`."""
    if hand.wilds and is_baotou(hand, rules):
        return False
    found = 0
    for face in shown:
        for kinds in _waits_of_face(face, hand, rules):
            found |= kinds
            if found & (found - 1) and len(_to_be_had(found, hand)) > 1:
                return False
    return found > 0 and len(_to_be_had(found, hand)) == 1


def _to_be_had(kinds: int, hand: Hand) -> list[Tile]:
    """Of a set of kinds as read the tiles that a player of this hand may get, in order.

    Where the turned kind is lacking a 白 is, and what is held four times is gone.
    """
    turned = 1 << hand.caishen
    if kinds & turned:
        kinds = (kinds | _WHITE_BIT) & ~turned
    held = hand.counts
    if hand.left < 4:
        held = held[:]
        for meld in hand.melds:
            for tile in meld.tiles:
                held[tile] += 1
    found = []
    while kinds:
        lowest = kinds & -kinds
        kinds ^= lowest
        tile = lowest.bit_length() - 1
        if held[tile] < 4:
            found.append(tile)
    return found


def _waits_of_face(face: Face, hand: Hand, rules: Ruleset) -> Iterator[int]:
    """The kinds, as read, that complete a face which is not in 爆头, one after the other or in sets."""
    m, p, s, z, suits, itself = face
    left, wilds = hand.left, hand.wilds
    if suits == ALL_HONOURS:
        yield _HONOURS
    # 十三不靠 and 字一色 may read a 白 as itself under any rules (8).
    free = rules.white_as_itself
    if free or not itself:
        if HALF_FLUSH[suits]:
            key = m + p + s  # no more than one of the three is not empty
            need = NEED[2 * left + 1]
            row, kind = need[HONOUR[z]], CLASS[key]
            if row[kind] <= wilds + 1:
                honours, suit = (_HONOUR_STEPS, _SUIT_STEPS[suits & 7]) if wilds else _useful(z, suits & 7)
                for bit, power in suit:
                    if row[CLASS[key + power]] <= wilds:
                        yield bit
                for bit, power in honours:
                    if need[HONOUR[z + power]][kind] <= wilds and (free or bit != _WHITE_BIT):
                        yield bit
        elif not rules.half_flush_required:
            yield _waits_of_any_suit(face, left, wilds) & (_ALL if free else ~_WHITE_BIT)
    if left == 4:
        number = paired(face)
        if number & 15 == 6 - wilds and allowed(face, rules):
            yield _odd_kinds(hand)
        if number >> 4 == 13 - wilds:
            yield _unconnected_waits(face)


@lru_cache(maxsize=1 << 14)
def _useful(z: int, suit: int) -> tuple[_Steps, _Steps]:
    """The steps among honours and in the suit that may complete a hand without a caishen.

    Melds are three tiles and the pair two. So where the honours are threes and one over, the tile lacking is
    one of them; where they are threes, it is none. Only honours of which there are one or two can be it.
    """
    counts = [z // power % 5 for _, power in _HONOUR_STEPS]
    over = sum(counts) % 3
    honours = [step for step, count in zip(_HONOUR_STEPS, counts, strict=True) if over and count in (1, 2)]
    return tuple(honours), () if over == 1 else _SUIT_STEPS[suit]


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
        for bit, power in _SUIT_STEPS[suit]:
            if row[joined[CLASS[key + power]]] <= wilds:
                found |= bit
    kind = JOIN[JOIN[kinds[0]][kinds[1]]][kinds[2]]
    for bit, power in _HONOUR_STEPS:
        if rows[HONOUR[z + power]][kind] <= wilds:
            found |= bit
    return found


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
