"""(first stage) How far a hand is from each pattern that may win."""

from wuyi.hand.hand import POWER, SUIT, Hand
from wuyi.hand.complete import HONOURS, faces
from wuyi.hand.tables import missing, odd
from wuyi.hand.tile import Tile, WHITE
from wuyi.rules import DEFAULT_RULES, Ruleset

FAR = 99
"""The distance to a target that the melds rule out."""


def _unconnected(hand: Hand) -> int:
    best = FAR
    if hand.melds:
        return best
    for keys, wilds, _, _, _ in faces(hand, None, Ruleset()):
        n = sum(1 for r in range(7) if keys[3] // 5**r % 5)
        for s in range(3):
            n += max(sum(1 for r in range(c, 9, 3) if keys[s] // 5**r % 5) for c in range(3))
        best = min(best, max(0, 14 - wilds - n))
    return best


def target_distances(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> dict[str, int]:
    """Tiles missing to each target; FAR where the melds rule it out.

    Targets: `m`, `p`, `s` (regular, that suit with or without honours), `z` (all honours, any arrangement),
    `pairs`, `unconnected`, `triplets` (four triplets within one suit and honours), `regular` (no colour asked).
    """
    out = dict.fromkeys(("m", "p", "s", "z", "pairs", "unconnected", "triplets", "regular"), FAR)
    left = 4 - len(hand.melds)
    chows = any(m.kind == "chow" for m in hand.melds)
    for keys, wilds, suits, k, j in faces(hand, None, Ruleset()):
        meld_suits = suits & ~sum(1 << s for s in range(4) if keys[s])
        melded = 0
        for meld in hand.melds:
            t = meld.start
            if t == WHITE and meld.kind != "chow" and j:
                t = hand.caishen
            melded |= 1 << SUIT[t]
        for s, letter in enumerate("mps"):
            if melded & ~(1 << s | HONOURS):
                continue
            only = [0, 0, 0, keys[3]]
            only[s] = keys[s]
            out[letter] = min(out[letter], max(0, missing(*only, left, 1) - wilds))
            if not chows:
                out["triplets"] = min(out["triplets"], max(0, missing(*only, left, 1, False) - wilds))
        out["regular"] = min(out["regular"], max(0, missing(*keys, left, 1) - wilds))
        if not melded & 7:
            honours = sum(keys[3] // 5**r % 5 for r in range(7))
            out["z"] = min(out["z"], max(0, 14 - 3 * len(hand.melds) - honours - wilds))
        if not hand.melds:
            o = sum(map(odd, keys))
            size = hand.size - wilds
            pairs = (size - o) // 2
            out["pairs"] = min(out["pairs"], max(0, 7 - pairs - min(o, 7 - pairs) + max(0, 7 - pairs) - wilds) if False else _pairs(pairs, o, wilds))
    out["unconnected"] = _unconnected(hand)
    return out


def _pairs(pairs: int, singles: int, wilds: int) -> int:
    need = 7 - pairs
    use = min(singles, need)
    return max(0, use + 2 * (need - use) - wilds)


def distance(hand: Hand, rules: Ruleset = DEFAULT_RULES) -> int:
    """Tiles missing to the nearest pattern that may win: 0 complete (fourteen tiles), 1 waiting."""
    out = target_distances(hand, rules)
    names = ("m", "p", "s", "z", "pairs", "unconnected") + (() if rules.half_flush_required else ("regular",))
    return min(out[n] for n in names)
