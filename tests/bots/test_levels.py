"""The levels: each in its own manner, and each better than the one before."""

from random import Random

import pytest

from tests.bots.tables import asked, first_asked
from wuyi.bots import LEVELS, make
from wuyi.bots.after import After
from wuyi.bots.features import COUNT, features, situation, trained_for
from wuyi.bots.judgement import Judgement, Layer, load
from wuyi.bots.outlook import Outlook
from wuyi.bots.style import bell, uniform, varied
from wuyi.bots.weigher import DEFAULT_WEIGHTS
from wuyi.engine.advice import own_hand
from wuyi.engine.luck import Luck
from wuyi.engine.match import Match
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.simulate.arena import run_arena
from wuyi.simulate.play import line_up, match_seed, play_hand, seat_bots


def test_a_style_is_a_leaning() -> None:
    luck = Luck(bytes(32))
    amounts = [varied(2.0, 0.1, luck) for _ in range(400)]
    assert 1.8 <= min(amounts) < 1.83 and 2.17 < max(amounts) <= 2.2
    shares = [uniform(luck) for _ in range(400)]
    assert 0 <= min(shares) < 0.02 and 0.98 < max(shares) < 1
    bells = [bell(luck) for _ in range(4000)]
    assert abs(sum(bells)) < 4 * 4000**0.5
    assert sum([each * each for each in bells]) / 4000 == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize(
    ("level", "alike_at_least"), [("novice", 0.15), ("greedy", 0.5), ("value", 0.6), ("ev", 0.6)]
)
def test_players_of_a_level_differ_a_little(level: str, alike_at_least: float) -> None:
    """Asked the same, two of them often say the same, though not always: of the tiles that a novice could
    throw there are many it cannot tell apart."""
    match = Match(match_seed(9, 1))
    one, other = make(level, match_seed(1, 1)), make(level, match_seed(1, 2))
    bots = seat_bots(["greedy"] * 4, bytes(32))
    alike = total = 0
    for _ in range(4):
        match.start_next_hand()
        state = match.state
        assert state is not None
        while not state.over:
            seat = first_asked(state)
            question = asked(state, seat)
            alike += one.choose(*question) == other.choose(*question)
            total += 1
            match.apply(bots[seat].choose(*question))
    assert alike_at_least * total < alike < total


def test_features_have_their_number_and_size() -> None:
    match = Match(match_seed(9, 2))
    match.start_next_hand()
    state = match.state
    assert state is not None
    bots = seat_bots(["ev"] * 4, bytes(32))
    random = Random(1)
    while not state.over:
        seat = first_asked(state)
        view, legal = asked(state, seat)
        outlook = Outlook(view, DEFAULT_WEIGHTS)
        hand = own_hand(view)
        if hand.total == 14:  # right after a claim
            hand.remove(hand.tiles()[0])
        numbers, promise = features(outlook, situation(view, outlook), After(hand, random.randrange(4), 9.5))
        assert promise >= 0
        assert len(numbers) == COUNT
        assert all(-3 < number < 4 for number in numbers)
        match.apply(bots[seat].choose(view, legal))


def test_a_judgement_is_its_layers() -> None:
    judgement = Judgement(
        scale=10.0,
        layers=(
            Layer(weights=((1.0, -1.0), (0.5, 0.5)), biases=(0.0, 1.0)),
            Layer(weights=((0.1, 0.1), (1.0, 0.0), (0.0, 2.0)), biases=(0.0, 0.0, -1.0)),
        ),
    )
    assert judgement([2.0, 1.0]) == pytest.approx((0.35, 10.0, 40.0))
    assert judgement([1.0, 2.0]) == pytest.approx((0.25, 0.0, 40.0))
    assert judgement([90.0, 1.0]).win == 1.0


def test_the_judgement_shipped_fits_the_features() -> None:
    layers = load("ev").layers
    assert [len(layer.weights) for layer in layers] == [32, 16, 3]
    sizes = [COUNT, 32, 16]
    for layer, size in zip(layers, sizes, strict=True):
        assert len(layer.weights) == len(layer.biases)
        assert {len(row) for row in layer.weights} == {size}


def test_the_judgement_knows_the_hands_of_its_rules_alone() -> None:
    assert trained_for(DEFAULT_RULES)
    assert trained_for(Ruleset(hands=16, kongs_stack=True, fan_cap=8))
    assert not trained_for(Ruleset(half_flush_required=False))
    assert not trained_for(Ruleset(min_fan=5))


@pytest.mark.parametrize("level", LEVELS)
def test_under_other_rules_a_level_still_explains_itself(level: str) -> None:
    match = Match(match_seed(9, 3), Ruleset(half_flush_required=False, min_fan=1))
    match.start_next_hand()
    assert match.state is not None
    decision = make(level, bytes(32)).act(*asked(match.state, match.state.turn), "explain")
    assert all(option.target is not None for option in decision.options)


def test_a_novice_loses_to_a_regular_and_still_wins_hands() -> None:
    report = run_arena(line_up(["novice", "greedy"]), deals=30, seed=2, rules=DEFAULT_RULES)
    novice = report.tallies["novice"]
    assert novice.capped_mean < -4
    assert novice.win_rate > 0.02


def test_levels_play_whole_matches_among_each_other() -> None:
    match = Match(match_seed(9, 4), Ruleset(hands=4))
    bots = seat_bots(["novice", "greedy", "value", "ev"], bytes(32))
    while match.between_hands:
        play_hand(match, bots)
    assert len(match.results) == 4
