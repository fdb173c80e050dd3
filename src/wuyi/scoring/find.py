"""The readings of a win that could be the dearest (RULES.md 4, 5).

A reading with every fact of another and more stands for both, so a handful is looked at where
the arrangements of the tiles may be hundreds.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from wuyi.hand.complete import missing_groups, paired
from wuyi.hand.face import HALF_FLUSH, Face, allowed, read, reads, without
from wuyi.hand.hand import ALL_HONOURS, POWER, SUIT, Hand
from wuyi.hand.tables import SCATTERED, THIRDS, TRIPLET
from wuyi.hand.tile import KINDS, Tile
from wuyi.rules import Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Reading

_STRAIGHT: Final = tuple([(start, 5**start, 31 * 5**start) for start in (0, 3, 6)])
"""Of 123, 456 and 789: the first rank less one, its power, and what the run takes from a key."""

_HAS_RUN: Final = tuple([key % 5 > 0 and key // 5 % 5 > 0 and key // 25 > 0 for key in range(125)])
"""Whether three neighbouring counts hold a run without a caishen."""

_ALL_RANKS: Final[int] = sum([5**rank for rank in range(9)])
"""The key of one tile of each rank."""

_ONE_THIRD: Final = tuple(
    [(thirds & 3 > 0) + (thirds & 12 > 0) + (thirds & 48 > 0) <= 1 for thirds in range(64)]
)
"""Whether the kinds of `THIRDS`, of several suits joined by `|`, are all of one third."""

_SEVEN_HONOURS: Final[int] = sum([5**rank for rank in range(7)])

Shared = tuple[bool, bool, int]
"""The facts that all readings of a win share: `one_wait`, `claimed` and `wilds` of `Reading`."""


def find_readings(
    hand: Hand, tile: Tile, shown: Sequence[Face], winning: Winning, rules: Ruleset, one_wait: bool
) -> list[Reading]:
    """The readings of thirteen tiles, whose `faces` are `shown`, and the winning one.

    None if they are no pattern, or miss 4.5.
    """
    left, caishen = hand.left, hand.caishen
    wilds = hand.wilds + (tile == caishen)
    shared = one_wait, left == 0 and all(meld.claimed for meld in hand.melds), wilds
    lone_caishen = hand.wilds > 0 and winning.way == "draw" and not winning.heavenly
    lone_tile = tile == caishen or hand.counts[tile] > 0
    found: list[Reading] = []
    for before in shown:
        if lone_caishen:
            found += _baotou(hand, before, shared, rules)
        for as_read in reads(tile, caishen) if tile != caishen else (None,):
            face = before if as_read is None else read(before, as_read)
            suits, number = face[4], paired(face)
            if left == 4 and SCATTERED[number] <= wilds:
                found += _scattered(face, number, shared, winning, rules)
            if suits == ALL_HONOURS:
                found.append(Reading("winds", suits, *shared))
            flush = HALF_FLUSH[suits] or not rules.half_flush_required
            if flush and allowed(face, rules) and missing_groups(face, left, 1) <= wilds:
                twelve = _without_lone(hand, before, as_read) if lone_tile else ()
                found += _regular(hand, face, number, twelve, shared)
    return found


def _baotou(hand: Hand, before: Face, shared: Shared, rules: Ruleset) -> list[Reading]:
    """Readings in which the drawn tile makes the pair with a lone caishen (4.6)."""
    found: list[Reading] = []
    if not allowed(before, rules):
        return found
    suits, left, wilds = before[4], hand.left, hand.wilds
    if left == 4 and paired(before) & 15 >= 7 - wilds:
        found.append(Reading("pairs", suits, *shared, baotou=True))
    flush = HALF_FLUSH[suits] or not rules.half_flush_required
    if flush and missing_groups(before, left, 0) < wilds:
        triplets = not hand.chows and missing_groups(before, left, 0, TRIPLET) < wilds
        straight = _may_be_straight(hand, before) and _is_straight(hand, before, wilds - 1, 0)
        if triplets:
            found.append(Reading("regular", suits, *shared, triplets=True, baotou=True))
        if straight:
            found.append(Reading("regular", suits, *shared, straight=True, baotou=True))
        if not (triplets or straight):
            found.append(Reading("regular", suits, *shared, baotou=True))
    return found


def _scattered(face: Face, number: int, shared: Shared, winning: Winning, rules: Ruleset) -> list[Reading]:
    """Readings of fourteen concealed tiles as 十三不靠 and as seven pairs. `number`: see `paired`."""
    m, p, s, z, suits, _ = face
    wilds = shared[2]
    found = []
    if number >> 4 >= 14 - wilds:
        one_third = _ONE_THIRD[THIRDS[m] | THIRDS[p] | THIRDS[s]]
        all_honours = z == _SEVEN_HONOURS
        found.append(Reading("unconnected", suits, *shared, one_third=one_third, all_honours=all_honours))
    if number & 15 >= 7 - wilds and allowed(face, rules):
        found.append(Reading("pairs", suits, *shared, baotou=wilds == 0 and not winning.heavenly))
    return found


def _without_lone(hand: Hand, before: Face, as_read: Tile | None) -> list[Face]:
    """The tiles besides the winning one and a lone one it pairs (单吊), where they are four melds.

    `as_read` is what the winning one is read as, None for a caishen, which goes with any.
    """
    found = []
    for lone in range(KINDS) if as_read is None else (as_read,):
        if before[SUIT[lone]] // POWER[lone] % 5:
            rest = without(before, lone)
            if missing_groups(rest, hand.left, 0) <= hand.wilds:
                found.append(rest)
    return found


def _regular(hand: Hand, face: Face, number: int, twelve: Sequence[Face], shared: Shared) -> list[Reading]:
    """Readings of fourteen tiles that are four melds and a pair. `twelve`: see `_without_lone`."""
    suits, left, wilds = face[4], hand.left, shared[2]
    found = []
    plain = True
    # A triplet or pair that holds no natural pair takes a caishen at the least.
    if not hand.chows and number & 15 > left - wilds and missing_groups(face, left, 1, TRIPLET) <= wilds:
        single = any(missing_groups(rest, left, 0, TRIPLET) <= hand.wilds for rest in twelve)
        found.append(Reading("regular", suits, *shared, True, False, False, single))
        plain = not single and bool(twelve)
    if _may_be_straight(hand, face) and _is_straight(hand, face, wilds, 1):
        single = any(_is_straight(hand, rest, hand.wilds, 0) for rest in twelve)
        found.append(Reading("regular", suits, *shared, False, True, False, single))
        plain = not single and bool(twelve)
    if plain:
        found.append(Reading("regular", suits, *shared, False, False, False, bool(twelve)))
    return found


def _may_be_straight(hand: Hand, face: Face) -> bool:
    """A quick look that says no to most: chows to help, or a suit with as much as one tile of each rank."""
    if hand.chows:
        return True
    m, p, s, _, _, _ = face
    return m >= _ALL_RANKS or p >= _ALL_RANKS or s >= _ALL_RANKS


def _is_straight(hand: Hand, face: Face, wilds: int, pair: int) -> bool:
    """Whether the concealed tiles and the chows laid hold a straight, and the rest is all in groups."""
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
