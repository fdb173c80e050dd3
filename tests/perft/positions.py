"""Fixed walls from which action sequences are counted, and the counting.

The golden numbers stand in `golden.json`. They change only when the rules do: a change that moves one must
say which rule moved it. `python -m tests.perft.positions` prints them anew.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

from tests.walls import Table, wall
from wuyi.engine.apply import apply
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.state import State

GOLDEN = Path(__file__).with_name("golden.json")


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` actions there are.

    Of several seats asked, the first anticlockwise answers. A sequence that ends the hand early counts once,
    where it ends.
    """
    if depth == 0 or state.over:
        return 1
    seat = acting(state)[0]
    total = 0
    for action in legal_actions(state, seat):
        after = state.copy()
        apply(after, action)
        total += perft(after, depth - 1)
    return total


def plain() -> Table:
    """A shuffled deal, 9s turned."""
    return Table(wall(turned="9s", seed=1))


def claims() -> Table:
    """Every discard of characters can be claimed several ways, 5m turned so that 白 chows."""
    return Table(
        wall(
            turned="5m",
            hands={0: "3344667788m11z", 1: "346m5z122334p", 2: "3467m5z778899p", 3: "55z8m668s1122z"},
            draws="2m",
        )
    )


def kongs() -> Table:
    """Concealed, exposed and added kongs, one of them to be robbed."""
    return Table(
        wall(
            turned="9s",
            hands={0: "2m1111p444s55s66z", 1: "22m777p4456p1s6s7s", 3: "13456789m11122z"},
            draws="7p9p",
            tail="2m3m5s",
        )
    )


def caishen() -> Table:
    """Two seats in 爆头 with a caishen to fly, the third caishen about."""
    return Table(
        wall(
            turned="9s",
            hands={0: "123456789m111z9s", 1: "111222333p44z9s1p", 3: "123456789m223z4z"},
            draws="9s3z",
        )
    )


def sea() -> Table:
    """Near the end of the wall: three tiles left, a kong to be had."""
    table = Table(wall(turned="1z", hands={2: "7777p", 3: "888s"}, sea="3m", dice=(3, 3), seed=2))
    while table.state.remaining > 3:
        table.throw()
    return table


def white() -> Table:
    """白 turned: the other three are caishen."""
    return Table(
        wall(
            turned="5z",
            hands={0: "112233445566m5z", 1: "5z78m", 2: "14m258p369s1234z", 3: "5z99m"},
            draws="5p7m",
        )
    )


def honour() -> Table:
    """An honour turned: 白 is that honour or itself."""
    return Table(wall(turned="3z", hands={0: "55z1122447z666z1z", 1: "5z", 2: "147m258p1234567z"}, seed=3))


POSITIONS: dict[str, Callable[[], Table]] = {
    each.__name__: each for each in (plain, claims, kongs, caishen, sea, white, honour)
}


def counts(name: str, depth: int) -> list[int]:
    """perft at 1..depth of a position."""
    return [perft(POSITIONS[name]().state, each) for each in range(1, depth + 1)]


if __name__ == "__main__":
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    json.dump({name: counts(name, depth) for name in POSITIONS}, sys.stdout, indent=1)
