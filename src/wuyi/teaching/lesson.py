"""The first lesson: ten tables, each with one question, in the order in which a newcomer meets them.

Which answer is right is asked of the engine, as is all that explains it.
"""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from wuyi.engine.action import Chow, ConcealedKong, Pung, Win
from wuyi.engine.advice import full_hand
from wuyi.engine.legal import legal_actions
from wuyi.engine.settle import won
from wuyi.engine.state import State
from wuyi.engine.view import View, view
from wuyi.hand.hand import Hand
from wuyi.hand.tile import NAMES, TILES
from wuyi.hand.wait import is_baotou, waits
from wuyi.teaching.deals import Table, deal
from wuyi.teaching.figures import Figure, Scene, SceneChoice
from wuyi.teaching.moments import moment
from wuyi.teaching.verdicts import judged, waiting

_ME, _RIGHT, _ACROSS, _LEFT = 0, 1, 2, 3
_PLAIN: Final = "23m567m111z22z789m"
"""Half flush; waits for 1m and 4m."""
_SINGLE: Final = "13m567m111z22z789m"
"""Half flush; waits for 2m alone."""


def scenes() -> tuple[Scene, ...]:
    """All ten."""
    return (
        _caishen(),
        _white(),
        _half_flush(),
        _single_wait(),
        _baotou(),
        _flying(),
        _kong(),
        _unconnected(),
        _liable(),
        _score(),
    )


def _caishen() -> Scene:
    """Which tile of the hand is the caishen?"""
    table = _drawn("23m567m111z22z78m9p", "4m")
    read = judged("23m567m111z22z78m9p+4m", "9p")
    shown = view(table.state, _ME)
    return _by_tile("caishen", shown, lambda tile: tile == shown.caishen, read)


def _white() -> Scene:
    """May the 白 chow as the turned tile?"""
    start = deal(turned="5m", hands={_ME: "6m1357p1359s1235z"}, draws="4m", dealer=_LEFT)
    table = Table(start)
    table.offer()
    shown, chow = view(table.state, _ME), Chow(_ME, ("5z", "6m"))
    may = chow in legal_actions(table.state, _ME)
    if may:
        table.do(chow)
    # Of what follows only the meld matters here.
    laid = msgspec.structs.replace(moment(table), refused=())
    return Scene("white", shown, "yes", _yes_or_no(may), (laid,))


def _half_flush() -> Scene:
    """Four melds and a pair, but of two suits: does it win?"""
    table = _drawn("123m789m456p11z22z", "1z", "9s")
    figures = (judged("123m789m456p11z22z+1z", "9s"), judged("123m789m456m11z22z+1z", "9s"))
    return Scene("half_flush", view(table.state, _ME), "yes", _yes_or_no(_may_win(table.state)), figures)


def _single_wait() -> Scene:
    """Does a wait of two kinds win on a discard?"""
    table = Table(deal(turned="9p", hands={_ME: _PLAIN}, draws="4m", dealer=_ACROSS))
    table.offer()
    figures = (
        judged(f"{_PLAIN}-4m", "9p"),
        judged(f"{_PLAIN}+4m", "9p"),
        judged(f"{_SINGLE}-2m", "9p"),
    )
    return Scene("single_wait", view(table.state, _ME), "yes", _yes_or_no(_may_win(table.state)), figures)


def _baotou() -> Scene:
    """Which discard leaves 爆头?"""
    table = _drawn("123m456m777m111z6p", "9p")
    shown = view(table.state, _ME)
    after, drawn = waiting("123m456m777m111z9p", "9p"), judged("123m456m777m111z9p+5s", "9p")
    return _by_tile("baotou", shown, lambda tile: is_baotou(_without(shown, tile), shown.rules), after, drawn)


def _flying() -> Scene:
    """Which discard is a 飘?"""
    table = _drawn("123m456m777m111z9p", "9p")
    shown = view(table.state, _ME)

    def flies(tile: str) -> bool:
        return tile == shown.caishen and is_baotou(_without(shown, tile), shown.rules)

    once, at_once = (
        judged(f"123m456m777m111z9p+{tile}", "9p", flown=int(tile == "5s")) for tile in ("5s", "9p")
    )
    return _by_tile("flying", shown, flies, at_once, once)


