"""Computer players inside the kernels: hands a second, beside the readable player that decides the same.

    make bench          # or: PYTHONPATH=src python benchmarks/players.py, where numba is installed

Four players of a kind play whole hands. How long a Python of its own takes from the start until a strong
policy has played, everything compiled before, is measured apart.
"""

import statistics
import subprocess
import sys
from functools import partial
from typing import Final

from _pairs import ROUNDS, compare
from wuyi.engine.match import Match
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.fast import Batch
from wuyi.simulate.fast.players import PLAYERS
from wuyi.simulate.play import line_up, match_seed, play_hand, seat_bots

HANDS: Final = 12
"""Hands of one timing."""
LEAST_RATIO: Final = 50

BAR_SECONDS: Final = 1.5
START: Final = """
import time
start = time.process_time()
import numpy as np
from wuyi.simulate.fast import PROMISE, Batch
batch = Batch(1)
batch.reset(np.zeros((1, 32), np.uint8))
batch.rollout([PROMISE] * 4)
print(time.process_time() - start)
"""


def by_kernels(bot: str, number: int) -> None:
    batch = Batch(HANDS)
    batch.reset([match_seed(number, hand) for hand in range(HANDS)])
    batch.rollout([PLAYERS[bot]] * 4)


def by_players(bot: str, number: int) -> None:
    for hand in range(HANDS):
        luck = match_seed(number, hand)
        play_hand(Match(luck, DEFAULT_RULES), seat_bots(line_up([bot]), luck))


def start_from_cache() -> None:
    times = []
    for _ in range(ROUNDS):
        answer = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
        times.append(float(answer.stdout))
    middle = statistics.median(times)
    verdict = "reached" if middle < BAR_SECONDS else "NOT REACHED"
    print(
        f"a strong policy from cache: {middle:.2f} s of CPU ({min(times):.2f} to {max(times):.2f} in "
        f"{ROUNDS} runs), bar {BAR_SECONDS}: {verdict}"
    )


def main() -> None:
    for bot in PLAYERS:
        if bot != "random":
            ours, theirs = partial(by_kernels, bot), partial(by_players, bot)
            compare(f"four {bot} in kernels", "hands", HANDS, ours, {"readable": (theirs, LEAST_RATIO)})
    start_from_cache()


if __name__ == "__main__":
    main()
