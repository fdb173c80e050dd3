"""What a hand of thirteen may still become, and what that is worth: a quick guess, not a search."""

import math
from typing import Final, NamedTuple

from wuyi.bots.targets import Target, targets
from wuyi.engine.advice import unseen
from wuyi.engine.view import View
from wuyi.hand import Hand, Meld, waits
from wuyi.hand.hand import POWER, SUIT
from wuyi.hand.tile import TILES, WHITE, Tile
from wuyi.scoring import Score, Winning, judge

_Place = tuple[object, ...]
"""All of a hand that bears on a target; what is known of one place is known of every hand there."""


class Weights(NamedTuple):
    """How a chance becomes a worth; measured in docs/strength.md.

    fan: the worth doubles with every 1/fan fan; at 1.0 it would be the points.
    breadth: how much the targets beside the best one count.
    claims: how much sooner tiles come to a target that may hold claimed melds.
    hazard: the chance in each of the seat's turns that another seat ends the hand.
    feed: how often another seat, drawing a tile that wins off a discard, discards it.
    kong: what a kong adds besides its draw, as a factor: a win on the replacement is a fan dearer (杠开).
    within: targets this many steps further than the nearest are looked at too.
    liable: what it costs to discard a tile that may bring this seat to pay for all (`bots.liability`).
    """

    fan: float = 0.6
    breadth: float = 0.25
    claims: float = 1.8
    hazard: float = 0.04
    feed: float = 0.5
    kong: float = 1.1
    within: int = 2
    liable: float = 0.6


