"""What the player that weighs promises does where it is plain what is right."""

import pytest

from tests.bots.tables import asked
from tests.walls import Table, wall
from wuyi.bots.value import ValueBot
from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.engine.advice import own_hand
from wuyi.engine.match import Match
from wuyi.hand import is_baotou
from wuyi.hand.tile import TILES
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.play import match_seed

VALUE = ValueBot(spread=0.0)

FAR = "1245m1245p124s37z"
"""Six and more tiles from everything."""


def choice(table: Table, seat: int) -> Action:
    return VALUE.choose(*asked(table.state, seat))


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
            action = VALUE.choose(*asked(state, state.turn))
            assert not (isinstance(action, Discard) and TILES[action.tile] == state.caishen)
            kept += 1
    assert kept > 80


def test_it_flies_where_the_hand_cannot_win_yet() -> None:
    """飘 (5.3): after a claim four melds and two caishen may not win, but one of the caishen may go."""
    table = Table(wall(turned="9s", hands={0: FAR, 1: "123456m111z22z9s9s"}, draws="2z"))
    table.do(Discard(0, "2z"), Pung(1))
    assert choice(table, 1) == Discard(1, "9s")
    table.do(Discard(1, "9s"))
    assert is_baotou(own_hand(asked(table.state, 1)[0]), DEFAULT_RULES)


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
    assert claimer("124578m111z22z5p8s", "1z") == Kong(1)


def test_it_adds_to_a_pung() -> None:
    table = Table(wall(turned="9s", hands={0: FAR, 1: "124578m11z22z5p8s4p"}, draws="1z2s2s3s1z"))
    table.do(Discard(0, "1z"), Pung(1), Discard(1, "4p"))
    table.pass_all()
    while table.state.turn != 1 or table.state.drawn != TILES["1z"]:
        table.throw()
    assert AddedKong(1, "1z") in table.legal(1)
    assert choice(table, 1) == AddedKong(1, "1z")


def late(hand: str, remaining: int, other: str = "") -> Table:
    """The dealer's turn, everybody still holding the hand they were dealt, when few tiles are left."""
    table = Table(wall(turned="9s", hands={0: hand, 1: other}))
    while not (table.state.turn == 0 and table.state.remaining <= remaining):
        table.throw()
    return table


def test_it_gives_up_a_hand_that_cannot_win() -> None:
    """Then a caishen goes first: nobody may claim it, and no discard wins for a round (2.4, 2.5)."""
    table = late("1245m1245p124s3z9s", 6)
    assert choice(table, 0) == Discard(0, "9s")


def test_it_claims_nothing_for_a_hand_given_up() -> None:
    table = late("1245m1245p124s33z", 6, other="3z")
    table.throw()
    table.do(Discard(1, "3z"))
    assert Pung(0) in table.legal(0)
    assert choice(table, 0) == Pass(0)


def test_it_aims_for_what_the_rules_reward() -> None:
    """Where six fan are asked a half flush is worth nothing (4.9), and it saves the honours instead."""
    hand = "1235678m4p11234z"
    default, dear = (dealer(hand, "9m", rules=Ruleset(min_fan=least)) for least in (3, 6))
    assert isinstance(default, Discard) and default.tile[1] in "pz"
    assert isinstance(dear, Discard) and dear.tile[1] in "mp"
    table = Table(wall(turned="9s", hands={1: "123567m8s11223z4z", 0: FAR}, draws="4m"), Ruleset(min_fan=6))
    table.do(Discard(0, "4m"))
    assert choice(table, 1) == Pass(1)
