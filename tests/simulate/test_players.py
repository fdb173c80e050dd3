"""Players by name: the house's, and those of a module that Python finds."""

from collections.abc import Sequence
from typing import Any

import pytest

from wuyi.bots import BOTS, Budget, Decision, Player, UnknownBot, make
from wuyi.engine.action import Action, Discard
from wuyi.engine.record import Record, verify
from wuyi.engine.view import View
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.play import SeatingError, line_up, match_seed, play_match, seat_bots
from wuyi.simulate.players import Misplay, sit

SEED = match_seed(1, 1)


@pytest.mark.parametrize("bot", BOTS)
def test_the_players_of_the_house_go_by_their_ids(bot: str) -> None:
    assert isinstance(sit(bot, SEED), type(BOTS[bot](SEED)))


class Own(Player):
    """Remembers its luck, and decides what its class says."""

    given: bytes
    decided: Any = None

    def begin(self, seed: bytes) -> None:
        type(self).given = seed

    def weigh(self, view: View, legal: Sequence[Action], budget: Budget) -> Decision:
        return self.decided or Decision(legal[-1], "any")


class Actor(Own):
    decided = Discard(0, "1m")


class Cheat(Own):
    decided = Decision(Discard(9, "1m"), "any")


def play(player: str) -> Record:
    return next(play_match(DEFAULT_RULES, SEED, line_up([f"{__name__}:{player}"]), "m"))


def test_a_player_of_a_module_is_given_its_luck() -> None:
    own = sit(f"{__name__}:Own", SEED)
    assert Own.given == SEED
    own.reset(0, DEFAULT_RULES, SEED[::-1])
    assert Own.given == SEED[::-1]
    verify(play("Own"))


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("Actor", r":Actor': a Decision is wanted of it, not Discard\(seat=0, tile='1m'\)"),
        ("Cheat", r":Cheat': Discard\(seat=9, tile='1m'\) is not among the legal actions"),
    ],
)
def test_what_a_player_may_not_do_is_told_by_its_name(player: str, said: str) -> None:
    with pytest.raises(Misplay, match=said):
        play(player)


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
