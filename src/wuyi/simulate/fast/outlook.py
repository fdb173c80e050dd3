"""What a hand of thirteen may still become, and what that is worth: the twin of `wuyi.bots.outlook`.

A `MIND` is the room a player thinks in, a row that belongs to one set of rules and one thread:

    mind = new_mind(rules)[0]                   # in Python: an array of one row, kept for all decisions
    look_around(mind, table, hands, seat)       # in a kernel, first at every decision: mind.left, mind.unseen
    open_targets(mind, hand)                    # whenever the hand has other melds: mind.open
    steps(mind, number, hand, rules, book)      # tiles missing to the target in row `number` of mind.targets
    useful(mind, number, hand, rules, book)     # unseen tiles that bring the hand nearer to it
    chance(mind, number, missing, useful, draws, manner)
    nearest(mind, hand, rules, book)            # steps to the nearest; mind.missing: to each
    worth(mind, manner, rules, book)            # what mind.after promises, by the facts of `After` beside it

`targets.packed_targets` says which number is which target; those from `mind.weighed` on are on the way to
爆头 and are not weighed by `worth`. A target may be asked about if `mind.open` has its bit.
"""

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuyi.bots.targets import targets
from wuyi.hand.tile import KINDS, WHITE
from wuyi.rules import Ruleset
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.judge import judge
from wuyi.simulate.fast.luck import STREAM
from wuyi.simulate.fast.network import NETWORK, packed_network
from wuyi.simulate.fast.prices import (
    AFTER_KONG,
    BY_DISCARD,
    BY_DRAW,
    FLOWN,
    FLOWN_AT,
    KONGS_AT,
)
from wuyi.simulate.fast.rows import CHOW, CONCEALED_KONG, HAND, NO_TILE, NOBODY, PUNG, ROB, Rows
from wuyi.simulate.fast.targets import (
    MOST_TARGETS,
    TARGET,
    helping,
    least_lacking,
    open_to,
    packed_targets,
    steps_of,
)
from wuyi.simulate.fast.wait import ALL_KINDS, several, waits

PLACES: Final = 1 << 13
"""How many places a mind remembers."""

PLACE: Final = np.dtype([("tiles", "i8"), ("rest", "i8"), ("helping", "i8"), ("steps", "i8")], align=True)
"""All of a hand that bears on a target, and what was found out of it. steps: missing to the target.
helping: the kinds that bring it nearer, -1 before anybody asked.

It is the same whatever is seen and whoever holds it, so that it serves from one decision to the next."""

MIND: Final = np.dtype(
    [
        ("left", "i8", KINDS),
        ("unseen", "i8"),
        ("open", "i8"),
        ("weighed", "i8"),
        ("targets", TARGET, MOST_TARGETS),
        ("after", HAND),
        ("others", "i8"),
        ("draws4", "i8"),
        ("discard", "i8"),
        ("kong", "i8"),
        ("kongs", "i8"),
        ("flown", "i8"),
        ("melds", "i8", 3),
        ("claimed", "i8", 3),
        ("suits", "i8", 3),
        ("fed", "i8", 3),
        ("by_chow", "i8"),
        ("by_pung", "i8"),
        ("missing", "i8", MOST_TARGETS),
        ("steps", "i8", KINDS),
        ("luck", "u4", STREAM),
        ("used", "i8"),
        ("places", PLACE, PLACES),
        ("network", NETWORK),
    ],
    align=True,
)
"""left: by kind how many the seat has not seen; unseen: all of them, at least 1. open: the targets its melds
allow, a bit each. weighed: how many targets `worth` weighs.

after, others, draws4, discard, kong, kongs, flown: what an action leaves, as in `wuyi.bots.after.After`; the
draws in quarters, `NO_TILE` for no discard.

melds, claimed, suits, fed: of the three others, from the 下家 on, as in `wuyi.bots.others.Opponent`.
by_chow, by_pung: the suits not to be discarded, as in `wuyi.bots.liability.Liability`.

missing: by target, the steps of the hand last looked at. steps: by kind, of the nearest once it is discarded.
luck, used: words of a player's own luck, and how many of them it has used (`novice`).
"""


