"""The readings of a win that could be the dearest (RULES.md 4, 5).

A reading with every fact of another and more stands for both, so a handful is looked at where
the arrangements of the tiles may be hundreds.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from wuyi.hand.complete import missing_groups, paired
from wuyi.hand.face import HALF_FLUSH, Face, allowed, faces, read, reads, without
from wuyi.hand.hand import ALL_HONOURS, POWER, SUIT, Hand
from wuyi.hand.tables import SUIT as ANY_MELD
from wuyi.hand.tables import THIRDS
from wuyi.hand.tables import TRIPLET as TRIPLETS
from wuyi.hand.tile import KINDS, Tile
from wuyi.rules import Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading

_STRAIGHT: Final = tuple([(start, 5**start, 31 * 5**start) for start in (0, 3, 6)])
"""Of 123, 456 and 789: the first rank less one, its power, and what the run takes from a key."""

_HAS_RUN: Final = tuple([key % 5 > 0 and key // 5 % 5 > 0 and key // 25 > 0 for key in range(125)])
"""Whether three neighbouring counts hold a run without a caishen."""

_ONE_THIRD: Final = tuple([sum((thirds & 3 > 0, thirds & 12 > 0, thirds & 48 > 0)) <= 1 for thirds in range(64)])
"""Whether the kinds of `THIRDS`, of several suits joined by `|`, are all of one third."""

_SEVEN_HONOURS: Final = sum([5**rank for rank in range(7)])


_FEATURES: Final = ((True, False), (False, True))
"""What the melds may be beside plain: four triplets, or three of them a straight."""


class Shared(NamedTuple):
    """The facts that all readings of a win share; the first fields of `Reading` behind its pattern and suits."""

    one_wait: bool
    claimed: bool
    wilds: int


def find_readings(hand: Hand, tile: Tile, winning: Winning, rules: Ruleset, one_wait: bool) -> list[Reading]:
    """The readings of thirteen tiles and the winning one; none if they are no pattern, or miss 4.5."""
    caishen = hand.caishen
    claimed = hand.left == 0 and all([meld.claimed for meld in hand.melds])
    shared = Shared(one_wait, claimed, hand.wilds + (tile == caishen))
    found: list[Reading] = []
    for before in faces(hand):
        if hand.wilds and winning.way == "draw" and not winning.heavenly and allowed(before, rules):
            found += _baotou(hand, before, shared, rules)
        if tile == caishen:
            found += _readings(hand, before, before, None, shared, winning, rules)
        else:
            for as_read in reads(tile, caishen):
                found += _readings(hand, before, read(before, as_read), as_read, shared, winning, rules)
    return found


def _baotou(hand: Hand, before: Face, shared: Shared, rules: Ruleset) -> Iterator[Reading]:
    """Readings in which the drawn tile makes the pair with a lone caishen (4.6)."""
    suits = before[4]
    if hand.left == 4 and paired(before) & 15 >= 7 - hand.wilds:
        yield Reading("pairs", suits, *shared, baotou=True)
    if HALF_FLUSH[suits] or not rules.half_flush_required:
        wilds = hand.wilds - 1
        if _fits(hand, before, wilds, 0):
            featured = [each for each in _FEATURES if _fits(hand, before, wilds, 0, *each)]
            for triplets, straight in featured or [(False, False)]:
                yield Reading("regular", suits, *shared, triplets, straight, baotou=True)


def _readings(
    hand: Hand, before: Face, face: Face, as_read: Tile | None, shared: Shared, winning: Winning, rules: Ruleset
) -> Iterator[Reading]:
    """Readings of fourteen tiles, 爆头 put aside: `face`, which is `before` and the winning tile `as_read`,
    None for a caishen."""
    suits, wilds = face[4], shared.wilds
    white_allowed = allowed(face, rules)
    if hand.left == 4:
        number = paired(face)
        if number >> 4 >= 14 - wilds:
            thirds = THIRDS[face[0]] | THIRDS[face[1]] | THIRDS[face[2]]
            yield Reading(
                "unconnected", suits, *shared, one_third=_ONE_THIRD[thirds], all_honours=face[3] == _SEVEN_HONOURS
            )
        if number & 15 >= 7 - wilds and white_allowed:
            yield Reading("pairs", suits, *shared, baotou=wilds == 0 and not winning.heavenly)
    if suits == ALL_HONOURS:
        yield Reading("winds", suits, *shared)
    if white_allowed and (HALF_FLUSH[suits] or not rules.half_flush_required):
        yield from _regular(hand, before, face, as_read, shared)


def _regular(hand: Hand, before: Face, face: Face, as_read: Tile | None, shared: Shared) -> Iterator[Reading]:
    """Readings as four melds and a pair, 爆头 put aside."""
    if not _fits(hand, face, shared.wilds, 1):
        return
    suits = face[4]
    lone = [each for each in _lone_tiles(before, as_read) if _fits(hand, without(before, each), hand.wilds, 0)]
    plain = True
    for triplets, straight in _FEATURES:
        if _fits(hand, face, shared.wilds, 1, triplets, straight):
            single = False
            for each in lone:
                single = single or _fits(hand, without(before, each), hand.wilds, 0, triplets, straight)
            yield Reading("regular", suits, *shared, triplets, straight, single=single)
            plain = plain and bool(lone) and not single
    if plain:
        yield Reading("regular", suits, *shared, single=bool(lone))


def _lone_tiles(before: Face, as_read: Tile | None) -> list[Tile]:
    """The natural tiles, as read, that make a pair with the winning one (None: a caishen)."""
    kinds = range(KINDS) if as_read is None else (as_read,)
    return [kind for kind in kinds if before[SUIT[kind]] // POWER[kind] % 5]


def _fits(
    hand: Hand, face: Face, wilds: int, pair: int, triplets: bool = False, straight: bool = False
) -> bool:
    """Whether the concealed tiles of a face can be the missing melds and `pair` pairs; with the melds laid,
    four triplets, or a straight and one more."""
    left = hand.left
    if triplets:
        return not hand.chows and missing_groups(face, left, pair, TRIPLETS) <= wilds
    if straight:
        for rest, melds in _without_straight(hand, face):
            if missing_groups(rest, melds, pair) <= wilds:
                return True
        return False
    return missing_groups(face, left, pair) <= wilds


def _without_straight(hand: Hand, face: Face) -> Iterator[tuple[Face, int]]:
    """For each suit with a straight, the tiles and the number of melds it leaves to lay out."""
    m, p, s, z, suits, itself = face
    for suit, key in enumerate((m, p, s)):
        if not suits >> suit & 1:
            continue
        melds = hand.left
        for start, power, run in _STRAIGHT:
            if 9 * suit + start not in hand.chows:
                if not _HAS_RUN[key // power % 125]:
                    break
                key -= run
                melds -= 1
        else:
            if melds >= 0:
                keys = [m, p, s]
                keys[suit] = key
                yield (keys[0], keys[1], keys[2], z, suits, itself), melds
