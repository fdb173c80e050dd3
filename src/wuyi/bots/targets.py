"""The hands a player may aim for, and how many tiles each still wants.

A target is a pattern that may win under RULES.md 4.5-4.9, with the fan it is sure to bring. How far a hand is
from it is read from the lookup tables by the keys of its natural tiles, so that a thousand "what if"
questions cost a millisecond.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from wuyi.hand import Meld
from wuyi.hand.distance import tiles_in
from wuyi.hand.hand import SUIT
from wuyi.hand.tables import PAIRED, PAIRED_HONOURS, THIRDS, missing
from wuyi.hand.tile import KINDS, WHITE, Tile
from wuyi.rules import Ruleset

Keys = Sequence[int]
"""Per suit m, p, s, z the base-5 number of its natural tiles (`wuyi.hand.Hand.keys`)."""

Steps = Callable[[Keys, int], int]
"""From natural tiles, and how many of the four melds are still to make: the tiles missing, wilds apart."""

_HONOURS: Final = 3
_ALL: Final = (0, 1, 2, 3)


class Target(NamedTuple):
    """A pattern to aim for.

    kind: the name without the suit. fan: what it is worth by itself, without the way it is won.
    suits: those whose tiles count towards it. kinds: these tiles. melds: it may hold claimed melds; runs: and
    runs among them. wilds: a caishen may stand in it. free_white: a 白 may be itself in it even under
    `white_as_itself: false` (8). spare: the caishen that must be left over when it is reached.
    waits: waits[n] is how long the last n steps usually take: the sum of one over the number of unseen tiles
    that help at each.
    """

    name: str
    kind: str
    fan: int
    suits: tuple[int, ...]
    kinds: tuple[Tile, ...]
    steps: Steps
    waits: tuple[float, ...]
    melds: bool = True
    runs: bool = True
    wilds: bool = True
    free_white: bool = False
    spare: int = 0

    def allows(self, melds: Sequence[Meld], caishen: Tile) -> bool:
        """Whether a hand with these melds can still become this."""
        if not self.melds:
            return not melds
        for meld in melds:
            if meld.kind == "chow" and not self.runs:
                return False
            if SUIT[meld.start] not in self.suits and not (
                meld.start == WHITE and SUIT[caishen] in self.suits  # read as the turned tile (2.3)
            ):
                return False
        return True


@lru_cache(maxsize=64)
def targets(rules: Ruleset) -> tuple[Target, ...]:
    """All targets worth aiming for under these rules: the win itself adds one fan (自摸, or 独听 off a
    discard), and a target that misses `min_fan` even so is left out, unless none would remain (4.9)."""
    every = tuple(_every_target(rules))
    enough = tuple(target for target in every if target.fan + 1 >= rules.min_fan)
    dearest = max(target.fan for target in every)
    return enough or tuple(target for target in every if target.fan == dearest)


@lru_cache(maxsize=64)
def baotou_targets(rules: Ruleset) -> dict[str, Target]:
    """By the name of a target the 爆头 on the way to it (4.6): four melds or six pairs, and a lone caishen.
    At no steps the hand is in 爆头. Four triplets have none of their own: they are a half flush too."""
    found = {}
    for target in targets(rules):
        if target.kind in _BEFORE_BAOTOU:
            helping = _BEFORE_BAOTOU[target.kind]
            steps = _pairs_missing_but_one if target.kind == "pairs" else _melds_missing(target.suits, pair=0)
            found[target.name] = target._replace(
                name=f"{target.name}_baotou",
                fan=target.fan + 1,
                steps=steps,
                waits=_waits(helping[1:]),
                spare=1,
            )
    return found


def _every_target(rules: Ruleset) -> Iterator[Target]:
    for suit, letter in enumerate("mps"):
        yield _regular("half_flush", letter, 2, (suit, _HONOURS), _HALF_FLUSH)
        yield _regular("full_flush", letter, 3, (suit,), _FULL_FLUSH)
        yield _regular("triplets", letter, 4, (suit, _HONOURS), _TRIPLETS, runs=False)
    if not rules.half_flush_required:
        yield _regular("regular", "", 0, _ALL, _HALF_FLUSH)
        yield _regular("triplets", "", 2, _ALL, _TRIPLETS, runs=False)
    yield _irregular("all_honours", 6, (_HONOURS,), _honours_missing, _ALL_HONOURS, free_white=True)
    yield _irregular("pairs", 2, _ALL, _pairs_missing, _PAIRS, melds=False)
    yield _irregular("natural_pairs", 4, _ALL, _pairs_missing, _NATURAL_PAIRS, melds=False, wilds=False)
    yield _irregular("unconnected", 2, _ALL, _unconnected_missing, _UNCONNECTED, melds=False, free_white=True)
    yield _irregular("one_third", 3, _ALL, _one_third_missing, _ONE_THIRD, melds=False, free_white=True)


_HALF_FLUSH: Final = (6, 12, 17, 21, 25, 30, 40, 50)
"""How many unseen tiles help a hand that misses 1, 2, 3, ... tiles: the mean over hands of greedy players
that had it as their nearest target. The others likewise."""
_FULL_FLUSH: Final = (6, 10, 16, 19, 22, 26, 27, 29)
_TRIPLETS: Final = (5, 8, 11, 13, 15, 17, 24, 50)
_ALL_HONOURS: Final = (7, 10, 14, 17, 20, 22, 24)
_PAIRS: Final = (6, 11, 16, 22, 27, 34, 41)
_NATURAL_PAIRS: Final = (3, 7, 12, 18, 24, 31, 38)
_UNCONNECTED: Final = (11, 16, 21, 27, 33, 40, 51)
_ONE_THIRD: Final = (11, 15, 19, 24, 29, 33, 37)

_BEFORE_BAOTOU: Final = {"half_flush": _HALF_FLUSH, "full_flush": _FULL_FLUSH, "pairs": _PAIRS}

_LONGEST_WAY: Final = 14


def _regular(
    kind: str, letter: str, fan: int, suits: tuple[int, ...], helping: Sequence[int], *, runs: bool = True
) -> Target:
    """Four melds and a pair (4.1) of these suits alone; without `runs` four triplets."""
    name = f"{kind}_{letter}" if letter else kind
    steps = _melds_missing(suits, 1, runs)
    return Target(name, kind, fan, suits, _kinds(suits), steps, _waits(helping), runs=runs)


def _melds_missing(suits: tuple[int, ...], pair: int, runs: bool = True) -> Steps:
    m, p, s, z = (suit in suits for suit in _ALL)

    def steps(keys: Keys, to_make: int) -> int:
        return missing(m * keys[0], p * keys[1], s * keys[2], z * keys[3], to_make, pair, runs)

    return steps


def _irregular(
    name: str,
    fan: int,
    suits: tuple[int, ...],
    steps: Steps,
    helping: Sequence[int],
    *,
    melds: bool = True,
    wilds: bool = True,
    free_white: bool = False,
) -> Target:
    kinds = _kinds(suits)
    return Target(name, name, fan, suits, kinds, steps, _waits(helping), melds, melds, wilds, free_white)


def _kinds(suits: Sequence[int]) -> tuple[Tile, ...]:
    return tuple(tile for tile in range(KINDS) if SUIT[tile] in suits)


def _waits(helping: Sequence[int]) -> tuple[float, ...]:
    padded = [*helping, *[helping[-1]] * (_LONGEST_WAY - len(helping))]
    return tuple(accumulate((1 / tiles for tiles in padded), initial=0.0))


def _honours_missing(keys: Keys, to_make: int) -> int:
    """乱风: honours in any arrangement (4.4)."""
    return 3 * to_make + 2 - tiles_in(keys[_HONOURS])


def _pairs_missing(keys: Keys, to_make: int) -> int:
    """Seven pairs; four alike are two (4.2). Of thirteen tiles there are always singles enough to pair."""
    m, p, s, z = keys
    return 7 - (PAIRED[m] + PAIRED[p] + PAIRED[s] + PAIRED_HONOURS[z] & 15)


def _pairs_missing_but_one(keys: Keys, to_make: int) -> int:
    return _pairs_missing(keys, to_make) - 1


def _unconnected_missing(keys: Keys, to_make: int) -> int:
    """十三不靠, of each suit its best third (4.3)."""
    m, p, s, z = keys
    return 14 - (PAIRED[m] + PAIRED[p] + PAIRED[s] + PAIRED_HONOURS[z] >> 4)


def _one_third_missing(keys: Keys, to_make: int) -> int:
    """大靠, the same third in every suit (4.3)."""
    m, p, s, z = keys
    thirds = _SPREAD[THIRDS[m]] + _SPREAD[THIRDS[p]] + _SPREAD[THIRDS[s]]
    return 14 - max(thirds & 15, thirds >> 4 & 15, thirds >> 8) - (PAIRED_HONOURS[z] >> 4)


_SPREAD: Final = tuple((third & 3) + ((third & 12) << 2) + ((third & 48) << 4) for third in range(64))
"""A number of three digits to base 4 as one to base 16, so that three of them add up without carrying."""
