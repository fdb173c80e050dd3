"""What the players that weigh hands do alike, where it is plain what is right."""

import pytest

from tests.bots.moments import FAR, choice, claimer, dealer
from tests.bots.tables import asked
from tests.walls import Table, wall
from wuyi.bots import Bot
from wuyi.bots.greedy import GreedyBot
from wuyi.bots.value import ValueBot
from wuyi.engine.action import Action, AddedKong, Chow, Discard, Pass, Pung, Win
from wuyi.engine.match import Match
from wuyi.hand.tile import TILES
from wuyi.rules import Ruleset
from wuyi.simulate.play import match_seed


@pytest.fixture(params=[GreedyBot(likings=False), ValueBot(spread=0.0)], ids=["greedy", "value"])
def bot(request: pytest.FixtureRequest) -> Bot:
    made: Bot = request.param
    return made


def test_it_wins_when_it_can(bot: Bot) -> None:
    assert dealer(bot, "123456789m111z2z", "2z") == Win(0)
    assert claimer(bot, "123456789m111z2z", "2z") == Win(1)


@pytest.mark.parametrize(
    ("hand", "drawn", "discards"),
    [
        ("1234567m1122z58p", "9m", {"5p", "8p"}),
        ("1122m3344p5566s7z", "8p", {"7z", "8p"}),
        ("147m258p369s1223z", "8m", {"8m", "2z"}),
        ("11223344556z12m", "7z", {"1m", "2m"}),
    ],
    ids=["half flush", "seven pairs", "unconnected", "all honours"],
)
def test_it_goes_for_the_nearest_hand(bot: Bot, hand: str, drawn: str, discards: set[str]) -> None:
    action = dealer(bot, hand, drawn)
    assert isinstance(action, Discard) and action.tile in discards


def test_it_keeps_caishen(bot: Bot) -> None:
    """Of a hundred first turns with a caishen in hand, in none does it leave it there."""
    kept = 0
    for number in range(400):
        match = Match(match_seed(5, number))
        match.start_next_hand()
        state = match.state
        assert state is not None
        if state.hands[state.turn].wilds:
            action = bot.choose(*asked(state, state.turn))
            assert not (isinstance(action, Discard) and TILES[action.tile] == state.caishen)
            kept += 1
    assert kept > 80


@pytest.mark.parametrize(
    ("hand", "discard", "action"),
    [
        ("124578m1155z37p2s", "1z", Pung(1)),
        ("124578m11557z3p2s", "3m", Chow(1, ("1m", "2m"))),
        ("1122m3344p5566s7z", "1m", Pass(1)),
        ("147m258p369s1233z", "3z", Pass(1)),
        ("12356789m11z46p2z", "5p", Pass(1)),
    ],
    ids=["pung", "chow", "not from seven pairs", "not from 十三不靠", "not of another suit"],
)
def test_it_claims_what_brings_it_nearer(bot: Bot, hand: str, discard: str, action: Action) -> None:
    assert claimer(bot, hand, discard) == action


def test_it_adds_to_a_pung(bot: Bot) -> None:
    table = Table(wall(turned="9s", hands={0: FAR, 1: "124578m11z22z5p8s4p"}, draws="1z2s2s3s1z"))
    table.do(Discard(0, "1z"), Pung(1), Discard(1, "4p"))
    table.pass_all()
    while table.state.turn != 1 or table.state.drawn != TILES["1z"]:
        table.throw()
    assert AddedKong(1, "1z") in table.legal(1)
    assert choice(bot, table, 1) == AddedKong(1, "1z")


def test_it_aims_for_what_the_rules_reward(bot: Bot) -> None:
    """Where six fan are asked a half flush is worth nothing (4.9), and it saves the honours instead."""
    hand = "1235678m4p11234z"
    default, dear = (dealer(bot, hand, "9m", rules=Ruleset(min_fan=least)) for least in (3, 6))
    assert isinstance(default, Discard) and default.tile[1] in "pz"
    assert isinstance(dear, Discard) and dear.tile[1] in "mp"
    table = Table(wall(turned="9s", hands={1: "123567m8s11223z4z", 0: FAR}, draws="4m"), Ruleset(min_fan=6))
    table.do(Discard(0, "4m"))
    assert choice(bot, table, 1) == Pass(1)
