"""Doing: an action (`do`), and what follows of itself until a seat must act (`advance`): the twin of
`wuyi.engine.apply` and of how `State` lets events happen.

Of several seats asked, the first anticlockwise from the discarder answers first.
"""

from typing import Any, Final

from wuyi.engine.wall import DEALT, STACKS
from wuyi.hand.tile import WHITE
from wuyi.simulate.fast.actions import CLAIM_CHOW, CLAIM_KONG, GROW_PUNG, OWN_KONG, PASS, WIN
from wuyi.simulate.fast.complete import is_baotou
from wuyi.simulate.fast.hands import add, clear, grow_pung, lay, remove
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.legal import (
    highest_rank,
    look_at_hand,
    look_at_win,
    may_win,
    open_claims,
    rank_of,
    way_of,
)
from wuyi.simulate.fast.rows import (
    CHOW,
    CLAIM,
    CONCEALED_KONG,
    DRAW,
    KONG,
    NO_TILE,
    NOBODY,
    PUNG,
    REPLACE,
    ROB,
    TURN,
)
from wuyi.simulate.fast.settle import exhaust, win
from wuyi.simulate.fast.wall import drawable, next_index, replacement_index

STILL_ASKING: Final = -2


@kernel
def begin(table: Row, hands: Any, rules: Row, book: Row) -> None:
    """Deal thirteen each of the wall that stands in the table, with its dice and dealer (1.3, 1.4)."""
    table.turned = 2 * (STACKS - (table.dice[2] + table.dice[3]))
    table.caishen = table.wall[table.turned]
    for place in range(4):
        hand = hands[(table.dealer + place) & 3]
        clear(hand, whole(table.caishen))
        for number in range(12):  # four at a time three times round
            add(hand, whole(table.wall[16 * (number // 4) + 4 * place + number % 4]))
        add(hand, whole(table.wall[48 + place]))
    for seat in range(4):
        look_at_hand(table, hands, seat, rules, book)
        table.locks[seat] = 0
        table.kongs[seat] = 0
        table.flown[seat] = 0
        table.gains[seat] = 0
        for source in range(4):
            table.feeds[seat, source] = 0
    table.front = DEALT
    table.taken = 0
    table.discards = 0
    table.kong_discard = 0
    table.winner = NOBODY
    table.source = NOBODY
    table.liable = NOBODY
    table.fan = 0
    table.fans = 0
    table.turn = table.dealer
    table.phase = DRAW


@kernel
def do(table: Row, hands: Any, action: int, rules: Row, book: Row) -> None:
    """Do an action and nothing that follows of itself."""
    if table.phase != TURN:
        table.answers[table.actor] = action
    elif action < PASS:
        discard(table, hands, action, rules, book)
    elif action == WIN:
        win(table, whole(table.turn))
    elif action == PASS:
        exhaust(table)
    elif action < GROW_PUNG:
        lay_own_kong(table, hands[table.turn], action - OWN_KONG)
    else:
        show_kong(table, hands[table.turn], action - GROW_PUNG)


@kernel
def advance(table: Row, hands: Any, rules: Row, book: Row) -> None:
    """What follows without anybody's choice, until a seat must act or the hand is over."""
    if table.phase == CLAIM or table.phase == ROB:
        if table.actor == NOBODY:
            open_claims(table, hands, rules, book)
        resolve(table, hands)
    if table.phase == DRAW or table.phase == REPLACE:
        draw(table, hands, rules, book)


@kernel
def draw(table: Row, hands: Any, rules: Row, book: Row) -> None:
    """The turn of a seat begins with its tile; the 海底 that does not win ends the hand (1.6)."""
    seat = whole(table.turn)
    if table.phase == REPLACE:
        at = replacement_index(table)
        table.taken += 1
        table.replacement = 1
        look_at_hand(table, hands, seat, rules, book)
    else:
        at = next_index(table)
        table.front = at + 1
        table.replacement = 0
        table.locks[seat] = 0
    table.drawn = table.wall[at]
    table.tile = NO_TILE
    table.last = drawable(table) == 0
    table.phase = TURN
    table.actor = seat
    look_at_win(table, hands, seat, whole(table.drawn), way_of(table, hands, seat), rules, book)
    if table.last and not may_win(table, seat):
        exhaust(table)


@kernel
def discard(table: Row, hands: Any, tile: int, rules: Row, book: Row) -> None:
    """Put a tile in the river."""
    seat = whole(table.turn)
    hand = hands[seat]
    drawn = whole(table.drawn)
    table.kong_discard = table.replacement and tile == drawn
    if tile != drawn:
        remove(hand, tile)
        if drawn != NO_TILE:
            add(hand, drawn)
        look_at_hand(table, hands, seat, rules, book)
    at = table.discards
    table.river_tile[at] = tile
    table.river_seat[at] = seat
    table.river_drawn[at] = tile == drawn
    table.river_taker[at] = NOBODY
    table.discards += 1
    if tile == table.caishen:
        table.locks[seat] = 1
    if tile == table.caishen and is_baotou(hand, rules, book):
        table.flown[seat] += 1
    else:  # the chain is broken (5.3)
        table.flown[seat] = 0
        table.kongs[seat] = 0
    offer(table, CLAIM, tile)


@kernel
def offer(table: Row, phase: int, tile: int) -> None:
    """A tile may be claimed, or the kong it makes robbed; nobody is asked yet."""
    table.phase = phase
    table.actor = NOBODY
    table.tile = tile
    table.drawn = NO_TILE
    table.replacement = 0


@kernel
def lay_own_kong(table: Row, hand: Row, tile: int) -> None:
    """A concealed kong."""
    add(hand, whole(table.drawn))
    for _ in range(4):
        remove(hand, tile)
    lay(hand, CONCEALED_KONG, tile, NO_TILE, NOBODY)
    table.drawn = NO_TILE
    table.kongs[table.turn] += 1
    table.phase = REPLACE


@kernel
def show_kong(table: Row, hand: Row, tile: int) -> None:
    """An added kong is declared; it may be robbed (3.5)."""
    add(hand, whole(table.drawn))
    remove(hand, tile)
    offer(table, ROB, tile)


@kernel
def resolve(table: Row, hands: Any) -> None:
    """What becomes of the discard or the added kong, as far as the seats asked have answered (3.2)."""
    best = best_claim(table)
    if best == STILL_ASKING:
        table.actor = next_asked(table)
    elif best != NOBODY:
        if table.answers[best] == WIN:
            win(table, best)
        else:
            claim(table, hands[best], best, whole(table.answers[best]))
    elif table.phase == ROB:  # the added kong that nobody robs becomes one
        grow_pung(hands[table.turn], whole(table.tile))
        table.kongs[table.turn] += 1
        table.phase = REPLACE
    else:
        table.turn = (table.turn + 1) & 3
        table.phase = DRAW


@kernel
def next_asked(table: Row) -> int:
    """The first seat anticlockwise that is asked and has not answered."""
    seat = whole(table.turn)
    for _ in range(3):
        seat = (seat + 1) & 3
        if table.options[seat] and table.answers[seat] < 0:
            break
    return seat


@kernel
def best_claim(table: Row) -> int:
    """Whose claim stands: `NOBODY` if all let it go, `STILL_ASKING` while one still to come could beat it."""
    best, rank = NOBODY, 0
    for seat in range(4):
        if table.answers[seat] >= 0:
            its = rank_of(whole(table.answers[seat]), seat, whole(table.turn))
            if its > rank:
                best, rank = seat, its
    for seat in range(4):
        options = whole(table.options[seat])
        if options and table.answers[seat] < 0 and highest_rank(options, seat, whole(table.turn)) > rank:
            return STILL_ASKING
    return best


@kernel
def claim(table: Row, hand: Row, seat: int, action: int) -> None:
    """`seat` takes the discard for a meld."""
    tile, source, caishen = whole(table.tile), whole(table.turn), whole(table.caishen)
    if action >= CLAIM_CHOW:
        take_for_chow(hand, action, tile, caishen, source)
    else:
        kong = action == CLAIM_KONG
        for _ in range(3 if kong else 2):
            remove(hand, tile)
        lay(hand, KONG if kong else PUNG, tile, tile, source)
        table.kongs[seat] += kong
    table.river_taker[table.discards - 1] = seat
    table.feeds[seat, source] += 1
    table.locks[seat] = 0
    table.turn = seat
    table.actor = seat
    table.tile = NO_TILE
    table.phase = REPLACE if action == CLAIM_KONG else TURN


@kernel
def take_for_chow(hand: Row, action: int, tile: int, caishen: int, source: int) -> None:
    """The hand lays a chow with `tile`; a 白 lies in the turned tile's place (2.3)."""
    place = caishen if tile == WHITE else tile
    start = place - 2 + action - CLAIM_CHOW
    for read in range(start, start + 3):
        if read != place:
            remove(hand, WHITE if read == caishen else read)
    lay(hand, CHOW, start, tile, source)
