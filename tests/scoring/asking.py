"""Judging hands written in notation."""

from typing import Any

from wuyi.hand.hand import Hand
from wuyi.hand.notation import parse_hand
from wuyi.hand.tile import NAMES
from wuyi.hand.tile import tile as tile_of
from wuyi.rules import Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.score import Refusal, Score, judge

Fans = dict[str, int]


def ask(text: str, caishen: str, rules: dict[str, Any] | None = None, **how: Any) -> Score | Refusal:
    """The verdict on a hand like `123m+4m`; `how` is what `Winning` says beside the way."""
    turned = tile_of(caishen)
    parsed = parse_hand(text, turned)
    assert parsed.tile is not None and parsed.way is not None
    hand = Hand(parsed.tiles, parsed.melds, caishen=turned)
    winning = Winning(way=parsed.way, **how)
    return judge(hand, parsed.tile, winning, Ruleset.of(rules or {}))


def fans(text: str, caishen: str, rules: dict[str, Any] | None = None, **how: Any) -> Fans:
    """The fans of a hand that wins."""
    score = ask(text, caishen, rules, **how)
    assert isinstance(score, Score), score
    return dict(score.fans)


def refusal(text: str, caishen: str, rules: dict[str, Any] | None = None, **how: Any) -> str:
    """The reason why a hand does not win."""
    verdict = ask(text, caishen, rules, **how)
    assert isinstance(verdict, Refusal), verdict
    return verdict.reason


def waits(text: str, caishen: str, rules: dict[str, Any] | None = None) -> str:
    """The wait of a hand that draws some tile, as `1m 4m`."""
    return " ".join([NAMES[tile] for tile in ask(text, caishen, rules).waits])