def _kong() -> Scene:
    """How many fan has a win on a kong's replacement?"""
    start = deal(turned="9p", hands={_ME: "111z23m567m22z789m"}, draws="1z", replacements="4m")
    table = Table(start)
    table.do(ConcealedKong(_ME, "1z"))
    fan = won(table.state, _ME).fan
    figures = (judged("(1111z)23m567m22z789m+4m", "9p", "after_kong"), judged(f"{_PLAIN}+4m", "9p"))
    return Scene("kong", view(table.state, _ME), "number", _numbers(fan, (fan - 2, fan - 1, fan)), figures)


def _unconnected() -> Scene:
    """Which tile does not fit?"""
    table = _drawn("147m258p3689s123z", "4z")
    shown = view(table.state, _ME)
    after, drawn = waiting("147m258p369s1234z", "9p"), judged("147m258p369s1234z+5z", "9p")
    return _by_tile("unconnected", shown, lambda tile: bool(waits(_without(shown, tile))), after, drawn)


def _liable() -> Scene:
    """Who pays for a full flush that one player fed three times?"""
    hands = {_ME: "13467799m789m12z"}
    table = Table(deal(turned="9p", hands=hands, draws="2m1p4p5m2p5p7m3p6p7p6m", dealer=_LEFT))
    for tile, claim, thrown in (
        ("2m", Chow(_ME, ("1m", "3m")), "1z"),
        ("5m", Chow(_ME, ("4m", "6m")), "2z"),
        ("7m", Pung(_ME), "9m"),
    ):
        table.go_to(_LEFT)
        table.offer(tile)
        table.claim(claim)
        table.throw(thrown)
    table.go_to(_ME)
    settled = won(table.state, _ME)
    payers = [seat for seat in (_RIGHT, _ACROSS, _LEFT) if settled.payments[seat] < 0]
    figures = (judged("[123m][456m][777m]7899m+6m", "9p", dealer=_LEFT, liable=settled.liable),)
    seats = tuple([SceneChoice(str(seat), payers == [seat]) for seat in (_RIGHT, _ACROSS, _LEFT)])
    return Scene("liable", view(table.state, _ME), "seat", seats, figures)


def _score() -> Scene:
    """What does the one who discarded pay?"""
    table = Table(deal(turned="9p", hands={_ME: _SINGLE}, draws="1p3p2m", dealer=_LEFT))
    table.go_to(_RIGHT)
    table.offer("2m")
    settled = won(table.state, _ME)
    base = settled.base
    figures = (judged(f"{_SINGLE}-2m", "9p", dealer=_LEFT, discarder=_RIGHT),)
    points = _numbers(-settled.payments[_RIGHT], (base, 2 * base, 4 * base))
    return Scene("score", view(table.state, _ME), "number", points, figures)


# --- tables ------------------------------------------------------------------------------------


def _drawn(hand: str, tile: str, turned: str = "9p") -> Table:
    """A later turn of seat 0, which holds `hand` and has drawn `tile`: nobody has won as dealt."""
    table = Table(deal(turned=turned, hands={_ME: hand}, draws=f"1z1s2s{tile}", dealer=_RIGHT))
    table.go_to(_ME)
    return table


def _may_win(state: State) -> bool:
    return Win(_ME) in legal_actions(state, _ME)


def _without(shown: View, tile: str) -> Hand:
    """The hand that discarding `tile` leaves."""
    hand = full_hand(shown)
    hand.remove(TILES[tile])
    return hand


# --- choices -----------------------------------------------------------------------------------


def _by_tile(id: str, shown: View, right: Callable[[str], bool], *figures: Figure) -> Scene:
    """A scene answered by tapping a tile of the hand."""
    hand = [NAMES[tile] for tile in dict.fromkeys(full_hand(shown).tiles())]
    return Scene(id, shown, "tile", tuple([SceneChoice(tile, right(tile)) for tile in hand]), figures)


def _yes_or_no(yes: bool) -> tuple[SceneChoice, ...]:
    return SceneChoice("yes", yes), SceneChoice("no", not yes)


def _numbers(right: int, choices: Iterable[int]) -> tuple[SceneChoice, ...]:
    return tuple([SceneChoice(str(number), number == right) for number in sorted(choices)])
