"""Whole matches by computer players, each from one seed."""

import hashlib
from collections.abc import Iterator, Sequence

from wuyi.bots import Bot
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.luck import derive
from wuyi.engine.match import Match
from wuyi.engine.record import Record, record_of
from wuyi.engine.view import view
from wuyi.errors import WuyiError
from wuyi.rules import Ruleset
from wuyi.simulate.players import sit

Seats = tuple[str, str, str, str]
"""The name of the player in each seat, as `wuyi.simulate.players` reads it."""


class SeatingError(WuyiError, ValueError):
    """A line-up that does not fit a table."""

    reason = "bad_seating"


def line_up(bots: Sequence[str]) -> Seats:
    """The four players of one to four names: the last one fills the seats that are left.

    So `a,b` is one a against three b, and `a,a,b,b` two against two. Raises `SeatingError` for more.
    """
    if not 1 <= len(bots) <= 4:
        raise SeatingError(f"{len(bots)} players for four seats")
    a, b, c, d = (*bots, *[bots[-1]] * (4 - len(bots)))
    return a, b, c, d


def match_seed(seed: int, number: int) -> bytes:
    """The 32 bytes of luck of match `number`, from 1, in a run: SHA-256 of "wuyi:{seed}:{number}"."""
    return hashlib.sha256(f"wuyi:{seed}:{number}".encode()).digest()


def seat_bots(seats: Sequence[str], seed: bytes) -> list[Bot]:
    """The four players of these names; the luck of the one in seat n follows from the match's, by "bot n".

    Raises `SeatingError` unless there are four, and `UnknownBot`.
    """
    if len(seats) != 4:
        raise SeatingError(f"{len(seats)} players for four seats")
    return [sit(bot, derive(seed, f"bot {seat}")) for seat, bot in enumerate(seats)]


def play_hand(match: Match, bots: Sequence[Bot]) -> None:
    """Deal the next hand of the match and let the players finish it, one by seat.

    Of several who must answer, the first anticlockwise is asked first, so that the same luck always
    gives the same events.
    """
    match.start_next_hand()
    state = match.state
    assert state is not None
    while not state.over:
        seat = acting(state)[0]
        match.apply(bots[seat].choose(view(state, seat), legal_actions(state, seat)))


def play_match(rules: Ruleset, seed: bytes, seats: Seats, name: str) -> Iterator[Record]:
    """Play a match of `rules.hands` hands and give the record of each as it ends.

    Raises `SeatingError` unless there are four players, and `UnknownBot`.
    """
    match = Match(seed, rules)
    bots = seat_bots(seats, seed)
    while match.between_hands:
        play_hand(match, bots)
        yield record_of(rules, match.events, match=name, seats=seats)
