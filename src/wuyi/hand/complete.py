"""(first stage) Whether fourteen tiles are a pattern of RULES.md 4, over every reading of the 白."""

from collections.abc import Iterator

from wuyi.hand.hand import POWER, SUIT, Hand
from wuyi.hand.tables import missing, odd
from wuyi.hand.tile import WHITE, Tile
from wuyi.rules import Ruleset

HONOURS = 8
HALF_FLUSH = frozenset({1, 2, 4, 8, 9, 10, 12})


def faces(hand: Hand, extra: Tile | None, rules: Ruleset) -> Iterator[tuple[list[int], int, int, int, int]]:
    """Every way to read the 白: (keys, wilds, suits mask, 白 as turned, 白 set as turned)."""
    keys = hand.keys[:]
    wilds, whites, caishen = hand.wilds, hand.whites, hand.caishen
    if extra is not None:
        if extra == caishen:
            wilds += 1
        elif extra == WHITE:
            whites += 1
        else:
            keys[SUIT[extra]] += POWER[extra]
    mask = 0
    white_set = False
    for meld in hand.melds:
        if meld.tiles[0] == WHITE and meld.kind != "chow":
            white_set = True
        else:
            mask |= 1 << SUIT[meld.start]
    for k in range(whites + 1):
        read = keys[:]
        read[SUIT[caishen]] += k * POWER[caishen]
        read[3] += (whites - k) * POWER[WHITE]
        natural = sum(1 << s for s in range(4) if read[s])
        for as_turned in (0, 1) if white_set else (0,):
            suits = natural | mask
            if white_set:
                suits |= 1 << SUIT[caishen] if as_turned else HONOURS
            if (
                not rules.white_as_itself
                and suits != HONOURS
                and (k < whites or (white_set and not as_turned))
            ):
                continue
            yield read, wilds, suits, k, as_turned


def unconnected(keys: list[int], wilds: int) -> bool:
    """十三不靠 (4.3)."""
    n = 0
    for s in range(3):
        ranks = set()
        key = keys[s]
        r = 0
        while key:
            if key % 5 > 1:
                return False
            if key % 5:
                ranks.add(r % 3)
                n += 1
            key //= 5
            r += 1
        if len(ranks) > 1:
            return False
    key = keys[3]
    while key:
        if key % 5 > 1:
            return False
        n += key % 5
        key //= 5
    return n + wilds == 14


def pattern(hand: Hand, extra: Tile | None, rules: Ruleset) -> int:
    """0: none of 4.1-4.4; 1: regular, but not half flush (4.5); 2: complete."""
    best = 0
    left = 4 - len(hand.melds)
    for read, wilds, suits, _, _ in faces(hand, extra, rules):
        if suits == HONOURS:
            return 2
        if not hand.melds and (sum(map(odd, read)) <= wilds):
            return 2
        if missing(*read, left, 1) <= wilds:
            if suits in HALF_FLUSH or not rules.half_flush_required:
                return 2
            best = 1
    if not hand.melds:
        free = Ruleset()
        for read, wilds, _, _, _ in faces(hand, extra, free):
            if unconnected(read, wilds):
                return 2
    return best


def is_baotou(hand: Hand, rules: Ruleset) -> bool:
    """Whether the thirteen tiles are in 爆头 (4.6)."""
    if not hand.wilds:
        return False
    left = 4 - len(hand.melds)
    for read, wilds, suits, _, _ in faces(hand, None, rules):
        if not hand.melds and sum(map(odd, read)) <= wilds - 1:
            return True
        if missing(*read, left, 0) <= wilds - 1 and (suits in HALF_FLUSH or not rules.half_flush_required):
            return True
    return False


def held(hand: Hand) -> list[int]:
    counts = hand.counts[:]
    for meld in hand.melds:
        for tile in meld.tiles:
            counts[tile] += 1
    return counts


def waits(hand: Hand, rules: Ruleset) -> tuple[Tile, ...]:
    """The wait of thirteen tiles (4.7), in order of kind."""
    counts = held(hand)
    free = [t for t in range(34) if t != hand.caishen and counts[t] < 4]
    if is_baotou(hand, rules):
        return tuple(free)
    return tuple(t for t in free if pattern(hand, t, rules) == 2)
