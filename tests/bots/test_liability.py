"""承包: that the stronger players do not feed one who would make them pay for all (RULES.md 6.5)."""

import msgspec
import pytest

from tests.bots.tables import Question, asked
from tests.walls import Table, wall
from wuyi.bots import make
from wuyi.bots.liability import Liability
from wuyi.bots.others import PAYS_ALL
from wuyi.engine.action import Discard
from wuyi.engine.advice import unseen
from wuyi.engine.pieces import TableMeld
from wuyi.hand.tile import TILES


def facing(melds: str, fed: int, *, step: int = 1) -> Question:
    """The dealer's turn, of whose discards the seat so many steps on has made so many of its melds."""
    hands = {0: "1123345m1155z37s"}
    view, legal = asked(Table(wall(turned="9s", hands=hands, draws="6p")).state, 0)
    seats = list(view.seats)
    seats[step] = msgspec.structs.replace(
        seats[step],
        melds=tuple([TableMeld(meld) for meld in melds.split()]),
        feeds=(fed, 0, 0, 0),
    )
    return msgspec.structs.replace(view, seats=tuple(seats)), legal


def risked(question: Question, *tiles: str) -> list[str]:
    view, _ = question
    liability = Liability(view, unseen(view))
    return [tile for tile in tiles if liability.risked_by(TILES[tile])]


def test_hands_of_one_colour_make_others_pay() -> None:
    assert [suits for suits, pays in enumerate(PAYS_ALL) if pays] == [1, 2, 4, 8]


@pytest.mark.parametrize(
    ("melds", "fed", "tiles"),
    [
        ("[123s] [444s] [567s]", 2, ["6s", "3s"]),
        ("[123s] [444s] [567s]", 3, ["6s", "3s"]),
        ("[123s] [444s] [567s]", 1, []),
        ("[123s] [444s]", 2, []),
        ("[123s] [444s] [222z]", 2, []),
        ("[111z] [222z] [444z]", 2, ["3z"]),
        ("[123s] [444s] (????)", 2, ["6s", "3s"]),
    ],
)
def test_what_is_risked(melds: str, fed: int, tiles: list[str]) -> None:
    """Three melds of a colour, and two of this seat's discards among them; a caishen nobody claims."""
    assert risked(facing(melds, fed), "6s", "3s", "6p", "3z", "9s") == tiles


def test_only_the_next_seat_may_chow() -> None:
    """The others want two of a kind for a pung: three 5s lie in melds already."""
    assert risked(facing("[123s] [456s] [555s]", 2, step=2), "1s", "5s", "4s") == ["1s", "4s"]
    assert risked(facing("[123s] [456s] [555s]", 2, step=1), "1s", "5s", "4s") == ["1s", "5s", "4s"]


@pytest.mark.parametrize("bot", ["value", "ev"])
def test_it_throws_another_tile_as_good(bot: str) -> None:
    """Three tiles are of no use to a half flush in 万; with 3s or 7s it would feed one a third time."""
    safe, warned = (facing("[456s] [678s] [777s]", fed) for fed in (0, 2))
    assert make(bot, bytes(32)).choose(*safe) in (Discard(0, "3s"), Discard(0, "7s"))
    assert make(bot, bytes(32)).choose(*warned) == Discard(0, "6p")
