"""Examples of the wall, of turns and claims, and of who deals next: sections 1 to 3 and 7 of the rules."""

from collections.abc import Mapping
from typing import Final

from wuyi.engine.action import AddedKong, Chow, ConcealedKong, Discard, Pass, Pung, Seat, Win
from wuyi.engine.event import Won
from wuyi.engine.match import Match
from wuyi.rules import Ruleset
from wuyi.teaching.deals import Table, deal
from wuyi.teaching.figures import Figure, Succession
from wuyi.teaching.moments import moment
from wuyi.teaching.walls import kinds, opening, tail

_ME, _RIGHT, _ACROSS, _LEFT = 0, 1, 2, 3
"""The seat whose view is shown, the 下家, the one across, the 上家."""

_SINGLE: Final = "13m567m111z22z789m"
"""Half flush; waits for 2m alone."""
_PLAIN: Final = "23m567m111z22z789m"
"""Half flush; waits for 1m and 4m."""


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def wall() -> dict[str, tuple[Figure, ...]]:
    """Section 1."""
    return {
        "1.1": (kinds(),),
        "1.2": (opening(_seed(1)), opening(_seed(2))),
        "1.3": (opening(_seed(3)),),
        "1.4": (tail(_seed(1)), tail(_seed(7))),
        "1.5": (tail(_seed(1)),),
        "1.6": (_last_tile(),),
        "1.7": (tail(_seed(1), taken=1), tail(_seed(1), taken=2)),
    }


def caishen() -> dict[str, tuple[Figure, ...]]:
    """What the caishen and the 白 do on the table (2.2 to 2.5)."""
    return {
        "2.2": (moment(_offered(hand="57m1359p279s1234z", by=_LEFT, tile="5m")),),
        "2.3": (moment(_offered(hand="6m1357p1359s1235z", by=_LEFT, tile="4m", turned="5m")),),
        "2.4": (moment(_offered(hand="778p135m2468s116z", by=_LEFT, tile="9p")),),
        "2.5": (_locked(),),
    }


def claims() -> dict[str, tuple[Figure, ...]]:
    """Section 3."""
    chow_or_pung = _offered(hand="46m11357p135s123z", by=_LEFT, tile="5m", others={_RIGHT: "55m"})
    two_winners = _offered(hand=_SINGLE, by=_LEFT, tile="2m", others={_ACROSS: "13m444m888m99m333z"})
    return {
        "3.1": (moment(_drawn(_PLAIN, "4m")),),
        "3.2": (
            moment(chow_or_pung, Chow(_ME, ("4m", "6m")), Pung(_RIGHT)),
            moment(two_winners, Win(_ACROSS), Win(_ME)),
            moment(_offered(hand="46m1357p135s1234z", by=_ACROSS, tile="5m")),
        ),
        "3.3": (moment(_drawn("777m1359p246s123z", "7m"), ConcealedKong(_ME, "7m")),),
        "3.4": (_after_pung(),),
        "3.5": (_robbery(),),
        "3.6": (moment(_offered(hand=_SINGLE, by=_LEFT, tile="2m"), Pass(_ME)),),
    }


def dealers() -> dict[str, tuple[Figure, ...]]:
    """Section 7, and the options about it."""
    another = _won_by_another()
    return {
        "7.1": (another, _won_by_the_dealer(), _drawn_hand()),
        "dealer_succession": (another,),
    }


# --- tables ------------------------------------------------------------------------------------


_NOBODY: Final[Mapping[Seat, str]] = {}


def _offered(
    *, hand: str, by: int, tile: str, turned: str = "9p", others: Mapping[Seat, str] = _NOBODY
) -> Table:
    """Seat `by` deals and throws `tile` first; seat 0 holds `hand`."""
    hands = {_ME: hand, **others}
    table = Table(deal(turned=turned, hands=hands, draws=tile, dealer=by))
    table.offer()
    return table


def _drawn(hand: str, tile: str) -> Table:
    """Seat 0 deals, holds `hand` and has drawn `tile`."""
    return Table(deal(turned="9p", hands={_ME: hand}, draws=tile))


def _last_tile() -> Figure:
    """Seat 0 draws the 海底, and may not discard it."""
    table = Table(deal(turned="9p", hands={_ME: _SINGLE}, last="2m", dealer=_ACROSS))
    table.go_to_last()
    return moment(table)


def _locked() -> Figure:
    """The 对家 has thrown a caishen, and the 上家 throws what seat 0 waits for."""
    start = deal(turned="9p", hands={_ME: _SINGLE}, draws="9p2m", dealer=_ACROSS)
    table = Table(start)
    table.throw("9p")
    table.offer("2m")
    return moment(table)


def _after_pung() -> Figure:
    table = _offered(hand="55m4444p135s1236z", by=_ACROSS, tile="5m")
    table.do(Pung(_ME))
    return moment(table)


def _robbery() -> Figure:
    """The 下家 adds to its pung what seat 0 waits for."""
    start = deal(
        turned="9p",
        hands={_ME: _SINGLE, _RIGHT: "22m1357p1359s123z"},
        draws="2m3s4s5s2m",
        dealer=_LEFT,
    )
    table = Table(start)
    table.offer("2m")
    table.claim(Pung(_RIGHT))
    table.throw("1p")
    table.go_to(_RIGHT)
    table.do(AddedKong(_RIGHT, "2m"))
    return moment(table)


# --- who deals next ------------------------------------------------------------------------------


def _won_by_another() -> Succession:
    """Seat 0 deals; the one across wins."""
    table = Table(deal(turned="9p", hands={_ACROSS: _SINGLE}, draws="2m"))
    table.do(Discard(_ME, "2m"), Win(_ACROSS))
    return _succession(table)


def _won_by_the_dealer() -> Succession:
    table = Table(deal(turned="9p", hands={_ME: _SINGLE}, draws="2m"))
    table.do(Win(_ME))
    return _succession(table)


def _drawn_hand() -> Succession:
    table = Table(deal(turned="9p", hands={}))
    table.go_to_last()
    if not table.state.over:
        table.do(Pass(table.state.turn))
    return _succession(table)


def _succession(table: Table) -> Succession:
    result = table.state.result
    return Succession(
        dealer=table.state.dealer,
        winner=result.seat if isinstance(result, Won) else None,
        winner_deals=_next_dealer(table, "winner"),
        rotates=_next_dealer(table, "rotate"),
    )


def _next_dealer(table: Table, rule: str) -> Seat:
    match = Match(bytes(32), Ruleset.of({"dealer_succession": rule}))
    match.state = table.state
    dealer = match.next_dealer()
    assert dealer is not None
    return dealer
