"""The readings of a win that could be the dearest (RULES.md 4, 5).

A reading with every fact of another and more stands for both, so a handful is looked at where
the arrangements of the tiles may be hundreds.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from wuyi.hand.complete import class_of, missing_groups, paired
from wuyi.hand.face import HALF_FLUSH, Face, allowed, read, reads, without
from wuyi.hand.hand import ALL_HONOURS, POWER, SUIT, Hand
from wuyi.hand.tables import HONOUR, NEED, THIRDS, TRIPLET
from wuyi.hand.tile import KINDS, Tile
from wuyi.rules import Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading

_STRAIGHT: Final = tuple([(start, 5**start, 31 * 5**start) for start in (0, 3, 6)])
"""Of 123, 456 and 789: the first rank less one, its power, and what the run takes from a key."""

_HAS_RUN: Final = tuple([key % 5 > 0 and key // 5 % 5 > 0 and key // 25 > 0 for key in range(125)])
"""Whether three neighbouring counts hold a run without a caishen."""

_ALL_RANKS: Final = sum([5**rank for rank in range(9)])
"""The key of one tile of each rank."""

_ONE_THIRD: Final = tuple(
    [(thirds & 3 > 0) + (thirds & 12 > 0) + (thirds & 48 > 0) <= 1 for thirds in range(64)]
)
"""Whether the kinds of `THIRDS`, of several suits joined by `|`, are all of one third."""

_SEVEN_HONOURS: Final = sum([5**rank for rank in range(7)])

Shared = tuple[bool, bool, int]
"""The facts that all readings of a win share: `one_wait`, `claimed` and `wilds` of `Reading`."""


def find_readings(
    hand: Hand, tile: Tile, shown: Sequence[Face], winning: Winning, rules: Ruleset, one_wait: bool
) -> list[Reading]:
    """The readings of thirteen tiles, whose `faces` are `shown`, and the winning one.

    None if they are no pattern, or miss 4.5.
    """
    caishen = hand.caishen
    wilds = hand.wilds
    claimed = hand.left == 0 and all(meld.claimed for meld in hand.melds)
    shared = one_wait, claimed, wilds + (tile == caishen)
    lone_caishen = wilds and winning.way == "draw" and not winning.heavenly
    found: list[Reading] = []
    for before in shown:
        if lone_caishen:
            _find_baotou(found, hand, before, shared, rules)
        if tile == caishen:
            _find(found, hand, before, before, None, shared, winning, rules)
        else:
            for as_read in reads(tile, caishen):
                _find(found, hand, before, read(before, as_read), as_read, shared, winning, rules)
    return found


def _find_baotou(found: list[Reading], hand: Hand, before: Face, shared: Shared, rules: Ruleset) -> None:
    """Readings in which the drawn tile makes the pair with a lone caishen (4.6)."""
    if not allowed(before, rules):
        return
    suits, left, wilds = before[4], hand.left, hand.wilds
    if left == 4 and paired(before) & 15 >= 7 - wilds:
        found.append(Reading("pairs", suits, *shared, baotou=True))
    if not HALF_FLUSH[suits] and rules.half_flush_required:
        return
    if missing_groups(before, left, 0) < wilds:
        triplets = not hand.chows and missing_groups(before, left, 0, TRIPLET) < wilds
        straight = _may_be_straight(hand, before) and _is_straight(hand, before, wilds - 1, 0)
        for features in {(triplets, False), (False, straight)}:
            if any(features) or not (triplets or straight):
                found.append(Reading("regular", suits, *shared, *features, baotou=True))


def _find(
    found: list[Reading],
    hand: Hand,
    before: Face,
    face: Face,
    as_read: Tile | None,
    shared: Shared,
    winning: Winning,
    rules: Ruleset,
) -> None:
    """Readings of fourteen tiles, 爆头 put aside: `face` is `before` and the winning tile, read as `as_read`;
    None is a caishen."""
    m, p, s, z, suits, itself = face
    wilds = shared[2]
    white_allowed = not itself or allowed(face, rules)
    if hand.left == 4:
        number = paired(face)
        if number >> 4 >= 14 - wilds:
            one_third = _ONE_THIRD[THIRDS[m] | THIRDS[p] | THIRDS[s]]
            all_honours = z == _SEVEN_HONOURS
            found.append(
                Reading("unconnected", suits, *shared, one_third=one_third, all_honours=all_honours)
            )
        if number & 15 >= 7 - wilds and white_allowed:
            found.append(Reading("pairs", suits, *shared, baotou=wilds == 0 and not winning.heavenly))
    if suits == ALL_HONOURS:
        found.append(Reading("winds", suits, *shared))
    if white_allowed and (HALF_FLUSH[suits] or not rules.half_flush_required):
        _find_regular(found, hand, before, face, as_read, shared)


def _find_regular(
    found: list[Reading], hand: Hand, before: Face, face: Face, as_read: Tile | None, shared: Shared
) -> None:
    """Readings of fourteen tiles as four melds and a pair, if they are.

    The winning tile makes the pair with a lone tile (单吊) where the others were four melds without it.
    """
    suits, left, wilds = face[4], hand.left, hand.wilds
    need = NEED[2 * left + 1][HONOUR[face[3]]]
    if need[class_of(face)] > shared[2]:
        return
    lone = []
    for each in range(KINDS) if as_read is None else (as_read,):
        if before[SUIT[each]] // POWER[each] % 5:
            rest = without(before, each)
            if NEED[2 * left][HONOUR[rest[3]]][class_of(rest)] <= wilds:
                lone.append(rest)
    plain = True
    if _may_be_triplets(hand, face, shared[2]) and need[class_of(face, TRIPLET)] <= shared[2]:
        single = any([missing_groups(rest, left, 0, TRIPLET) <= wilds for rest in lone])
        found.append(Reading("regular", suits, *shared, True, single=single))
        plain = not single and bool(lone)
    if _may_be_straight(hand, face) and _is_straight(hand, face, shared[2], 1):
        single = any([_is_straight(hand, rest, wilds, 0) for rest in lone])
        found.append(Reading("regular", suits, *shared, False, True, single=single))
        plain = not single and bool(lone)
    if plain:
        found.append(Reading("regular", suits, *shared, single=bool(lone)))


def _may_be_triplets(hand: Hand, face: Face, wilds: int) -> bool:
    """A quick look: every triplet and the pair hold a pair, of one natural tile and a caishen at the least."""
    return not hand.chows and paired(face) & 15 >= hand.left + 1 - wilds


def _may_be_straight(hand: Hand, face: Face) -> bool:
    """A quick look that says no to most: chows to help, or a suit with as much as one tile of each rank."""
    if hand.chows:
        return True
    m, p, s, _, _, _ = face
    return m >= _ALL_RANKS or p >= _ALL_RANKS or s >= _ALL_RANKS


def _is_straight(hand: Hand, face: Face, wilds: int, pair: int) -> bool:
    """Whether the concealed tiles of a face and the chows laid hold a straight, and the rest is all in groups."""
    return any(missing_groups(rest, melds, pair) <= wilds for rest, melds in _without_straight(hand, face))


def _without_straight(hand: Hand, face: Face) -> Iterator[tuple[Face, int]]:
    """For each suit with a straight, the tiles and the number of melds it leaves to lay out."""
    m, p, s, z, suits, itself = face
    for suit, key in enumerate((m, p, s)):
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
