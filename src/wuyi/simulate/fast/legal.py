"""What may be done: the twin of `wuyi.engine.legal`."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuyi.hand.tile import EAST, KINDS, WHITE
from wuyi.simulate.fast.actions import CLAIM_CHOW, CLAIM_KONG, CLAIM_PUNG, GROW_PUNG, OWN_KONG, PASS, WIN
from wuyi.simulate.fast.complete import completes
from wuyi.simulate.fast.distance import OF_THIRTEEN, distance
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.judge import NOT_COMPLETE, judge
from wuyi.simulate.fast.prices import (
    AFTER_KONG,
    BY_DISCARD,
    BY_DRAW,
    BY_ROB,
    EARTHLY,
    FLOWN,
    FLOWN_AT,
    HEAVENLY,
    KONG_DISCARD,
    KONGS_AT,
    LAST_TILE,
)
from wuyi.simulate.fast.rows import CLAIM, NO_TILE, OVER, ROB, TURN

MAY_PASS: Final = 1
"""What a seat may do with a discard or an added kong, a bit each from `PASS` to the last chow."""
MAY_WIN: Final = 1 << WIN - PASS
MAY_PUNG: Final = 1 << CLAIM_PUNG - PASS
MAY_KONG: Final = 1 << CLAIM_KONG - PASS
MAY_CHOW: Final = 1 << CLAIM_CHOW - PASS
CLAIMS: Final = CLAIM_CHOW + 3 - PASS

MOST_LEGAL: Final = 2 * KINDS
"""Room enough for the actions of a seat."""

BY_WIN: Final = 10
BY_MELD: Final = 2
BY_CHOW: Final = 1
"""How claims rank (3.2); less of a win the later it comes anticlockwise."""


@kernel
def way_of(table: Row, hands: Any, seat: int) -> int:
    """How `seat` would win now, as a way entry (`legal.winning_context`)."""
    if table.phase == TURN:
        way = BY_DRAW
        if table.last:
            way |= LAST_TILE
        if untouched(table, hands):
            way |= HEAVENLY
        if table.kongs[seat]:
            way |= AFTER_KONG | whole(table.kongs[seat]) << KONGS_AT
        if table.flown[seat]:
            way |= FLOWN | whole(table.flown[seat]) << FLOWN_AT
        return way
    if table.phase == ROB:
        return BY_ROB
    return whole(BY_DISCARD | KONG_DISCARD * (table.kong_discard > 0) | EARTHLY * (table.discards == 1))


@kernel
def untouched(table: Row, hands: Any) -> bool:
    """Nothing has happened since the dealer's fourteenth tile: the moment of 天胡."""
    melds = 16 - hands[0].left - hands[1].left - hands[2].left - hands[3].left
    return bool(table.discards == 0 and melds == 0)


@kernel
def legal_actions(table: Row, hands: Any, found: NDArray[np.int16]) -> int:
    """How many actions the seat that must act has; their numbers come first in `found`."""
    if table.phase == TURN:
        return turn_actions(table, hands[table.turn], found)
    count = 0
    if table.phase != OVER:
        options = table.options[table.actor]
        for claim in range(CLAIMS):
            if options >> claim & 1:
                found[count] = PASS + claim
                count += 1
    return count


@kernel
def turn_actions(table: Row, hand: Row, found: NDArray[np.int16]) -> int:
    """What the seat whose turn it is may do, as `legal_actions`."""
    count = 0
    drawn = whole(table.drawn)
    if drawn != NO_TILE:  # not after a chow or pung (3.4)
        if may_win(table, whole(table.turn)):
            found[count] = WIN
            count += 1
        if table.last:  # 海底: win or let the hand end (1.6)
            found[count] = PASS
            return count + 1
    else:
        drawn = KINDS
    fours = 0
    for kind in range(KINDS):
        held = hand.counts[kind] + (kind == drawn)
        found[count] = kind  # written over by the next kind unless there is one
        count += held > 0
        fours |= held & 4
    if drawn < KINDS and (fours or hand.pungs):
        count = own_kongs(hand, whole(drawn), found, count)
    return count


