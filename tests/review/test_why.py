"""Why one action was better than another."""

import pytest

from wuyi.engine.action import Action, Discard, Pass, Pung, Win
from wuyi.review.position import position_of
from wuyi.review.why import why
from wuyi.review.words import Weighed, Why

from ..walls import Table, wall
from .deals import made_hand


def option(
    action: Action,
    *,
    lacking: int | None = 3,
    left: int = 10,
    win: float = 0.2,
    gain: float = 4.0,
    cost: float = 2.0,
) -> Weighed:
    return Weighed(
        action=action,
        points=gain - cost,
        error=0.1,
        worlds=100,
        behind=0.0,
        behind_error=0.1,
        win=win,
        gain=gain,
        cost=cost,
        lacking=lacking,
        left=left,
    )


A, B = Discard(0, "1m"), Discard(0, "2m")


@pytest.mark.parametrize(
    ("best", "taken", "expected"),
    [
        (option(Win(0)), option(A), "win"),
        (option(A), option(Win(0)), "go_on"),
        (option(A, lacking=1), option(B, lacking=2), "wait"),
        (option(A, lacking=2), option(B), "nearer"),
        (option(A, left=12, win=0.3), option(B), "wider"),
        (option(Pass(0)), option(Pung(0)), "let_go"),
        (option(A, win=0.3, gain=6.0), option(B), "oftener"),
        (option(A, left=12, gain=6.0), option(B), "dearer"),
        (option(A, cost=0.5), option(B), "safer"),
        (option(A, left=12, win=0.21, gain=4.2, cost=0.5), option(B), "safer"),
        (option(A, win=0.0, gain=0.0, cost=0.5), option(B, win=0.0, gain=0.0), "safer"),
    ],
)
def test_what_speaks_for_it(best: Weighed, taken: Weighed, expected: Why) -> None:
    assert why(position_of(made_hand(12), 0), best, taken) == expected


def test_to_be_left_in_baotou() -> None:
    """Four melds and a lone caishen once 5s is gone; with two caishen and a pair one of them may fly."""
    table = Table(wall(turned="9p", hands={0: "123456789m11z9p5s"}, draws="1z"))
    position = position_of(table.state, 0)
    assert why(position, option(Discard(0, "5s")), option(Discard(0, "1m"))) == "baotou"

    table = Table(wall(turned="9p", hands={0: "123456789m11z99p"}, draws="1z"))
    position = position_of(table.state, 0)
    assert why(position, option(Discard(0, "9p")), option(Win(0))) == "go_on"
    assert why(position, option(Discard(0, "9p")), option(Discard(0, "1m"))) == "fly"
