"""Walls made by hand, so that a test reaches the rare event it is about."""

import random
from collections import Counter

from wuyi.engine.action import Action, Discard, Pass
from wuyi.engine.apply import apply, begin
from wuyi.engine.event import Event, HandStarted
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.state import State
from wuyi.engine.wall import TILES_IN_ALL, replacement_index, turned_index
from wuyi.hand.notation import parse_tiles
from wuyi.hand.tile import KINDS, NAMES
from wuyi.rules import DEFAULT_RULES, Ruleset


def wall(
    *,
    turned: str,
    hands: dict[int, str] | None = None,
    draws: str = "",
    tail: str = "",
    sea: str = "",
    sea_at: int = 131,
    dice: tuple[int, int] = (1, 1),
    dealer: int = 0,
    seed: int = 0,
) -> HandStarted:
    """A deal in which what is named lies where it is named; the rest is filled in at random from `seed`.

    hands: by seat, up to thirteen tiles. draws: the draws in order, the dealer's fourteenth first.
    tail: the replacements in order. sea: the tile at `sea_at`, which is the 海底 when nothing is konged.
    dice: of the caishen roll.
    """
    places: list[int | None] = [None] * TILES_IN_ALL
    at = turned_index((1, 1, *dice))

    def put(index: int, tile: int) -> None:
        assert places[index] is None, f"two tiles at {index}"
        places[index] = tile

    put(at, parse_tiles(turned)[0])
    for seat, text in (hands or {}).items():
        place = (seat - dealer) % 4
        spots = [16 * r + 4 * place + i for r in range(3) for i in range(4)] + [48 + place]
        for index, tile in zip(spots, parse_tiles(text), strict=False):
            put(index, tile)
    index = 52
    for tile in parse_tiles(draws):
        put(index, tile)
        index += 1 + (index + 1 == at)
    for taken, tile in enumerate(parse_tiles(tail)):
        put(replacement_index(taken, at), tile)
    if sea:
        put(sea_at, parse_tiles(sea)[0])
    used = Counter(tile for tile in places if tile is not None)
    rest = [tile for tile in range(KINDS) for _ in range(4 - used[tile])]
    too_many = [NAMES[tile] for tile in used if used[tile] > 4]
    assert not too_many, f"five of a kind in the wall: {too_many}"
    random.Random(seed).shuffle(rest)
    filled = [rest.pop() if tile is None else tile for tile in places]
    return HandStarted(
        hand=1,
        dealer=dealer,
        dice=(1, 1, *dice),
        wall="".join(NAMES[tile] for tile in filled),
        seed="",
        commitment="",
        scores=(0, 0, 0, 0),
    )


class Table:
    """A hand led by a script: what the script does not say is passed, or the drawn tile thrown."""

    def __init__(self, start: HandStarted, rules: Ruleset = DEFAULT_RULES) -> None:
        self.state: State
        self.state, self.events = begin(rules, start)

    def do(self, *actions: Action) -> list[Event]:
        """Do each action; the events of the last."""
        events: list[Event] = []
        for action in actions:
            events = apply(self.state, action)
            self.events += events
        return events

    def legal(self, seat: int) -> tuple[Action, ...]:
        return legal_actions(self.state, seat)

    def pass_all(self) -> None:
        """Everybody asked lets the tile go."""
        while self.state.phase in ("claim", "rob"):
            self.do(Pass(acting(self.state)[0]))

    def throw(self, tile: str | None = None) -> None:
        """The seat to act throws `tile`, or what it drew, and nobody takes it."""
        state = self.state
        if tile is None:
            assert state.drawn is not None
            tile = NAMES[state.drawn]
        self.do(Discard(state.turn, tile))
        self.pass_all()

    def go_to(self, seat: int) -> None:
        """Everybody throws what they draw until it is `seat`'s turn with a drawn tile."""
        while not (self.state.phase == "turn" and self.state.turn == seat):
            self.throw()

    def go_to_last(self) -> None:
        """Everybody throws what they draw until the 海底 is drawn."""
        while not (self.state.over or self.state.last):
            self.throw()
