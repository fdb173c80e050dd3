"""What the player `ev` forecasts of what an action leaves: the twin of `wuyi.bots.features` and `judgement`.
The numbers come in the order of `features`, which is the order of the network's weights."""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wuyi.bots.ev import PROMISE as POINTS_OF_PROMISE
from wuyi.bots.features import BAOTOU_WAYS, COUNT, FAN_AT_MOST, FEED, HAZARD, OUT_OF_REACH, WAYS, WITHIN
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.fast.complete import is_baotou
from wuyi.simulate.fast.hands import half_flush
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.judge import judge
from wuyi.simulate.fast.manner import MOST_DRAWS, QUARTERS
from wuyi.simulate.fast.network import FIRST, OUTPUTS, SECOND, SHARED
from wuyi.simulate.fast.others import collects, makes_liable, risked_by
from wuyi.simulate.fast.outlook import chance, nearest, steps, useful, worth
from wuyi.simulate.fast.prices import AFTER_KONG, BY_DISCARD, BY_DRAW, FLOWN, FLOWN_AT, KONGS_AT
from wuyi.simulate.fast.promise import promise_of
from wuyi.simulate.fast.rows import CHOW, NO_TILE
from wuyi.simulate.fast.targets import packed_targets
from wuyi.simulate.fast.wait import ALL_KINDS, several, waits
from wuyi.simulate.fast.wall import drawable

_NUMBERS: Final = packed_targets(DEFAULT_RULES)[1]
"""Of the rules that the network knows, and of those alike."""
SUITED: Final = np.array([_NUMBERS[f"half_flush_{suit}"] for suit in "mps"], np.int64)
WAY_TARGETS: Final = np.array(
    [[_NUMBERS[name.format(suit, suit)] for suit in "mps"] for name, _ in WAYS], np.int64
)
"""By way and suit the number of the target."""
WAY_RANKS: Final = np.array(["{1}" in name for name, _ in WAYS], np.int64)
"""Of which suit, the first or the second."""
WAY_COUNTS: Final = np.array([counts for _, counts in WAYS], np.bool_)
BAOTOU_TARGETS: Final = np.array(
    [[_NUMBERS[name.format(suit)] for suit in "mps"] for name in BAOTOU_WAYS], np.int64
)
AT_BAOTOU: Final = np.array(
    [[_NUMBERS[f"{name.format(suit)}_baotou"] for suit in "mps"] for name in BAOTOU_WAYS], np.int64
)
LASTING: Final = np.array(
    [(1 - (1 - HAZARD) ** (draws / QUARTERS)) / HAZARD for draws in range(MOST_DRAWS)], np.float64
)
"""By the draws to come, in quarters, how many of them the seat will see."""

OF_WAYS: Final = SHARED + 4
OF_WAITS: Final = COUNT - 18
"""Where in the numbers the ways begin, and what is said of a waiting hand."""
WALL: Final = 72


@kernel
def see_situation(mind: Row, table: Row, seat: int) -> None:
    """Fill in what stays the same whatever the seat does now (`features.situation`); after `see_others`."""
    net = mind.network
    net.shared[0] = drawable(table) / WALL
    net.shared[1] = 1.0 if seat == table.dealer else 0.0
    locked = table.locks[0] > 0 or table.locks[1] > 0 or table.locks[2] > 0 or table.locks[3] > 0
    net.shared[2] = 1.0 if locked else 0.0
    for step in range(3):
        melds = mind.melds[step]
        net.shared[3 + 2 * step] = melds / 4
        net.shared[4 + 2 * step] = melds / 4 if melds > 1 and half_flush(mind.suits[step]) else 0.0
    net.shared[9] = mind.left[table.caishen] / 3


@kernel
def forecast_of(mind: Row, manner: Row, rules: Row, book: Row) -> float:
    """What `mind.after` is expected to come to, and what it promises (`wuyi.bots.ev`)."""
    if not mind.network.trained:
        return promise_of(mind, manner, rules, book)
    promise = fill_numbers(mind, manner, rules, book)
    win_gain_loss = judged(mind.network)
    scale = mind.network.scale
    gain, loss = scale * win_gain_loss[1], scale * win_gain_loss[2]
    promise -= manner.liable * risked_by(mind, mind.discard)
    value = manner.liking * gain - loss + POINTS_OF_PROMISE * promise
    leaning = 0.0
    for at in range(COUNT):
        leaning += mind.network.lean[at] * mind.network.numbers[at]
    return float(value + leaning)


