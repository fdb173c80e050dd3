"""What may be done: the one place that knows. Referee, computer players, environment and screen ask
`legal_actions`; to check an action is to look for it there.
"""

from itertools import compress

from wuyi.engine.action import (
    Action,
    AddedKong,
    Chow,
    ConcealedKong,
    Discard,
    Kong,
    Pass,
    Pung,
    Seat,
    Win,
)
from wuyi.engine.state import SEATS, State
from wuyi.hand.tile import EAST, KINDS, NAMES, WHITE, Tile
from wuyi.scoring.context import Winning
from wuyi.scoring.score import can_win

# Actions are values: one of each is enough, and the discards of a turn cost no construction.
_DISCARDS = [[Discard(seat, NAMES[tile]) for tile in range(KINDS)] for seat in SEATS]
_WINS = [Win(seat) for seat in SEATS]
_PASSES = [Pass(seat) for seat in SEATS]
_PUNGS = [Pung(seat) for seat in SEATS]
_KONGS = [Kong(seat) for seat in SEATS]

_PLAIN_DRAW = Winning(way="draw")
_ROB = Winning(way="rob")

_PRIORITY_MELD = 2
_PRIORITY_CHOW = 1


def options(state: State) -> dict[Seat, tuple[Action, ...]]:
    """Every seat that must answer now, or already has in this claim, with all it may do (3.1-3.6)."""
    found = state.options
    if found is None:
        if state.phase == "turn":
            found = {state.turn: _turn_actions(state)}
        elif state.phase == "claim" or state.phase == "rob":
            found = _claims(state)
        else:
            found = {}
        state.options = found
    return found


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """What `seat` may do now; empty when it is not asked, or has answered."""
    if seat in state.answers and state.phase in ("claim", "rob"):
        return ()
    return options(state).get(seat, ())


def acting(state: State) -> list[Seat]:
    """The seats that must answer now, anticlockwise from the one whose turn or tile it is."""
    seats = options(state)
    if state.phase == "turn":
        return list(seats)
    return [seat for seat in seats if seat not in state.answers]


def winning_context(state: State, seat: Seat) -> Winning:
    """How `seat` would win now (RULES.md 5), by its draw, the discard or the robbed kong."""
    if state.phase == "turn":
        if not (state.kongs[seat] or state.flown[seat] or state.last or state.discards == 0):
            return _PLAIN_DRAW
        return Winning(
            way="draw",
            kongs=state.kongs[seat],
            flown=state.flown[seat],
            last_tile=state.last,
            heavenly=state.untouched,
        )
    if state.phase == "rob":
        return _ROB
    return _DISCARD[state.kong_discard][state.discards == 1]


_DISCARD = [
    [Winning(way="discard", kong_discard=kong, earthly=first) for first in (False, True)]
    for kong in (False, True)
]


def _turn_actions(state: State) -> tuple[Action, ...]:
    seat = state.turn
    hand = state.hands[seat]
    drawn = state.drawn
    counts = hand.counts
    discards = _DISCARDS[seat]
    if drawn is None:  # after a chow or pung: a discard, whatever it is (3.4)
        return tuple(compress(discards, counts))
    found: list[Action] = []
    if can_win(hand, drawn, winning_context(state, seat), state.rules):
        found.append(_WINS[seat])
    if state.last:  # 海底: win or let the hand end (1.6)
        found.append(_PASSES[seat])
        return tuple(found)
    found.extend(_own_kongs(state, seat, drawn))
    found += compress(discards, counts)
    if not counts[drawn]:
        found.append(discards[drawn])
    return tuple(found)


def _own_kongs(state: State, seat: Seat, drawn: Tile) -> list[Action]:
    """Concealed and added kongs (3.3). A turn that is not the last has a tile left to replace (1.7)."""
    hand = state.hands[seat]
    counts = hand.counts
    found: list[Action] = []
    if counts[drawn] == 3 or 4 in counts:
        found += [
            ConcealedKong(seat, NAMES[tile])
            for tile in range(KINDS)
            if counts[tile] + (tile == drawn) == 4 and tile != state.caishen
        ]
    for meld in hand.melds:
        if meld.kind == "pung":
            tile = meld.tiles[0]
            if counts[tile] or tile == drawn:
                found.append(AddedKong(seat, NAMES[tile]))
    return found


def _claims(state: State) -> dict[Seat, tuple[Action, ...]]:
    """Who may claim the discard, or rob the added kong, and how (3.2, 3.5, 2.4, 2.5)."""
    tile = state.tile
    assert tile is not None
    found: dict[Seat, tuple[Action, ...]] = {}
    if tile == state.caishen:
        return found
    source = state.turn
    may_win = True not in state.locks
    rob = state.phase == "rob"
    winning = winning_context(state, source)
    for step in (1, 2, 3):
        seat = (source + step) % 4
        hand = state.hands[seat]
        ways: list[Action] = []
        if may_win and can_win(hand, tile, winning, state.rules):
            ways.append(_WINS[seat])
        if not rob:
            held = hand.counts[tile]
            if held >= 2:
                if held == 3:
                    ways.append(_KONGS[seat])
                ways.append(_PUNGS[seat])
            if step == 1:
                ways += _chows(state, seat, tile)
        if ways:
            ways.append(_PASSES[seat])
            found[seat] = tuple(ways)
    return found


def _chows(state: State, seat: Seat, tile: Tile) -> list[Action]:
    """Each pair of the hand that makes a run with `tile`; a 白 fills the turned tile's place (2.3)."""
    caishen = state.caishen
    place = caishen if tile == WHITE else tile
    if place >= EAST:
        return []
    hand = state.hands[seat]
    counts = hand.counts
    suit_start = place - place % 9
    found: list[Action] = []
    for low in (place - 2, place - 1, place):
        if low < suit_start or low + 2 >= suit_start + 9:
            continue
        own = []
        for other in (low, low + 1, low + 2):
            if other == place:
                continue
            stand = WHITE if other == caishen else other
            if not counts[stand]:
                break
            own.append(NAMES[stand])
        else:
            found.append(Chow(seat, (own[0], own[1])))
    return found


def priority(state: State, action: Action) -> int:
    """How a claim ranks (3.2): a win over a kong or pung over a chow; of wins the first anticlockwise."""
    if isinstance(action, Win):
        return 10 - (action.seat - state.turn) % 4
    if isinstance(action, (Kong, Pung)):
        return _PRIORITY_MELD
    return _PRIORITY_CHOW if isinstance(action, Chow) else 0
