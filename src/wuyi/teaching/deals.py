"""Deals made by hand, so that an example comes to the moment it is about, by play that the engine allows."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from wuyi.engine.action import Action, Discard, Pass
from wuyi.engine.apply import advance, apply, begin, do
from wuyi.engine.event import Event, HandStarted, Scores
from wuyi.engine.legal import acting
from wuyi.engine.luck import Luck
from wuyi.engine.state import State
from wuyi.engine.wall import STANDING, TILES_IN_ALL, replacement_index, turned_index
from wuyi.hand.notation import parse_tiles
from wuyi.hand.tile import KINDS, NAMES, Tile
from wuyi.rules import DEFAULT_RULES, Ruleset

_DICE: Final = (1, 1, 2, 3)
_LAST: Final = TILES_IN_ALL - STANDING - 1


def deal(
    *,
    turned: str,
    hands: Mapping[int, str],
    draws: str = "",
    replacements: str = "",
    last: str = "",
    dealer: int = 0,
    scores: Scores = (0, 0, 0, 0),
    seed: int = 0,
) -> HandStarted:
    """A deal in which what is named lies where it is named; the rest is shuffled by `seed`.

    hands: by seat, up to thirteen tiles. draws: the draws in order, the dealer's fourteenth first. last: the
    海底, if nobody kongs.
    """
    places: list[Tile | None] = [None] * TILES_IN_ALL
    at = turned_index(_DICE)
    (places[at],) = parse_tiles(turned)
    for seat, text in hands.items():
        place = (seat - dealer) % 4
        spots = [16 * r + 4 * place + i for r in range(3) for i in range(4)] + [48 + place]
        for index, tile in zip(spots, parse_tiles(text), strict=False):
            places[index] = tile
    for index, tile in enumerate(parse_tiles(draws), start=52):
        places[index] = tile
    for taken, tile in enumerate(parse_tiles(replacements)):
        places[replacement_index(taken, at)] = tile
    if last:
        (places[_LAST],) = parse_tiles(last)
    used = Counter(tile for tile in places if tile is not None)
    rest = [tile for tile in range(KINDS) for _ in range(4 - used[tile])]
    Luck(seed.to_bytes(32, "big")).shuffle(rest)
    filled = [rest.pop() if tile is None else tile for tile in places]
    return HandStarted(
        hand=1,
        dealer=dealer,
        dice=_DICE,
        wall="".join([NAMES[tile] for tile in filled]),
        seed="",
        commitment="",
        scores=scores,
    )


class Table:
    """A hand led by a script: what the script does not say is passed, or the drawn tile thrown."""

    def __init__(self, start: HandStarted, rules: Ruleset = DEFAULT_RULES) -> None:
        self.state: State
        self.state, _ = begin(rules, start)

    def do(self, *actions: Action) -> list[Event]:
        """Do each action; the events of the last."""
        events: list[Event] = []
        for action in actions:
            events = apply(self.state, action)
        return events

    def claim(self, action: Action) -> None:
        """`action` is said to the tile on the table, and everybody else asked lets it go."""
        others = [seat for seat in acting(self.state) if seat != action.seat]
        self.do(action, *map(Pass, others))

    def pass_all(self) -> None:
        """Everybody asked lets the tile go."""
        while asked := acting(self.state) if self.state.phase in ("claim", "rob") else []:
            self.do(Pass(asked[0]))

    def throw(self, tile: str | None = None) -> None:
        """The seat to act throws `tile`, or what it drew, and nobody takes it."""
        self.offer(tile)
        self.pass_all()
        advance(self.state)

    def offer(self, tile: str | None = None) -> None:
        """The seat to act throws `tile`, or what it drew; it lies there, even if nobody can claim it."""
        state = self.state
        if tile is None:
            assert state.drawn is not None
            tile = NAMES[state.drawn]
        do(state, Discard(state.turn, tile))

    def go_to(self, seat: int) -> None:
        """Everybody throws what they draw until it is `seat`'s turn with a drawn tile."""
        while not (self.state.phase == "turn" and self.state.turn == seat):
            self.throw()

    def go_to_last(self) -> None:
        """Everybody throws what they draw until the 海底 is drawn, or the hand is over."""
        while not (self.state.over or self.state.last):
            self.throw()
