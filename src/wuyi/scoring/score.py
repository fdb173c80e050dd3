"""May this hand win, and what is it worth: the judge (RULES.md 4.8, 4.9, 5)."""

from functools import lru_cache

import msgspec

import wuyi.scoring.fans  # noqa: F401 (registers them)
from wuyi.errors import ArgumentError
from wuyi.hand.complete import completes, is_baotou, is_regular
from wuyi.hand.face import faces
from wuyi.hand.hand import Hand, expect_thirteen
from wuyi.hand.tile import EVERY_KIND, NAMES, Tile, no_tile
from wuyi.hand.wait import waits_on_one
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.scoring.context import Question, Winning
from wuyi.scoring.fans.wait import WAIT_FANS
from wuyi.scoring.find import find_readings
from wuyi.scoring.layout import lay_out
from wuyi.scoring.reading import Group, Reading
from wuyi.scoring.registry import fans_of

Fans = tuple[tuple[str, int], ...]
"""Id and value of each fan."""


class Score(msgspec.Struct, frozen=True, gc=False):
    """What a win is worth, in its dearest reading.

    fan: the sum of the fans, `fan_cap` applied. base: two to the power of it (6.1).
    """

    fans: Fans
    fan: int
    base: int
    reading: Reading
    asked: Question

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The wait before winning, as `Question.waits`; worked out when asked for."""
        return self.asked.waits()

    @property
    def groups(self) -> tuple[Group, ...]:
        """The hand as it was read, to be shown; worked out when asked for."""
        return lay_out(self.asked, self.reading)


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why a hand may not win. reason: the first that holds of

    not_complete           no pattern of 4.1-4.4
    not_half_flush         a regular hand of several suits (4.5)
    baotou_must_draw       爆头 wins on its own draw alone (4.6, 4.8)
    many_waits_must_draw   a wait of several kinds wins on its own draw alone (4.8)
    too_few_fan            less than `min_fan` (4.9)
    """

    reason: str
    asked: Question

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The wait before winning, as `Question.waits`; worked out when asked for."""
        return self.asked.waits()


def judge(hand: Hand, tile: Tile, winning: Winning, rules: Ruleset = DEFAULT_RULES) -> Score | Refusal:
    """The score of thirteen tiles (`hand`) and the winning one in the dearest reading, or why it may not win.

    `tile` is not in `hand`. Raises `ArgumentError` if that holds other than thirteen tiles, a meld counted as
    three, or conceals all there are of `tile`: four, of the caishen three. Who may claim what (2.4, 2.5, 3.2)
    is the table's to know, not asked here.
    """
    expect_thirteen(hand)
    if tile not in EVERY_KIND:
        raise no_tile(tile)
    if hand.counts[tile] > 2 and (hand.counts[tile] > 3 or tile == hand.caishen):
        raise ArgumentError(f"there is no further {NAMES[tile]} beside those of {hand!r}")
    asked = Question(hand.counts[:], hand.melds, hand.caishen, tile, winning, rules)
    shown = faces(hand)
    drawn = winning.way == "draw"
    one_wait = not winning.heavenly and waits_on_one(hand, shown, rules)
    found = find_readings(hand, tile, shown, winning, rules, one_wait)
    if not found and (drawn or not is_baotou(hand, rules)):
        return Refusal("not_half_flush" if is_regular(hand, tile, rules) else "not_complete", asked)
    if not drawn and not one_wait:
        return Refusal("baotou_must_draw" if is_baotou(hand, rules) else "many_waits_must_draw", asked)
    if winning.kongs > 1 and not rules.kongs_stack:
        winning = msgspec.structs.replace(winning, kongs=1)
    most = -1
    for each in found:
        fans, worth = price(each, winning, rules.wait_fans_stack)
        if worth > most:
            dearest, most, reading = fans, worth, each
    if most < rules.min_fan:
        return Refusal("too_few_fan", asked)
    fan = most if rules.fan_cap is None else min(most, rules.fan_cap)
    return Score(dearest, fan, 1 << fan, reading, asked)


@lru_cache(maxsize=1 << 12)
def price(reading: Reading, winning: Winning, wait_fans_stack: bool) -> tuple[Fans, int]:
    """The fans of a reading and their sum. Readings are few, so the answers are kept."""
    fans = fans_of(reading, winning)
    if not wait_fans_stack:
        of_wait = [id for id, _ in fans if id in WAIT_FANS]
        fans = tuple([(id, value) for id, value in fans if id not in of_wait[:-1]])
    return fans, sum([value for _, value in fans])


def can_win(hand: Hand, tile: Tile, winning: Winning, rules: Ruleset = DEFAULT_RULES) -> bool:
    """Whether `judge` gives a score. The usual no costs well under a microsecond."""
    return completes(hand, tile, rules) and isinstance(judge(hand, tile, winning, rules), Score)
