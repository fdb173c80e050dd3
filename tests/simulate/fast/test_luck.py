"""The kernels' luck against `wuyi.engine.luck` and `wuyi.engine.wall`: the same seed, the same hand."""

from wuyi.engine.luck import derive
from wuyi.engine.wall import deal
from wuyi.rules import Ruleset
from wuyi.simulate.fast import RANDOM, Batch
from wuyi.simulate.fast.luck import ROUND, START

RULES = Ruleset(hands=16)


def test_the_constants_of_sha_256() -> None:
    """The first and last of each, from FIPS 180-4."""
    assert (START[0], START[7]) == (0x6A09E667, 0x5BE0CD19)
    assert (ROUND[0], ROUND[63]) == (0x428A2F98, 0xC67178F2)


def test_every_hand_of_many_matches() -> None:
    seeds = [derive(bytes(32), str(number)) for number in range(200)]
    batch = Batch(len(seeds), RULES)
    batch.reset(seeds)
    dealers: list[int | None] = [None] * len(seeds)
    for number in range(1, RULES.hands + 1):
        for table, seed, dealer in zip(batch.tables, seeds, dealers, strict=True):
            expected = deal(derive(seed, f"hand {number}"), dealer)
            assert table["hand"] == number
            assert tuple(table["wall"]) == expected.wall
            assert tuple(table["dice"]) == expected.dice
            assert table["dealer"] == (expected.seat if dealer is None else dealer)
        batch.rollout([RANDOM] * 4, seed=number)
        winners = batch.tables["winner"]
        dealers = [
            int(winner if winner >= 0 else dealer)
            for winner, dealer in zip(winners, batch.tables["dealer"], strict=True)
        ]
        assert batch.deal().all() == (number < RULES.hands)
    assert batch.match_over.all()
