"""The hands a player may aim for, as rows: the twin of `wuyi.bots.targets`, whose list is packed here.

    goals, numbers = packed_targets(rules)      # in Python: rows, and the row's number by the target's name
    lacking(target, keys, left, book)           # in a kernel: tiles missing, caishen apart
    helping(target, hand, rules, book)          # the kinds that bring the hand nearer, as a set
    open_to(target, hand)                       # whether its melds leave the target open
    steps_of(target, least, hand)               # `lacking` with the caishen reckoned in

`wuyi.simulate.fast.outlook` keeps what these find and is what players ask.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np

from wuyi.bots.targets import baotou_targets, targets
from wuyi.hand.hand import ALL_HONOURS
from wuyi.hand.tile import EAST, KINDS, WHITE
from wuyi.rules import Ruleset
from wuyi.simulate.fast.distance import tiles_of
from wuyi.simulate.fast.hands import POWERS, concealed_face
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.rows import ANY_SETS, PAIRED, PAIRED_HONOURS, THIRDS, TRIPLETS_ALONE, Rows

OF_MELDS, OF_HONOURS, OF_PAIRS, UNCONNECTED, ONE_THIRD = range(5)
"""The shapes of targets."""

_SHAPES: Final = {
    "all_honours": OF_HONOURS,
    "pairs": OF_PAIRS,
    "natural_pairs": OF_PAIRS,
    "unconnected": UNCONNECTED,
    "one_third": ONE_THIRD,
}
"""By the kind of a target; the others are of melds."""

LONGEST_WAY: Final = 15
MOST_TARGETS: Final = 24
"""Room for the targets of any rules, and their 爆头."""

TARGET: Final = np.dtype(
    [
        ("waits", "f8", LONGEST_WAY),
        ("fan", "i1"),
        ("shape", "i1"),
        ("suits", "i1"),
        ("pair", "i1"),
        ("runs", "i1"),
        ("melds", "i1"),
        ("wilds", "i1"),
        ("free_white", "i1"),
        ("spare", "i1"),
    ],
    align=True,
)
"""A `wuyi.bots.targets.Target`. suits: a bit each. pair: 0 where the pair is still to be made with a lone
caishen, as on the way to 爆头."""

FAR_OFF: Final = 99

Keys = tuple[int, int, int, int]
"""Of m, p, s and z, 0 for suits that do not count towards a target."""

SPREAD: Final = np.array(
    [(third & 3) + ((third & 12) << 2) + ((third & 48) << 4) for third in range(64)], np.int64
)
"""A number of three digits to base 4 as one to base 16, so that three of them add up without carrying."""


@lru_cache(maxsize=64)
def packed_targets(rules: Ruleset) -> tuple[Rows, Mapping[str, int]]:
    """The targets of these rules in their order, then those of 爆头; and by name which row is whose.

    `len(wuyi.bots.targets.targets(rules))` of them are weighed; the rows behind are there to be asked about.
    """
    every = [*targets(rules), *baotou_targets(rules).values()]
    rows = np.zeros(len(every), TARGET)
    for column in ("fan", "runs", "melds", "wilds", "free_white", "spare", "waits"):
        rows[column] = [getattr(target, column) for target in every]
    rows["shape"] = [_SHAPES.get(target.kind, OF_MELDS) for target in every]
    rows["suits"] = [sum(1 << suit for suit in target.suits) for target in every]
    rows["pair"] = [target.spare == 0 for target in every]
    return rows, {target.name: number for number, target in enumerate(every)}


@kernel
def open_to(target: Row, hand: Row) -> bool:
    """Whether a hand with its melds can still become this (`Target.allows`)."""
    if hand.left == 4:
        return True
    if not target.melds or hand.suits & ~target.suits or (hand.chows and not target.runs):
        return False
    # A set of 白 may be read as the turned tile (2.3).
    turned = 1 << hand.caishen // 9
    return bool(not hand.white_set or target.suits & (turned | ALL_HONOURS))


@kernel
def reads_white_as_itself(target: Row, rules: Row) -> bool:
    """Whether a 白 may be itself in the target (8)."""
    return bool(rules.white_as_itself or target.free_white)


@kernel
def keys_of(target: Row, hand: Row, itself: int) -> Keys:
    """What counts towards the target with so many of the 白 read as themselves."""
    m, p, s, z, _, _ = concealed_face(hand, itself)
    suits = whole(target.suits)
    return (
        m if suits & 1 else 0,
        p if suits & 2 else 0,
        s if suits & 4 else 0,
        z if suits & ALL_HONOURS else 0,
    )


@kernel
def faces_of(target: Row, hand: Row, rules: Row) -> int:
    """How many ways to read the 白 there are for the target: none to so many as themselves (2.3)."""
    return whole(hand.whites) + 1 if reads_white_as_itself(target, rules) else 1


@kernel
def lacking(target: Row, keys: Keys, left: int, book: Row) -> int:
    """How many tiles are missing from natural ones, with so many melds still to make; caishen apart."""
    m, p, s, z = keys
    shape = target.shape
    if shape == OF_MELDS:
        column = ANY_SETS if target.runs else TRIPLETS_ALONE
        kind = book.join[
            book.join[book.suits[m, column], book.suits[p, column]],
            book.suits[s, column],
        ]
        return whole(book.need[2 * left + target.pair, book.join[book.honours[z, ANY_SETS], kind]])
    if shape == OF_HONOURS:
        return 3 * left + 2 - tiles_of(z)
    honours = whole(book.honours[z, PAIRED_HONOURS])
    if shape == ONE_THIRD:
        thirds = SPREAD[book.suits[m, THIRDS]] + SPREAD[book.suits[p, THIRDS]] + SPREAD[book.suits[s, THIRDS]]
        return of_thirds(thirds, honours)
    number = honours + book.suits[m, PAIRED] + book.suits[p, PAIRED] + book.suits[s, PAIRED]
    return of_pairs(target, number)


@kernel
def of_thirds(thirds: int, honours: int) -> int:
    """What 大靠 lacks. thirds: how many kinds of each third (`SPREAD`). honours: their `PAIRED_HONOURS`."""
    return whole(14 - max(thirds & 15, thirds >> 4 & 15, thirds >> 8) - (honours >> 4))


@kernel
def of_pairs(target: Row, number: int) -> int:
    """What seven pairs or 十三不靠 lacks. number: the sum of `PAIRED` over the suits and honours."""
    if target.shape == OF_PAIRS:
        return whole(6 + target.pair - (number & 15))
    return 14 - (number >> 4)


@kernel
def least_lacking(target: Row, hand: Row, rules: Row, book: Row) -> int:
    """`lacking` of a hand with its 白 read as serves best."""
    least = FAR_OFF
    for itself in range(faces_of(target, hand, rules)):
        least = min(least, lacking(target, keys_of(target, hand, itself), whole(hand.left), book))
    return least


@kernel
def steps_of(target: Row, least: int, hand: Row) -> int:
    """How many tiles are missing to the target from thirteen, where `least_lacking` lack without caishen.

    A caishen fills a place, though not the last; where it may not stand, it must go first.
    """
    spare, wilds = whole(target.spare), whole(hand.wilds)
    if target.wilds:
        return max(1 - spare, least + spare - wilds)
    return max(least, 1 + wilds)


@kernel
def helping(target: Row, hand: Row, rules: Row, book: Row) -> int:
    """The kinds that bring a hand nearer to the target, as a set; also such as are all seen."""
    now = least_lacking(target, hand, rules, book)
    left = whole(hand.left)
    found = whole(0)
    for itself in range(faces_of(target, hand, rules)):
        keys = keys_of(target, hand, itself)
        if target.shape == OF_MELDS:
            found |= helping_melds(target, keys, left, now, book)
        elif target.shape != OF_HONOURS:
            found |= helping_scattered(target, keys, now, book)
        elif 3 * left + 2 - tiles_of(keys[3]) == now:
            found |= ((1 << KINDS) - 1) >> EAST << EAST
    caishen = whole(hand.caishen)
    as_turned, as_itself = found >> caishen & 1, found >> WHITE & 1
    found &= ~(1 << caishen | 1 << WHITE)
    if caishen != WHITE and (as_turned or (as_itself and reads_white_as_itself(target, rules))):
        found |= 1 << WHITE
    if target.wilds:
        found |= 1 << caishen
    return whole(found)


@kernel
def helping_melds(target: Row, keys: Keys, left: int, now: int, book: Row) -> int:
    """The kinds, as read, after which melds and a pair lack fewer than `now`."""
    m, p, s, z = keys
    suits = whole(target.suits)
    groups = 2 * left + target.pair
    column = ANY_SETS if target.runs else TRIPLETS_ALONE
    of_m, of_p, of_s = book.suits[m, column], book.suits[p, column], book.suits[s, column]
    of_z = book.honours[z, ANY_SETS]
    found = whole(0)
    for suit in range(3):
        if suits >> suit & 1:
            key = m if suit == 0 else p if suit == 1 else s
            one = of_p if suit == 0 else of_m
            other = of_p if suit == 2 else of_s
            others = book.join[of_z, book.join[one, other]]
            for rank in range(9):
                if book.need[groups, book.join[others, book.suits[key + POWERS[rank], column]]] < now:
                    found |= whole(1) << 9 * suit + rank
    if suits & ALL_HONOURS:
        others = book.join[book.join[of_m, of_p], of_s]
        for rank in range(KINDS - EAST):
            if book.need[groups, book.join[book.honours[z + POWERS[rank], ANY_SETS], others]] < now:
                found |= whole(1) << EAST + rank
    return found


@kernel
def helping_scattered(target: Row, keys: Keys, now: int, book: Row) -> int:
    """The kinds, as read, after which seven pairs, 十三不靠 or 大靠 lack fewer than `now`."""
    honours = whole(book.honours[keys[3], PAIRED_HONOURS])
    thirds = whole(0)
    number = honours
    for suit in range(3):
        key = keys[0] if suit == 0 else keys[1] if suit == 1 else keys[2]
        thirds += SPREAD[book.suits[key, THIRDS]]
        number += book.suits[key, PAIRED]
    found = whole(0)
    for kind in range(KINDS):
        suit = kind // 9
        key = keys[0] if suit == 0 else keys[1] if suit == 1 else keys[2] if suit == 2 else keys[3]
        more = key + POWERS[kind]
        if target.shape == ONE_THIRD:
            if suit == 3:
                then = of_thirds(thirds, whole(book.honours[more, PAIRED_HONOURS]))
            else:
                gained = SPREAD[book.suits[more, THIRDS]] - SPREAD[book.suits[key, THIRDS]]
                then = of_thirds(thirds + gained, honours)
        elif suit == 3:
            then = of_pairs(target, number - honours + book.honours[more, PAIRED_HONOURS])
        else:
            then = of_pairs(target, number - book.suits[key, PAIRED] + book.suits[more, PAIRED])
        if then < now:
            found |= whole(1) << kind
    return found