@kernel
def judged(net: Row) -> NDArray[np.float64]:
    """The outputs of the network for its numbers, points in units of the scale."""
    layer = net.layer
    for row in range(FIRST):
        total = net.first_bias[row]
        for at in range(COUNT):
            total += net.first[row, at] * net.numbers[at]
        layer[row] = max(0.0, total)
    for row in range(SECOND):
        total = net.second_bias[row]
        for at in range(FIRST):
            total += net.second[row, at] * layer[at]
        layer[FIRST + row] = max(0.0, total)
    for row in range(OUTPUTS):
        total = net.last_bias[row]
        for at in range(SECOND):
            total += net.last[row, at] * layer[FIRST + at]
        layer[FIRST + SECOND + row] = total
    found: NDArray[np.float64] = layer[FIRST + SECOND :]
    return found


@kernel
def fill_numbers(mind: Row, manner: Row, rules: Row, book: Row) -> float:
    """The numbers of `features.features`, and as the answer the promise."""
    numbers, hand = mind.network.numbers, mind.after
    lasting = LASTING[mind.draws4]
    for at in range(SHARED):
        numbers[at] = mind.network.shared[at]
    numbers[SHARED] = mind.others / 3
    numbers[SHARED + 1] = 1.0 if hand.wilds == 1 else 0.0
    numbers[SHARED + 2] = 1.0 if hand.wilds >= 2 else 0.0
    numbers[SHARED + 3] = (4 - hand.left) / 4
    least = fill_ways(mind, lasting, manner, rules, book)
    suit = fill_targets(mind, least, lasting, manner, rules, book)
    at = whole(OF_WAITS)
    numbers[at - 1] = straight(suit, hand)
    for blank in range(8):
        numbers[at + blank] = 0.0
    if least == 1:
        fill_waits(mind, lasting, rules, book)
    numbers[at + 8] = float(mind.flown)
    numbers[at + 9] = 1.0 if mind.kongs > 0 else 0.0
    fill_served(mind)
    kong = mind.kong
    mind.kong = 0  # its draw is not reckoned in here
    promise = worth(mind, manner, rules, book)
    mind.kong = kong
    numbers[at + 16] = math.log2(promise + 0.001) / 4
    numbers[at + 17] = promise / 4
    return promise


@kernel
def fill_ways(mind: Row, lasting: float, manner: Row, rules: Row, book: Row) -> int:
    """By target how far it is and, of the nearer ones, how likely; the answer is how far the nearest is."""
    hand, ways = mind.after, mind.network.ways
    least = min(whole(OUT_OF_REACH), nearest(mind, hand, rules, book))
    for number in range(mind.weighed):
        missing = whole(OUT_OF_REACH)
        if mind.open >> number & 1:
            missing = min(missing, whole(mind.missing[number]))
        ways[number, 0] = missing
        ways[number, 1] = 0.0
        ways[number, 2] = 0.0
        if missing < OUT_OF_REACH and missing <= least + WITHIN:
            helps = useful(mind, number, hand, rules, book)
            ways[number, 1] = helps
            ways[number, 2] = chance(mind, number, missing, helps, lasting, manner)
    return least


@kernel
def fill_targets(mind: Row, least: int, lasting: float, manner: Row, rules: Row, book: Row) -> int:
    """The numbers of the targets and of 爆头; the answer is the suit of the nearest half flush."""
    numbers, hand, ways = mind.network.numbers, mind.after, mind.network.ways
    first, second, third = whole(0), whole(1), whole(2)
    if nearer(ways, second, first):
        first, second = second, first
    if nearer(ways, third, second):
        second, third = third, second
        if nearer(ways, second, first):
            first, second = second, first
    at = whole(OF_WAYS)
    for way in range(len(WAY_RANKS)):
        number = WAY_TARGETS[way, second if WAY_RANKS[way] else first]
        numbers[at] = ways[number, 0] / 9
        numbers[at + 1] = ways[number, 2]
        at += 2
        if WAY_COUNTS[way]:
            numbers[at] = ways[number, 1] / 30
            at += 1
    for way in range(len(BAOTOU_TARGETS)):
        numbers[at] = 1.0
        numbers[at + 1] = 0.0
        if hand.wilds > 0 and ways[BAOTOU_TARGETS[way, first], 0] < OUT_OF_REACH:
            number = AT_BAOTOU[way, first]
            missing = steps(mind, number, hand, rules, book)
            if missing == 0:
                numbers[at] = 0.0
                numbers[at + 1] = 1.0
            else:
                numbers[at] = min(missing, whole(OUT_OF_REACH)) / 9
                if missing <= least + WITHIN:
                    helps = useful(mind, number, hand, rules, book)
                    numbers[at + 1] = chance(mind, number, missing, helps, lasting, manner)
        at += 2
    return first


