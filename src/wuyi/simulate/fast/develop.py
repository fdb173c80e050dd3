"""Hands dealt in many worlds so that each is as near to a win as it should be: the twin of
`wuyi.review.development`. And how near the hands at many tables are, from which that is measured."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wuyi.hand.distance import FAR
from wuyi.hand.tile import KINDS
from wuyi.rules import Ruleset
from wuyi.simulate.fast.complete import paired
from wuyi.simulate.fast.distance import OF_FOURTEEN, OF_THIRTEEN, distance
from wuyi.simulate.fast.hands import add, concealed_face, remove
from wuyi.simulate.fast.jit import Row, entry, kernel, whole
from wuyi.simulate.fast.luck import chance
from wuyi.simulate.fast.observe import unseen_by
from wuyi.simulate.fast.questions import HandRows
from wuyi.simulate.fast.rows import Rows, book, rules_row

_LUCK: Final = np.dtype([("luck", "u8")])
"""What `luck.chance` draws from."""

Numbers = NDArray[np.int64]


ANY, PAIRS, UNCONNECTED = range(3)
"""The ways to win, as in `wuyi.review.development`."""


class Aims(NamedTuple):
    """What hands shall be like, by world and hand; see `wuyi.review.development.Aim`."""

    way: Numbers
    lacking: Numbers
    useful: Numbers


def develop(
    tiles: NDArray[np.int8],
    hands: HandRows,
    sizes: Numbers,
    aims: Aims,
    hidden: Numbers,
    luck: NDArray[np.uint64],
    *,
    tries: int,
    widening: int,
    rules: Ruleset,
) -> NDArray[np.int8]:
    """Deal tiles to some hands of every world and exchange them for others, until each hand is as it should
    be; caishen stay where they are.

    tiles: by world, shuffled; changed. hands: (worlds, hands), with melds and no concealed tiles, which they
    are given. sizes: of each how many. hidden: of each kind how many do not lie open for everybody. luck: by
    world. tries: exchanges at most to make the hands of a world as near; widening: to make as many tiles
    useful to one. Returns the tiles left, by world.
    """
    starts = np.concatenate([[0], np.cumsum(sizes)])
    state = np.zeros(len(luck), _LUCK)
    state["luck"] = luck
    _develop_all(tiles, hands, starts, *aims, hidden, state, tries, widening, rules_row(rules), book())
    return tiles[:, starts[-1] :]


def nearness(tables: Rows, hands: HandRows, seats: Numbers, rules: Ruleset) -> Aims:
    """By which way the thirteen of a seat at each table are nearest to a win, how many tiles they lack, `FAR`
    if they cannot win, and how many that the seat has not seen are useful."""
    found = Aims(*np.zeros((3, len(tables)), np.int64))
    _measure_all(tables, hands, seats, *found, rules_row(rules), book())
    return found


@entry
def _develop_all(
    tiles: NDArray[np.int8],
    hands: HandRows,
    starts: Numbers,
    way: Numbers,
    lacking: Numbers,
    useful: Numbers,
    hidden: Numbers,
    luck: Rows,
    tries: int,
    widening: int,
    rules: Rows,
    book: Rows,
) -> None:
    count = len(starts) - 1
    for index in range(len(tiles)):
        lie, own_luck = tiles[index], luck[index]
        for who in range(count):
            for at in range(starts[who], starts[who + 1]):
                add(hands[index, who], whole(lie[at]))
        come_near(lie, hands[index], starts, way[index], lacking[index], own_luck, tries, rules[0], book[0])
        if starts[count] == len(lie):
            continue
        for who in range(count):
            if starts[who] < starts[who + 1]:
                places = starts[who], starts[who + 1], starts[count]
                aim = way[index, who], lacking[index, who], useful[index, who]
                hand = hands[index, who]
                widen(lie, hand, places, aim, hidden, own_luck, widening, rules[0], book[0])


@kernel
def come_near(
    lie: NDArray[np.int8],
    hands: Any,
    starts: Numbers,
    way: Numbers,
    lacking: Numbers,
    luck: Row,
    tries: int,
    rules: Row,
    book: Row,
) -> None:
    """Exchange tiles of the hands for any others until each hand lacks as many as it should."""
    count = len(starts) - 1
    away = np.empty(count, np.int64)
    for who in range(count):
        away[who] = _away(hands[who], way[who], lacking[who], rules, book)
    for number in range(tries):
        if away.sum() == 0:
            return
        who = number % count
        if away[who] == 0:
            continue
        mine = starts[who] + chance(luck, starts[who + 1] - starts[who])
        other = chance(luck, len(lie))
        owner = 0
        while owner < count and other >= starts[owner + 1]:
            owner += 1
        if owner == who or not may_change(lie[mine], lie[other], hands[who]):
            continue
        exchange(hands[who], lie[mine], lie[other])
        now, then = _away(hands[who], way[who], lacking[who], rules, book), whole(0)
        change = now - away[who]
        if owner < count:
            exchange(hands[owner], lie[other], lie[mine])
            then = _away(hands[owner], way[owner], lacking[owner], rules, book)
            change += then - away[owner]
        if change <= 0:
            lie[mine], lie[other] = lie[other], lie[mine]
            away[who] = now
            if owner < count:
                away[owner] = then
        else:
            exchange(hands[who], lie[other], lie[mine])
            if owner < count:
                exchange(hands[owner], lie[mine], lie[other])


@kernel
def widen(
    lie: NDArray[np.int8],
    hand: Row,
    places: tuple[int, int, int],
    aim: tuple[int, int, int],
    hidden: Numbers,
    luck: Row,
    tries: int,
    rules: Row,
    book: Row,
) -> None:
    """Exchange tiles of a hand for tiles of the wall until as many are useful to it as should be.

    places: where the hand begins, where it ends, and where the wall begins. aim: way, lacking, useful.
    """
    first, end, wall = places
    lacking = whole(distance(hand, OF_THIRTEEN, rules, book))
    if lacking >= FAR:
        return
    near = _away(hand, aim[0], aim[1], rules, book)
    away = abs(useful_to(hand, lacking, hidden, rules, book) - aim[2])
    for _ in range(tries):
        if away == 0:
            return
        mine = first + chance(luck, end - first)
        other = wall + chance(luck, len(lie) - wall)
        if not may_change(lie[mine], lie[other], hand):
            continue
        exchange(hand, lie[mine], lie[other])
        if _away(hand, aim[0], aim[1], rules, book) <= near:
            lacking = whole(distance(hand, OF_THIRTEEN, rules, book))
            now = abs(useful_to(hand, lacking, hidden, rules, book) - aim[2])
            if now <= away:
                away = now
                lie[mine], lie[other] = lie[other], lie[mine]
                continue
        exchange(hand, lie[other], lie[mine])


@kernel
def useful_to(hand: Row, lacking: int, hidden: Numbers, rules: Row, book: Row) -> int:
    """How many tiles bring thirteen that lack so many nearer, of those that neither lie open nor are held."""
    total = whole(0)
    for kind in range(KINDS):
        free = hidden[kind] - hand.counts[kind]
        if free > 0:
            add(hand, kind)
            if distance(hand, OF_FOURTEEN, rules, book) < lacking:
                total += free
            remove(hand, kind)
    return total


@kernel
def may_change(one: int, other: int, hand: Row) -> bool:
    """Whether to exchange the tiles changes anything and moves no caishen."""
    return bool(one != other and one != hand.caishen and other != hand.caishen)


@kernel
def exchange(hand: Row, old: int, new: int) -> None:
    """Give a tile of the hand for another."""
    remove(hand, whole(old))
    add(hand, whole(new))


@kernel
def _away(hand: Row, way: int, aim: int, rules: Row, book: Row) -> int:
    """By how many tiles thirteen lack too many or too few, and are too near by another way; of a hand that
    cannot win nothing is asked."""
    lacking = whole(distance(hand, OF_THIRTEEN, rules, book))
    if lacking >= FAR:
        return whole(0)
    if way == ANY or hand.left < 4:
        return whole(abs(lacking - aim))
    pairs, unconnected = concealed_ways(hand, book)
    own = pairs if way == PAIRS else unconnected
    return whole(abs(own - aim) + max(0, aim - lacking))


@kernel
def concealed_ways(hand: Row, book: Row) -> tuple[int, int]:
    """How many tiles thirteen lack to seven pairs and to thirteen unconnected, `FAR` if there are melds."""
    pairs = unconnected = FAR
    if hand.left == 4:
        for itself in range(hand.whites + 1):
            number = paired(concealed_face(hand, itself), book)
            pairs = min(pairs, max(OF_THIRTEEN, 7 - (number & 15) - whole(hand.wilds)))
            unconnected = min(unconnected, max(OF_THIRTEEN, 14 - (number >> 4) - whole(hand.wilds)))
    return pairs, unconnected


@entry
def _measure_all(
    tables: Rows,
    hands: HandRows,
    seats: Numbers,
    way: Numbers,
    lacking: Numbers,
    useful: Numbers,
    rules: Rows,
    book: Rows,
) -> None:
    hidden = np.empty(KINDS, np.int64)
    for index in range(len(tables)):
        seat = seats[index]
        hand = hands[index, seat]
        unseen = unseen_by(tables[index], hands[index], seat)
        for kind in range(KINDS):
            hidden[kind] = unseen[kind] + hand.counts[kind]
        pairs, unconnected = concealed_ways(hand, book[0])
        lacking[index] = distance(hand, OF_THIRTEEN, rules[0], book[0])
        if pairs == lacking[index]:
            way[index] = PAIRS
        elif unconnected == lacking[index]:
            way[index] = UNCONNECTED
        if lacking[index] < FAR:
            useful[index] = useful_to(hand, lacking[index], hidden, rules[0], book[0])
