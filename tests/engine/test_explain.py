"""What is explained agrees with the rest of the engine, and gives nothing away."""

import random

import pytest

from tests.engine.checks import with_other_hidden_tiles
from tests.walls import Table, wall
from wuyi.bots import make
from wuyi.engine.action import Discard
from wuyi.engine.advice import current_waits, discard_hints, full_hand
from wuyi.engine.apply import apply, start_hand
from wuyi.engine.explain import outlooks, priced_waits
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.reasons import refusals
from wuyi.engine.state import SEATS, State
from wuyi.engine.view import View, view
from wuyi.hand.distance import distance
from wuyi.hand.tile import TILES


def played(hands: int, seed: int) -> list[State]:
    """A few moments of a few hands, early and late."""
    luck = random.Random(seed)
    found = []
    for _ in range(hands):
        state, _ = start_hand(luck.randbytes(32))
        bots = [make("greedy", luck.randbytes(32)) for _ in SEATS]
        while not state.over:
            if luck.random() < 0.12:
                found.append(state.copy())
            seat = acting(state)[0]
            apply(state, bots[seat].choose(view(state, seat), legal_actions(state, seat)))
    return found


@pytest.fixture(scope="module")
def moments() -> list[State]:
    return played(4, seed=6)


def seen(state: State) -> list[View]:
    return [view(state, seat) for seat in SEATS]


def test_waits_cost_what_every_state_says(moments: list[State]) -> None:
    checked = 0
    for shown in (each for state in moments for each in seen(state)):
        brief = [(w.tile, w.left, w.drawn, w.discarded, w.reason) for w in current_waits(shown)]
        full = [
            (w.tile, w.left, w.drawn and w.drawn.fan, w.discarded and w.discarded.fan, w.reason)
            for w in priced_waits(shown)
        ]
        assert brief == full
        checked += len(full)
    assert checked > 20


def test_outlooks_are_the_hints_and_more(moments: list[State]) -> None:
    waiting = 0
    for state in moments:
        shown = view(state, state.turn)
        legal = legal_actions(state, state.turn)
        found = outlooks(shown, legal)
        discards = [action.tile for action in legal if isinstance(action, Discard)]
        assert sorted(outlook.tile for outlook in found) == sorted(discards)
        assert [o.lacking for o in found] == sorted(o.lacking for o in found)
        hints = {hint.tile: hint.waits for hint in discard_hints(shown, legal)}
        for outlook in found:
            hand = full_hand(shown)
            hand.remove(TILES[outlook.tile])
            assert outlook.lacking == distance(hand, shown.rules)
            assert outlook.waits == hints.get(outlook.tile, ())
            if outlook.waits:
                assert outlook.useful == tuple(wait.tile for wait in outlook.waits)
                assert outlook.left == sum(wait.left for wait in outlook.waits)
                assert len(priced_waits(shown, outlook.tile)) == len(outlook.waits)
                waiting += 1
    assert waiting > 5


def test_useful_tiles_bring_the_hand_closer() -> None:
    """23m and 78m want a side each, and 2z its pair."""
    table = Table(wall(turned="9p", hands={0: "23m567m111z2z78m1p9s"}, draws="9s"))
    shown = view(table.state, 0)
    best = outlooks(shown, legal_actions(table.state, 0))[0]
    assert best.lacking == 3 and best.towards == ("m",)
    hand = full_hand(shown)
    hand.remove(TILES[best.tile])
    for tile in best.useful:
        hand.add(TILES[tile])
        assert distance(hand) == 2
        hand.remove(TILES[tile])
    assert "9p" in best.useful  # a caishen always helps


def test_a_flown_caishen_counts_in_what_is_foretold() -> None:
    table = Table(wall(turned="9p", hands={0: "123m456m777m111z9p"}, draws="9p"))
    shown = view(table.state, 0)
    worth = priced_waits(shown, "9p")[0].drawn
    assert worth is not None and ("caipiao", 1) in worth.fans
    assert priced_waits(shown)[0].drawn is not None


def test_whoever_asks_about_what_is_not_there() -> None:
    table = Table(wall(turned="9p", hands={0: "123m456m777m111z9p"}, draws="9p"))
    with pytest.raises(ValueError, match="not in the hand"):
        priced_waits(view(table.state, 0), "9s")
    with pytest.raises(ValueError, match="not in the hand"):
        priced_waits(view(table.state, 0), "tile")
    with pytest.raises(ValueError, match="spectator"):
        priced_waits(view(table.state, None))


def test_nothing_follows_from_hidden_tiles(moments: list[State]) -> None:
    luck = random.Random(1)
    for state in moments:
        for seat in SEATS:
            if state.phase == "rob":
                continue
            other, _ = with_other_hidden_tiles(state, seat, luck)
            told = []
            for table in (state, other):
                shown, legal = view(table, seat), legal_actions(table, seat)
                told.append((priced_waits(shown), outlooks(shown, legal), refusals(table, seat)))
            assert told[0] == told[1]
