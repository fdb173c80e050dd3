"""Hands dealt in many worlds so that each lacks as many tiles as it should: the twin of
`wuyi.review.development`."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from wuyi.hand.distance import FAR
from wuyi.rules import Ruleset
from wuyi.simulate.fast.distance import OF_THIRTEEN, distance
from wuyi.simulate.fast.hands import add, remove
from wuyi.simulate.fast.jit import Row, entry, kernel, whole
from wuyi.simulate.fast.luck import chance
from wuyi.simulate.fast.questions import HandRows
from wuyi.simulate.fast.rows import Rows, book, rules_row

_LUCK: Final = np.dtype([("luck", "u8")])
"""What `luck.chance` draws from."""


def develop(
    tiles: NDArray[np.int8],
    hands: HandRows,
    sizes: NDArray[np.int64],
    lacking: NDArray[np.int64],
    luck: NDArray[np.uint64],
    *,
    tries: int,
    rules: Ruleset,
) -> NDArray[np.int8]:
    """Deal tiles to some hands of every world and exchange them for others, until each hand lacks so many.

    tiles: by world, shuffled; changed. hands: (worlds, hands), with melds and no concealed tiles, which they
    are given. sizes: of each how many. lacking: by world and hand. luck: by world. tries: exchanges at most.
    Returns the tiles left, by world.
    """
    starts = np.concatenate([[0], np.cumsum(sizes)])
    state = np.zeros(len(luck), _LUCK)
    state["luck"] = luck
    _develop_all(tiles, hands, starts, lacking, state, tries, rules_row(rules), book())
    return tiles[:, starts[-1] :]


@entry
def _develop_all(
    tiles: NDArray[np.int8],
    hands: HandRows,
    starts: NDArray[np.int64],
    lacking: NDArray[np.int64],
    luck: Rows,
    tries: int,
    rules: Rows,
    book: Rows,
) -> None:
    count = len(starts) - 1
    away = np.empty(count, np.int64)
    for index in range(len(tiles)):
        lie, own_luck = tiles[index], luck[index]
        for who in range(count):
            for at in range(starts[who], starts[who + 1]):
                add(hands[index, who], whole(lie[at]))
            away[who] = _away(hands[index, who], lacking[index, who], rules[0], book[0])
        for number in range(tries):
            if away.sum() == 0:
                break
            who = number % count
            if away[who] == 0:
                continue
            mine = starts[who] + chance(own_luck, starts[who + 1] - starts[who])
            other = chance(own_luck, len(lie))
            owner = 0
            while owner < count and other >= starts[owner + 1]:
                owner += 1
            if owner == who or lie[mine] == lie[other]:
                continue
            hand = hands[index, who]
            exchange(hand, lie[mine], lie[other])
            now, then = _away(hand, lacking[index, who], rules[0], book[0]), whole(0)
            change = now - away[who]
            if owner < count:
                exchange(hands[index, owner], lie[other], lie[mine])
                then = _away(hands[index, owner], lacking[index, owner], rules[0], book[0])
                change += then - away[owner]
            if change <= 0:
                lie[mine], lie[other] = lie[other], lie[mine]
                away[who] = now
                if owner < count:
                    away[owner] = then
            else:
                exchange(hand, lie[other], lie[mine])
                if owner < count:
                    exchange(hands[index, owner], lie[mine], lie[other])


@kernel
def exchange(hand: Row, old: int, new: int) -> None:
    """Give a tile of the hand for another."""
    remove(hand, whole(old))
    add(hand, whole(new))


@kernel
def _away(hand: Row, aim: int, rules: Row, book: Row) -> int:
    """By how many tiles thirteen lack too many or too few; of a hand that cannot win nothing is asked."""
    lacking = whole(distance(hand, OF_THIRTEEN, rules, book))
    return abs(lacking - aim) if lacking < FAR else whole(0)
