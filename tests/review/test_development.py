"""The hands of others are dealt as near to a win, and as wide, as hands are at that moment."""

from collections import Counter
from importlib.util import find_spec
from random import Random

import msgspec
import pytest

from wuyi.engine.state import SEATS, State
from wuyi.hand import Hand
from wuyi.hand.distance import FAR, distance, distances
from wuyi.review.development import ANY, PAIRS, UNCONNECTED, Aim, Likely, any_of, develop, likely, useful
from wuyi.review.position import decisions, position_of
from wuyi.rules import DEFAULT_RULES

from .deals import RECORDS, made_hand


def mean(expected: Likely, caishen: int = 0) -> float:
    """How many tiles are lacking."""
    shapes = expected.shapes[caishen]
    return sum(each.lacking * each.share for each in shapes) / sum(each.share for each in shapes)


@pytest.mark.parametrize("required", [True, False])
def test_hands_come_nearer_with_every_discard_and_every_caishen(required: bool) -> None:
    rules = msgspec.structs.replace(DEFAULT_RULES, half_flush_required=required)
    for melds in range(4):
        for caishen in range(2):
            means = [mean(likely(rules, melds, discards), caishen) for discards in range(4, 17)]
            assert means == pytest.approx(sorted(means, reverse=True), abs=0.05)
            assert mean(likely(rules, melds, 8), caishen) > mean(likely(rules, melds, 8), caishen + 1)
    for melds in range(5):
        for discards in range(40):
            expected = likely(rules, melds, discards)
            assert expected.caishen > 0
            for shapes in expected.shapes:
                assert sum(each.share for each in shapes) == pytest.approx(10_000, abs=15)
                assert all(each.lacking < FAR and list(each.useful) == sorted(each.useful) for each in shapes)


def test_shapes_are_as_likely_as_their_shares() -> None:
    shapes = likely(DEFAULT_RULES, 0, 10).shapes[0]
    random = Random(4)
    found = Counter(any_of(shapes, random)[:2] for _ in range(4000))
    for each in shapes:
        assert found[each.way, each.lacking] / 4000 == pytest.approx(each.share / 10_000, abs=0.04)


def test_tiles_are_exchanged_until_each_hand_is_as_it_should_be() -> None:
    random = Random(1)
    aims = [Aim(ANY, 2, 9), Aim(PAIRS, 3, 15), Aim(UNCONNECTED, 2, 16)]
    for size in (110, 133):
        tiles = random.sample([kind for kind in range(34) for _ in range(4)][3:], size)
        hidden = Counter(tiles)
        left = [hidden[kind] for kind in range(34)]
        hands = [Hand(tiles[at : at + 13], caishen=0) for at in (0, 13, 26)]
        caishen = [hand.counts[0] for hand in hands]
        develop(tiles, hands, aims, left, rules=DEFAULT_RULES, random=random)
        assert Counter(tiles) == hidden
        for at, hand, aim in zip((0, 13, 26), hands, aims, strict=True):
            assert hand.counts == Hand(tiles[at : at + 13], caishen=0).counts
            ways = distances(hand, DEFAULT_RULES)
            own = {PAIRS: ways["pairs"], UNCONNECTED: ways["unconnected"]}.get(aim.way, min(ways.values()))
            assert own == distance(hand) == aim.lacking
            if aim.way != ANY:
                assert useful(hand, aim.lacking, left, DEFAULT_RULES) == pytest.approx(aim.useful, abs=4)
        assert [hand.counts[0] for hand in hands] == caishen, "they stay where they are"


def test_what_cannot_be_is_given_up() -> None:
    tiles = list(range(13))
    develop(
        tiles, [Hand(tiles, caishen=33)], [Aim(ANY, 1, 9)], [1] * 34, rules=DEFAULT_RULES, random=Random(1)
    )
    assert tiles == list(range(13))


@pytest.mark.parametrize("state", [made_hand(50), made_hand(30)])
def test_worlds_are_dealt_as_is_likely(state: State) -> None:
    position = position_of(state, state.turn)
    random = Random(2)
    worlds = [position.world(random) for _ in range(120)]
    held = [world.hands[seat].count(position.caishen) for world in worlds for seat in position.others]
    pull = position.pull
    expected = position.unseen[position.caishen] * sum(pull[:-1]) / sum(pull) / len(position.others)
    assert sum(held) / len(held) == pytest.approx(expected, abs=0.12)
    for seat in position.others:
        hands = [Hand(world.hands[seat], caishen=state.caishen) for world in worlds]
        without = [distance(hand) for hand in hands if not hand.wilds]
        assert sum(without) / len(without) == pytest.approx(mean(position.likely(seat)), abs=0.4)


def test_both_engines_deal_by_the_same_rule() -> None:
    if find_spec("numba") is None:
        pytest.skip("Numba, of the extra fast, is missing")
    import numpy as np

    from wuyi.review.fast import deal_hidden
    from wuyi.simulate.fast import distances, rows_of

    position = position_of(made_hand(20), 0)
    count = 2000
    hidden = deal_hidden(position, count, np.random.default_rng(1))
    random = Random(1)
    worlds = [position.world(random) for _ in range(150)]
    turned = np.full(count, position.caishen, np.int8)
    for seat in position.others:
        hands = rows_of(hidden.counts[:, seat], turned, np.zeros((count, 4, 2), np.int8))
        quick = distances(hands, drawn=False).mean()
        plain = [distance(Hand(world.hands[seat], caishen=position.caishen)) for world in worlds]
        assert quick == pytest.approx(sum(plain) / len(plain), abs=0.3)
        caishen = [world.hands[seat].count(position.caishen) for world in worlds]
        assert hands["wilds"].mean() == pytest.approx(sum(caishen) / len(caishen), abs=0.2)
        free = [
            useful(Hand(world.hands[seat], caishen=position.caishen), far, position.hidden, DEFAULT_RULES)
            for world, far in zip(worlds, plain, strict=True)
        ]
        some = [
            useful(
                Hand(np.repeat(range(34), counts).tolist(), caishen=position.caishen),
                int(far),
                position.hidden,
                DEFAULT_RULES,
            )
            for counts, far in zip(hidden.counts[:150, seat], distances(hands, drawn=False), strict=False)
        ]
        assert sum(free) / len(free) == pytest.approx(sum(some) / len(some), abs=2.5)


def test_hands_with_melds_are_dealt_as_such() -> None:
    positions = [position for seat in SEATS for _, position, _ in decisions(RECORDS[1], seat)]
    random = Random(3)
    tried = 0
    for position in positions[::5]:
        others = [seat for seat in position.others if position.view.seats[seat].melds]
        worlds = [position.world(random) for _ in range(60 if others else 0)]
        for seat in others:
            hands = [
                Hand(each.hands[seat], position.melds(seat, each.kongs[seat]), caishen=position.caishen)
                for each in worlds
            ]
            found = [distance(hand) for hand in hands if not hand.wilds]
            if FAR not in found:  # melds of two suits cannot win
                assert sum(found) / len(found) == pytest.approx(mean(position.likely(seat)), abs=0.7)
                tried += 1
    assert tried > 3
