"""The hand an action leaves, to be weighed before it is done."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung
from wuyi.engine.advice import full_hand, kongs_and_flown, own_hand
from wuyi.engine.view import View
from wuyi.hand import Hand, Meld, is_baotou
from wuyi.hand.tile import NAMES, TILES, Tile


class After(NamedTuple):
    """What an action leaves.

    hand: thirteen tiles, a kong ten and a meld. others: how many seats play before this one draws again.
    draws: how many tiles it will still draw, on average. discard: the tile put in the river, if any.
    kong: it draws its replacement at once. kongs, flown: of the chain (5.3) as it then stands.
    """

    hand: Hand
    others: int
    draws: float
    discard: Tile | None = None
    kong: bool = False
    kongs: int = 0
    flown: int = 0


class Choice(NamedTuple):
    """A legal action but the win, and what may come of it: after a chow or pung each discard (3.4)."""

    action: Action
    afters: tuple[After, ...]


def choices(
    view: View, legal: Sequence[Action], nearest: Callable[[Hand], int], left: Sequence[int], further: int = 0
) -> list[Choice]:
    """What there is to choose from, in the order in which equals are to be taken: kongs, which draw, before
    discards; letting go before claims; and of discards that of which others can hold fewest.

    nearest: how many tiles thirteen lack to their nearest target. Discards that leave the hand more than
    `further` further from its own than need be are left out. left: how many of each kind are unseen.
    """
    assert view.seat is not None

    def discards(hand: Hand) -> Iterator[After]:
        hands = {tile: without(hand, tile) for tile, count in enumerate(hand.counts) if count}
        steps = {tile: nearest(after) for tile, after in hands.items()}
        reach = min(steps.values()) + further
        for tile in sorted(hands, key=left.__getitem__):
            if steps[tile] <= reach:
                after = hands[tile]
                kongs, flown = kongs_and_flown(view, after, NAMES[tile])
                yield After(after, 3, view.remaining / 4, tile, False, kongs, flown)

    found: list[Choice] = []
    if view.phase == "turn":
        hand = full_hand(view)
        for action in reversed(legal):
            if isinstance(action, (ConcealedKong, AddedKong)):
                found.append(Choice(action, (_after_kong(view, hand, action),)))
        for after in discards(hand):
            assert after.discard is not None
            found.append(Choice(Discard(view.seat, NAMES[after.discard]), (after,)))
        return found
    hand = own_hand(view)
    others = (view.seat - view.turn) % 4 - 1
    found.append(Choice(Pass(view.seat), (After(hand, others, (view.remaining + 3 - others) / 4),)))
    for action in legal:
        if isinstance(action, Kong):
            found.append(Choice(action, (_after_kong(view, hand, action),)))
        elif isinstance(action, (Chow, Pung)):
            found.append(Choice(action, tuple(discards(with_claim(hand, action, view)))))
    return found


def _after_kong(view: View, hand: Hand, action: Kong | ConcealedKong | AddedKong) -> After:
    """In 爆头 the replacement wins, and the chain counts (5.3)."""
    assert view.seat is not None
    after = with_kong(hand, action, view)
    draws = (view.remaining + 3) / 4
    if not is_baotou(after, view.rules):
        return After(after, 0, draws, kong=True)
    seat = view.seats[view.seat]
    return After(after, 0, draws, kong=True, kongs=seat.kongs + 1, flown=seat.flown)


def without(hand: Hand, tile: Tile) -> Hand:
    """The hand with a concealed tile less."""
    after = hand.copy()
    after.remove(tile)
    return after


def with_claim(hand: Hand, action: Chow | Pung, view: View) -> Hand:
    """The hand with the tile on the table claimed, before its discard."""
    assert view.tile is not None
    claimed = TILES[view.tile]
    if isinstance(action, Pung):
        return _with_meld(hand, [claimed, claimed], Meld.pung(claimed))
    own = [TILES[text] for text in action.tiles]
    return _with_meld(hand, own, Meld.chow((*own, claimed), hand.caishen))


def with_kong(hand: Hand, action: Kong | ConcealedKong | AddedKong, view: View) -> Hand:
    """The hand with the kong laid, before its replacement."""
    if isinstance(action, ConcealedKong):
        tile = TILES[action.tile]
        return _with_meld(hand, [tile] * 4, Meld.concealed_kong(tile))
    if isinstance(action, Kong):
        assert view.tile is not None
        tile = TILES[view.tile]
        return _with_meld(hand, [tile] * 3, Meld.kong(tile))
    tile = TILES[action.tile]
    after = without(hand, tile)
    after.melds = tuple([Meld.kong(tile) if meld == Meld.pung(tile) else meld for meld in hand.melds])
    return after


def _with_meld(hand: Hand, own: list[Tile], meld: Meld) -> Hand:
    after = hand.copy()
    for tile in own:
        after.remove(tile)
    after.add_meld(meld)
    return after
