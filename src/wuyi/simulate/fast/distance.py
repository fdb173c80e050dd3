"""How many tiles a hand lacks: the twin of `wuyi.hand.distance`."""

from typing import Final

from wuyi.hand.distance import FAR
from wuyi.hand.hand import ALL_HONOURS
from wuyi.simulate.fast.complete import missing, paired
from wuyi.simulate.fast.hands import concealed_face
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.rows import ANY_SETS

OF_THIRTEEN: Final = 1
"""The least distance of thirteen tiles. OF_FOURTEEN: of fourteen."""
OF_FOURTEEN: Final = 0


@kernel
def distance(hand: Row, least: int, rules: Row, book: Row) -> int:
    """How many tiles thirteen or fourteen lack to a pattern of 4.1-4.4 that meets 4.5.

    least: `OF_THIRTEEN` or `OF_FOURTEEN`.
    """
    left, wilds = whole(hand.left), whole(hand.wilds)
    best = FAR
    for itself in range(hand.whites + 1):
        face = concealed_face(hand, itself)
        if left == 4:
            number = paired(face, book)
            best = min(best, max(least, 7 - (number & 15) - wilds), max(least, 14 - (number >> 4) - wilds))
        for set_itself in range(1 + hand.white_set):
            of_melds = int(hand.suits)
            if hand.white_set:
                of_melds |= ALL_HONOURS if set_itself else 1 << hand.caishen // 9
            if not of_melds & ~ALL_HONOURS:
                best = min(best, max(least, 3 * left + 2 - tiles_of(face[3]) - wilds))
            if (face[5] or set_itself) and not rules.white_as_itself:
                continue  # as itself only in 字一色 and 十三不靠 (8)
            keys = face[0], face[1], face[2]
            for suit in range(3):
                if not of_melds & ~(1 << suit | ALL_HONOURS):
                    lacking = book.need[
                        2 * left + 1,
                        book.join[book.honours[face[3], ANY_SETS], book.suits[keys[suit], ANY_SETS]],
                    ]
                    best = min(best, max(least, lacking - wilds))
            if not rules.half_flush_required:
                best = min(best, max(least, missing(face, left, 1, book) - wilds))
    return best


@kernel
def tiles_of(key: int) -> int:
    """How many tiles a key holds."""
    count = 0
    while key:
        count += key % 5
        key //= 5
    return count
