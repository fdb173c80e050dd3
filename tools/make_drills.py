"""Writes the cards that come with the program, `src/wuyi/drills/data/cards.json.gz`, from matches by strong
computer players (docs/drills.md).

    nice python -m tools.make_drills [--matches N] [--seed N]

Needs the extra `fast`: what the adviser is sure of is played out before it becomes a card. All follows from
the seed. After each match the file holds what has been found so far; a match takes about half a minute.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from wuyi.bots.decision import Option
from wuyi.drills.cards import Measured, ThrowQuestion, WinQuestion, fan_card
from wuyi.drills.pool import Pool, pack
from wuyi.drills.throws import is_hard, throw_of, turns
from wuyi.drills.wins import win_of
from wuyi.engine.action import Discard
from wuyi.engine.luck import Luck, derive
from wuyi.engine.record import Record
from wuyi.engine.state import SEATS
from wuyi.review.engines import Trial, trial
from wuyi.review.position import Position, decisions
from wuyi.review.tally import Tally
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.play import Seats, match_seed, play_match

TARGET: Final = Path(__file__).parent.parent / "src" / "wuyi" / "drills" / "data" / "cards.json.gz"

SEATED: Final[Seats] = ("ev", "value", "ev", "value")
THROWS: Final = 240
WINS: Final = 160
HARD: Final = 0.6
"""So many of the turns, at most, are such that a plain player misses them."""
ALIKE: Final = 6
"""Wins with the very same fans, at most."""
EARLIEST: Final = 3
"""Discards of the own seat before a turn is worth asking about: a hand as dealt is much like another."""

WORLDS: Final = 512
"""In which a turn is played out at once, and STAGES: how many times at most."""
STAGES: Final = 4
SURE: Final = 2.5
"""So many standard errors each other discard has to be behind."""
TRIED: Final = 4
"""Other discards that are tried: the adviser's next best."""


def confirmed(throw: ThrowQuestion, position: Position, engine: Trial) -> ThrowQuestion | None:
    """The turn with what the others came to, if each came to less than the best for sure."""
    best, *right = throw.best
    others = [tile for tile in map(tile_of, throw.decision.options) if tile not in throw.best][:TRIED]
    tiles = [best, *right, *others]
    actions = {tile: Discard(position.seat, tile) for tile in tiles}
    tally = Tally(list(actions.values()))
    for stage in range(STAGES):
        tally.add(list(actions.values()), engine.play(position, list(actions.values()), WORLDS, stage))
        leads = {tile: tally.lead(actions[best], actions[tile]) for tile in tiles[1:]}
        if any(leads[tile].mean < -leads[tile].error for tile in tiles[1:]):
            return None
        if all(leads[tile].mean > SURE * leads[tile].error for tile in others):
            still = (best, *[tile for tile in right if leads[tile].mean <= SURE * leads[tile].error])
            measured = [Measured(tile, *map(rounded, leads[tile])) for tile in tiles[1:]]
            hard = is_hard(throw.view, still)
            return msgspec.structs.replace(throw, best=still, hard=hard, measured=tuple(measured))
    return None


def tile_of(option: Option) -> str:
    assert isinstance(option.action, Discard)
    return option.action.tile


def rounded(points: float) -> float:
    return round(points, 1)


def candidates(record: Record, luck: Luck, engine: Trial) -> Iterator[ThrowQuestion]:
    """Of each kind, hard and easy, one turn of a hand at most, whoever's."""
    positions = {(seat, each.at): each.position for seat in SEATS for each in decisions(record, seat)}
    everybody = [turn for seat in SEATS for turn in turns(record, seat)]
    later = [turn for turn in everybody if len(turn.seen.seats[0].river) >= EARLIEST]
    luck.shuffle(later)
    wanted = {True, False}
    for turn in later:
        throw = throw_of(turn)
        if throw is None or throw.hard not in wanted:
            continue
        sure = confirmed(throw, positions[turn.seat, turn.at], engine)
        if sure is not None:
            yield sure
            wanted.remove(throw.hard)
        if not wanted:
            return


def various(wins: Sequence[WinQuestion]) -> list[WinQuestion]:
    """Not too many with the same fans."""
    seen: Counter[tuple[str, ...]] = Counter()
    kept = []
    for win in wins:
        reckoned = fan_card(win).figure.win
        assert reckoned is not None
        fans = tuple([id for id, _ in reckoned.fans])
        seen[fans] += 1
        if seen[fans] <= ALIKE:
            kept.append(win)
    return kept


def pools(seed: int, matches: int) -> Iterator[Pool]:
    """What has been found after each match."""
    throws: dict[bool, list[ThrowQuestion]] = {True: [], False: []}
    wins: list[WinQuestion] = []
    luck = Luck(derive(match_seed(seed, 0), "drills"))
    engine = trial("fast", threads=1)
    for number in range(1, matches + 1):
        for record in play_match(DEFAULT_RULES, match_seed(seed, number), SEATED, f"{seed}-{number}"):
            for throw in candidates(record, luck, engine):
                throws[throw.hard].append(throw)
            won = win_of(record)
            wins += [] if won is None else [won[0]]
        hard = throws[True][: int(THROWS * HARD)]
        easy = throws[False][: THROWS - len(hard)]
        yield Pool((*hard, *easy), tuple(various(wins)[:WINS]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--to", type=Path, default=TARGET, help="another file")
    options = parser.parse_args()
    for number, made in enumerate(pools(options.seed, options.matches), start=1):
        packed = pack(made)
        options.to.write_bytes(packed)
        print(
            f"match {number}: {len(made.throws)} turns, {len(made.wins)} wins, {len(packed):,} bytes",
            flush=True,
        )


if __name__ == "__main__":
    main()
