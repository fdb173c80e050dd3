"""A hand after an action, as numbers: what the judgement of `ev` reads.

Looking ahead is what matters most, so nearly all of them say how far the hand is from each target, how many
tiles help, and how likely it is reached in the draws that are left. Suits are alike: the suit the hand is
nearest to a half flush in comes first, then the second, and the third is left out.

The order of the numbers is the contract with `data/ev.json`, which was fitted to it.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from wuyi.bots.after import After
from wuyi.bots.others import Opponent, opponents
from wuyi.bots.outlook import Outlook
from wuyi.bots.targets import Target, baotou_targets, targets
from wuyi.engine.view import View
from wuyi.hand import Hand, is_baotou, waits
from wuyi.hand.face import HALF_FLUSH
from wuyi.hand.hand import SUIT
from wuyi.hand.tile import Tile
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.scoring import Score, Winning, judge

COUNT: Final = 65
"""How many numbers there are."""

HAZARD: Final = 0.045
"""The chance in each of the seat's turns that another seat ends the hand."""
FEED: Final = 1.5
"""How many seats' draws that win off a discard are discarded."""
OUT_OF_REACH: Final = 9
WITHIN: Final = 2
"""Targets this many steps further than the nearest are looked at closely."""
FAN_AT_MOST: Final = 7

_BY_DISCARD: Final = Winning(way="discard")


class Situation(NamedTuple):
    """What stays the same whatever the seat does now. shared: the numbers of it."""

    shared: tuple[float, ...]
    others: tuple[Opponent, ...]


def trained_for(rules: Ruleset) -> bool:
    """Whether the same hands may win under these rules as under those the judgement was fitted to."""
    return [target.name for target in targets(rules)] == [target.name for target in targets(DEFAULT_RULES)]


def situation(view: View, outlook: Outlook) -> Situation:
    """What the seat of `view` knows of the table."""
    others = opponents(view)
    shared = [
        view.remaining / 72,
        float(view.seat == view.dealer),
        float(any(seat.locked for seat in view.seats)),
    ]
    for other in others:
        shared.append(other.melds / 4)
        shared.append(other.melds / 4 if other.melds > 1 and HALF_FLUSH[other.suits] else 0.0)
    shared.append(outlook.left[outlook.caishen] / 3)
    return Situation(tuple(shared), others)


def features(outlook: Outlook, now: Situation, after: After) -> tuple[list[float], float]:
    """The numbers, `COUNT` of them, most between 0 and 1; and what the hand promises (`Outlook.worth`)."""
    hand = after.hand
    lasting = (1 - (1 - HAZARD) ** after.draws) / HAZARD
    found = [
        *now.shared,
        after.others / 3,
        float(hand.wilds == 1),
        float(hand.wilds >= 2),
        len(hand.melds) / 4,
    ]
    steps = {target.name: steps for target, steps in outlook.distances(hand).items()}
    nearest = min(min(steps.values(), default=OUT_OF_REACH), OUT_OF_REACH)
    by_name = _by_name(outlook.rules)
    ways: dict[str, tuple[int, int, float]] = {}
    for name, target in by_name.items():
        missing = min(steps.get(name, OUT_OF_REACH), OUT_OF_REACH)
        if missing < OUT_OF_REACH and missing <= nearest + WITHIN:
            ways[name] = missing, outlook.useful(target, hand), outlook.chance(target, missing, hand, lasting)
        else:
            ways[name] = missing, 0, 0.0
    suits = sorted("mps", key=lambda suit: (ways[f"half_flush_{suit}"][0], -ways[f"half_flush_{suit}"][1]))
    for name, counts_useful in WAYS:
        missing, useful, chance = ways[name.format(*suits)]
        found += (missing / 9, chance, useful / 30) if counts_useful else (missing / 9, chance)
    for way in BAOTOU_WAYS:
        name = way.format(*suits)
        reached = hand.wilds > 0 and ways[name][0] < OUT_OF_REACH
        found += _baotou(outlook, name, nearest, hand, lasting) if reached else (1.0, 0.0)
    found.append(_straight("mps".index(suits[0]), hand))
    found += _waiting(outlook, after, lasting) if nearest == 1 else _NOT_WAITING
    found += (float(after.flown), float(after.kongs > 0))
    found += _served(outlook, now, after.discard)
    promise = outlook.worth(hand, after.draws, kongs=after.kongs, flown=after.flown)
    found += (math.log2(promise + 0.001) / 4, promise / 4)
    return found, promise


