"""The state of one hand in progress. It changes by events alone: `fold(rules, events)` rebuilds it.

`evolve` trusts its events; what may be done is asked of `engine.legal`, and done by `engine.apply`. The state
is mutable for speed (a hand is some two hundred events); `copy` is cheap, and nothing but this module, and
`suppose` where it makes one up, writes to it.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

from wuyi.engine.action import Action, Seat
from wuyi.engine.event import (
    Answered,
    Claimed,
    Discarded,
    Drawn,
    Event,
    Exhausted,
    HandStarted,
    Konged,
    Scores,
    Won,
)
from wuyi.engine.pieces import RiverTile, TableMeld
from wuyi.engine.wall import drawable, read_wall, replacement_index, turned_index
from wuyi.errors import RecordError
from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.tile import NAMES, TILES, Tile
from wuyi.hand.wait import is_baotou
from wuyi.rules import Ruleset

Phase = Literal["turn", "claim", "rob", "draw", "replace", "over"]
"""turn: the seat `turn` acts. claim, rob: others may answer its discard or added kong.
draw: `turn` is due a tile. replace: it is due a replacement. over: won or exhausted."""

SEATS = range(4)


class State:
    """One hand.

    wall: 136 tiles in draw order. turned: where in it the turned tile stands. front: where the next ordinary
    draw begins. taken: how many replacements were taken from its tail (1.7).
    turn: the seat that acts, or whose discard or added kong is open. hands: each seat's concealed tiles and
    melds, without the drawn tile. drawn: the tile `turn` just drew. replacement: from the tail, after a kong.
    last: it was the 海底 (1.6). tile: the discard or kong tile that may be claimed or robbed.
    kong_discard: that discard is the very tile drawn after a kong.
    kongs, flown: of each seat's unbroken chain (5.3). locks: who discarded a caishen and has had no turn
    since (2.5). feeds[w][s]: how often w claimed from s (6.5). discards: how many there were, of all seats.
    answers: what seats said to `tile` so far. options: what `legal.options` found, None until it is asked.
    scores: the totals, after the settlement once the hand is over. result: how it ended, None before.
    """

    __slots__ = (
        "answers",
        "caishen",
        "dealer",
        "discards",
        "drawn",
        "feeds",
        "flown",
        "front",
        "hands",
        "kong_discard",
        "kongs",
        "last",
        "locks",
        "melds",
        "options",
        "phase",
        "replacement",
        "result",
        "rivers",
        "rules",
        "scores",
        "start",
        "taken",
        "tile",
        "turn",
        "turned",
        "wall",
    )

    def __init__(self, rules: Ruleset, start: HandStarted) -> None:
        """The state right after the deal of thirteen each (1.3); the dealer is due its fourteenth tile."""
        wall = read_wall(start.wall)
        self.rules = rules
        self.start = start
        self.wall: tuple[Tile, ...] = wall
        self.turned = turned_index(start.dice)
        self.caishen: Tile = wall[self.turned]
        self.dealer: Seat = start.dealer
        self.scores: Scores = start.scores
        self.hands = [
            Hand(dealt_tiles(wall, (seat - start.dealer) % 4), caishen=self.caishen) for seat in SEATS
        ]
        self.melds: list[tuple[TableMeld, ...]] = [() for _ in SEATS]
        self.rivers: list[tuple[RiverTile, ...]] = [() for _ in SEATS]
        self.feeds = [[0, 0, 0, 0] for _ in SEATS]
        self.kongs = [0, 0, 0, 0]
        self.flown = [0, 0, 0, 0]
        self.locks = [False, False, False, False]
        self.front = 52
        self.taken = 0
        self.discards = 0
        self.phase: Phase = "draw"
        self.turn: Seat = start.dealer
        self.drawn: Tile | None = None
        self.tile: Tile | None = None
        self.replacement = False
        self.last = False
        self.kong_discard = False
        self.answers: dict[Seat, Action] = {}
        self.options: dict[Seat, tuple[Action, ...]] | None = None
        self.result: Won | Exhausted | None = None

    def copy(self) -> "State":
        """An independent state. What belongs to one seat is shared: `evolve` replaces it, see `_own_hand`."""
        other = State.__new__(State)
        other.rules = self.rules
        other.start = self.start
        other.wall = self.wall
        other.turned = self.turned
        other.caishen = self.caishen
        other.dealer = self.dealer
        other.scores = self.scores
        other.hands = self.hands[:]
        other.melds = self.melds[:]
        other.rivers = self.rivers[:]
        other.feeds = self.feeds[:]
        other.kongs = self.kongs[:]
        other.flown = self.flown[:]
        other.locks = self.locks[:]
        other.front = self.front
        other.taken = self.taken
        other.discards = self.discards
        other.phase = self.phase
        other.turn = self.turn
        other.drawn = self.drawn
        other.tile = self.tile
        other.replacement = self.replacement
        other.last = self.last
        other.kong_discard = self.kong_discard
        other.answers = self.answers.copy()
        other.options = self.options
        other.result = self.result
        return other

    # --- facts ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def remaining(self) -> int:
        """How many tiles can still be drawn (1.5)."""
        return drawable(self.front, self.taken, self.turned)

    @property
    def untouched(self) -> bool:
        """Nothing has happened since the dealer's fourteenth tile: the moment of 天胡."""
        return self.discards == 0 and not any(self.melds)

    def next_tile(self) -> Tile:
        """The tile the next ordinary draw brings."""
        return self.wall[self.front + (self.front == self.turned)]

    def next_replacement(self) -> Tile:
        """The tile the next kong replacement brings (1.7)."""
        return self.wall[replacement_index(self.taken, self.turned)]

    # --- events --------------------------------------------------------------------------

    def evolve(self, event: Event) -> None:
        """Let one event happen. `HandStarted` is the constructor's."""
        _EVOLVE[type(event)](self, event)
        if type(event) is not Answered:
            self.options = None

    def _own_hand(self, seat: Seat) -> Hand:
        """The hand of a seat, to be changed: a copy, since other states may share it."""
        hand = self.hands[seat] = self.hands[seat].copy()
        return hand

    def _drawn(self, event: Drawn) -> None:
        seat = event.seat
        if event.replacement:
            if self.phase == "rob":
                self._grow_pung()
            self.taken += 1
        else:
            self.front += 1 + (self.front == self.turned)
            self.locks[seat] = False
        self.phase = "turn"
        self.turn = seat
        self.tile = None
        self.drawn = TILES[event.tile]
        self.replacement = event.replacement
        self.last = self.remaining == 0

    def _grow_pung(self) -> None:
        """The added kong that nobody robbed becomes one (3.5); its replacement says so."""
        assert self.tile is not None
        seat, name = self.turn, NAMES[self.tile]
        pung, kong = f"[{name[0] * 3}{name[1]}]", f"[{name[0] * 4}{name[1]}]"
        self.melds[seat] = tuple(
            TableMeld(kong, meld.tile, meld.source, added=True) if meld.meld == pung else meld
            for meld in self.melds[seat]
        )
        hand = self._own_hand(seat)
        hand.melds = tuple(
            Meld.kong(self.tile) if each == Meld.pung(self.tile) else each for each in hand.melds
        )
        self.kongs[seat] += 1

    def _discarded(self, event: Discarded) -> None:
        seat = event.seat
        tile = TILES[event.tile]
        hand = self.hands[seat]
        drawn = self.drawn
        self.kong_discard = self.replacement and tile == drawn
        if tile != drawn:
            hand = self._own_hand(seat)
            hand.remove(tile)
            if drawn is not None:
                hand.add(drawn)
        self.rivers[seat] += (RiverTile(event.tile, event.drawn),)
        self.discards += 1
        if tile == self.caishen:
            self.locks[seat] = True
        if tile == self.caishen and is_baotou(hand, self.rules):
            self.flown[seat] += 1
        else:
            self.flown[seat] = 0
            self.kongs[seat] = 0
        self.phase = "claim"
        self.tile = tile
        self.drawn = None
        self.replacement = False
        self.answers = {}

    def _answered(self, event: Answered) -> None:
        self.answers[event.seat] = event.action

    def _claimed(self, event: Claimed) -> None:
        seat, source = event.seat, event.source
        meld = Meld.parse(event.meld, self.caishen)
        hand = self._own_hand(seat)
        own = list(meld.tiles)
        own.remove(TILES[event.tile])
        for tile in own:
            hand.remove(tile)
        hand.add_meld(meld)
        self.melds[seat] += (TableMeld(event.meld, event.tile, source),)
        river = self.rivers[source]
        self.rivers[source] = (*river[:-1], RiverTile(event.tile, river[-1].drawn, seat))
        self.feeds[seat] = [fed + (other == source) for other, fed in enumerate(self.feeds[seat])]
        self.locks[seat] = False
        self.turn = seat
        self.tile = None
        self.drawn = None
        if meld.kind == "kong":
            self.kongs[seat] += 1
            self.phase = "replace"
        else:
            self.phase = "turn"

    def _konged(self, event: Konged) -> None:
        seat = event.seat
        meld = Meld.parse(event.meld, self.caishen)
        tile = meld.tiles[0]
        hand = self._own_hand(seat)
        if self.drawn is not None:
            hand.add(self.drawn)
            self.drawn = None
        self.replacement = False
        if meld.kind == "concealed_kong":
            for _ in range(4):
                hand.remove(tile)
            hand.add_meld(meld)
            self.melds[seat] += (TableMeld(event.meld),)
            self.kongs[seat] += 1
            self.phase = "replace"
        else:
            hand.remove(tile)
            self.phase = "rob"
            self.tile = tile
            self.answers = {}

    def _won(self, event: Won) -> None:
        self.phase = "over"
        self.result = event
        self.scores = event.scores

    def _exhausted(self, event: Exhausted) -> None:
        self.phase = "over"
        self.result = event
        self.scores = event.scores


_EVOLVE: dict[type, Callable[[State, Any], None]] = {
    Drawn: State._drawn,
    Discarded: State._discarded,
    Answered: State._answered,
    Claimed: State._claimed,
    Konged: State._konged,
    Won: State._won,
    Exhausted: State._exhausted,
}


DEALT_FROM: Final = tuple(
    (*[16 * turn + 4 * place + i for turn in range(3) for i in range(4)], 48 + place) for place in range(4)
)
"""Where in the wall the thirteen of each place lie, the dealer's first: four at a time three times round,
then one (1.3)."""


def dealt_tiles(wall: tuple[Tile, ...], place: int) -> list[Tile]:
    """The thirteen of the seat `place` after the dealer."""
    return [wall[i] for i in DEALT_FROM[place]]


def fold(rules: Ruleset, events: Iterable[Event]) -> State:
    """The state after these events, of which the first, and no other, is `HandStarted`."""
    it = iter(events)
    start = next(it, None)
    if not isinstance(start, HandStarted):
        raise RecordError("a hand begins with hand_started")
    state = State(rules, start)
    for event in it:
        if isinstance(event, HandStarted):
            raise RecordError("a hand begins once")
        state.evolve(event)
    return state
