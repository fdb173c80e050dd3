"""A state as a seat may suppose it: what it sees, and what it does not see in one of the ways it may lie."""

from collections.abc import Mapping, Sequence

from wuyi.engine.action import Seat
from wuyi.engine.event import HandStarted
from wuyi.engine.pieces import TableMeld
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import UNKNOWN, View
from wuyi.engine.wall import TILES_IN_ALL, turned_index
from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.tile import NAMES, TILES, Tile


def outline(view: View, *, front: int, taken: int, kong_discard: bool) -> State:
    """All that `view` shows of a state in which its seat has to act. The other seats hold no true tiles yet,
    nor has the wall any but the turned one: `suppose` gives them.

    front, taken, kong_discard: as in `State`; they are known to everybody. The chains of the others (5.3) are
    not, and count for nothing.
    """
    assert view.seat is not None, "a spectator has not to act"
    blank = [NAMES[0]] * TILES_IN_ALL
    blank[turned_index(view.dice)] = view.caishen
    state = State(
        view.rules,
        HandStarted(
            hand=view.hand_number,
            dealer=view.dealer,
            dice=view.dice,
            wall="".join(blank),
            seed="",
            commitment="",
            scores=view.scores,
        ),
    )
    for seat in SEATS:
        seen = view.seats[seat]
        state.melds[seat] = seen.melds
        state.rivers[seat] = seen.river
        state.feeds[seat] = list(seen.feeds)
        state.kongs[seat], state.flown[seat] = seen.kongs, seen.flown
        state.locks[seat] = seen.locked
    state.front, state.taken, state.kong_discard = front, taken, kong_discard
    state.discards = sum(map(len, state.rivers))
    state.turn = view.turn
    state.phase = "claim" if view.phase == "claim" else "rob" if view.phase == "rob" else "turn"
    state.drawn = None if view.drawn is None else TILES[view.drawn]
    state.tile = None if view.tile is None else TILES[view.tile]
    state.replacement, state.last = view.replacement, view.last
    _deal(state, view.seat, [TILES[name] for name in view.hand])
    return state


def suppose(
    state: State,
    hands: Mapping[Seat, Sequence[Tile]],
    kongs: Mapping[Seat, Sequence[Tile]],
    wall: Mapping[int, Tile],
) -> State:
    """A copy of an `outline` in which the hidden tiles lie so.

    hands: of each other seat its concealed tiles. kongs: the kinds of its concealed kongs, in their order.
    wall: by their places in the draw order the tiles that are still to be drawn.
    """
    supposed = state.copy()
    supposed.wall = tuple([wall.get(at, tile) for at, tile in enumerate(state.wall)])
    for seat, tiles in hands.items():
        if any(UNKNOWN in meld.meld for meld in state.melds[seat]):
            faces = iter(kongs[seat])
            supposed.melds[seat] = tuple(
                [
                    TableMeld(_concealed_kong(next(faces))) if UNKNOWN in meld.meld else meld
                    for meld in state.melds[seat]
                ]
            )
        _deal(supposed, seat, tiles)
    return supposed


def _deal(state: State, seat: Seat, tiles: Sequence[Tile]) -> None:
    melds = [Meld.parse(meld.meld, state.caishen) for meld in state.melds[seat]]
    state.hands[seat] = Hand(tiles, melds, caishen=state.caishen)


def _concealed_kong(tile: Tile) -> str:
    name = NAMES[tile]
    return f"({name[0] * 4}{name[1]})"
