"""What the plain player does: the nearest win, and nothing but."""

import pytest

from tests.bots.tables import asked
from tests.walls import Table, wall
from wuyi.bots.greedy import GreedyBot
from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Pass, Pung, Win
from wuyi.engine.match import Match
from wuyi.hand.tile import TILES
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.play import match_seed

GREEDY = GreedyBot(likings=False)

FAR = "1245m1245p124s37z"
"""Six and more tiles from everything."""


def choice(table: Table, seat: int) -> Action:
    return GREEDY.choose(*asked(table.state, seat))


def dealer(hand: str, drawn: str, *, turned: str = "9s", rules: Ruleset = DEFAULT_RULES) -> Action:
    """What the dealer does with thirteen tiles and the one drawn."""
    return choice(Table(wall(turned=turned, hands={0: hand}, draws=drawn), rules), 0)


def claimer(hand: str, discard: str, *, turned: str = "9s", seat: int = 1) -> Action:
    """What a seat does when the dealer discards a tile."""
    table = Table(wall(turned=turned, hands={0: FAR, seat: hand}, draws=discard))
    table.do(Discard(0, discard))
    while seat not in (waiting := [s for s in range(4) if table.legal(s)]):
        table.do(Pass(waiting[0]))
    return choice(table, seat)


def test_it_wins_when_it_can() -> None:
    assert dealer("123456789m111z2z", "2z") == Win(0)
    assert claimer("123456789m111z2z", "2z") == Win(1)


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
def test_it_goes_for_the_nearest_hand(hand: str, drawn: str, discards: set[str]) -> None:
    action = dealer(hand, drawn)
    assert isinstance(action, Discard) and action.tile in discards


def test_it_keeps_caishen() -> None:
    """Of a hundred first turns with a caishen in hand, in none does it leave it there."""
    kept = 0
    for number in range(400):
        match = Match(match_seed(5, number))
        match.start_next_hand()
        state = match.state
        assert state is not None
        if state.hands[state.turn].wilds:
            action = GREEDY.choose(*asked(state, state.turn))
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
def test_it_claims_what_brings_it_nearer(hand: str, discard: str, action: Action) -> None:
    assert claimer(hand, discard) == action


def test_it_kongs_where_that_costs_nothing() -> None:
    assert dealer("124578m111z22z5p8s", "1z") == ConcealedKong(0, "1z")
    assert dealer("1111m2233p4455s6z", "8p") != ConcealedKong(0, "1m")
    assert claimer("124578m111z22z5p8s", "1z") == Pass(1)


def test_of_discards_as_near_it_keeps_what_most_tiles_help() -> None:
    """Six discards leave a half flush two tiles away; after 2m or 5m six kinds bring it nearer."""
    assert dealer("1124457m111z222z", "8m") == Discard(0, "2m")


def test_of_equal_discards_players_have_their_likings() -> None:
    table = Table(wall(turned="9s", hands={0: "1245m1245p12s4z5z6z"}, draws="7z"))
    chosen = {GreedyBot(match_seed(1, number)).choose(*asked(table.state, 0)) for number in range(20)}
    assert len(chosen) > 1


def test_it_adds_to_a_pung() -> None:
    table = Table(wall(turned="9s", hands={0: FAR, 1: "124578m11z22z5p8s4p"}, draws="1z2s2s3s1z"))
    table.do(Discard(0, "1z"), Pung(1), Discard(1, "4p"))
    table.pass_all()
    while table.state.turn != 1 or table.state.drawn != TILES["1z"]:
        table.throw()
    assert AddedKong(1, "1z") in table.legal(1)
    assert choice(table, 1) == AddedKong(1, "1z")


def test_it_aims_for_what_the_rules_reward() -> None:
    """Where six fan are asked a half flush is worth nothing (4.9), and it saves the honours instead."""
    hand = "1235678m4p11234z"
    default, dear = (dealer(hand, "9m", rules=Ruleset(min_fan=least)) for least in (3, 6))
    assert isinstance(default, Discard) and default.tile[1] in "pz"
    assert isinstance(dear, Discard) and dear.tile[1] in "mp"
    table = Table(wall(turned="9s", hands={1: "123567m8s11223z4z", 0: FAR}, draws="4m"), Ruleset(min_fan=6))
    table.do(Discard(0, "4m"))
    assert choice(table, 1) == Pass(1)