@kernel
def nearer(ways: NDArray[np.float64], suit: int, other: int) -> bool:
    """Whether a half flush in one suit comes before that in another."""
    one, two = SUITED[suit], SUITED[other]
    if ways[one, 0] != ways[two, 0]:
        return bool(ways[one, 0] < ways[two, 0])
    return bool(ways[one, 1] > ways[two, 1])


@kernel
def straight(suit: int, hand: Row) -> float:
    """How much of 一条龙 there is (`features`)."""
    key, ranks = whole(hand.keys[suit]), whole(0)
    while key:
        ranks += key % 5 > 0
        key //= 5
    for at in range(4 - hand.left):
        if hand.meld_kind[at] == CHOW:
            ranks += 3 if hand.meld_start[at] % 9 % 3 == 0 else -1
    return ranks / 9


@kernel
def fill_waits(mind: Row, lasting: float, rules: Row, book: Row) -> None:
    """What a waiting hand waits for (4.7-4.9)."""
    hand, numbers = mind.after, mind.network.numbers
    kinds = waits(hand, ALL_KINDS, rules, book)
    one_wait = kinds != 0 and not several(kinds)
    by_draw = whole(BY_DRAW)
    if mind.kongs:
        by_draw |= AFTER_KONG | 1 << KONGS_AT
    if mind.flown:
        by_draw |= FLOWN | mind.flown << FLOWN_AT
    drawn, drawn_worth, fed, fed_worth = 0.0, 0.0, 0.0, 0.0
    for number in range(len(mind.left) + 1):
        # The caishen, which no wait has, comes last.
        last = number == len(mind.left)
        tile = whole(hand.caishen) if last else whole(number)
        if (not last and not kinds >> number & 1) or mind.left[tile] <= 0:
            continue
        share = mind.left[tile] / mind.unseen
        base = base_of(judge(hand, tile, by_draw, rules, book)[0])
        if base:
            drawn += share
            drawn_worth += share * base
        if one_wait and not last:
            base = base_of(judge(hand, tile, BY_DISCARD, rules, book)[0])
            if base:
                fed += share
                fed_worth += share * base
    at = whole(OF_WAITS)
    numbers[at] = 1.0
    numbers[at + 1] = 1.0 if is_baotou(hand, rules, book) else 0.0
    numbers[at + 2] = 1 + 0.3 * (drawn - 0.2) if drawn > 0.2 else drawn * 5
    numbers[at + 3] = drawn_worth / drawn / 32 if drawn > 0.0 else 0.0
    numbers[at + 4] = fed * 8
    numbers[at + 5] = fed_worth / fed / 32 if fed > 0.0 else 0.0
    rate = drawn + FEED * fed
    won = 1 - (1 - min(rate, 0.99)) ** lasting
    numbers[at + 6] = won
    numbers[at + 7] = won * (drawn_worth + FEED * fed_worth) / rate / 32 if rate > 0.0 else 0.0


@kernel
def base_of(fan: int) -> int:
    """What a win of so many fan pays, cut off; 0 for a verdict below 0."""
    return 1 << min(fan, whole(FAN_AT_MOST)) if fan >= 0 else whole(0)


@kernel
def fill_served(mind: Row) -> None:
    """Whom a discard may serve. A caishen serves nobody (2.4)."""
    numbers, tile, at = mind.network.numbers, mind.discard, whole(OF_WAITS + 10)
    for blank in range(6):
        numbers[at + blank] = 0.0
    if tile == NO_TILE:
        return
    suit = tile // 9
    numbers[at] = mind.left[tile] / 3
    numbers[at + 1] = 1.0 if suit == 3 else 0.0
    if tile == mind.after.caishen:
        numbers[at + 2] = 1.0
        return
    for step in range(3):
        if collects(mind, step, tile):
            if step == 0:
                numbers[at + 3] = mind.claimed[step] / 4
            numbers[at + 4] += mind.claimed[step]
            if makes_liable(mind, step):
                numbers[at + 5] = 1.0
    numbers[at + 4] /= 6
