"""Why an action is refused, as an id that a screen puts in words (docs/reasons.md)."""

from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.engine.legal import winning_context
from wuyi.engine.state import SEATS, State
from wuyi.hand.tile import TILES
from wuyi.scoring.score import Refusal, judge


def why_not(state: State, action: Action) -> str:
    """The reason id of an action that is not among the legal ones."""
    if action.seat not in SEATS:
        return "no_such_seat"
    if state.over:
        return "hand_over"
    if state.phase == "turn":
        return _why_not_in_turn(state, action)
    if action.seat == state.turn or isinstance(action, (Discard, ConcealedKong, AddedKong)):
        return "not_your_turn"
    if action.seat in state.answers:
        return "already_answered"
    return _why_not_claim(state, action)


def win_refusal(state: State, seat: int) -> str | None:
    """Why the tile drawn, discarded or added does not win for `seat`; None if it does or there is none."""
    tile = state.drawn if state.phase == "turn" else state.tile
    if tile is None or (seat == state.turn) != (state.phase == "turn"):
        return None
    if state.phase != "turn":
        if tile == state.caishen:
            return "caishen_unclaimable"
        if True in state.locks:
            return "caishen_lock"
    verdict = judge(state.hands[seat], tile, winning_context(state, seat), state.rules)
    return verdict.reason if isinstance(verdict, Refusal) else None


def _why_not_in_turn(state: State, action: Action) -> str:
    seat = action.seat
    if seat != state.turn:
        return "not_your_turn"
    if isinstance(action, (Chow, Pung, Kong)):
        return "nothing_to_claim"
    if isinstance(action, Discard):
        if action.tile not in TILES:
            return "not_a_tile"
        return "last_tile" if state.last else "not_in_hand"
    if isinstance(action, Pass) or state.drawn is None:
        return "must_discard"
    if isinstance(action, Win):
        return win_refusal(state, seat) or "not_complete"
    return _why_not_own_kong(state, action)


def _why_not_own_kong(state: State, action: ConcealedKong | AddedKong) -> str:
    tile = TILES.get(action.tile)
    if tile is None:
        return "not_a_tile"
    if state.last:
        return "no_tile_left_for_kong"
    if tile == state.caishen:
        return "caishen_stays_concealed"
    if isinstance(action, ConcealedKong):
        return "not_enough_tiles"
    hand = state.hands[action.seat]
    if not any(meld.kind == "pung" and meld.tiles[0] == tile for meld in hand.melds):
        return "no_pung_to_extend"
    return "not_in_hand"


def _why_not_claim(state: State, action: Action) -> str:
    tile = state.tile
    if tile == state.caishen:
        return "caishen_unclaimable"
    if isinstance(action, Win):
        return win_refusal(state, action.seat) or "not_complete"
    if isinstance(action, Pass) or state.phase == "rob":
        return "nothing_to_claim"
    if not isinstance(action, Chow):
        return "not_enough_tiles"
    if action.seat != (state.turn + 1) % 4:
        return "chow_only_from_upper"
    if not all(text in TILES for text in action.tiles):
        return "not_a_tile"
    own = [TILES[text] for text in action.tiles]
    if state.caishen in own:
        return "caishen_stays_concealed"
    counts = state.hands[action.seat].counts
    if any(counts[each] < own.count(each) for each in own):
        return "not_in_hand"
    return "no_such_run"
