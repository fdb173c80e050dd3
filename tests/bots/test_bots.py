"""What holds of every computer player: it is found by its id, plays by the rules, and knows only its view."""

from random import Random

import pytest

from tests.bots.tables import asked, first_asked, shuffled_secrets
from wuyi.bots import BOTS, UnknownBot, make
from wuyi.engine.legal import legal_actions
from wuyi.engine.match import Match
from wuyi.rules import Ruleset
from wuyi.simulate.play import match_seed, play_hand, seat_bots

SEED = match_seed(2, 1)


def test_an_unknown_id_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UnknownBot, match="no computer player 'gredy'; there are novice, greedy, value, ev, random"
    ) as refusal:
        make("gredy", SEED)
    assert refusal.value.reason == "unknown_bot"


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_luck_makes_the_same_choices(bot: str) -> None:
    matches = [Match(SEED), Match(SEED)]
    for match in matches:
        play_hand(match, seat_bots([bot] * 4, SEED))
    assert matches[0].events == matches[1].events


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(),
        Ruleset(half_flush_required=False, min_fan=0),
        Ruleset(min_fan=6, white_as_itself=False, kongs_stack=True, fan_cap=5, wait_fans_stack=False),
    ],
    ids=["default", "loose", "strict"],
)
def test_whole_hands_are_played_under_any_rules(bot: str, rules: Ruleset) -> None:
    """The table refuses what is not legal, so a hand that ends was played by the rules."""
    match = Match(SEED, rules)
    bots = seat_bots([bot, bot, bot, "random"], SEED)
    for _ in range(3):
        play_hand(match, bots)
    assert len(match.results) == 3


@pytest.mark.parametrize("bot", BOTS)
def test_a_player_knows_its_view_alone(bot: str) -> None:
    """Whatever lies hidden, the answer is the same: the concealed tiles of the others and the wall are dealt
    anew before every decision of a hand."""
    random = Random(4)
    match = Match(match_seed(2, 2))
    match.start_next_hand()
    state = match.state
    assert state is not None
    seen, blind = (seat_bots([bot] * 4, SEED) for _ in range(2))
    while not state.over:
        seat = first_asked(state)
        question = asked(state, seat)
        secrets = shuffled_secrets(state, seat, random)
        assert asked(secrets, seat) == question
        action = seen[seat].choose(*question)
        assert blind[seat].choose(*asked(secrets, seat)) == action
        match.apply(action)


def test_the_random_player_does_everything_it_may_equally_often() -> None:
    match = Match(SEED)
    match.start_next_hand()
    state = match.state
    assert state is not None
    question = asked(state, state.turn)
    legal = legal_actions(state, state.turn)
    player = make("random", SEED)
    times = 400 * len(legal)
    counts = dict.fromkeys(legal, 0)
    for _ in range(times):
        counts[player.choose(*question)] += 1
    # Five standard deviations of a count of 400.
    assert all(300 < count < 500 for count in counts.values())
