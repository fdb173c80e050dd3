"""The faces of a hand: each way to read its 白, as the turned tile or as themselves (RULES.md 2.3)."""

from collections.abc import Sequence
from typing import Final

from wuyi.hand.hand import ALL_HONOURS, POWER, SUIT, SUIT_BIT, Hand
from wuyi.hand.tile import WHITE, Tile
from wuyi.rules import Ruleset

Face = tuple[int, int, int, int, int, bool]
"""The keys of m, p, s and z as read; the suits of all natural tiles, melds included, as a sum of
`SUIT_BIT`; and whether any 白 is read as itself."""

HALF_FLUSH: Final = tuple(suits.bit_count() - (suits >> 3) <= 1 for suits in range(16))
"""Whether natural tiles of these suits meet 4.5: one suit with or without honours, or honours alone."""

ONE_SUIT: Final = (1, 2, 4)
"""清一色: natural tiles of one suit alone."""


def faces(hand: Hand) -> Sequence[Face]:
    """Every face of the tiles held. Without 白 there is one."""
    m, p, s, z = hand.keys
    suits = hand.suits
    if m:
        suits |= 1
    if p:
        suits |= 2
    if s:
        suits |= 4
    if z:
        suits |= ALL_HONOURS
    if not hand.whites and not hand.white_set:
        return ((m, p, s, z, suits, False),)
    return _faces_of_white(hand)


def _faces_of_white(hand: Hand) -> list[Face]:
    found = []
    for m, p, s, z, suits, itself in concealed_faces(hand):
        for of_melds, set_itself in meld_suits(hand):
            found.append((m, p, s, z, suits | of_melds, itself or set_itself))
    return found


def concealed_faces(hand: Hand) -> list[Face]:
    """Every face of the concealed tiles alone."""
    m, p, s, z = hand.keys
    plain = m, p, s, z, (m > 0) + 2 * (p > 0) + 4 * (s > 0) + ALL_HONOURS * (z > 0), False
    found = []
    for turned in range(hand.whites, -1, -1):
        face: Face = plain
        for place in range(hand.whites):
            face = read(face, hand.caishen if place < turned else WHITE)
        found.append(face)
    return found


def meld_suits(hand: Hand) -> tuple[tuple[int, bool], ...]:
    """The suits of the melds, for each way to read a pung or kong of 白, and whether it is itself."""
    if not hand.white_set:
        return ((hand.suits, False),)
    return (hand.suits | SUIT_BIT[hand.caishen], False), (hand.suits | ALL_HONOURS, True)


def read(face: Face, tile: Tile) -> Face:
    """The face with one more natural tile, read as `tile`."""
    m, p, s, z, suits, itself = face
    suit, power = SUIT[tile], POWER[tile]
    suits |= SUIT_BIT[tile]
    if suit == 0:
        return m + power, p, s, z, suits, itself
    if suit == 1:
        return m, p + power, s, z, suits, itself
    if suit == 2:
        return m, p, s + power, z, suits, itself
    return m, p, s, z + power, suits, itself or tile == WHITE


def without(face: Face, tile: Tile) -> Face:
    """The keys with one natural tile less; the suits stay."""
    m, p, s, z, suits, itself = face
    suit, power = SUIT[tile], POWER[tile]
    return (
        m - power if suit == 0 else m,
        p - power if suit == 1 else p,
        s - power if suit == 2 else s,
        z - power if suit == 3 else z,
        suits,
        itself,
    )


def faces_with(hand: Hand, tile: Tile) -> Sequence[Face]:
    """Every face of the tiles held and one more; a caishen adds nothing to read."""
    shown = faces(hand)
    if tile == hand.caishen:
        return shown
    return [read(face, as_read) for face in shown for as_read in reads(tile, hand.caishen)]


def reads(tile: Tile, caishen: Tile) -> tuple[Tile, ...]:
    """What a tile that is no caishen may be read as: itself, and a 白 as the turned tile too."""
    return (caishen, WHITE) if tile == WHITE else (tile,)


def allowed(face: Face, rules: Ruleset) -> bool:
    """Whether 4.1 and 4.2 may read the 白 so: under `white_as_itself: false` as itself only in 字一色 (8)."""
    return not face[5] or rules.white_as_itself or face[4] == ALL_HONOURS
