"""The hands of others are dealt as near to a win as hands are at that moment."""

from importlib.util import find_spec
from random import Random

import msgspec
import pytest

from wuyi.engine.state import SEATS, State
from wuyi.hand import Hand
from wuyi.hand.distance import FAR, distance
from wuyi.review.development import develop, shares
from wuyi.review.position import decisions, position_of
from wuyi.rules import DEFAULT_RULES

from .deals import RECORDS, made_hand


def mean(likely: tuple[int, ...]) -> float:
    return sum(lacking * share for lacking, share in enumerate(likely, start=1)) / sum(likely)


@pytest.mark.parametrize("required", [True, False])
def test_hands_come_nearer_with_every_discard(required: bool) -> None:
    rules = msgspec.structs.replace(DEFAULT_RULES, half_flush_required=required)
    for melds in range(4):
        means = [mean(shares(rules, melds, discards)) for discards in range(4, 17)]
        assert means == sorted(means, reverse=True)
    for melds in range(5):
        for discards in range(40):
            assert sum(shares(rules, melds, discards)) == pytest.approx(10_000, abs=8)


def test_tiles_are_exchanged_until_each_hand_lacks_so_many() -> None:
    random = Random(1)
    for aims in ([1, 3, 6], [2, 2, 2], [1, 1, 1]):
        for size in (60, 133):
            tiles = random.sample([kind for kind in range(34) for _ in range(4)][3:], size)
            before = sorted(tiles)
            hands = [Hand(tiles[at : at + 13], caishen=0) for at in (0, 13, 26)]
            develop(tiles, hands, aims, rules=DEFAULT_RULES, random=random)
            assert [distance(hand) for hand in hands] == aims
            assert sorted(tiles) == before
            for at, hand in zip((0, 13, 26), hands, strict=True):
                assert hand.counts == Hand(tiles[at : at + 13], caishen=0).counts


def test_what_cannot_be_is_given_up() -> None:
    tiles = list(range(13))
    develop(tiles, [Hand(tiles, caishen=33)], [1], rules=DEFAULT_RULES, random=Random(1))
    assert tiles == list(range(13))


@pytest.mark.parametrize("state", [made_hand(50), made_hand(8)])
def test_worlds_are_dealt_by_the_shares(state: State) -> None:
    position = position_of(state, state.turn)
    random = Random(2)
    worlds = [position.world(random) for _ in range(120)]
    for seat in position.others:
        found = [distance(Hand(world.hands[seat], caishen=state.caishen)) for world in worlds]
        assert sum(found) / len(found) == pytest.approx(mean(position.likely(seat)), abs=0.35)


def test_both_engines_deal_by_the_same_shares() -> None:
    if find_spec("numba") is None:
        pytest.skip("Numba, of the extra fast, is missing")
    import numpy as np

    from wuyi.review.fast import deal_hidden
    from wuyi.simulate.fast import distances, rows_of

    position = position_of(made_hand(20), 0)
    count = 2000
    hidden = deal_hidden(position, count, np.random.default_rng(1))
    turned = np.full(count, position.caishen, np.int8)
    for seat in position.others:
        hands = rows_of(hidden.counts[:, seat], turned, np.zeros((count, 4, 2), np.int8))
        found = np.bincount(distances(hands, drawn=False), minlength=16)[1:] / count
        likely = position.likely(seat)
        for lacking, share in enumerate(found):
            expected = likely[lacking] / sum(likely) if lacking < len(likely) else 0.0
            assert share == pytest.approx(expected, abs=0.05)


def test_hands_with_melds_are_dealt_by_the_shares_of_such() -> None:
    positions = [position for seat in SEATS for _, position, _ in decisions(RECORDS[1], seat)]
    random = Random(3)
    tried = 0
    for position in positions[::5]:
        others = [seat for seat in position.others if position.view.seats[seat].melds]
        worlds = [position.world(random) for _ in range(60 if others else 0)]
        for seat in others:
            found = [
                distance(
                    Hand(each.hands[seat], position.melds(seat, each.kongs[seat]), caishen=position.caishen)
                )
                for each in worlds
            ]
            if FAR not in found:  # melds of two suits cannot win
                assert sum(found) / len(found) == pytest.approx(mean(position.likely(seat)), abs=0.6)
                tried += 1
    assert tried > 3
