"""The batch engine: tables a step, whole hands by rollout, hands judged, waits, and its start from cache.

    make bench          # or: PYTHONPATH=src python benchmarks/fast.py, where the peers and numba are
    installed

Peers: `riichienv`, whose core is Rust, for tables and waits, and `pymahjonggb` (C++) for scores, each under
its own rules. The environments choose at random among the legal actions by their mask, and encode what the
seat that acts sees; rollouts choose at random and encode nothing. Deals are part of both. Hands judged are
those of hand.py.
"""

import random
import statistics
import subprocess
import sys
from typing import Any, Final

import numpy as np

import hand as hands_of
from _pairs import ROUNDS, compare
from wuyi.hand import Hand
from wuyi.simulate.fast import RANDOM, Batch, hand_rows, judge_hands, waits_of

DECISIONS: Final = 40_960
"""Decisions of one timing of the environments."""
TABLES: Final = 1024
HANDS: Final = 512
"""Hands of one timing of the rollouts."""
NEW_HANDS: Final = 2_000
"""Hands of one timing that no other has, asked about `PASSES` times over: ours all in one call."""
PASSES: Final = hands_of.PASSES
ASKED: Final = NEW_HANDS * PASSES

BAR_SECONDS: Final = 1.5
START: Final = """
import time
start = time.process_time()
import numpy as np
from wuyi.simulate.fast import RANDOM, Batch
batch = Batch(16)
batch.reset(np.zeros((16, 32), np.uint8))
batch.step(batch.legal_mask().argmax(axis=1))
batch.observe()
batch.rollout([RANDOM] * 4)
print(time.process_time() - start)
"""


def seeds(first: int, count: int) -> Any:
    return np.random.default_rng(first).integers(0, 256, (count, 32), np.uint8)


class Environment:
    """Tables that go on from timing to timing, a new match wherever one is over."""

    def __init__(self) -> None:
        self.batch = Batch(TABLES)
        self.batch.reset(seeds(0, TABLES))
        self.rng = np.random.default_rng(0)

    def play(self, number: int) -> None:
        """`DECISIONS` decisions."""
        batch = self.batch
        for _ in range(DECISIONS // TABLES):
            planes, scalars = batch.observe()
            assert planes.size and scalars.size
            batch.step(self.any_action(batch.legal_mask()))
            if batch.over.any():
                if batch.match_over.any():
                    batch.reset(seeds(number, TABLES), batch.match_over)
                batch.deal()

    def any_action(self, mask: Any) -> Any:
        """One of each row's legal actions."""
        counted = mask.cumsum(axis=1, dtype=np.int16)
        rank = (self.rng.random(len(mask)) * counted[:, -1]).astype(np.int16)
        return (counted <= rank[:, None]).sum(axis=1)


def play_riichi(first: int) -> None:
    """`DECISIONS` decisions on the peer, over as many hands as they take."""
    from riichienv import RiichiEnv

    rng = random.Random(first)
    decisions = 0
    while decisions < DECISIONS:
        env = RiichiEnv(game_mode="4p-red-single", seed=first + decisions)
        seen_by = env.reset()
        while not env.done() and decisions < DECISIONS:
            chosen = {}
            for seat, seen in seen_by.items():
                assert seen.encode()
                mask = seen.mask()
                action = rng.choice([number for number, legal in enumerate(mask) if legal])
                chosen[seat] = seen.find_action(action)
            decisions += len(chosen)
            seen_by = env.step(chosen)


def roll_out(number: int) -> None:
    """`HANDS` hands, dealt and played inside the kernels."""
    batch = Batch(HANDS)
    batch.reset(seeds(number, HANDS))
    batch.rollout([RANDOM] * 4, seed=number)


def roll_riichi(first: int) -> None:
    """`HANDS` hands on the peer."""
    from riichienv import RiichiEnv

    for number in range(first, first + HANDS):
        rng = random.Random(number)
        env = RiichiEnv(game_mode="4p-red-single", seed=number)
        observations = env.reset()
        while not env.done():
            observations = env.step(
                {seat: rng.choice(seen.legal_actions()) for seat, seen in observations.items()}
            )


def start_from_cache() -> None:
    """Import, deal, step, observe and roll out in a Python of its own, everything compiled before."""
    times = []
    for _ in range(ROUNDS + 1):
        answer = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
        times.append(float(answer.stdout))
    warm = sorted(times[1:])
    verdict = "reached" if statistics.median(warm) < BAR_SECONDS else "NOT REACHED"
    print(
        f"start from cache: {statistics.median(warm):.2f} s of CPU ({warm[0]:.2f} to {warm[-1]:.2f} in "
        f"{ROUNDS} runs), bar {BAR_SECONDS}: {verdict}; the first {times[0]:.1f} s"
    )


def main() -> None:
    from MahjongGB import MahjongFanCalculator
    from riichienv import HandEvaluator

    start_from_cache()
    riichi = "riichienv 0.4.11"
    compare(
        "tables with mask and observation",
        "decisions",
        DECISIONS,
        Environment().play,
        {riichi: (play_riichi, 12)},
    )
    compare("random rollouts of whole hands", "hands", HANDS, roll_out, {riichi: (roll_riichi, 60)})

    rng = random.Random(20_260)
    wins = [hands_of.won(rng) for _ in range(NEW_HANDS * (ROUNDS + 1))]
    rows = hand_rows([Hand(tiles[:13], caishen=hands_of.CAISHEN) for tiles in wins])
    tiles = np.array([each[13] for each in wins], np.int8)
    names = [tuple([hands_of.GB_NAMES[kind] for kind in each]) for each in wins]

    def of_round(number: int) -> Any:
        first = number // PASSES
        return np.tile(np.arange(first, first + NEW_HANDS), PASSES)

    asked = {number * ASKED: of_round(number * ASKED) for number in range(ROUNDS + 1)}
    rounds = {number: (rows[at], tiles[at]) for number, at in asked.items()}

    def judge(number: int) -> None:
        judge_hands(*rounds[number])

    def wait(number: int) -> None:
        waits_of(rounds[number][0])

    def fans(number: int) -> None:
        for index in asked[number]:
            hand = names[index]
            MahjongFanCalculator((), hand[:13], hand[13], 0, True, False, False, False, 0, 0)

    def riichi_waits(number: int) -> None:
        for index in asked[number]:
            HandEvaluator(wins[index][:13], []).get_waits()

    compare("full fan score of winning hands", "hands", ASKED, judge, {"pymahjonggb 1.4.0": (fans, 30)})
    compare("waits of waiting hands", "hands", ASKED, wait, {riichi: (riichi_waits, 12)})


if __name__ == "__main__":
    main()
