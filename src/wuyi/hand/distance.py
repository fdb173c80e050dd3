"""How many tiles a hand lacks (向听, counted to the win): 0 is complete, 1 waits."""

from functools import lru_cache
from typing import Final

from wuyi.hand.complete import paired
from wuyi.hand.face import concealed_faces, meld_suits
from wuyi.hand.hand import ALL_HONOURS, Hand
from wuyi.hand.tables import CLASS, FLUSH, HONOUR, NEED, PAIRED, PAIRED_HONOURS, SCATTERED, missing
from wuyi.rules import DEFAULT_RULES, Ruleset

FAR: Final = 15
"""The distance to what the melds rule out."""


def distance(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> int:
    """How many tiles thirteen or fourteen lack to a pattern of 4.1-4.4 that meets 4.5.

    1 if thirteen wait, 0 if fourteen are complete, whichever of them was drawn. Of another number of tiles it
    says nothing true, and does not look: it is asked thousands of times for one decision.
    """
    if hand.white_set or not (rules.half_flush_required and rules.white_as_itself):
        return min(distances(hand, rules).values())
    if not hand.whites:
        m, p, s, z = hand.keys
        best = _nearest(m, p, s, z, hand.left, hand.suits)
    else:
        best = min(
            [_nearest(m, p, s, z, hand.left, hand.suits) for m, p, s, z, _, _ in concealed_faces(hand)]
        )
    best -= hand.wilds
    return best if 1 < best < FAR else min(FAR, max(best, 14 - hand.total))


def _nearest(m: int, p: int, s: int, z: int, left: int, melds: int) -> int:
    """The least of `distances` where a half flush is required, caishen apart, for keys as read and the suits
    of the melds; more than `FAR` where they rule all out."""
    if left == 4:
        row = FLUSH[z]
        best = SCATTERED[PAIRED[m] + PAIRED[p] + PAIRED[s] + PAIRED_HONOURS[z]]
    else:
        row = NEED[2 * left + 1][HONOUR[z]]
        best = 2 * FAR if melds & ~ALL_HONOURS else 3 * left + 2 - tiles_in(z)
    melds &= ~ALL_HONOURS
    if not melds & ~1 and row[CLASS[m]] < best:
        best = row[CLASS[m]]
    if not melds & ~2 and row[CLASS[p]] < best:
        best = row[CLASS[p]]
    if not melds & ~4 and row[CLASS[s]] < best:
        best = row[CLASS[s]]
    return best


def distances(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> dict[str, int]:
    """The distance to each target, `FAR` where the melds rule it out:

    m, p, s       four melds and a pair of that suit, with or without honours (4.5)
    honours       honours in any arrangement (4.4)
    pairs         七对. unconnected   十三不靠
    regular       four melds and a pair of any suits, where the rules ask for no half flush (8)
    """
    left, wilds = hand.left, hand.wilds
    least = 14 - hand.total
    found = dict.fromkeys(("m", "p", "s", "honours", "pairs", "unconnected", "regular"), FAR)

    def offer(target: str, lacking: int) -> None:
        found[target] = min(found[target], max(least, lacking - wilds))

    for face in concealed_faces(hand):
        m, p, s, z, _, itself = face
        if left == 4:
            number = paired(face)
            offer("pairs", 7 - (number & 15))
            offer("unconnected", 14 - (number >> 4))
        for of_melds, set_itself in meld_suits(hand):
            if not of_melds & ~ALL_HONOURS:
                offer("honours", 3 * left + 2 - tiles_in(z))
            if (itself or set_itself) and not rules.white_as_itself:
                continue  # as itself only in 字一色 and 十三不靠 (8)
            row = NEED[2 * left + 1][HONOUR[z]]
            for target, bit, key in (("m", 1, m), ("p", 2, p), ("s", 4, s)):
                if not of_melds & ~(bit | ALL_HONOURS):
                    offer(target, row[CLASS[key]])
            if not rules.half_flush_required:
                offer("regular", missing(m, p, s, z, left, 1))
    return found


@lru_cache(maxsize=1 << 12)
def tiles_in(key: int) -> int:
    """How many tiles a key of `Hand.keys` counts."""
    count = 0
    while key:
        key, rest = divmod(key, 5)
        count += rest
    return count