WAYS: Final = (
    ("half_flush_{0}", True),
    ("full_flush_{0}", True),
    ("triplets_{0}", True),
    ("half_flush_{1}", True),
    ("triplets_{1}", False),
    ("all_honours", False),
    ("pairs", True),
    ("natural_pairs", False),
    ("unconnected", True),
    ("one_third", False),
)
"""The targets, of the first and the second suit, and whether the number of useful tiles is told."""

BAOTOU_WAYS: Final = ("half_flush_{0}", "full_flush_{0}", "pairs")

_NOT_WAITING: Final = (0.0,) * 8


@lru_cache(maxsize=64)
def _by_name(rules: Ruleset) -> dict[str, Target]:
    return {target.name: target for target in targets(rules)}


def _baotou(outlook: Outlook, name: str, nearest: int, hand: Hand, lasting: float) -> tuple[float, float]:
    """How far the hand is from 爆头 on the way to a target, and how likely it gets there."""
    target = baotou_targets(outlook.rules)[name]
    missing = outlook.steps(target, hand)
    if not missing:
        return 0.0, 1.0
    near = missing <= nearest + WITHIN
    return min(missing, OUT_OF_REACH) / 9, outlook.chance(target, missing, hand, lasting) if near else 0.0


def _straight(suit: int, hand: Hand) -> float:
    """How much of 一条龙 there is: ranks held, and chows that fit it."""
    key, ranks = hand.keys[suit], 0
    while key:
        key, count = divmod(key, 5)
        ranks += count > 0
    for start in hand.chows:
        ranks += 3 if start % 9 % 3 == 0 else -1
    return ranks / 9


def _waiting(outlook: Outlook, after: After, lasting: float) -> Iterator[float]:
    """What a waiting hand waits for (4.7-4.9): shares of the unseen tiles, and what they would bring."""
    hand = after.hand
    kinds = waits(hand, outlook.rules)
    by_draw = Winning(way="draw", kongs=min(1, after.kongs), flown=after.flown)
    drawn = drawn_worth = fed = fed_worth = 0.0
    for tile in (*kinds, hand.caishen):
        if outlook.left[tile] <= 0:
            continue
        share = outlook.left[tile] / outlook.unseen
        base = _base(hand, tile, by_draw, outlook.rules)
        if base:
            drawn += share
            drawn_worth += share * base
        if len(kinds) == 1 and tile != hand.caishen:
            base = _base(hand, tile, _BY_DISCARD, outlook.rules)
            if base:
                fed += share
                fed_worth += share * base
    yield 1.0
    yield float(is_baotou(hand, outlook.rules))
    yield 1 + 0.3 * (drawn - 0.2) if drawn > 0.2 else drawn * 5
    yield drawn_worth / drawn / 32 if drawn else 0.0
    yield fed * 8
    yield fed_worth / fed / 32 if fed else 0.0
    rate = drawn + FEED * fed
    chance = 1 - (1 - min(rate, 0.99)) ** lasting
    yield chance
    yield chance * (drawn_worth + FEED * fed_worth) / rate / 32 if rate else 0.0


def _base(hand: Hand, tile: Tile, winning: Winning, rules: Ruleset) -> int:
    """What a win would pay (6.1), the fan cut off at `FAN_AT_MOST`; 0 where it may not win."""
    score = judge(hand, tile, winning, rules)
    return 1 << min(score.fan, FAN_AT_MOST) if isinstance(score, Score) else 0


def _served(outlook: Outlook, now: Situation, discard: Tile | None) -> tuple[float, ...]:
    """Whom a discard may serve: what others hold of it, who collects its suit, and who would make this seat
    pay for all (6.5). A caishen serves nobody (2.4)."""
    if discard is None:
        return (0.0,) * 6
    honour = SUIT[discard] == 3
    if discard == outlook.caishen:
        return outlook.left[discard] / 3, float(honour), 1.0, 0.0, 0.0, 0.0
    collecting = [other for other in now.others if other.collects(discard)]
    return (
        outlook.left[discard] / 3,
        float(honour),
        0.0,
        sum([other.claimed for other in collecting if other is now.others[0]]) / 4,
        sum([other.claimed for other in collecting]) / 6,
        float(any(other.makes_liable for other in collecting)),
    )
