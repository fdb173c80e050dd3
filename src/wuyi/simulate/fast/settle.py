"""How a hand ends, who pays, and who deals next: the twin of `wuyi.engine.settle`, `wuyi.scoring.payment` and
`wuyi.engine.match`."""

from wuyi.scoring.payment import CLAIMS_TO_PAY_ALL
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.prices import BY_DISCARD, BY_DRAW, BY_ROB, PAYS_ALL_BITS
from wuyi.simulate.fast.rows import NOBODY, OVER, ROB, SEATS, TURN


@kernel
def win(table: Row, seat: int) -> None:
    """`seat` wins now: the settlement (5, 6) of what `legal.look_at_win` noted."""
    table.winner = seat
    table.way = BY_DRAW if table.phase == TURN else BY_ROB if table.phase == ROB else BY_DISCARD
    table.fan = table.would_fan[seat]
    table.fans = table.would_fans[seat]
    if table.phase != TURN:
        table.source = table.turn
    if table.fans & PAYS_ALL_BITS:
        for other in range(SEATS - 1, -1, -1):
            if table.feeds[seat, other] >= CLAIMS_TO_PAY_ALL:
                table.liable = other
    pay(table, seat, whole(1) << table.fan)
    table.phase = OVER
    table.actor = NOBODY


@kernel
def pay(table: Row, winner: int, base: int) -> None:
    """The payments of a win (6.2-6.5)."""
    for seat in range(SEATS):
        if seat == winner:
            continue
        share = base
        if winner == table.dealer:
            if table.source == NOBODY or seat == table.source:
                share *= 2
        else:
            if seat == table.dealer:
                share *= 2
            if seat == table.source:
                share *= 2
        table.gains[seat if table.liable == NOBODY else table.liable] -= share
        table.gains[winner] += share
    for seat in range(SEATS):
        table.scores[seat] += table.gains[seat]


@kernel
def exhaust(table: Row) -> None:
    """黄庄: nobody won (1.6)."""
    table.phase = OVER
    table.actor = NOBODY


@kernel
def next_dealer(table: Row, rules: Row) -> int:
    """Who deals the next hand (7.1)."""
    if table.winner == NOBODY:
        return whole(table.dealer)
    if not rules.rotate or table.winner == table.dealer:
        return whole(table.winner)
    return whole(table.dealer + 1) & 3