def new_mind(rules: Ruleset) -> Rows:
    """Room to think under these rules, an array of one row."""
    mind = np.zeros(1, MIND)
    rows, _ = packed_targets(rules)
    mind["targets"][0, : len(rows)] = rows
    mind["weighed"] = len(targets(rules))
    mind["network"] = packed_network(rules)
    return mind


@kernel
def look_around(mind: Row, table: Row, hands: Any, seat: int) -> None:
    """Count what `seat` has not seen (`wuyi.engine.advice.unseen`)."""
    left = mind.left
    own = hands[seat]
    for kind in range(KINDS):
        left[kind] = 4 - own.counts[kind]
    left[table.caishen] -= 1  # the turned tile lies open
    if table.turn == seat and table.drawn != NO_TILE:
        left[table.drawn] -= 1
    for other in range(4):
        hand = hands[other]
        for at in range(4 - hand.left):
            unsee_meld(left, hand, at, other == seat)
    for at in range(table.discards):
        if table.river_taker[at] == NOBODY:
            left[table.river_tile[at]] -= 1
    if table.phase == ROB:
        left[table.tile] -= 1  # neither in the hand any more nor in the meld yet
    total = whole(0)
    for kind in range(KINDS):
        total += left[kind]
    mind.unseen = max(1, total)


@kernel
def unsee_meld(left: NDArray[np.int64], hand: Row, at: int, own: bool) -> None:
    """Take a meld's tiles, as they lie, from those not seen."""
    kind, start = hand.meld_kind[at], hand.meld_start[at]
    if kind == CHOW:
        for read in range(start, start + 3):
            left[WHITE if read == hand.caishen else read] -= 1
    elif kind != CONCEALED_KONG or own:
        left[start] -= 3 if kind == PUNG else 4


@kernel
def open_targets(mind: Row, hand: Row) -> None:
    """Note which targets the melds of a hand leave open."""
    found = whole(0)
    for number in range(MOST_TARGETS):
        if open_to(mind.targets[number], hand):
            found |= whole(1) << number
    mind.open = found


@kernel
def place_of(mind: Row, number: int, hand: Row, rules: Row, book: Row) -> int:
    """Where in `mind.places` stands what is known of the hand on its way to a target."""
    target = mind.targets[number]
    suits = whole(target.suits)
    # Keys of suits have 21 bits, those of honours 17.
    tiles = whole(0)
    for suit in range(3):
        if suits >> suit & 1:
            tiles |= whole(hand.keys[suit]) << 21 * suit
    rest = whole(hand.keys[3]) if suits & 8 else whole(0)
    rest |= (
        whole(hand.wilds) << 17
        | whole(hand.whites) << 20
        | whole(hand.left) << 23
        | whole(hand.caishen) << 26
        | (number + 1) << 32
    )
    mixed = (tiles ^ rest * 0x2545F4914F6CDD1D) * 0x61C8864680B583EB
    at = mixed >> 40 & (PLACES - 1)
    place = mind.places[at]
    if place.tiles != tiles or place.rest != rest:
        place.tiles = tiles
        place.rest = rest
        place.helping = -1
        place.steps = steps_of(target, least_lacking(target, hand, rules, book), hand)
    return whole(at)


@kernel
def steps(mind: Row, number: int, hand: Row, rules: Row, book: Row) -> int:
    """How many tiles are missing to a target, from thirteen: 1 is a waiting hand."""
    return whole(mind.places[place_of(mind, number, hand, rules, book)].steps)


@kernel
def helping_to(mind: Row, number: int, hand: Row, rules: Row, book: Row) -> int:
    """The kinds that bring the hand nearer to a target, as a set; also such as are all seen."""
    place = mind.places[place_of(mind, number, hand, rules, book)]
    if place.helping < 0:
        place.helping = helping(mind.targets[number], hand, rules, book)
    return whole(place.helping)


