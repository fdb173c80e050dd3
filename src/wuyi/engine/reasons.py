"""Why an action is refused, as an id that a screen puts in words (docs/reasons.md)."""

import msgspec

from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.engine.legal import legal_actions, winning_context
from wuyi.engine.state import SEATS, State
from wuyi.hand.tile import EAST, SUITS, TILES, WHITE
from wuyi.scoring.context import Question
from wuyi.scoring.score import Fans, Refusal, judge


class WinRefusal(msgspec.Struct, frozen=True):
    """Why a complete hand may not win now, with what belongs to the reason.

    fans: those it has, where they are too few. suits: the letters of those it mixes, where that is why.
    What it waits for, and whose caishen bars it, stand in the state beside it.
    """

    reason: str
    fans: Fans = ()
    suits: str = ""


class ActionRefusal(msgspec.Struct, frozen=True):
    """An `action`, by its tag, that a seat may not take now, and why."""

    action: str
    reason: str


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
    refusal = _win_refusal(state, seat)
    return refusal.reason if isinstance(refusal, Refusal) else refusal


def _win_refusal(state: State, seat: int) -> Refusal | str | None:
    """The table's own reason, or the judge's refusal."""
    tile = state.drawn if state.phase == "turn" else state.tile
    if tile is None or (seat == state.turn) != (state.phase == "turn"):
        return None
    if state.phase != "turn":
        if tile == state.caishen:
            return "caishen_unclaimable"
        if True in state.locks:
            return "caishen_lock"
    verdict = judge(state.hands[seat], tile, winning_context(state, seat), state.rules)
    return verdict if isinstance(verdict, Refusal) else None


def explain_win_refusal(state: State, seat: int) -> WinRefusal | None:
    """`win_refusal` with its particulars."""
    refusal = _win_refusal(state, seat)
    if isinstance(refusal, Refusal):
        return explain_refusal(refusal)
    return None if refusal is None else WinRefusal(refusal)


def explain_refusal(refusal: Refusal) -> WinRefusal:
    """The judge's refusal with its particulars."""
    asked = refusal.asked
    if refusal.reason == "too_few_fan":
        any_fan = msgspec.structs.replace(asked.rules, min_fan=0)
        score = judge(asked.hand(), asked.tile, asked.winning, any_fan)
        assert not isinstance(score, Refusal)
        return WinRefusal(refusal.reason, fans=score.fans)
    if refusal.reason == "not_half_flush":
        return WinRefusal(refusal.reason, suits=_suits(asked))
    return WinRefusal(refusal.reason)


def refusals(state: State, seat: int) -> tuple[ActionRefusal, ...]:
    """Each kind of action that a seat which is asked, or whose neighbour has discarded, may not take now.

    Empty while another acts, for who has answered, and once the hand is over.
    """
    legal = {type(action) for action in legal_actions(state, seat)}
    refused: list[ActionRefusal] = []

    def add(kind: type[Action], tag: str, reason: str) -> None:
        if kind not in legal:
            refused.append(ActionRefusal(tag, reason))

    if state.phase == "turn" and seat == state.turn:
        add(Win, "win", win_refusal(state, seat) or "must_discard")
        add(ConcealedKong, "concealed_kong", _why_no_kong(state, "not_enough_tiles"))
        add(AddedKong, "added_kong", _why_no_kong(state, _why_nothing_to_add(state, seat)))
        add(Discard, "discard", "last_tile")
    elif state.phase in ("claim", "rob") and seat != state.turn and seat not in state.answers:
        add(Win, "win", win_refusal(state, seat) or "not_complete")
        if state.phase == "claim":
            add(Kong, "kong", _why_no_set(state, seat, 3))
            add(Pung, "pung", _why_no_set(state, seat, 2))
            add(Chow, "chow", _why_no_chow(state, seat))
    return tuple(refused)


def _suits(asked: Question) -> str:
    """The letters of the suits of all natural tiles; 白, which may be either, apart."""
    tiles = [*asked.hand().tiles(), asked.tile, *[each for meld in asked.melds for each in meld.tiles]]
    held = {SUITS[each // 9] for each in tiles if each < EAST and each != asked.caishen}
    return "".join([letter for letter in SUITS if letter in held])


def _why_no_kong(state: State, otherwise: str) -> str:
    if state.drawn is None:
        return "must_discard"
    return "no_tile_left_for_kong" if state.last else otherwise


def _why_nothing_to_add(state: State, seat: int) -> str:
    pungs = any(meld.kind == "pung" for meld in state.hands[seat].melds)
    return "not_in_hand" if pungs else "no_pung_to_extend"


def _why_no_set(state: State, seat: int, wanted: int) -> str:
    """Why the discard makes no pung (of two more) or kong (of three)."""
    hand = state.hands[seat]
    assert state.tile is not None
    if state.tile == state.caishen:
        return "caishen_unclaimable"
    helped = hand.counts[state.tile] + hand.wilds >= wanted
    return "caishen_stays_concealed" if helped else "not_enough_tiles"


def _why_no_chow(state: State, seat: int) -> str:
    tile = state.tile
    assert tile is not None
    if tile == state.caishen:
        return "caishen_unclaimable"
    if seat != (state.turn + 1) % 4:
        return "chow_only_from_upper"
    place = state.caishen if tile == WHITE else tile
    hand = state.hands[seat]
    if hand.wilds and place < EAST:
        near = [each for each in range(place - 2, place + 3) if each // 9 == place // 9 and each != place]
        stands = [WHITE if each == state.caishen else each for each in near]
        if any(hand.counts[each] for each in stands):
            return "caishen_stays_concealed"
    return "no_such_run"


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
