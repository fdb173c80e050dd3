"""What the player that weighs promises does by itself."""

from tests.bots.moments import FAR, choice, claimer, dealer
from tests.bots.tables import asked
from tests.walls import Table, wall
from wuyi.bots.value import ValueBot
from wuyi.engine.action import ConcealedKong, Discard, Kong, Pass, Pung
from wuyi.engine.advice import own_hand
from wuyi.hand import is_baotou
from wuyi.rules import DEFAULT_RULES

VALUE = ValueBot(spread=0.0)


def test_it_flies_where_the_hand_cannot_win_yet() -> None:
    """飘 (5.3): after a claim four melds and two caishen may not win, but one of the caishen may go."""
    table = Table(wall(turned="9s", hands={0: FAR, 1: "123456m111z22z9s9s"}, draws="2z"))
    table.do(Discard(0, "2z"), Pung(1))
    assert choice(VALUE, table, 1) == Discard(1, "9s")
    table.do(Discard(1, "9s"))
    assert is_baotou(own_hand(asked(table.state, 1)[0]), DEFAULT_RULES)


def test_it_kongs_where_that_costs_nothing() -> None:
    assert dealer(VALUE, "124578m111z22z5p8s", "1z") == ConcealedKong(0, "1z")
    assert dealer(VALUE, "1111m2233p4455s6z", "8p") != ConcealedKong(0, "1m")
    assert claimer(VALUE, "124578m111z22z5p8s", "1z") == Kong(1)


def late(hand: str, remaining: int, other: str = "") -> Table:
    """The dealer's turn, everybody still holding the hand they were dealt, when few tiles are left."""
    table = Table(wall(turned="9s", hands={0: hand, 1: other}))
    while not (table.state.turn == 0 and table.state.remaining <= remaining):
        table.throw()
    return table


def test_it_gives_up_a_hand_that_cannot_win() -> None:
    """Then a caishen goes first: nobody may claim it, and no discard wins for a round (2.4, 2.5)."""
    table = late("1245m1245p124s3z9s", 6)
    assert choice(VALUE, table, 0) == Discard(0, "9s")


def test_it_claims_nothing_for_a_hand_given_up() -> None:
    table = late("1245m1245p124s33z", 6, other="3z")
    table.throw()
    table.do(Discard(1, "3z"))
    assert Pung(0) in table.legal(0)
    assert choice(VALUE, table, 0) == Pass(0)
