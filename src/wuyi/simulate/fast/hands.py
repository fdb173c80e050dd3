"""A hand as a row (`rows.HAND`), and its faces: the twins of `wuyi.hand.hand` and `wuyi.hand.face`."""

from typing import Final

import numpy as np

from wuyi.hand.face import HALF_FLUSH
from wuyi.hand.hand import ALL_HONOURS, POWER
from wuyi.hand.tile import KINDS, WHITE
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.rows import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    NO_MELD,
    PUNG,
)

Face = tuple[int, int, int, int, int, bool]
"""As `wuyi.hand.face.Face`: the keys of m, p, s and z as read, the suits, whether a 白 is itself."""

POWERS: Final = np.array(POWER, np.int64)
SMALL_POWERS: Final = np.array(POWER, np.uint32)
HALF_FLUSH_SET: Final[int] = sum(1 << suits for suits, flush in enumerate(HALF_FLUSH) if flush)
"""The sets of suits that meet 4.5, as a set themselves."""


@kernel
def clear(hand: Row, caishen: int) -> None:
    """An empty hand."""
    hand.caishen = caishen
    for kind in range(KINDS):
        hand.counts[kind] = 0
    for suit in range(4):
        hand.keys[suit] = 0
        hand.meld_kind[suit] = NO_MELD
    hand.wilds = 0
    hand.whites = 0
    hand.left = 4
    hand.suits = 0
    hand.white_set = 0
    hand.concealed_kongs = 0
    hand.chows = 0
    hand.pungs = 0


@kernel
def copy_hand(hand: Row, twin: Row) -> None:
    """Make `twin` like `hand`; whence its melds came stays out."""
    twin.caishen = hand.caishen
    twin.wilds = hand.wilds
    twin.whites = hand.whites
    twin.left = hand.left
    twin.suits = hand.suits
    twin.white_set = hand.white_set
    twin.concealed_kongs = hand.concealed_kongs
    twin.chows = hand.chows
    twin.pungs = hand.pungs
    for kind in range(KINDS):
        twin.counts[kind] = hand.counts[kind]
    for at in range(4):
        twin.keys[at] = hand.keys[at]
        twin.meld_kind[at] = hand.meld_kind[at]
        twin.meld_start[at] = hand.meld_start[at]


