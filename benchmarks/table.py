"""Whole hands by random legal play, with the log of events and the legal actions of every decision.

    make bench          # or: PYTHONPATH=src python benchmarks/table.py, where the peer is installed

Peer: riichienv, whose core is Rust, playing single hands of four-player riichi. Both choose at random among
the legal actions of whoever must act, until the hand is over. Ours chooses for every seat that is asked,
and keeps the event log; the peer keeps its mjai log.
"""

import random

from _pairs import compare

HANDS = 60
"""Hands of one timing."""


def ours(first: int) -> int:
    """Play `HANDS` hands of Wuyi mahjong; returns the decisions taken."""
    from wuyi import acting, apply, legal_actions, start_hand

    decisions = 0
    for number in range(first, first + HANDS):
        rng = random.Random(number)
        state, log = start_hand(number.to_bytes(32, "big"))
        while not state.over:
            seat = acting(state)[0]
            log += apply(state, rng.choice(legal_actions(state, seat)))
            decisions += 1
    return decisions


def peer(first: int) -> int:
    """Play `HANDS` hands of riichi on the peer; returns its steps."""
    from riichienv import RiichiEnv

    steps = 0
    for number in range(first, first + HANDS):
        rng = random.Random(number)
        env = RiichiEnv(game_mode="4p-red-single", seed=number)
        observations = env.reset()
        while not env.done():
            chosen = {seat: rng.choice(seen.legal_actions()) for seat, seen in observations.items()}
            observations = env.step(chosen)
            steps += 1
    return steps


if __name__ == "__main__":
    compare("whole hands by random play", "hands", HANDS, ours, {"riichienv 0.4.11": (peer, 1.0)})
