"""The match: who deals next, how many hands, totals (7)."""

import random

import pytest

from wuyi.engine.event import Exhausted, HandStarted, Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.match import Match
from wuyi.errors import IllegalAction
from wuyi.rules import Ruleset


def finish_hand(match: Match, rng: random.Random) -> None:
    state = match.state
    assert state is not None
    while not state.over:
        match.apply(rng.choice(legal_actions(state, acting(state)[0])))


def ended(match: Match, winner: int | None) -> None:
    """End the hand in progress as a test wants it."""
    state = match.state
    assert state is not None
    if winner is None:
        match.evolve(Exhausted(state.scores))
        return
    gains = [-1, -1, -1, -1]
    gains[winner] = 3
    a, b, c, d = (before + gain for before, gain in zip(state.scores, gains, strict=True))
    match.evolve(
        Won(
            seat=winner,
            way="draw",
            tile="1m",
            source=None,
            tiles=(),
            melds=(),
            groups=(),
            fans=(),
            fan=3,
            base=8,
            liable=None,
            payments=(gains[0], gains[1], gains[2], gains[3]),
            scores=(a, b, c, d),
        )
    )


@pytest.mark.parametrize("rule", ["winner", "rotate"])
def test_who_deals_next(rule: str) -> None:
    """7.1 and dealer_succession of 8."""
    match = Match(bytes(32), Ruleset.of({"dealer_succession": rule}))
    match.start_next_hand()
    assert match.state is not None
    dealer = match.state.dealer
    other = (dealer + 2) % 4
    ended(match, None)
    assert match.next_dealer() == dealer, "after 黄庄 the dealer stays"
    match.start_next_hand()
    ended(match, dealer)
    assert match.next_dealer() == dealer
    match.start_next_hand()
    ended(match, other)
    assert match.next_dealer() == (other if rule == "winner" else (dealer + 1) % 4)


def test_a_whole_match() -> None:
    """7.2: four hands, totals carried on and always zero in sum."""
    match = Match(bytes(range(32)), Ruleset(hands=4))
    rng = random.Random(5)
    events = []
    for hand in range(1, 5):
        assert match.between_hands
        match.start_next_hand()
        assert match.hand == hand
        finish_hand(match, rng)
        events += match.events
        assert len(match.results) == hand
        assert sum(match.scores) == 0
    assert match.over
    assert not match.between_hands
    with pytest.raises(IllegalAction, match="match_over"):
        match.start_next_hand()
    again = Match.fold(match.seed, match.rules, events)
    assert again.results == match.results
    assert again.scores == match.scores
    assert again.over
    starts = [event for event in events if isinstance(event, HandStarted)]
    assert len({start.seed for start in starts}) == 4
    assert all(start.seed != match.seed.hex() for start in starts)


def test_a_hand_cannot_start_in_another() -> None:
    match = Match(bytes(32))
    with pytest.raises(IllegalAction, match="hand_over"):
        match.apply(legal_actions(_started().state, _started().state.turn)[0])  # type: ignore[arg-type,union-attr]
    match.start_next_hand()
    with pytest.raises(IllegalAction, match="hand_in_progress"):
        match.start_next_hand()


def _started() -> Match:
    match = Match(bytes(32))
    match.start_next_hand()
    return match


def test_a_copy_goes_its_own_way() -> None:
    match = _started()
    twin = match.copy()
    rng = random.Random(1)
    finish_hand(twin, rng)
    assert match.state is not None
    assert not match.state.over
    assert match.events != twin.events


def test_a_match_says_how_far_it_is_and_no_secret() -> None:
    match = Match(b"s" * 32, Ruleset(hands=4))
    assert repr(match) == "<Match: hand 0 of 4, between hands, scores (0, 0, 0, 0)>"
    match.start_next_hand()
    assert "hand 1 of 4, in progress" in repr(match)
    for _ in range(3):
        ended(match, 0)
        match.start_next_hand()
    ended(match, None)
    assert repr(match) == "<Match: hand 4 of 4, over, scores (9, -3, -3, -3)>"
