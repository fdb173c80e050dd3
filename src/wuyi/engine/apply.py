"""Doing: an action is checked, becomes events, and what follows of itself follows (3)."""

from collections.abc import Sequence

from wuyi.engine.action import Action, AddedKong, ConcealedKong, Discard, Pass, Seat, Win
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
)
from wuyi.engine.legal import acting, legal_actions, options, priority
from wuyi.engine.luck import commitment, mix
from wuyi.engine.reasons import why_not
from wuyi.engine.settle import claim_meld, won
from wuyi.engine.state import SEATS, State
from wuyi.engine.wall import deal
from wuyi.errors import ArgumentError, IllegalAction
from wuyi.hand.tile import NAMES, TILES
from wuyi.rules import DEFAULT_RULES, Ruleset


def start_hand(
    luck: bytes,
    *,
    rules: Ruleset = DEFAULT_RULES,
    hand: int = 1,
    dealer: Seat | None = None,
    scores: Scores = (0, 0, 0, 0),
    seeds: Sequence[str] = (),
) -> tuple[State, list[Event]]:
    """Deal a hand from 32 bytes of luck: the state in which the dealer holds fourteen, and the events so far.

    dealer: None lets luck choose, as in a match's first hand (1.2). hand: from 1.
    seeds: what each seat adds to the luck, 64 hex digits or empty; `luck` is then the secret that was
    committed to, and the seed follows from both. Without them it is the seed.

    Raises `ArgumentError` for what no hand begins with.
    """
    if dealer is not None and dealer not in SEATS:
        raise ArgumentError(f"dealer: {dealer!r} is no seat; they are 0 to 3")
    if hand < 1:
        raise ArgumentError(f"hand: {hand!r}, but the first is 1")
    if len(scores) != len(SEATS):
        raise ArgumentError(f"scores: {len(scores)}, where there is one of each seat")
    seed = mix(luck, hand, [_given(each) for each in seeds]) if seeds else luck
    seat, wall, dice = deal(seed, dealer)
    start = HandStarted(
        hand=hand,
        dealer=seat if dealer is None else dealer,
        dice=dice,
        wall="".join([NAMES[tile] for tile in wall]),
        seed=seed.hex(),
        commitment=commitment(luck),
        scores=scores,
        secret=luck.hex() if seeds else "",
        seeds=tuple(seeds),
    )
    return begin(rules, start)


def _given(seed: str) -> bytes:
    try:
        return bytes.fromhex(seed)
    except ValueError:
        raise ArgumentError(f"seeds: {seed!r} is not hex") from None


def begin(rules: Ruleset, start: HandStarted) -> tuple[State, list[Event]]:
    """The hand that `start` deals, up to the dealer's first turn."""
    state = State(rules, start)
    return state, [start, *advance(state)]


def apply(state: State, action: Action) -> list[Event]:
    """Do `action`: the state moves on, and all that happened is returned, in order.

    Raises `IllegalAction` with a reason id, and changes nothing, if the action may not be done, and
    `ArgumentError` for what is no action at all.
    """
    return [do(state, action), *advance(state)]


def do(state: State, action: Action) -> Event:
    """Do `action` and nothing that follows of itself, which `advance` does; raises as `apply`.

    For a table that lets time pass between a discard and what becomes of it.
    """
    try:
        seat = action.seat
    except AttributeError:
        raise ArgumentError(f"{action!r} is no action: take one of `legal_actions`") from None
    if action not in legal_actions(state, seat):
        raise IllegalAction(why_not(state, action), f"{action!r} in phase {state.phase} of seat {state.turn}")
    event = _first_event(state, action)
    state.evolve(event)
    return event


def _first_event(state: State, action: Action) -> Event:
    if state.phase != "turn":
        return Answered(action.seat, action)
    if isinstance(action, Discard):
        return Discarded(action.seat, action.tile, TILES[action.tile] == state.drawn)
    if isinstance(action, Win):
        return won(state, action.seat)
    if isinstance(action, ConcealedKong):
        return Konged(action.seat, f"({action.tile[0] * 4}{action.tile[1]})")
    if isinstance(action, AddedKong):
        return Konged(action.seat, f"[{action.tile[0] * 4}{action.tile[1]}]")
    assert isinstance(action, Pass)
    return Exhausted(state.scores)


def advance(state: State) -> list[Event]:
    """What follows without anybody's choice, until a seat must act or the hand is over."""
    events: list[Event] = []
    while (event := _next_event(state)) is not None:
        state.evolve(event)
        events.append(event)
    return events


def _next_event(state: State) -> Event | None:
    phase = state.phase
    if phase == "claim" or phase == "rob":
        asked = options(state)
        if asked:
            best = _best_claim(state)
            if best is None:
                return None
            if isinstance(best, Win):
                return won(state, best.seat)
            if not isinstance(best, Pass):
                assert state.tile is not None
                return Claimed(best.seat, state.turn, NAMES[state.tile], claim_meld(state, best))
        if phase == "rob":
            return Drawn(state.turn, NAMES[state.next_replacement()], replacement=True)
        return Drawn((state.turn + 1) % 4, NAMES[state.next_tile()])
    if phase == "turn":
        if state.last and len(options(state)[state.turn]) == 1:
            return Exhausted(state.scores)
        return None
    if phase == "draw":
        return Drawn(state.turn, NAMES[state.next_tile()])
    if phase == "replace":
        return Drawn(state.turn, NAMES[state.next_replacement()], replacement=True)
    return None


def _best_claim(state: State) -> Action | None:
    """The claim that stands, `Pass` if all let it go; None while a seat still to answer could beat it."""
    best: Action | None = None
    rank = -1
    for action in state.answers.values():
        if (its := priority(state, action)) > rank:
            best, rank = action, its
    for seat in acting(state):
        if any(priority(state, action) > rank for action in options(state)[seat]):
            return None
    return best
