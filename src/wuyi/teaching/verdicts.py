"""Figures of hands: what they wait for, and what a win is worth or why it is none."""

from typing import Final

import msgspec

from wuyi.engine.reasons import explain_refusal
from wuyi.hand.hand import Hand
from wuyi.hand.notation import format_tiles, parse_hand
from wuyi.hand.tile import NAMES, TILES
from wuyi.hand.wait import is_baotou
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.payment import payments, pays_all
from wuyi.scoring.request import WaitingRequest, complete
from wuyi.scoring.score import Refusal, Score, judge
from wuyi.teaching.figures import Circumstance, JudgedHand, Reckoning, WaitingHand

House = dict[str, bool | int | str]
"""Options of RULES.md 8 by name."""

_NONE: Final[House] = {}


def judged(
    text: str,
    caishen: str,
    *circumstances: Circumstance,
    flown: int = 0,
    kongs: int = 1,
    house: House = _NONE,
    winner: int = 0,
    dealer: int = 0,
    discarder: int | None = None,
    liable: int | None = None,
) -> JudgedHand:
    """The verdict on a hand like `123m...+4m`. Raises `NotationError` for what is no hand.

    kongs: how many stand in the chain, where it is won `after_kong`. The rest as in `Winning` and `payments`.
    """
    turned = TILES[caishen]
    tiles, melds, tile, way = parse_hand(text, turned)
    assert tile is not None and way is not None, text
    rules = Ruleset.of(house)
    winning = Winning(
        way=way,
        flown=flown,
        kongs=kongs if "after_kong" in circumstances else 0,
        **{name: name in circumstances for name in ("last_tile", "kong_discard", "heavenly", "earthly")},
    )
    verdict = judge(Hand(tiles, melds, caishen=turned), tile, winning, rules)
    refused = explain_refusal(verdict) if isinstance(verdict, Refusal) else None
    win = None
    if isinstance(verdict, Score):
        bearer = liable if pays_all(verdict.fans) else None
        gains = None
        if way == "draw" or discarder is not None:
            gains = payments(verdict.base, winner=winner, dealer=dealer, discarder=discarder, liable=bearer)
        win = Reckoning(verdict.fans, verdict.fan, verdict.base, verdict.groups, gains, bearer)
    return JudgedHand(
        caishen=caishen,
        hand=tuple([NAMES[each] for each in sorted(tiles)]),
        melds=tuple(map(str, melds)),
        tile=NAMES[tile],
        way=winning.way,
        circumstances=circumstances,
        flown=flown,
        house=_changed(rules),
        winner=winner,
        dealer=dealer,
        discarder=discarder,
        waits=tuple([NAMES[each] for each in verdict.waits]),
        win=win,
        refused=refused,
    )


def waiting(text: str, caishen: str, flown: int = 0) -> WaitingHand:
    """What thirteen tiles wait for, and what each would score. Raises `NotationError`."""
    turned = TILES[caishen]
    tiles, melds, _, _ = parse_hand(text, turned)
    names = tuple(map(str, melds))
    return WaitingHand(
        caishen=caishen,
        hand=tuple([NAMES[each] for each in sorted(tiles)]),
        melds=names,
        flown=flown,
        any=is_baotou(Hand(tiles, melds, caishen=turned)),
        waits=complete(WaitingRequest(hand=format_tiles(tiles), caishen=caishen, melds=names, flown=flown)),
    )


def _changed(rules: Ruleset) -> House:
    """The options that are not as by default."""
    default = msgspec.structs.asdict(DEFAULT_RULES)
    return {name: value for name, value in msgspec.structs.asdict(rules).items() if value != default[name]}