@kernel
def useful(mind: Row, number: int, hand: Row, rules: Row, book: Row) -> int:
    """How many unseen tiles bring the hand nearer to a target."""
    return among_unseen(mind, helping_to(mind, number, hand, rules, book))


@kernel
def among_unseen(mind: Row, kinds: int) -> int:
    """How many unseen tiles are of these kinds."""
    total = whole(0)
    for kind in range(KINDS):
        total += mind.left[kind] * (kinds >> kind & 1)
    return total


@kernel
def nearest(mind: Row, hand: Row, rules: Row, book: Row) -> int:
    """How many tiles are missing to the nearest target; 14 if all are ruled out. `mind.missing` has all."""
    least = whole(14)
    for number in range(mind.weighed):
        if mind.open >> number & 1:
            missing = steps(mind, number, hand, rules, book)
            mind.missing[number] = missing
            least = min(least, missing)
    return least


@kernel
def chance(mind: Row, number: int, missing: int, useful: int, draws: float, manner: Row) -> float:
    """The chance to reach a target in so many draws. missing: its `steps`; useful: as that says."""
    if not useful:
        return 0.0
    target = mind.targets[number]
    time = mind.unseen * (1 / useful + target.waits[missing - 1])
    if target.melds:
        time /= manner.claims
    return at_least(missing, missing * draws / time)


@kernel
def at_least(need: int, rate: float) -> float:
    """The chance of `need` or more events where `rate` are expected (Poisson)."""
    term = math.exp(-rate)
    missed = term
    for seen in range(1, need):
        term *= rate / seen
        missed += term
    return max(0.0, 1.0 - missed)


@kernel
def worth(mind: Row, manner: Row, rules: Row, book: Row) -> float:
    """What `mind.after` promises: chance times worth of a win, over the targets in reach; 0 without any."""
    if not mind.open & ((1 << mind.weighed) - 1):
        return 0.0
    hand = mind.after
    # A kong draws at once, and again on its turn.
    lasting = manner.lasting[mind.draws4 + mind.kong]
    least = nearest(mind, hand, rules, book)
    total = waiting_worth(mind, lasting, manner, rules, book) if least == 1 else 0.0
    best = total
    for number in range(mind.weighed):
        missing = mind.missing[number]
        if mind.open >> number & 1 and 1 < missing <= least + manner.within:
            helps = useful(mind, number, hand, rules, book)
            found = chance(mind, number, missing, helps, lasting, manner)
            found *= manner.value[mind.targets[number].fan + 1]
            total += found
            best = max(best, found)
    return rounded(best + manner.breadth * (total - best))


@kernel
def rounded(number: float) -> float:
    """To nine places, so that machines whose exponentials differ in the last place choose alike."""
    return float(np.rint(number * 1e9) / 1e9)


@kernel
def waiting_worth(mind: Row, draws: float, manner: Row, rules: Row, book: Row) -> float:
    """The worth of a waiting hand, from what each tile it waits on would bring (4.7-4.9)."""
    hand = mind.after
    found = waits(hand, ALL_KINDS, rules, book)
    one_wait = found != 0 and not several(found)
    by_draw = whole(BY_DRAW)
    if mind.kongs:
        by_draw |= AFTER_KONG | mind.kongs << KONGS_AT
    if mind.flown:
        by_draw |= FLOWN | mind.flown << FLOWN_AT
    rate = 0.0
    total = 0.0
    for number in range(KINDS + 1):
        # The caishen, which no wait has, comes last.
        tile = number if number < KINDS else whole(hand.caishen)
        if (number < KINDS and not found >> number & 1) or not mind.left[tile]:
            continue
        share = draws * mind.left[tile] / mind.unseen
        fan = judge(hand, tile, by_draw, rules, book)[0]
        if fan >= 0:
            rate += share
            total += share * manner.value[fan]
        if one_wait and number < KINDS:
            fan = judge(hand, tile, BY_DISCARD, rules, book)[0]
            if fan >= 0:
                share *= 3 * manner.feed
                rate += share
                total += share * manner.value[fan]
    if rate == 0.0:
        return 0.0
    return at_least(1, rate) * total / rate
