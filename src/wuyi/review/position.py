"""What a seat knew when it decided, and how to deal out what it did not know."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import NamedTuple

import msgspec

from wuyi.engine.action import Action, Seat
from wuyi.engine.advice import full_hand, unseen
from wuyi.engine.event import Answered
from wuyi.engine.legal import legal_actions
from wuyi.engine.record import Record, action_of
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import UNKNOWN, View, view
from wuyi.engine.wall import DEALT, TILES_IN_ALL, drawable, replacement_index, turned_index
from wuyi.hand import Hand, Meld
from wuyi.hand.tile import TILES, Tile
from wuyi.review.development import MOST_CAISHEN, Likely, any_of, develop, likely


class World(NamedTuple):
    """The hidden tiles as they may lie.

    hands: by seat its concealed tiles; empty for the seat itself. kongs: the kinds of the others' concealed
    kongs, by seat in the order in which they were made. wall: the tiles at `Position.standing`.
    """

    hands: tuple[tuple[Tile, ...], ...]
    kongs: tuple[tuple[Tile, ...], ...]
    wall: tuple[Tile, ...]


class Position:
    """A decision of a seat as it looked to it.

    view, legal: what it saw and what it might do. kong_discard: the tile that may be claimed is a
    replacement discarded straight away (杠冲), which everybody saw.
    """

    def __init__(self, view: View, legal: tuple[Action, ...], kong_discard: bool) -> None:
        assert view.seat is not None, "a spectator decides nothing"
        self.view = view
        self.legal = legal
        self.kong_discard = kong_discard
        self.seat: Seat = view.seat

    @cached_property
    def luck(self) -> bytes:
        """32 bytes that follow from what the seat knew, and from nothing else."""
        return sha256(msgspec.json.encode((self.view, self.kong_discard))).digest()

    @cached_property
    def unseen(self) -> list[int]:
        """How many of each kind the seat had not seen."""
        return unseen(self.view)

    @cached_property
    def hidden(self) -> list[int]:
        """How many of each kind do not lie open for everybody: the seat's own and those it has not seen."""
        return [own + count for own, count in zip(full_hand(self.view).counts, self.unseen, strict=True)]

    @property
    def caishen(self) -> Tile:
        """The kind of the turned tile."""
        return TILES[self.view.caishen]

    @property
    def turned(self) -> int:
        """Where in the draw order the turned tile stands."""
        return turned_index(self.view.dice)

    @cached_property
    def taken(self) -> int:
        """How many replacements have been drawn: one for each kong that lies on the table."""
        return sum([len({*meld.meld[1:5]}) == 1 for seat in self.view.seats for meld in seat.melds])

    @cached_property
    def front(self) -> int:
        """Where in the draw order the next draw begins."""
        fronts = range(DEALT, TILES_IN_ALL)
        return next(at for at in fronts if drawable(at, self.taken, self.turned) == self.view.remaining)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """The places in the draw order at which a tile stands that nobody has seen."""
        gone = {self.turned, *[replacement_index(each, self.turned) for each in range(self.taken)]}
        return tuple([at for at in range(self.front, TILES_IN_ALL) if at not in gone])

    def hidden_kongs(self, seat: Seat) -> int:
        """How many concealed kongs of another seat lie face down."""
        return sum([UNKNOWN in meld.meld for meld in self.view.seats[seat].melds])

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats whose tiles it does not know."""
        return tuple([seat for seat in SEATS if seat != self.seat])

    def likely(self, seat: Seat) -> Likely:
        """What another's hand is likely to be like."""
        seen = self.view.seats[seat]
        return likely(self.view.rules, len(seen.melds), len(seen.river))

    def world(self, random: Random) -> World:
        """One deal of the tiles not seen: each of the others' hands holds as many caishen, lacks as many
        tiles and has as many that are useful as hands have at that moment, now more, now fewer, and is
        otherwise as the shuffled tiles and `develop` have it.
        """
        left = self.unseen[:]
        kongs = tuple([tuple(self._kongs(seat, left, random)) for seat in SEATS])
        held = self._share_caishen(random)
        tiles = self._deal(left, held, random)
        places = {self.seat: range(0)}
        dealt = 0
        for seat in self.others:
            places[seat] = range(dealt, dealt + self.view.seats[seat].concealed)
            dealt = places[seat].stop
        hands = [
            Hand([tiles[at] for at in places[seat]], self.melds(seat, kongs[seat]), caishen=self.caishen)
            for seat in self.others
        ]
        aims = [
            any_of(self.likely(seat).shapes[min(caishen, MOST_CAISHEN)], random)
            for seat, caishen in zip(self.others, held, strict=True)
        ]
        develop(tiles, hands, aims, self.hidden, rules=self.view.rules, random=random)
        assert len(tiles) - dealt == len(self.standing), "every tile lies somewhere"
        by_seat = tuple([tuple([tiles[at] for at in places[seat]]) for seat in SEATS])
        return World(by_seat, kongs, tuple(tiles[dealt:]))

    @cached_property
    def room(self) -> list[int]:
        """How many tiles each of the others holds, and how many stand in the wall."""
        return [*[self.view.seats[seat].concealed for seat in self.others], len(self.standing)]

    @cached_property
    def pull(self) -> list[float]:
        """How likely a caishen that the seat has not seen lies with each of the others, and in the wall."""
        return [*[self.likely(seat).caishen for seat in self.others], float(len(self.standing))]

    def _share_caishen(self, random: Random) -> list[int]:
        """How many caishen each of the others holds."""
        held = [0] * len(self.room)
        for _ in range(self.unseen[self.caishen]):
            pull = [
                weight if count < room else 0.0
                for weight, count, room in zip(self.pull, held, self.room, strict=True)
            ]
            (where,) = random.choices(range(len(held)), pull)
            held[where] += 1
        return held[:-1]

    def _deal(self, left: Sequence[int], held: Sequence[int], random: Random) -> list[Tile]:
        """The tiles that are left, shuffled: first those of the others, who hold so many caishen, one hand
        after the other, then the wall."""
        caishen = left[self.caishen]
        plain = [kind for kind, count in enumerate(left) if kind != self.caishen for _ in range(count)]
        random.shuffle(plain)
        tiles: list[Tile] = []
        for room, count in zip(self.room, held, strict=False):
            own = room - count
            tiles += [self.caishen] * count + plain[:own]
            del plain[:own]
        wall = plain + [self.caishen] * (caishen - sum(held))
        random.shuffle(wall)
        return tiles + wall

    def melds(self, seat: Seat, kongs: Sequence[Tile]) -> list[Meld]:
        """The melds of another seat, its hidden kongs being of these kinds."""
        faces = iter(kongs)
        return [
            Meld.concealed_kong(next(faces)) if UNKNOWN in meld.meld else Meld.parse(meld.meld, self.caishen)
            for meld in self.view.seats[seat].melds
        ]

    def _kongs(self, seat: Seat, left: list[int], random: Random) -> Iterator[Tile]:
        """The kinds of a seat's hidden kongs, which are taken from `left`; never the caishen (2.2)."""
        for _ in range(self.hidden_kongs(seat)):
            kind = random.choice([kind for kind, count in enumerate(left) if count == 4])
            left[kind] = 0
            yield kind


class Decided(NamedTuple):
    """A position, what the seat did in it, and the frame of the replay it belongs to."""

    at: int
    position: Position
    taken: Action


def decisions(record: Record, seat: Seat) -> Iterator[Decided]:
    """All that `seat` decided in a record that verifies, forced or not, in order.

    An answer that came too late to count was never given, and is none.
    """
    state = State(record.rules, record.start)
    at = 0
    for event in record.events:
        action = action_of(event, state)
        if action is not None and action.seat == seat:
            yield Decided(at, position_of(state, seat), action)
        state.evolve(event)
        at += not isinstance(event, Answered)


def position_of(state: State, seat: Seat) -> Position:
    """What `seat`, which has to act, knows of a state."""
    return Position(view(state, seat), legal_actions(state, seat), state.kong_discard)
