"""Players by name: the house's, and those of a module that Python finds."""

import pytest

from wuyi.bots import BOTS, UnknownBot, make
from wuyi.bots.greedy import GreedyBot
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.play import SeatingError, line_up, match_seed, play_match, seat_bots
from wuyi.simulate.players import sit

SEED = match_seed(1, 1)


@pytest.mark.parametrize("bot", BOTS)
def test_the_players_of_the_house_go_by_their_ids(bot: str) -> None:
    assert isinstance(sit(bot, SEED), type(BOTS[bot](SEED)))


def test_a_player_of_a_module_is_given_its_luck() -> None:
    theirs = sit("wuyi.bots.greedy:GreedyBot", SEED)
    assert isinstance(theirs, GreedyBot) and theirs.liking == GreedyBot(SEED).liking


def test_a_record_names_a_player_as_it_was_named() -> None:
    seats = line_up(["wuyi.bots.random:RandomBot", "random"])
    own, plain = (next(play_match(DEFAULT_RULES, SEED, each, "m")) for each in (seats, line_up(["random"])))
    assert own.seats == seats
    assert own.events == plain.events


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("best", "no computer player 'best'"),
        ("", "no computer player ''"),
        ("no_such_module:Bot", "No module named 'no_such_module'"),
        ("wuyi.bots.greedy:Greedy", "has no class or function Greedy"),
        ("builtins:bytes", "cannot act"),
        ("wuyi.bots.greedy:", "is written MODULE:NAME"),
        (":GreedyBot", "is written MODULE:NAME"),
        ("..bots:make", "is written MODULE:NAME"),
        ("a b:c", "is written MODULE:NAME"),
    ],
)
def test_who_is_no_player(player: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        sit(player, SEED)


def test_a_server_imports_nobodys_player() -> None:
    """It seats by `make`, whose names come over the network."""
    with pytest.raises(UnknownBot):
        make("wuyi.bots.greedy:GreedyBot", SEED)


def test_a_table_has_four_players() -> None:
    with pytest.raises(SeatingError):
        seat_bots(["greedy"] * 3, SEED)
