"""What no game knows is refused by whoever is asked, in a line that names it, and never answered."""

from collections.abc import Callable
from datetime import date
from typing import Any, cast

import pytest

from wuyi import (
    ArgumentError,
    Hand,
    Match,
    Meld,
    Ruleset,
    Winning,
    WuyiError,
    apply,
    format_tiles,
    judge,
    name,
    parse_tiles,
    payments,
    start_hand,
    tile,
    waits,
)
from wuyi.bots import make
from wuyi.drills.pool import FIRST_DAY, practice
from wuyi.drills.pool import daily as cards_of_day
from wuyi.engine.frames import replay
from wuyi.engine.luck import SEED_BYTES, Luck, mix
from wuyi.engine.record import Record
from wuyi.errors import NotationError, RulesError
from wuyi.review import review, trial
from wuyi.simulate.arena import run_arena
from wuyi.simulate.play import SeatingError, play_match
from wuyi.simulate.pool import Processes

WAITING = "12345689m11122z"
LUCK = bytes(SEED_BYTES)


def any_(value: object) -> Any:
    """A value of a type that its taker does not ask for."""
    return value


def hand(text: str = WAITING) -> Hand:
    return Hand.parse(text, caishen="9s")


def pays(base: int = 8, **who: int | None) -> object:
    roles: dict[str, Any] = {"winner": 0, "dealer": 1, "discarder": 2, "liable": None}
    return payments(base, **(roles | who))


@pytest.fixture(scope="module")
def record() -> Record:
    return next(play_match(Ruleset(hands=4), LUCK, ("random",) * 4, "m"))


