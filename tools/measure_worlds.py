"""Measures how true the worlds of the reviews are (docs/review.md).

    nice python -m tools.measure_worlds [--hands N] [--worlds N] [--seed N]

Four players `value` play so many hands, and of each hand one decision at every stage is kept, drawn by lot.
What the worlds predict of it, begun with what was done, is held against what the hand is really worth: the
mean over walls shuffled anew behind the hands that the others really held. For what is still to be drawn is
in any order as likely, whatever has been played. Prints for every stage the difference, and how often
another's win costs the seat something. Needs the extra `fast`; a minute or two.
"""

import argparse
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wuyi.engine.action import Action
from wuyi.engine.match import Match
from wuyi.engine.state import SEATS, State
from wuyi.engine.wall import TILES_IN_ALL
from wuyi.review import fast
from wuyi.review.position import Position, position_of
from wuyi.review.tally import estimate
from wuyi.simulate.fast import PROMISE, Batch
from wuyi.simulate.fast.worlds import Hidden
from wuyi.simulate.play import match_seed

STAGES: Final = (13, 25, 37, 49, 61)
"""A stage ends below so many tiles left."""


class Kept(NamedTuple):
    """A decision, and the concealed tiles that each seat really held, by kind."""

    stage: int
    position: Position
    taken: Action
    hands: tuple[tuple[int, ...], ...]


def play(hands: int, seed: int) -> Iterator[Kept]:
    """Decisions of played hands. Those in which a kong lies face down are left out."""
    lot = Random(seed)
    batch = Batch(hands)
    matches = [Match(match_seed(seed, number)) for number in range(1, hands + 1)]
    for index, match in enumerate(matches):
        match.start_next_hand()
        batch.load(index, state_of(match).start)
    kept: list[dict[int, Kept]] = [{} for _ in matches]
    seen: defaultdict[tuple[int, int], int] = defaultdict(int)
    while not batch.over.all():
        numbers = batch.choose([PROMISE] * len(SEATS))
        for index in np.flatnonzero(~batch.over).tolist():
            action, state = batch.action(index, int(numbers[index])), state_of(matches[index])
            stage = bisect_right(STAGES, state.remaining)
            seen[index, stage] += 1
            if lot.random() * seen[index, stage] < 1:
                held = tuple([tuple(hand.counts) for hand in state.hands])
                kept[index][stage] = Kept(stage, position_of(state, action.seat), action, held)
            matches[index].apply(action)
        batch.step(numbers)
    for of_hand in kept:
        for each in of_hand.values():
            if not any(each.position.hidden_kongs(seat) for seat in each.position.others):
                yield each


def state_of(match: Match) -> State:
    assert match.state is not None
    return match.state


def shuffled(kept: Kept, count: int, random: np.random.Generator) -> Hidden:
    """The true hands before walls in any order."""
    position = kept.position
    others = list(position.others)
    counts = np.zeros((count, len(SEATS), len(position.unseen)), np.int8)
    counts[:, others] = [kept.hands[seat] for seat in others]
    left = np.array(position.unseen) - counts[0].sum(axis=0)
    tiles = np.repeat(np.arange(len(left), dtype=np.int8), left)
    walls = np.zeros((count, TILES_IN_ALL), np.int8)
    walls[:, list(position.standing)] = random.permuted(np.tile(tiles, (count, 1)), axis=1)
    return Hidden(counts, np.zeros((count, len(SEATS), 4), np.int8), walls)


def compare(
    kept: Kept, engine: fast.FastTrial, worlds: int, random: np.random.Generator
) -> NDArray[np.float64]:
    """The points and how often another's win costs something, predicted and really."""
    found = []
    for hidden in (fast.deal_hidden(kept.position, worlds, random), shuffled(kept, worlds, random)):
        points = np.array(engine.finish(kept.position, hidden, [kept.taken])[0])
        found += [points.mean(), (points < 0).mean()]
    return np.array(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=700)
    parser.add_argument("--worlds", type=int, default=14)
    parser.add_argument("--seed", type=int, default=21)
    arguments = parser.parse_args()
    engine, random = fast.FastTrial(), np.random.default_rng(arguments.seed)
    found: defaultdict[int, list[NDArray[np.float64]]] = defaultdict(list)
    for kept in play(arguments.hands, arguments.seed):
        found[kept.stage].append(compare(kept, engine, arguments.worlds, random))
    for stage in sorted(found, reverse=True):
        lines = np.array(found[stage])
        least = STAGES[stage - 1] if stage else 0
        mean, error = estimate((lines[:, 0] - lines[:, 2]).tolist())
        print(
            f"{least:>3} tiles left and more: {mean:+5.1f} ±{error:.1f} points; another wins "
            f"{lines[:, 3].mean():.0%}, predicted {lines[:, 1].mean():.0%}; {len(lines)} decisions"
        )


if __name__ == "__main__":
    main()
