"""A player that goes for the nearest hand worth having."""

from collections.abc import Sequence
from typing import Final

from wuyi.bots.outlook import Outlook, Weights
from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.engine.advice import own_hand
from wuyi.engine.view import View
from wuyi.hand import Hand, Meld, is_baotou
from wuyi.hand.tile import NAMES, TILES, Tile

HOPELESS: Final = 0.002
"""A hand worth less than this is given up."""

DEFAULT_WEIGHTS: Final = Weights()


class GreedyBot:
    """Wins whenever it may. Otherwise it does what leaves the hand that promises most (`Outlook.worth`): it
    keeps what its nearest targets need, caishen above all, and claims and kongs only where that promises
    more than to go on without. A hand that cannot win any more is given up: it claims nothing and discards
    what serves nobody. It needs no luck, and the same view always gives the same answer.
    """

    __slots__ = ("_weights",)

    def __init__(self, seed: bytes = b"", weights: Weights = DEFAULT_WEIGHTS) -> None:
        self._weights = weights

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if len(legal) == 1:
            return legal[0]
        for action in legal:
            if isinstance(action, Win):
                return action
        if view.phase == "turn":
            return self._take_turn(view, legal)
        return self._answer(view, legal)

    def _take_turn(self, view: View, legal: Sequence[Action]) -> Action:
        assert view.seat is not None
        hand = own_hand(view)
        if view.drawn is not None:
            hand.add(TILES[view.drawn])
        outlook = Outlook(view, self._weights)
        tile, most = self._best_discard(outlook, view, hand)
        best: Action = Discard(view.seat, NAMES[tile])
        for action in legal:
            if isinstance(action, (ConcealedKong, AddedKong)):
                worth = self._worth_of_kong(outlook, view, hand, action)
                if worth >= most:
                    best, most = action, worth
        return best if most >= HOPELESS else _give_up(outlook, view, legal)

    def _answer(self, view: View, legal: Sequence[Action]) -> Action:
        """Claim, or let the discard go (3.2)."""
        assert view.seat is not None
        hand = own_hand(view)
        outlook = Outlook(view, self._weights)
        best: Action = Pass(view.seat)
        after = (view.seat - view.turn) % 4
        most = max(HOPELESS, outlook.worth(hand, (view.remaining + 4 - after) / 4))
        for action in legal:
            if isinstance(action, Kong):
                worth = self._worth_of_kong(outlook, view, hand, action)
            elif isinstance(action, (Chow, Pung)):
                _, worth = self._best_discard(outlook, view, _with_claim(hand, action, view))
            else:
                continue
            if worth > most:
                best, most = action, worth
        return best

    def _best_discard(self, outlook: Outlook, view: View, hand: Hand) -> tuple[Tile, float]:
        """Which of fourteen tiles to discard, and what the thirteen that stay then promise."""
        left = {tile: _without(hand, tile) for tile, count in enumerate(hand.counts) if count}
        steps = {tile: outlook.nearest(after) for tile, after in left.items()}
        nearest = min(steps.values())
        ranked = [
            # Of discards alike the one of which others can hold fewest goes first: it helps them least.
            (self._worth_of_discard(outlook, view, left[tile], tile), -outlook.left[tile], -tile)
            for tile in left
            if steps[tile] == nearest
        ]
        worth, _, tile = max(ranked)
        return -tile, worth

    def _worth_of_discard(self, outlook: Outlook, view: View, after: Hand, tile: Tile) -> float:
        draws = view.remaining / 4
        if tile == after.caishen and is_baotou(after, view.rules):
            assert view.seat is not None
            seat = view.seats[view.seat]
            return outlook.worth(after, draws, kongs=seat.kongs, flown=seat.flown + 1)
        return outlook.worth(after, draws)

    def _worth_of_kong(
        self, outlook: Outlook, view: View, hand: Hand, action: Kong | ConcealedKong | AddedKong
    ) -> float:
        """A kong draws at once."""
        after = _with_kong(hand, action, view)
        draws = view.remaining / 4 + 1
        if is_baotou(after, view.rules):  # the replacement wins, and the chain counts (5.3)
            assert view.seat is not None
            seat = view.seats[view.seat]
            return outlook.worth(after, draws, kongs=seat.kongs + 1, flown=seat.flown)
        return self._weights.kong * outlook.worth(after, draws)


def _without(hand: Hand, tile: Tile) -> Hand:
    after = hand.copy()
    after.remove(tile)
    return after


def _with_claim(hand: Hand, action: Chow | Pung, view: View) -> Hand:
    assert view.tile is not None
    claimed = TILES[view.tile]
    if isinstance(action, Pung):
        own = [claimed, claimed]
        meld = Meld.pung(claimed)
    else:
        own = [TILES[text] for text in action.tiles]
        meld = Meld.chow((*own, claimed), hand.caishen)
    return _with_meld(hand, own, meld)


def _with_kong(hand: Hand, action: Kong | ConcealedKong | AddedKong, view: View) -> Hand:
    if isinstance(action, ConcealedKong):
        tile = TILES[action.tile]
        return _with_meld(hand, [tile] * 4, Meld.concealed_kong(tile))
    if isinstance(action, Kong):
        assert view.tile is not None
        tile = TILES[view.tile]
        return _with_meld(hand, [tile] * 3, Meld.kong(tile))
    tile = TILES[action.tile]
    after = _without(hand, tile)
    after.melds = tuple([Meld.kong(tile) if meld == Meld.pung(tile) else meld for meld in hand.melds])
    return after


def _with_meld(hand: Hand, own: list[Tile], meld: Meld) -> Hand:
    after = hand.copy()
    for tile in own:
        after.remove(tile)
    after.add_meld(meld)
    return after


def _give_up(outlook: Outlook, view: View, legal: Sequence[Action]) -> Action:
    """The discard that serves the others least: a caishen, which nobody may claim and after which no discard
    wins for a while (2.4, 2.5), or a tile of which they can hold fewest."""

    def harm(action: Discard) -> tuple[bool, int, Tile]:
        return action.tile != view.caishen, outlook.left[TILES[action.tile]], TILES[action.tile]

    return min([action for action in legal if isinstance(action, Discard)], key=harm)
