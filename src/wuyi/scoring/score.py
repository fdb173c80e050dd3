"""(first stage) The dearest reading of a win."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from wuyi.hand.complete import HALF_FLUSH, HONOURS, faces, is_baotou, pattern, unconnected, waits
from wuyi.hand.hand import POWER, SUIT, Hand
from wuyi.hand.tables import missing, odd
from wuyi.hand.tile import WHITE, Tile
from wuyi.rules import Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.reading import Group

Fans = tuple[tuple[str, int], ...]
BAOTOU_LEVEL = "reading"


class Score(msgspec.Struct, frozen=True):
    fans: Fans
    fan: int
    base: int
    waits: tuple[Tile, ...]
    groups: tuple[Group, ...] = ()


class Refusal(msgspec.Struct, frozen=True):
    reason: str
    waits: tuple[Tile, ...]


class Reading(NamedTuple):
    pattern: str
    suits: int
    triplets: bool = False
    straight: bool = False
    baotou: bool = False
    single: bool = False
    natural: bool = False
    same: bool = False
    seven: bool = False


def regular(hand: Hand, keys: list[int], wilds: int, suits: int, pair: int) -> Iterator[tuple[bool, bool]]:
    """(triplets, straight) possible for naturals `keys` with `pair`, melds of the hand."""
    left = 4 - len(hand.melds)
    if missing(*keys, left, pair) > wilds:
        return
    yield False, False
    if all(m.kind != "chow" for m in hand.melds) and missing(*keys, left, pair, False) <= wilds:
        yield True, False
    starts = {m.start for m in hand.melds if m.kind == "chow"}
    for s in range(3):
        rest = keys[:]
        need = left
        for r in (0, 3, 6):
            if 9 * s + r in starts:
                continue
            need -= 1
            for i in range(r, r + 3):
                if rest[s] // 5**i % 5 == 0:
                    need = -9
                else:
                    rest[s] -= 5**i
        if need >= 0 and missing(*rest, need, pair) <= wilds:
            yield False, True


def readings(hand: Hand, tile: Tile, rules: Ruleset) -> Iterator[Reading]:
    half = rules.half_flush_required
    concealed = not hand.melds
    # 爆头 readings: judged on thirteen
    if hand.wilds:
        for keys, wilds, suits, _, _ in faces(hand, None, rules):
            if concealed and sum(map(odd, keys)) <= wilds - 1:
                yield Reading("pairs", suits, baotou=True)
            if suits in HALF_FLUSH or not half:
                for triplets, straight in regular(hand, keys, wilds - 1, suits, 0):
                    yield Reading("regular", suits, triplets, straight, baotou=True)
    bao = BAOTOU_LEVEL == "hand" and is_baotou(hand, rules)
    for keys, wilds, suits, k, _ in faces(hand, tile, rules):
        if suits == HONOURS:
            yield Reading("winds", suits)
        if concealed and sum(map(odd, keys)) <= wilds:
            yield Reading("pairs", suits, natural=wilds == 0, baotou=bao)
        if suits in HALF_FLUSH or not half:
            for triplets, straight in regular(hand, keys, wilds, suits, 1):
                yield Reading("regular", suits, triplets, straight, baotou=bao)
    # 单吊: the thirteen less one natural tile are four melds
    for keys, wilds, suits, k, j in faces(hand, None, rules):
        if tile == hand.caishen:
            singles = [t for t in range(34) if keys[SUIT[t]] // POWER[t] % 5]
        elif tile == WHITE:
            singles = [t for t in (WHITE, hand.caishen) if keys[SUIT[t]] // POWER[t] % 5]
        else:
            singles = [tile] if keys[SUIT[tile]] // POWER[tile] % 5 else []
        for t in singles:
            rest = keys[:]
            rest[SUIT[t]] -= POWER[t]
            if suits in HALF_FLUSH or not half:
                for triplets, straight in regular(hand, rest, wilds, suits, 0):
                    yield Reading("regular", suits, triplets, straight, single=True, baotou=bao)
    if concealed:
        for keys, wilds, suits, _, _ in faces(hand, tile, Ruleset()):
            if unconnected(keys, wilds):
                cosets = {
                    r % 3 for s in range(3) for r in range(9) if keys[s] // 5**r % 5
                }
                seven = all(keys[3] // 5**r % 5 for r in range(7))
                yield Reading("unconnected", suits, same=len(cosets) <= 1, seven=seven)


def fans_of(reading: Reading, hand: Hand, tile: Tile, winning: Winning, rules: Ruleset, wait: int) -> Fans:
    out: list[tuple[str, int]] = []
    kind = reading.pattern
    if kind == "winds":
        out.append(("ziyise_luan", 6))
    elif kind == "unconnected":
        out.append(("dakao", 3) if reading.same else ("xiaokao", 2))
        if reading.seven:
            out.append(("qifeng", 1))
    else:
        if reading.suits == HONOURS and (kind == "pairs" or reading.triplets):
            out.append(("ziyise", 10))
        elif reading.suits == HONOURS:
            out.append(("ziyise_luan", 6))
        else:
            if reading.triplets:
                out.append(("pengpenghu", 2))
            if kind == "pairs":
                out.append(("duiduihu", 2))
            if reading.suits in (1, 2, 4):
                out.append(("qingyise", 3))
            elif reading.suits in HALF_FLUSH:
                out.append(("hunyise", 2))
            if reading.straight:
                out.append(("yitiaolong", 2))
        if kind == "regular" and not out:
            out.append(("pinghu", 0))
    natural_pairs = kind == "pairs" and reading.natural
    baotou = (reading.baotou and winning.way == "draw" or natural_pairs) and not winning.heavenly
    stack: list[tuple[str, int]] = []
    if not winning.heavenly and not baotou:
        if wait == 1:
            stack.append(("duting", 1))
        if reading.single:
            stack.append(("dandiao", 1))
    if winning.way != "draw" and len(hand.melds) == 4 and all(m.claimed for m in hand.melds):
        stack.append(("quanqiuren", 1))
    out += stack if rules.wait_fans_stack else stack[-1:]
    if winning.heavenly:
        out.append(("tianhu", 3))
    elif winning.way == "draw":
        kongs = winning.kongs if rules.kongs_stack else min(winning.kongs, 1)
        last = 1 if winning.last_tile else 0
        if baotou and kongs:
            out.append(("gangbao", 2 + kongs))
        elif baotou:
            out.append(("baotou", 2))
        elif kongs:
            out.append(("gangkai", 1 + kongs))
        elif last:
            out.append(("haidilao", 2))
        else:
            out.append(("zimo", 1))
        if baotou and winning.flown:
            out.append(("caipiao", winning.flown))
        if last and (baotou or kongs):
            out.append(("haidilao", 1))
    elif baotou:
        out.append(("baotou", 2))
    if winning.earthly:
        out.append(("dihu", 2))
    if winning.kong_discard:
        out.append(("gangchong", 2))
    if winning.way == "rob":
        out.append(("lagang", 2))
    if hand.wilds + (tile == hand.caishen) == 3:
        out.append(("sancaishen", 1))
    return tuple(out)


def judge(hand: Hand, tile: Tile, winning: Winning, rules: Ruleset) -> Score | Refusal:
    """The dearest score of thirteen tiles and the winning one, or why it may not win."""
    wait = () if winning.heavenly else waits(hand, rules)
    baotou = is_baotou(hand, rules)
    state = pattern(hand, tile, rules)
    if state < 2 and not baotou:
        return Refusal("not_half_flush" if state else "not_complete", wait)
    if winning.way != "draw" and len(wait) != 1:
        return Refusal("baotou_must_draw" if baotou else "many_waits_must_draw", wait)
    best: Fans = ()
    most = -1
    for reading in readings(hand, tile, rules):
        fans = fans_of(reading, hand, tile, winning, rules, len(wait))
        total = sum(value for _, value in fans)
        if total > most:
            best, most = fans, total
    if most < rules.min_fan:
        return Refusal("too_few_fan", wait)
    fan = most if rules.fan_cap is None else min(most, rules.fan_cap)
    return Score(best, fan, 2**fan, wait)


def can_win(hand: Hand, tile: Tile, winning: Winning, rules: Ruleset) -> bool:
    """Whether `judge` gives a score."""
    return isinstance(judge(hand, tile, winning, rules), Score)
