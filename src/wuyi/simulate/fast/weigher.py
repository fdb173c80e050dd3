"""A player that weighs what each action leaves and takes the best: the twin of `wuyi.bots.after` and
`wuyi.bots.weigher`, the same actions in the same order, so that of equals the same is taken.

A further such player is one more kernel for `value_of`, which reads what an action leaves in the mind.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuyi.hand.tile import KINDS
from wuyi.simulate.fast.actions import CLAIM_KONG, GROW_PUNG, OWN_KONG, PASS, WIN
from wuyi.simulate.fast.complete import is_baotou
from wuyi.simulate.fast.forecast import forecast_of, see_situation
from wuyi.simulate.fast.greedy import nearness_of
from wuyi.simulate.fast.hands import add, copy_hand, remove
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.novice import lay_out_luck, note_luck, overlooks, roughly
from wuyi.simulate.fast.others import risked_by, see_others
from wuyi.simulate.fast.outlook import look_around, nearest, open_targets
from wuyi.simulate.fast.patience import dearer_discard
from wuyi.simulate.fast.policy import EV, GREEDY, NOVICE, do_alone
from wuyi.simulate.fast.promise import TURN_OF_ALL, promise_of
from wuyi.simulate.fast.rows import NO_TILE, PUNG, TURN
from wuyi.simulate.fast.wall import drawable

Valued = tuple[int, float]
"""An action and the value of what it leaves; -1 and `NOTHING` before the first."""

NOTHING: Final = -np.inf
MOST_LEFT: Final = 4
"""How many of a kind may be unseen."""
WORSE: Final = MOST_LEFT + 1
"""To pay for all is worse than to serve any number of others."""
FURTHEST: Final = 14
"""No hand is further from a target."""


@kernel
def value_of(policy: int, mind: Row, manner: Row, rules: Row, book: Row) -> float:
    """What the policy values `mind.after` by."""
    if policy == EV:
        return forecast_of(mind, manner, rules, book)
    if policy == GREEDY:
        return nearness_of(mind, manner, rules, book)
    return promise_of(mind, manner, rules, book)


@kernel
def weigh(
    table: Row,
    hands: Any,
    policy: int,
    found: NDArray[np.int16],
    count: int,
    mind: Row,
    manner: Row,
    rules: Row,
    book: Row,
) -> int:
    """What the policy does for the seat that must act.

    found, count: the legal actions and how many they are, two or more.
    """
    look_around(mind, table, hands, whole(table.actor))
    for at in range(count):
        if found[at] == WIN:
            if manner.patience == 0.0 or table.phase != TURN:
                return WIN
            tile = dearer_discard(table, hands[table.turn], mind, manner, rules, book)
            return WIN if tile == NO_TILE else tile
    seat = whole(table.actor)
    see_others(mind, table, hands, seat)
    if policy == EV:
        see_situation(mind, table, seat)
    elif policy == NOVICE:
        lay_out_luck(mind, table, seat, manner)
    if table.phase == TURN:
        best, value = best_turn(table, hands[seat], policy, mind, manner, rules, book)
        if gives_up(policy, value, mind, manner):
            best = least_harm(found, count, mind, whole(table.caishen))
    else:
        best = best_claim(table, hands[seat], policy, found, count, mind, manner, rules, book)
    if policy == NOVICE:
        note_luck(mind, table, seat)
    return best


@kernel
def gives_up(policy: int, value: float, mind: Row, manner: Row) -> bool:
    """Whether nothing is left to play for but to serve nobody (`Weigher.hopeless`)."""
    if policy == GREEDY or (policy == EV and mind.network.trained):
        return False
    return bool(value < manner.hopeless)


@kernel
def as_seen(policy: int, value: float, mind: Row, manner: Row) -> float:
    """What the player makes of the value of an action (`Weigher.look`)."""
    return roughly(value, mind, manner) if policy == NOVICE else value


@kernel
def best_turn(table: Row, hand: Row, policy: int, mind: Row, manner: Row, rules: Row, book: Row) -> Valued:
    """Kongs, which draw, before discards of the same value."""
    best, value = whole(-1), NOTHING
    if table.drawn != NO_TILE:
        for at in range(4):
            meld = 3 - at
            tile = whole(hand.meld_start[meld])
            if meld < 4 - hand.left and hand.meld_kind[meld] == PUNG and held(table, hand, tile):
                its = kong_value(table, hand, policy, GROW_PUNG + tile, mind, manner, rules, book)
                its = as_seen(policy, its, mind, manner)
                if its > value:
                    best, value = GROW_PUNG + tile, its
        for at in range(KINDS):
            tile = KINDS - 1 - at
            if tile != hand.caishen and held(table, hand, tile) == 4:
                its = kong_value(table, hand, policy, OWN_KONG + tile, mind, manner, rules, book)
                its = as_seen(policy, its, mind, manner)
                if its > value:
                    best, value = OWN_KONG + tile, its
    fourteen(table, hand, mind.after)
    tile, its = best_discard(table, policy, mind, manner, rules, book)
    if its > value:
        return tile, its
    return best, value


@kernel
def held(table: Row, hand: Row, tile: int) -> int:
    """How many of a kind the seat whose turn it is holds, the drawn tile among them."""
    return whole(hand.counts[tile] + (table.drawn == tile))


@kernel
def fourteen(table: Row, hand: Row, after: Row) -> None:
    """Make `after` the hand with its drawn tile, if it has one."""
    copy_hand(hand, after)
    if table.drawn != NO_TILE:
        add(after, whole(table.drawn))


@kernel
def best_claim(
    table: Row,
    hand: Row,
    policy: int,
    found: NDArray[np.int16],
    count: int,
    mind: Row,
    manner: Row,
    rules: Row,
    book: Row,
) -> int:
    """To let go before a claim of the same value; of claims a kong first, then a pung, then chows."""
    if policy == NOVICE and overlooks(mind, manner):
        return PASS
    others = ((table.actor - table.turn) & 3) - 1
    copy_hand(hand, mind.after)
    open_targets(mind, mind.after)
    leave(mind, others, drawable(table) + 3 - others, NO_TILE, 0, 0, 0)
    best, value = PASS, as_seen(policy, value_of(policy, mind, manner, rules, book), mind, manner)
    for turn in range(2):
        for at in range(count):
            action = whole(found[at])
            if action == PASS or (action == CLAIM_KONG) != (turn == 0):
                continue
            if action == CLAIM_KONG:
                its = kong_value(table, hand, policy, action, mind, manner, rules, book)
            else:
                copy_hand(hand, mind.after)
                do_alone(mind.after, action, whole(table.tile))
                its = best_discard(table, policy, mind, manner, rules, book)[1]
            its = as_seen(policy, its, mind, manner)
            if its > value:
                best, value = action, its
    return best


@kernel
def leave(mind: Row, others: int, draws4: int, discard: int, kong: int, kongs: int, flown: int) -> None:
    """Note what an action leaves beside the hand (`wuyi.bots.after.After`)."""
    mind.others = others
    mind.draws4 = draws4
    mind.discard = discard
    mind.kong = kong
    mind.kongs = kongs
    mind.flown = flown


@kernel
def kong_value(
    table: Row, hand: Row, policy: int, action: int, mind: Row, manner: Row, rules: Row, book: Row
) -> float:
    """The value of the hand a kong leaves. In 爆头 the replacement wins, and the chain counts (5.3)."""
    fourteen(table, hand, mind.after)
    do_alone(mind.after, action, whole(table.tile))
    open_targets(mind, mind.after)
    kongs, flown = whole(0), whole(0)
    if is_baotou(mind.after, rules, book):
        kongs, flown = table.kongs[table.actor] + 1, whole(table.flown[table.actor])
    leave(mind, 0, drawable(table) + 3, NO_TILE, 1, kongs, flown)
    return value_of(policy, mind, manner, rules, book)


@kernel
def best_discard(table: Row, policy: int, mind: Row, manner: Row, rules: Row, book: Row) -> Valued:
    """Of the fourteen tiles of `mind.after` the discard that leaves the best, of those that leave the hand
    nearest to a target; of equals that of which others can hold fewest."""
    hand = mind.after
    open_targets(mind, hand)
    least = whole(FURTHEST)
    for tile in range(KINDS):
        if hand.counts[tile]:
            remove(hand, tile)
            mind.steps[tile] = nearest(mind, hand, rules, book)
            least = min(least, mind.steps[tile])
            add(hand, tile)
    best, value = whole(-1), NOTHING
    for left in range(MOST_LEFT + 1):
        for tile in range(KINDS):
            if hand.counts[tile] and mind.left[tile] == left and mind.steps[tile] == least:
                remove(hand, tile)
                leave_discard(table, tile, mind, rules, book)
                its = value_of(policy, mind, manner, rules, book)
                if table.phase == TURN:  # else a claim is seen as a whole
                    its = as_seen(policy, its, mind, manner)
                add(hand, tile)
                if its > value:
                    best, value = tile, its
    return best, value


@kernel
def leave_discard(table: Row, tile: int, mind: Row, rules: Row, book: Row) -> None:
    """Note what the discard of `tile` leaves; a caishen flown from 爆头 counts (5.3)."""
    kongs, flown = whole(0), whole(0)
    if tile == table.caishen and is_baotou(mind.after, rules, book):
        kongs, flown = whole(table.kongs[table.actor]), table.flown[table.actor] + 1
    leave(mind, TURN_OF_ALL, drawable(table), tile, 0, kongs, flown)


@kernel
def least_harm(found: NDArray[np.int16], count: int, mind: Row, caishen: int) -> int:
    """The discard that serves the others least: a caishen, which nobody may claim and after which no discard
    wins for a while (2.4, 2.5), or a tile of which they can hold fewest and that makes nobody pay for all."""
    best, least = whole(-1), whole(2 * WORSE)
    for at in range(count):
        tile = whole(found[at])
        if tile == caishen:
            return tile
        if tile < PASS:
            harm = mind.left[tile] + WORSE * risked_by(mind, tile)
            if harm < least:
                best, least = tile, harm
    return best