@kernel
def add(hand: Row, tile: int) -> None:
    hand.counts[tile] += 1
    if tile == hand.caishen:
        hand.wilds += 1
    elif tile == WHITE:
        hand.whites += 1
    else:
        hand.keys[tile // 9] += POWERS[tile]


@kernel
def remove(hand: Row, tile: int) -> None:
    """Take away a concealed tile that is there."""
    hand.counts[tile] -= 1
    if tile == hand.caishen:
        hand.wilds -= 1
    elif tile == WHITE:
        hand.whites -= 1
    else:
        hand.keys[tile // 9] -= POWERS[tile]


@kernel
def lay(hand: Row, kind: int, start: int, tile: int, source: int) -> None:
    """Lay a meld; the concealed tiles that went into it are removed apart from this.

    start, tile, source: as in `rows.HAND`.
    """
    at = 4 - hand.left
    hand.meld_kind[at] = kind
    hand.meld_start[at] = start
    hand.meld_tile[at] = tile
    hand.meld_source[at] = source
    hand.left -= 1
    if start == WHITE:
        hand.white_set = 1
    else:
        hand.suits |= 1 << start // 9
    if kind == CHOW:
        hand.chows |= 1 << start
    elif kind == PUNG:
        hand.pungs |= whole(1) << start
    elif kind == CONCEALED_KONG:
        hand.concealed_kongs += 1


@kernel
def grow_pung(hand: Row, tile: int) -> None:
    """The pung of `tile` becomes an added kong."""
    for at in range(4 - hand.left):
        if hand.meld_kind[at] == PUNG and hand.meld_start[at] == tile:
            hand.meld_kind[at] = ADDED_KONG
    hand.pungs ^= whole(1) << tile


@kernel
def melded(hand: Row, tile: int) -> int:
    """How many tiles of a kind lie in the melds."""
    held = 0
    for at in range(4 - hand.left):
        start = hand.meld_start[at]
        if hand.meld_kind[at] == CHOW:
            # A 白 in a run lies in the turned tile's place (2.3).
            read = hand.caishen if tile == WHITE else tile
            if tile != hand.caishen and start <= read < start + 3:
                held += 1
        elif start == tile:
            held += 3 if hand.meld_kind[at] == PUNG else 4
    return held


@kernel
def claimed_all(hand: Row) -> bool:
    """Four melds, every one claimed from others."""
    return bool(hand.left == 0 and hand.concealed_kongs == 0)


@kernel
def read(face: Face, tile: int) -> Face:
    """The face with one more natural tile, read as `tile`."""
    m, p, s, z, suits, itself = face
    power = POWERS[tile]
    if tile < 9:
        return m + power, p, s, z, suits | 1, itself
    if tile < 18:
        return m, p + power, s, z, suits | 2, itself
    if tile < 27:
        return m, p, s + power, z, suits | 4, itself
    return m, p, s, z + power, suits | ALL_HONOURS, itself or tile == WHITE


@kernel
def without(face: Face, tile: int) -> Face:
    """The keys with one natural tile less; the suits stay."""
    m, p, s, z, suits, itself = face
    power = POWERS[tile]
    if tile < 9:
        return m - power, p, s, z, suits, itself
    if tile < 18:
        return m, p - power, s, z, suits, itself
    if tile < 27:
        return m, p, s - power, z, suits, itself
    return m, p, s, z - power, suits, itself


@kernel
def holds(face: Face, tile: int) -> bool:
    """Whether a natural tile is among those of the face."""
    key = face[0] if tile < 9 else face[1] if tile < 18 else face[2] if tile < 27 else face[3]
    # Of 32 bits without a sign: the quickest division there is.
    return bool(np.uint32(np.uint32(key) // SMALL_POWERS[tile]) % np.uint32(5))


@kernel
def faces(hand: Row) -> int:
    """How many faces there are: one for each number of 白 that are themselves, two with a set of 白."""
    return whole((hand.whites + 1) << hand.white_set)


@kernel
def face_at(hand: Row, index: int) -> Face:
    """The face of that number, in the order of `wuyi.hand.face.faces`."""
    itself = index >> hand.white_set
    face = concealed_face(hand, itself)
    suits = face[4] | hand.suits
    if not hand.white_set:
        return face[0], face[1], face[2], face[3], suits, face[5]
    if index & 1:
        return face[0], face[1], face[2], face[3], suits | ALL_HONOURS, True
    return face[0], face[1], face[2], face[3], suits | 1 << hand.caishen // 9, face[5]


@kernel
def concealed_face(hand: Row, itself: int) -> Face:
    """The concealed tiles with so many of the 白 read as themselves."""
    m, p, s, z = (
        whole(hand.keys[0]),
        whole(hand.keys[1]),
        whole(hand.keys[2]),
        whole(hand.keys[3]),
    )
    turned = hand.whites - itself
    if turned:
        caishen = hand.caishen
        more = turned * POWERS[caishen]
        if caishen < 9:
            m += more
        elif caishen < 18:
            p += more
        elif caishen < 27:
            s += more
        else:
            z += more
    z += itself * POWERS[WHITE]
    suits = 0
    if m:
        suits |= 1
    if p:
        suits |= 2
    if s:
        suits |= 4
    if z:
        suits |= ALL_HONOURS
    return m, p, s, z, suits, itself > 0


@kernel
def half_flush(suits: int) -> bool:
    """Whether natural tiles of these suits meet 4.5."""
    return HALF_FLUSH_SET >> suits & 1 > 0


@kernel
def allowed(face: Face, rules: Row) -> bool:
    """Whether 4.1 and 4.2 may read the 白 so (8)."""
    return not face[5] or rules.white_as_itself > 0 or face[4] == ALL_HONOURS