@kernel
def own_kongs(hand: Row, drawn: int, found: NDArray[np.int16], count: int) -> int:
    """`found` with the concealed and added kongs (3.3); how many there are now."""
    for kind in range(KINDS):
        held = hand.counts[kind] + (kind == drawn)
        if held == 4 and kind != hand.caishen:
            found[count] = OWN_KONG + kind
            count += 1
        if held and hand.pungs >> kind & 1:
            found[count] = GROW_PUNG + kind
            count += 1
    return count


@kernel
def may_win(table: Row, seat: int) -> bool:
    """Whether the tile drawn, discarded or added to a kong wins for `seat`."""
    return bool(table.would_fan[seat] >= 0)


@kernel
def look_at_hand(table: Row, hands: Any, seat: int, rules: Row, book: Row) -> None:
    """Note whether the thirteen tiles of `seat` are near; to be done whenever they have changed."""
    table.near[seat] = distance(hands[seat], OF_THIRTEEN, rules, book) == 1


@kernel
def look_at_win(table: Row, hands: Any, seat: int, tile: int, way: int, rules: Row, book: Row) -> None:
    """Note what a win of `seat` with `tile` would be worth."""
    table.would_fan[seat] = NOT_COMPLETE
    if table.near[seat] and completes(hands[seat], tile, rules, book):
        fan, fans = judge(hands[seat], tile, way, rules, book)
        table.would_fan[seat] = fan
        table.would_fans[seat] = fans


@kernel
def open_claims(table: Row, hands: Any, rules: Row, book: Row) -> None:
    """Who may claim the discard, or rob the added kong, and how (3.2, 3.5, 2.4, 2.5)."""
    tile = whole(table.tile)
    for seat in range(4):
        table.options[seat] = 0
        table.answers[seat] = -1
    if tile == table.caishen:
        return
    locked = table.locks[0] or table.locks[1] or table.locks[2] or table.locks[3]
    way = way_of(table, hands, whole(table.turn))
    for step in range(1, 4):
        seat = (table.turn + step) & 3
        hand = hands[seat]
        options = 0
        if not locked:
            look_at_win(table, hands, seat, tile, way, rules, book)
            if may_win(table, seat):
                options |= MAY_WIN
        if table.phase == CLAIM:
            held = hand.counts[tile]
            if held >= 2:
                options |= MAY_PUNG
                if held == 3:
                    options |= MAY_KONG
            if step == 1:
                options |= chows(hand, tile)
        if options:
            table.options[seat] = options | MAY_PASS


@kernel
def chows(hand: Row, tile: int) -> int:
    """The chows that `tile` makes with two of the hand; a 白 fills the turned tile's place (2.3)."""
    caishen = whole(hand.caishen)
    place = caishen if tile == WHITE else tile
    if place >= EAST:
        return 0
    rank = place % 9
    two_below = rank >= 2 and standing(hand, place - 2, caishen)
    below = rank >= 1 and standing(hand, place - 1, caishen)
    above = rank <= 7 and standing(hand, place + 1, caishen)
    two_above = rank <= 6 and standing(hand, place + 2, caishen)
    options = 0
    if two_below and below:
        options |= MAY_CHOW
    if below and above:
        options |= MAY_CHOW << 1
    if above and two_above:
        options |= MAY_CHOW << 2
    return options


@kernel
def standing(hand: Row, place: int, caishen: int) -> bool:
    """Whether the hand has what stands in this place of a run."""
    return bool(hand.counts[WHITE if place == caishen else place] > 0)


@kernel
def rank_of(action: int, seat: int, source: int) -> int:
    """How a claim ranks (3.2)."""
    if action == WIN:
        return BY_WIN - ((seat - source) & 3)
    if action in (CLAIM_PUNG, CLAIM_KONG):
        return BY_MELD
    return BY_CHOW if action >= CLAIM_CHOW else 0


@kernel
def highest_rank(options: int, seat: int, source: int) -> int:
    """The rank of the best that a seat may still claim."""
    if options & MAY_WIN:
        return BY_WIN - ((seat - source) & 3)
    if options & (MAY_PUNG | MAY_KONG):
        return BY_MELD
    return BY_CHOW if options >= MAY_CHOW else 0


@kernel
def fill_mask(table: Row, hands: Any, found: NDArray[np.int16], mask: NDArray[np.bool_]) -> None:
    """The legal actions as a mask over all actions."""
    mask[:] = False
    for at in range(legal_actions(table, hands, found)):
        mask[found[at]] = True
