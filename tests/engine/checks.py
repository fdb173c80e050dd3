"""What must hold of every hand, whoever plays it, and ways to play one."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from wuyi.engine.action import (
    Action,
    AddedKong,
    Chow,
    ConcealedKong,
    Discard,
    Kong,
    Pass,
    Pung,
    Win,
)
from wuyi.engine.apply import apply, begin
from wuyi.engine.event import Event, HandStarted
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.record import decode, encode, record_of, verify
from wuyi.engine.state import SEATS, State, fold
from wuyi.engine.view import tell, view
from wuyi.engine.wall import TILES_IN_ALL, replacement_index
from wuyi.errors import IllegalAction
from wuyi.hand.hand import Hand
from wuyi.hand.notation import parse_tiles
from wuyi.hand.tile import KINDS, NAMES, TILES, Tile
from wuyi.rules import DEFAULT_RULES, Ruleset

REASONS = {
    "already_answered",
    "baotou_must_draw",
    "caishen_lock",
    "caishen_stays_concealed",
    "caishen_unclaimable",
    "chow_only_from_upper",
    "hand_over",
    "last_tile",
    "many_waits_must_draw",
    "must_discard",
    "no_pung_to_extend",
    "no_such_run",
    "no_such_seat",
    "no_tile_left_for_kong",
    "not_a_tile",
    "not_complete",
    "not_enough_tiles",
    "not_half_flush",
    "not_in_hand",
    "not_your_turn",
    "nothing_to_claim",
    "too_few_fan",
}
"""Every reason id of docs/reasons.md."""


def loaded_start(rng: random.Random) -> HandStarted:
    """A deal in which each seat leans to a suit, or honours, so that claims, kongs and wins are common."""
    pool = [tile for tile in range(KINDS) for _ in range(4)]
    rng.shuffle(pool)
    dice = (rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6))
    dealer = rng.randrange(4)
    leanings = [rng.randrange(4) for _ in SEATS]
    strength = rng.random()
    wall: list[Tile] = []
    for place in [0, 1, 2, 3] * 3:
        for _ in range(4):
            wall.append(_lean(pool, leanings[place], strength, rng))
    for place in SEATS:
        wall.append(_lean(pool, leanings[place], strength, rng))
    wall += pool
    return HandStarted(
        hand=1,
        dealer=dealer,
        dice=dice,
        wall="".join([NAMES[tile] for tile in wall]),
        seed="",
        commitment="",
        scores=(0, 0, 0, 0),
    )


def _lean(pool: list[Tile], suit: int, strength: float, rng: random.Random) -> Tile:
    if rng.random() < strength:
        for index, tile in enumerate(pool):
            if tile // 9 in (suit, 3):
                return pool.pop(index)
    return pool.pop()


def eager_choice(actions: tuple[Action, ...], rng: random.Random) -> Action:
    """A legal action at random, wins and kongs more often than their share."""
    rare = [action for action in actions if isinstance(action, (Win, ConcealedKong, AddedKong, Kong))]
    if rare and rng.random() < 0.7:
        return rng.choice(rare)
    return rng.choice(actions)


def play(
    start: HandStarted, rng: random.Random, rules: Ruleset = DEFAULT_RULES
) -> Iterator[tuple[State, list[Event]]]:
    """Play a hand by eager random choices: the state and the events so far, at every decision and the end."""
    state, events = begin(rules, start)
    while not state.over:
        yield state, events
        seat = rng.choice(acting(state))
        events += apply(state, eager_choice(legal_actions(state, seat), rng))
    yield state, events


def picture(state: State) -> dict[str, Any]:
    """Everything a state is, comparable."""
    facts = {slot: getattr(state, slot) for slot in State.__slots__ if slot not in ("hands", "options")}
    facts["hands"] = [{slot: getattr(hand, slot) for slot in Hand.__slots__} for hand in state.hands]
    return facts


def check_conserved(state: State) -> None:
    """All 136 tiles are somewhere, once; the totals sum to zero; hands have their size."""
    tiles: Counter[Tile] = Counter()
    for seat in SEATS:
        hand = state.hands[seat]
        for tile, count in enumerate(hand.counts):
            tiles[tile] += count
        for meld in hand.melds:
            tiles.update(meld.tiles)
        for discard in state.rivers[seat]:
            if discard.claimed is None:
                tiles[TILES[discard.tile]] += 1
    if state.drawn is not None:
        tiles[state.drawn] += 1
    taken = {replacement_index(n, state.turned) for n in range(state.taken)}
    for index in range(state.front, TILES_IN_ALL):
        if index not in taken and index != state.turned:
            tiles[state.wall[index]] += 1
    tiles[state.caishen] += 1
    if state.phase == "rob" and state.tile is not None:
        tiles[state.tile] += 1
    robbed = state.over and state.result is not None and getattr(state.result, "way", "") == "rob"
    if robbed:
        assert state.tile is not None
        tiles[state.tile] += 1
    assert sum(tiles.values()) == TILES_IN_ALL
    assert all(tiles[tile] == 4 for tile in range(KINDS))
    assert sum(state.scores) == 0
    for seat in SEATS:
        due = 13 + (state.phase == "turn" and state.turn == seat and state.drawn is None)
        if not state.over and state.phase != "rob":
            assert state.hands[seat].total == due


def every_action() -> Iterator[Action]:
    """Every action there is, sensible or not."""
    for seat in SEATS:
        yield from (Win(seat), Pass(seat), Pung(seat), Kong(seat))
        for name in NAMES:
            yield Discard(seat, name)
            yield ConcealedKong(seat, name)
            yield AddedKong(seat, name)
        for low in range(27):
            for high in (low + 1, low + 2):
                yield Chow(seat, (NAMES[low], NAMES[high]))
            yield Chow(seat, (NAMES[low], "5z"))
            yield Chow(seat, ("5z", NAMES[low]))
    yield from (
        Win(4),
        Win(-1),
        Discard(0, "0m"),
        Discard(1, ""),
        ConcealedKong(2, "x"),
        Chow(3, ("1m", "?")),
    )


def check_actions(state: State) -> None:
    """What is offered applies; all else is refused with a reason id, and changes nothing."""
    before = picture(state)
    offered = {action for seat in SEATS for action in legal_actions(state, seat)}
    assert {action.seat for action in offered} == set(acting(state))
    for action in every_action():
        if action in offered:
            apply(state.copy(), action)
            continue
        try:
            apply(state, action)
        except IllegalAction as error:
            assert error.reason in REASONS, (action, error.reason)
        else:
            raise AssertionError(f"{action} was neither offered nor refused")
    assert picture(state) == before
    assert all(any(action == other for other in every_action()) for action in offered)


def check_secrets(state: State, events: list[Event], rng: random.Random) -> None:
    """Whatever the tiles a seat cannot see are, its view and what it was told are the same."""
    for viewer in (*SEATS, None):
        other, told = with_other_hidden_tiles(state, viewer, rng)
        assert view(other, viewer) == view(state, viewer)
        start = events[0]
        assert isinstance(start, HandStarted)
        assert tell(told, viewer) == tell(start, viewer)
        text = msgspec.json.encode([tell(event, viewer) for event in events])
        assert start.wall.encode() not in text


def with_other_hidden_tiles(
    state: State, viewer: int | None, rng: random.Random
) -> tuple[State, HandStarted]:
    """A state, and a deal, that differ in nothing `viewer` may know, all else shuffled."""
    other = state.copy()
    taken = {replacement_index(n, state.turned) for n in range(state.taken)}
    undrawn = [i for i in range(state.front, TILES_IN_ALL) if i not in taken and i != state.turned]
    hidden = [state.wall[i] for i in undrawn]
    others = [seat for seat in SEATS if seat != viewer]
    for seat in others:
        hidden += state.hands[seat].tiles()
    hides_drawn = state.drawn is not None and state.turn != viewer
    if hides_drawn:
        assert state.drawn is not None
        hidden.append(state.drawn)
    rng.shuffle(hidden)
    wall = list(state.wall)
    for i in undrawn:
        wall[i] = hidden.pop()
    other.wall = tuple(wall)
    for seat in others:
        hand = state.hands[seat]
        other.hands[seat] = Hand([hidden.pop() for _ in range(hand.size)], hand.melds, caishen=state.caishen)
    if hides_drawn:
        other.drawn = hidden.pop()
    assert not hidden
    other.options = None
    # the deal: all but the viewer's thirteen and the turned tile may have been otherwise
    dealt = list(parse_tiles(state.start.wall))
    place = -1 if viewer is None else (viewer - state.dealer) % 4
    own = {16 * r + 4 * place + i for r in range(3) for i in range(4)} | {48 + place}
    free = [i for i in range(TILES_IN_ALL) if (viewer is None or i not in own) and i != state.turned]
    moved = [dealt[i] for i in free]
    rng.shuffle(moved)
    for i, tile in zip(free, moved, strict=True):
        dealt[i] = tile
    told = msgspec.structs.replace(state.start, wall="".join([NAMES[tile] for tile in dealt]))
    return other, told


def check_replay(state: State, events: list[Event], rules: Ruleset) -> None:
    """Folding the events gives the state; a finished hand's record verifies and survives the wire."""
    assert picture(fold(rules, events)) == picture(state)
    if state.over:
        record = record_of(rules, events, match="test", seats=("a", "b", "c", "d"))
        again = decode(encode(record))
        assert again == record
        verify(again)
