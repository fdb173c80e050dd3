"""Questions asked of a hand: is it complete, what is it worth, how far is it, what does it wait for.

    make bench          # or: PYTHONPATH=src python benchmarks/hand.py, where the peers are installed

Peers, each asked the same question of the same tiles under its own rules: `mahjong` (plain Python),
`pymahjonggb` (C++) and `riichienv` (Rust). The hands hold neither caishen nor 白, which no peer knows. All
are made before the clock starts, in the form each side wants: ours as `Hand`s, which keep their keys as a
game goes on, theirs as the lists and tuples they take. Every round has hands of its own, and asks about all
of them `PASSES` times over: a hand in play is in the processor's cache.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any, Final

from _pairs import ROUNDS, Work, compare
from wuyi.hand import Hand, is_complete, waits
from wuyi.hand.distance import distance
from wuyi.scoring import Winning, judge

HANDS: Final = 200
"""Hands of one timing, asked about `PASSES` times over."""
PASSES: Final = 10
ASKED: Final = HANDS * PASSES
TOTAL: Final = HANDS * (ROUNDS + 1)
CAISHEN: Final = 33
"""中 is turned; it and 白 (31) are left out of all hands."""
HONOURS: Final = (27, 28, 29, 30, 32)


def won(rng: random.Random) -> list[int]:
    """Fourteen kinds that win: a half flush of four melds and a pair, at times seven pairs."""
    start = rng.choice((0, 9, 18))
    kinds = (*range(start, start + 9), *HONOURS)
    while True:
        if rng.random() < 0.1:
            tiles = [kind for kind in rng.sample(kinds, 7) for _ in range(2)]
        else:
            tiles = [rng.choice(kinds)] * 2
            for _ in range(4):
                low = start + rng.randrange(7)
                tiles += [low, low + 1, low + 2] if rng.random() < 0.6 else [rng.choice(kinds)] * 3
        if all(tiles.count(kind) <= 4 for kind in tiles):
            rng.shuffle(tiles)
            return tiles


def dealt(rng: random.Random, size: int) -> list[int]:
    """So many kinds off a shuffled wall."""
    kinds = [kind for kind in range(34) if kind not in (CAISHEN, 31) for _ in range(4)]
    return rng.sample(kinds, size)


def of_136(tiles: list[int]) -> list[int]:
    """Each tile by its own number, as riichi programs have it."""
    seen: dict[int, int] = {}
    numbers = []
    for kind in tiles:
        numbers.append(4 * kind + seen.get(kind, 0))
        seen[kind] = seen.get(kind, 0) + 1
    return numbers


GB_NAMES: Final = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + [
    "F1",
    "F2",
    "F3",
    "F4",
    "J3",
    "J2",
    "J1",
]
"""In the order of our kinds."""


def asking(question: Callable[..., Any], forms: Iterable[tuple[Any, ...]]) -> Work:
    """The work of asking about the hands of a round."""
    made = list(forms)

    def work(first: int) -> None:
        start = first // PASSES
        for _ in range(PASSES):
            for form in made[start : start + HANDS]:
                question(*form)

    return work


def main() -> None:
    from mahjong.agari import Agari
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.shanten import Shanten
    from MahjongGB import MahjongFanCalculator, RegularShanten
    from riichienv import HandEvaluator, calculate_shanten

    rng = random.Random(20_260)
    wins = [won(rng) for _ in range(TOTAL)]
    deals = [dealt(rng, rng.choice((13, 14))) for _ in range(TOTAL)]
    thirteens = [tiles[:13] for tiles in wins]

    def counts(tiles: list[int]) -> list[int]:
        return [tiles.count(kind) for kind in range(34)]

    def gb(tiles: list[int]) -> tuple[str, ...]:
        return tuple([GB_NAMES[kind] for kind in tiles])

    def hand(tiles: list[int]) -> Hand:
        return Hand(tiles, caishen=CAISHEN)

    def riichi_waits(tiles: list[int]) -> object:
        return HandEvaluator(tiles, []).get_waits()

    compare(
        "win check of winning hands",
        "hands",
        ASKED,
        asking(is_complete, ((hand(tiles),) for tiles in wins)),
        {"mahjong 2.1.0": (asking(Agari().is_agari, ((counts(tiles),) for tiles in wins)), 12)},
    )

    drawn, tsumo = Winning(way="draw"), HandConfig(is_tsumo=True)
    riichi = HandCalculator()

    def estimate(tiles: list[int], tile: int) -> object:
        return riichi.estimate_hand_value(tiles, tile, config=tsumo)

    def fans(tiles: tuple[str, ...], tile: str) -> object:
        return MahjongFanCalculator((), tiles, tile, 0, True, False, False, False, 0, 0)

    compare(
        "full fan score of winning hands",
        "hands",
        ASKED,
        asking(judge, ((hand(tiles[:13]), tiles[13], drawn) for tiles in wins)),
        {
            "mahjong 2.1.0": (
                asking(estimate, ((numbers, numbers[13]) for numbers in map(of_136, wins))),
                10,
            ),
            "pymahjonggb 1.4.0": (
                asking(fans, ((gb(tiles[:13]), GB_NAMES[tiles[13]]) for tiles in wins)),
                0.7,
            ),
        },
    )

    compare(
        "distance of dealt hands",
        "hands",
        ASKED,
        asking(distance, ((hand(tiles),) for tiles in deals)),
        {
            "riichienv 0.4.11": (asking(calculate_shanten, ((of_136(tiles),) for tiles in deals)), 1),
            "mahjong 2.1.0": (asking(Shanten().calculate_shanten, ((counts(tiles),) for tiles in deals)), 1),
            "pymahjonggb 1.4.0": (asking(RegularShanten, ((gb(tiles[:13]),) for tiles in deals)), 1),
        },
    )

    compare(
        "waits of waiting hands",
        "hands",
        ASKED,
        asking(waits, ((hand(tiles),) for tiles in thirteens)),
        {
            "riichienv 0.4.11": (
                asking(riichi_waits, ((of_136(tiles),) for tiles in thirteens)),
                0,
            )
        },
    )


if __name__ == "__main__":
    main()
