"""Whether a win is let go for a dearer one.

Nobody is forced to win, and to let it go costs nothing later (3.6). Where a caishen is half of the pair, its
other half may be thrown instead: four melds and a lone caishen are 爆头, where any tile drawn wins (4.6) and
pays twice as much (5.1). A second caishen thrown so is a 飘, which doubles again (5.3).
"""

from typing import Final, NamedTuple

from wuyi.engine.action import Discard
from wuyi.engine.advice import full_hand, kongs_and_flown, own_hand
from wuyi.engine.view import View
from wuyi.hand import Hand, is_baotou
from wuyi.hand.tile import KINDS, NAMES, TILES
from wuyi.scoring import Score, Winning, judge

PATIENCE: Final = 0.8
"""What share of a win at hand a win to come counts as: another seat may end the hand before."""
A_ROUND: Final = 4
"""How many tiles must be left for the seat to draw again."""


class Later(NamedTuple):
    """A win to come. discard: what is thrown for it. hand: what that leaves. base: what it pays (6.1), as
    likely as it comes. now: what the win let go would have paid."""

    discard: Discard
    hand: Hand
    base: float
    now: int


def dearer(view: View, left: list[int], patience: float = PATIENCE) -> Later | None:
    """The discard that is worth more than the win the seat has drawn; None if there is none.

    left: how many of each kind are unseen.
    """
    assert view.seat is not None and view.drawn is not None
    full = full_hand(view)
    if not full.wilds or view.remaining < A_ROUND:
        return None
    now = _base_now(view)
    best: Later | None = None
    for tile, count in enumerate(full.counts):
        if not count:
            continue
        hand = full.copy()
        hand.remove(tile)
        if is_baotou(hand, view.rules):
            base = patience * _base_later(hand, tile, view, left)
            if base > (best.base if best else now):
                best = Later(Discard(view.seat, NAMES[tile]), hand, base, now)
    return best


def _base_now(view: View) -> int:
    """What the win pays that the seat has drawn."""
    assert view.seat is not None and view.drawn is not None
    seat = view.seats[view.seat]
    winning = Winning(
        way="draw",
        kongs=seat.kongs,
        flown=seat.flown,
        last_tile=view.last,
        heavenly=not any(each.river or each.melds for each in view.seats),
    )
    score = judge(own_hand(view), TILES[view.drawn], winning, view.rules)
    assert isinstance(score, Score)
    return score.base


def _base_later(hand: Hand, thrown: int, view: View, left: list[int]) -> float:
    """What a win by the next draw pays, on average over the unseen tiles."""
    kongs, flown = kongs_and_flown(view, hand, NAMES[thrown])
    winning = Winning(way="draw", kongs=kongs, flown=flown)
    total = 0
    for tile in range(KINDS):
        if left[tile]:
            score = judge(hand, tile, winning, view.rules)
            if isinstance(score, Score):
                total += left[tile] * score.base
    return total / sum(left)
