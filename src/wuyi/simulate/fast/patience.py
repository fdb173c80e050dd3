"""Whether a win is let go for a dearer one: the twin of `wuyi.bots.patience`."""

from wuyi.bots.patience import A_ROUND
from wuyi.hand.tile import KINDS
from wuyi.simulate.fast.complete import is_baotou
from wuyi.simulate.fast.hands import add, copy_hand, remove
from wuyi.simulate.fast.jit import Row, kernel, whole
from wuyi.simulate.fast.judge import judge
from wuyi.simulate.fast.prices import AFTER_KONG, BY_DRAW, FLOWN, FLOWN_AT, KONGS_AT
from wuyi.simulate.fast.rows import NO_TILE
from wuyi.simulate.fast.wall import drawable


@kernel
def dearer_discard(table: Row, hand: Row, mind: Row, manner: Row, rules: Row, book: Row) -> int:
    """The discard that leaves the winning hand in 爆头 and is worth more than the win; `NO_TILE` for none."""
    if (not hand.wilds and table.drawn != table.caishen) or drawable(table) < A_ROUND:
        return NO_TILE
    seat = whole(table.turn)
    best, value = NO_TILE, 2.0 ** whole(table.would_fan[seat])
    after = mind.after
    copy_hand(hand, after)
    add(after, whole(table.drawn))
    for tile in range(KINDS):
        if after.counts[tile]:
            remove(after, tile)
            if is_baotou(after, rules, book):
                way = whole(BY_DRAW)
                if tile == table.caishen:
                    if table.kongs[seat]:
                        way |= AFTER_KONG | whole(table.kongs[seat]) << KONGS_AT
                    way |= FLOWN | whole(table.flown[seat] + 1) << FLOWN_AT
                its = manner.patience * mean_base(after, way, mind, rules, book)
                if its > value:
                    best, value = tile, its
            add(after, tile)
    return best


@kernel
def mean_base(hand: Row, way: int, mind: Row, rules: Row, book: Row) -> float:
    """What a win by the next draw pays, on average over the unseen tiles."""
    total = 0.0
    for tile in range(KINDS):
        if mind.left[tile] > 0:
            fan = judge(hand, tile, way, rules, book)[0]
            if fan >= 0:
                total += mind.left[tile] * 2.0**fan
    return float(total / mind.unseen)
