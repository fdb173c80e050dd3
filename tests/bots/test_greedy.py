"""What the plain player does by itself: the nearest win, and nothing but."""

from tests.bots.moments import claimer, dealer
from tests.bots.tables import asked
from tests.walls import Table, wall
from wuyi.bots.greedy import GreedyBot
from wuyi.engine.action import ConcealedKong, Discard, Pass
from wuyi.simulate.play import match_seed

GREEDY = GreedyBot(likings=False)


def test_it_kongs_where_that_costs_nothing() -> None:
    assert dealer(GREEDY, "124578m111z22z5p8s", "1z") == ConcealedKong(0, "1z")
    assert dealer(GREEDY, "1111m2233p4455s6z", "8p") != ConcealedKong(0, "1m")
    assert claimer(GREEDY, "124578m111z22z5p8s", "1z") == Pass(1)


def test_of_discards_as_near_it_keeps_what_most_tiles_help() -> None:
    """Six discards leave a half flush two tiles away; after 2m or 5m six kinds bring it nearer."""
    assert dealer(GREEDY, "1124457m111z222z", "8m") == Discard(0, "2m")


def test_of_equal_discards_players_have_their_likings() -> None:
    table = Table(wall(turned="9s", hands={0: "1245m1245p12s4z5z6z"}, draws="7z"))
    chosen = {GreedyBot(match_seed(1, number)).choose(*asked(table.state, 0)) for number in range(20)}
    assert len(chosen) > 1
