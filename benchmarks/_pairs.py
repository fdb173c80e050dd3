"""Timing in pairs: on shared, noisy machines only ratios taken side by side mean anything.

Each round times us and then every peer on the same share of work, so that whatever else the machine does
falls on both. Reported are the median rate and, of the ratios round by round, the median and the spread.
"""

import statistics
import time
from collections.abc import Callable, Mapping

ROUNDS = 9

Work = Callable[[int], object]
"""Does one timing's share of work; the argument is a number that no other round gets."""


def compare(
    title: str, unit: str, amount: int, ours: Work, peers: Mapping[str, tuple[Work, float]]
) -> dict[str, float]:
    """Print how many `unit` a second of CPU we and each peer do; returns the median ratio by peer.

    amount: how many `unit` one call does. peers: each with the least ratio to be reached.
    """
    ours(0)
    for work, _ in peers.values():
        work(0)
    mine: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in peers}
    for number in range(1, ROUNDS + 1):
        mine.append(amount / _seconds(ours, number * amount))
        for name, (work, _) in peers.items():
            theirs[name].append(amount / _seconds(work, number * amount))
    print(f"{title}: {statistics.median(mine):,.0f} {unit}/s")
    medians = {}
    for name, (_, bar) in peers.items():
        ratios = sorted(a / b for a, b in zip(mine, theirs[name], strict=True))
        medians[name] = statistics.median(ratios)
        verdict = "reached" if medians[name] >= bar else "NOT REACHED"
        print(
            f"  {name}: {statistics.median(theirs[name]):,.0f} {unit}/s, ratio {medians[name]:.2f} "
            f"({ratios[0]:.2f} to {ratios[-1]:.2f} in {ROUNDS} pairs), bar {bar}: {verdict}"
        )
    return medians


def _seconds(work: Work, number: int) -> float:
    start = time.process_time()
    work(number)
    return time.process_time() - start