class Outlook:
    """Judges hands of one seat at one moment; what it has worked out for one hand it reuses for the next.

    left: how many of each kind this seat has not seen. unseen: how many of all. rules, caishen: of the table.
    """

    def __init__(self, view: View, weights: Weights) -> None:
        self.left = unseen(view)
        self._weights = weights
        self.rules = view.rules
        self.caishen = TILES[view.caishen]
        self.unseen = max(1, sum(self.left))
        self._targets = targets(view.rules)
        self._open: dict[tuple[Meld, ...], list[Target]] = {}
        self._steps: dict[_Place, int] = {}
        self._helping: dict[_Place, list[Tile]] = {}

    def nearest(self, hand: Hand) -> int:
        """How many tiles are missing to the nearest target; 14 if all are ruled out."""
        return min([self.steps(target, hand) for target in self._reachable(hand)], default=14)

    def distances(self, hand: Hand) -> dict[Target, int]:
        """How many tiles are missing to each target that the melds leave open."""
        return {target: self.steps(target, hand) for target in self._reachable(hand)}

    def worth(self, hand: Hand, draws: float, *, kongs: int = 0, flown: int = 0) -> float:
        """What thirteen tiles promise: chance times worth of a win, over the targets in reach; 0 without any.

        draws: how many tiles the seat will still draw, on average. kongs, flown: of its chain (5.3).
        """
        weights = self._weights
        lasting = (1 - (1 - weights.hazard) ** draws) / weights.hazard
        steps = [(self.steps(target, hand), target) for target in self._reachable(hand)]
        if not steps:
            return 0.0
        nearest = min(steps)[0]
        worths = [self._waiting_worth(hand, lasting, kongs, flown) if nearest == 1 else 0.0]
        for missing, target in steps:
            if 1 < missing <= nearest + weights.within:
                worths.append(self.chance(target, missing, hand, lasting) * self._value(target.fan + 1))
        best = max(worths)
        # Rounded, so that machines whose exponentials differ in the last place choose alike.
        return round(best + weights.breadth * (sum(worths) - best), 9)

    def steps(self, target: Target, hand: Hand) -> int:
        """How many tiles are missing to the target, from thirteen: 1 is a waiting hand."""
        place = _place(target, hand)
        known = self._steps.get(place)
        if known is None:
            known = _missing(target, self._faces(target, hand), hand.left)
            # A caishen fills a place, though not the last; where it may not stand, it must go first.
            spare = target.spare
            known = max(1 - spare, known + spare - hand.wilds) if target.wilds else max(known, 1 + hand.wilds)
            self._steps[place] = known
        return known

    def useful(self, target: Target, hand: Hand) -> int:
        """How many unseen tiles bring the hand nearer to the target."""
        left = self.left
        return sum([left[tile] for tile in self.helping(target, hand)])

    def useful_to_nearest(self, hand: Hand) -> int:
        """How many unseen tiles bring the hand nearer to any of its nearest targets."""
        steps = self.distances(hand)
        nearest = min(steps.values(), default=0)
        left = self.left
        found = {
            tile
            for target, missing in steps.items()
            if missing == nearest
            for tile in self.helping(target, hand)
        }
        return sum([left[tile] for tile in found])

    def helping(self, target: Target, hand: Hand) -> list[Tile]:
        """The kinds, of those not all seen, that bring the hand nearer to the target."""
        place = _place(target, hand)
        known = self._helping.get(place)
        if known is None:
            known = self._helping[place] = self._find_helping(target, hand)
        return known

    def _find_helping(self, target: Target, hand: Hand) -> list[Tile]:
        left, caishen = self.left, self.caishen
        faces = self._faces(target, hand)
        now = _missing(target, faces, hand.left)

        def helps(read: Tile) -> bool:
            suit, power = SUIT[read], POWER[read]
            for face in faces:
                face[suit] += power
                fewer = target.steps(face, hand.left) < now
                face[suit] -= power
                if fewer:
                    return True
            return False

        found = [tile for tile in target.kinds if left[tile] and tile not in (caishen, WHITE) and helps(tile)]
        if left[WHITE] and caishen != WHITE:
            as_itself = self.rules.white_as_itself or target.free_white
            if helps(caishen) or (as_itself and helps(WHITE)):
                found.append(WHITE)
        if target.wilds and left[caishen]:
            found.append(caishen)
        return found

    def _faces(self, target: Target, hand: Hand) -> list[list[int]]:
        """The keys for each way to read the 白: as the turned tile, or as themselves (2.3)."""
        keys, whites = hand.keys, hand.whites
        if not whites:
            return [keys[:]]
        turned, itself = SUIT[self.caishen], SUIT[WHITE]
        only_turned = not (self.rules.white_as_itself or target.free_white)
        faces = []
        for count in range(whites if only_turned else 0, whites + 1):
            face = keys[:]
            face[turned] += count * POWER[self.caishen]
            face[itself] += (whites - count) * POWER[WHITE]
            faces.append(face)
        return faces

    def _reachable(self, hand: Hand) -> list[Target]:
        found = self._open.get(hand.melds)
        if found is None:
            found = [target for target in self._targets if target.allows(hand.melds, self.caishen)]
            self._open[hand.melds] = found
        return found

    def chance(self, target: Target, missing: int, hand: Hand, draws: float) -> float:
        """The chance to fill the hand in so many draws, if every step took as long as the average one.

        How many tiles help now is counted; how many will help later is what is usual for the target.
        """
        useful = self.useful(target, hand)
        if not useful:
            return 0.0
        time = self.unseen * (1 / useful + target.waits[missing - 1])
        if target.melds:
            time /= self._weights.claims
        return _at_least(missing, missing * draws / time)

    def _waiting_worth(self, hand: Hand, draws: float, kongs: int, flown: int) -> float:
        """The worth of a waiting hand, from what each tile it waits on would bring (4.7-4.9)."""
        wait = waits(hand, self.rules)
        by_draw = Winning(way="draw", kongs=kongs, flown=flown)
        rate = worth = 0.0
        for tile in (*wait, self.caishen):
            if not self.left[tile]:
                continue
            share = draws * self.left[tile] / self.unseen
            fan = self._fan(hand, tile, by_draw)
            if fan is not None:
                rate += share
                worth += share * self._value(fan)
            if len(wait) == 1 and tile != self.caishen:
                fan = self._fan(hand, tile, _BY_DISCARD)
                if fan is not None:
                    share *= 3 * self._weights.feed
                    rate += share
                    worth += share * self._value(fan)
        return _at_least(1, rate) * worth / rate if rate else 0.0

    def _fan(self, hand: Hand, tile: Tile, winning: Winning) -> int | None:
        score = judge(hand, tile, winning, self.rules)
        return score.fan if isinstance(score, Score) else None

    def _value(self, fan: int) -> float:
        return float(2 ** (self._weights.fan * fan))


_BY_DISCARD: Final = Winning(way="discard")


def _place(target: Target, hand: Hand) -> _Place:
    keys = hand.keys
    return target.name, hand.wilds, hand.whites, hand.left, *[keys[suit] for suit in target.suits]


def _missing(target: Target, faces: list[list[int]], to_make: int) -> int:
    return min([target.steps(face, to_make) for face in faces])


def _at_least(need: int, rate: float) -> float:
    """The chance of `need` or more events where `rate` are expected (Poisson)."""
    term = missed = math.exp(-rate)
    for seen in range(1, need):
        term *= rate / seen
        missed += term
    return max(0.0, 1.0 - missed)