REFUSED: dict[str, tuple[Callable[[], object], type[WuyiError], str]] = {
    "no tile": (lambda: name(34), ArgumentError, "34 is no tile"),
    "a tile below 0": (lambda: name(-1), ArgumentError, "-1 is no tile"),
    "text for a tile": (lambda: judge(hand(), any_("7m"), Winning()), ArgumentError, "'7m' is no tile"),
    "nothing for text": (lambda: parse_tiles(any_(None)), ArgumentError, "not as None"),
    "a list for a tile's text": (lambda: tile(any_([])), NotationError, "not a tile"),
    "tiles to write that are none": (lambda: format_tiles([4, 99]), ArgumentError, "99 is no tile"),
    "a pung of no tile": (lambda: Meld.pung(34), ArgumentError, "34 is no tile"),
    "a chow of no tiles": (lambda: Meld.chow((99, 100, 101), 4), ArgumentError, "99 is no tile"),
    "a meld under no caishen": (lambda: Meld.parse("[999s]", any_("9s")), ArgumentError, "'9s' is no tile"),
    "text for the caishen": (lambda: Hand([4], caishen=any_("9s")), ArgumentError, "'9s' is no tile"),
    "a hand of no tile": (lambda: Hand([4, 99], caishen=3), ArgumentError, "99 is no tile"),
    "a hand of a tile below 0": (lambda: Hand([-1], caishen=3), ArgumentError, "-1 is no tile"),
    "a hand of text": (lambda: Hand(any_("5m"), caishen=3), ArgumentError, "'5' is no tile"),
    "a hand of what has no hash": (lambda: Hand(any_([[]]), caishen=3), ArgumentError, "[] is no tile"),
    "a meld of text": (lambda: Hand([4], any_(["[123m]"]), caishen=3), ArgumentError, "'[123m]' is no meld"),
    "a number for a meld's text": (lambda: Meld.parse(any_(5), 3), ArgumentError, "not as 5"),
    "text to judge": (lambda: judge(any_(WAITING), 6, Winning()), ArgumentError, "is no hand: `Hand.parse`"),
    "text to wait": (lambda: waits(any_(WAITING)), ArgumentError, f"'{WAITING}' is no hand"),
    "text for an action": (
        lambda: apply(start_hand(LUCK)[0], any_("5m")),
        ArgumentError,
        "'5m' is no action",
    ),
    "no caishen": (lambda: Hand.parse(WAITING, caishen=-1), ArgumentError, "-1 is no tile"),
    "waits of fourteen": (lambda: waits(hand(f"{WAITING}+7m")), ArgumentError, "14 tiles"),
    "a win with fourteen and one": (
        lambda: judge(hand(f"{WAITING}+7m"), tile("7m"), Winning()),
        ArgumentError,
        "14 tiles",
    ),
    "a win with twelve and one": (
        lambda: judge(Hand(parse_tiles("12345689m1112z"), caishen=26), 6, Winning()),
        ArgumentError,
        "12 tiles",
    ),
    "a fifth tile of a kind": (
        lambda: judge(hand("1111m234567m222z"), tile("1m"), Winning()),
        ArgumentError,
        "no further 1m",
    ),
    "a fourth caishen": (
        lambda: judge(hand("123456789m1z999s"), tile("9s"), Winning()),
        ArgumentError,
        "no further 9s",
    ),
    "another way to win": (lambda: Winning(way=any_("dicard")), ArgumentError, "way: 'dicard'"),
    "more 飘 than caishen": (lambda: Winning(flown=4), ArgumentError, "not 0 and 4"),
    "fewer kongs than none": (lambda: Winning(kongs=-1), ArgumentError, "not -1 and 0"),
    "天胡 off a discard": (lambda: Winning(way="discard", heavenly=True), ArgumentError, "draws alone"),
    "地胡 by a draw": (lambda: Winning(earthly=True), ArgumentError, "discards alone"),
    "a winner at no seat": (lambda: pays(winner=9), ArgumentError, "winner: 9 is no seat"),
    "no dealer": (lambda: pays(dealer=None), ArgumentError, "dealer: None is no seat"),
    "a discarder below 0": (lambda: pays(discarder=-1), ArgumentError, "discarder: -1 is no seat"),
    "a winner who pays": (lambda: pays(liable=0), ArgumentError, "seat 0 wins"),
    "a base below one": (lambda: pays(-8), ArgumentError, "base: -8"),
    "an option out of range": (lambda: Ruleset(min_fan=99), RulesError, "min_fan: "),
    "an option of another type": (lambda: Ruleset(hands=any_("8")), RulesError, "hands: "),
    "a fan cap of none": (lambda: Ruleset(fan_cap=0), RulesError, "fan_cap: 0: 1 to 100 or none is wanted"),
    "an option that is no yes": (
        lambda: Ruleset(kongs_stack=any_(1)),
        RulesError,
        "kongs_stack: 1: true or false is wanted",
    ),
    "a short seed": (lambda: Match(b"short"), ArgumentError, "32 bytes, not 5"),
    "text for a seed": (lambda: Match(any_("0" * 32)), ArgumentError, "32 bytes, not '000"),
    "a number for a player's seed": (lambda: make("greedy", any_(7)), ArgumentError, "32 bytes, not 7"),
    "a mapping for rules": (lambda: Match(LUCK, any_({"hands": 4})), ArgumentError, "a Ruleset is wanted"),
    "a short seed of a player": (lambda: make("greedy", b""), ArgumentError, "32 bytes, not 0"),
    "seeds that are long enough together": (
        lambda: mix(LUCK, 1, [LUCK, LUCK, LUCK + b"x", LUCK[1:]]),
        ArgumentError,
        "32 bytes, not 33",
    ),
    "no number to draw": (lambda: Luck(LUCK).below(0), ArgumentError, "below 0"),
    "a number beyond a word": (lambda: Luck(LUCK).below(2**32 + 1), ArgumentError, "below 4294967297"),
    "three players in the arena": (
        lambda: run_arena(any_(("random",) * 3), deals=1, seed=1, rules=Ruleset()),
        SeatingError,
        "3 players",
    ),
    "three players": (
        lambda: next(play_match(Ruleset(), LUCK, any_(("random",) * 3), "m")),
        SeatingError,
        "3 players",
    ),
    "nobody to work": (lambda: Processes(0), ArgumentError, "jobs: 1 or more"),
    "a day before the first": (
        lambda: cards_of_day(date(FIRST_DAY.year - 1, 1, 1)),
        ArgumentError,
        "first day",
    ),
    "another kind of practice": (lambda: practice(any_("all"), 1, 0), ArgumentError, "'all'"),
    "a page below 0": (lambda: practice("any", 1, -1), ArgumentError, "no page -1"),
    "another engine": (lambda: trial(any_("quick")), ArgumentError, "'quick'"),
}


@pytest.mark.parametrize("asked", REFUSED)
def test_what_cannot_be_is_refused_by_name(asked: str) -> None:
    ask, error, said = REFUSED[asked]
    with pytest.raises(error) as refused:
        ask()
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("seat", [-1, 4, None])
def test_a_review_is_of_a_seat(record: Record, seat: int | None) -> None:
    with pytest.raises(ArgumentError, match=f"{seat} is no seat"):
        review(record, cast(int, seat))


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_film_is_for_a_seat_or_for_all(record: Record, seat: int) -> None:
    with pytest.raises(ArgumentError, match=f"{seat} is no seat"):
        replay(record, seat)
    assert replay(record, None).seat is None
