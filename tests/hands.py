"""Hands worth judging, by seed: requests of `wuyi score --jsonl` that win about as often as not.

Fourteen random tiles almost never win, so a hand starts as a complete pattern, is claimed from,
has caishen put in for some tiles, and is then spoilt a little as often as not. Tiles are those of one
set: four of a kind, three of the turned one. Circumstances agree with the rules as far as one hand
tells (a 天胡 is the dealer's and concealed, a 飘 left a caishen behind, and so on).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from tests.oracle import HONOURS, SUITS, WHITE, name

Request = dict[str, Any]
Group = list[int]

KINDS = range(34)


class Impossible(Exception):
    """The pattern asks for a fifth tile of a kind; try another."""


def requests(count: int, seed: int) -> Iterator[Request]:
    """`count` requests, always the same for a seed."""
    random = Random(seed)
    for _ in range(count):
        yield request(random)


def request(random: Random) -> Request:
    while True:
        try:
            return try_request(random)
        except Impossible:
            continue


def try_request(random: Random) -> Request:
    caishen = random.choice([random.choice(KINDS), random.choice(KINDS), random.choice(HONOURS), WHITE])
    (pattern,) = random.choices(PATTERNS, WEIGHTS)
    groups = pattern.make(random)
    count = random.choice([0, 0, 1, 2, 3, 4, 4]) if pattern.melds else 0
    claimed = [group for group in groups if len(group) == 3][:count]
    laid = [lay(random, group, caishen) for group in claimed]
    concealed = [group for group in groups if not any(group is other for other in claimed)]
    hand = [physical(tile, caishen) for group in concealed for tile in group]
    check(hand + [tile for tiles, _ in laid for tile in tiles], caishen)

    wilds = random.choice([0, 0, 1, 1, 2, 3])
    for place in random.sample(range(len(hand)), min(wilds, len(hand))):
        hand[place] = caishen
    for _ in range(random.choice([0, 0, 0, 1, 2])):
        hand[random.randrange(len(hand))] = random.choice(KINDS)
    check(hand + [tile for tiles, _ in laid for tile in tiles], caishen)

    tile = hand.pop(random.randrange(len(hand)))
    melds = [text for _, text in laid]
    return {
        "hand": text_of(hand),
        "tile": name(tile),
        "caishen": name(caishen),
        "melds": melds,
        **circumstances(random, hand, tile, caishen, melds),
        "rules": house_rules(random),
    }


# --- patterns, as they are read ----------------------------------------------------------------


def run(random: Random, suit: int) -> Group:
    start = suit * 9 + random.randrange(7)
    return [start, start + 1, start + 2]


def triplet(random: Random, kinds: list[int]) -> Group:
    return [random.choice(kinds)] * 3


def one_suit(random: Random) -> list[Group]:
    """Four melds and a pair of one suit, often with honours, at times with a stranger among them."""
    suit = random.randrange(3)
    kinds = list(range(suit * 9, suit * 9 + 9))
    if random.random() < 0.5:
        kinds += HONOURS
    runs = random.choice([0.0, 0.5, 0.9])
    groups = [run(random, suit) if random.random() < runs else triplet(random, kinds) for _ in range(4)]
    if random.random() < 0.3:
        groups[:3] = [[suit * 9 + rank + step for step in range(3)] for rank in (0, 3, 6)]
    if random.random() < 0.15:
        groups[3] = run(random, random.randrange(3))
    random.shuffle(groups)
    return [*groups, [random.choice(kinds)] * 2]


def mixed_suits(random: Random) -> list[Group]:
    groups = [
        run(random, random.randrange(3)) if random.random() < 0.6 else triplet(random, list(KINDS))
        for _ in range(4)
    ]
    return [*groups, [random.choice(KINDS)] * 2]


def honour_sets(random: Random) -> list[Group]:
    kinds = random.sample(HONOURS, 5)
    return [*([kind] * 3 for kind in kinds[:4]), [kinds[4]] * 2]


def pairs(random: Random) -> list[Group]:
    suit = random.randrange(3)
    kinds = random.choice(
        [
            list(KINDS),
            [*range(suit * 9, suit * 9 + 9)],
            [*range(suit * 9, suit * 9 + 9), *HONOURS],
            list(HONOURS),
        ]
    )
    return [[random.choice(kinds)] * 2 for _ in range(7)]


def adjacent_pairs(random: Random) -> list[Group]:
    """Seven pairs that are runs twice over as well."""
    suit = random.randrange(3)
    return [[tile] * 2 for _ in range(2) for tile in run(random, suit)] + [[random.choice(KINDS)] * 2]


def scattered(random: Random) -> list[Group]:
    classes = [random.randrange(3)] * 3 if random.random() < 0.5 else [random.randrange(3) for _ in range(3)]
    suited = [suit * 9 + rank for suit in range(3) for rank in range(classes[suit], 9, 3)]
    honours = list(HONOURS) if random.random() < 0.5 else random.sample(HONOURS, random.randint(5, 7))
    return [[tile] for tile in [*honours, *random.sample(suited, 14 - len(honours))]]


def any_honours(random: Random) -> list[Group]:
    melds = [triplet(random, list(HONOURS)) for _ in range(random.randrange(4))]
    return [*melds, *([random.choice(HONOURS)] for _ in range(14 - 3 * len(melds)))]


def anything(random: Random) -> list[Group]:
    return [[random.choice(KINDS)] for _ in range(14)]


class Pattern(NamedTuple):
    make: Callable[[Random], list[Group]]
    weight: int
    melds: bool = True  # whether its triplets and runs may be claimed


PATTERNS = [
    Pattern(one_suit, 44),
    Pattern(mixed_suits, 8),
    Pattern(honour_sets, 6),
    Pattern(pairs, 14, melds=False),
    Pattern(adjacent_pairs, 6, melds=False),
    Pattern(scattered, 10, melds=False),
    Pattern(any_honours, 8),
    Pattern(anything, 2),
]
WEIGHTS = [pattern.weight for pattern in PATTERNS]


# --- tiles as they lie -------------------------------------------------------------------------


def physical(tile: int, caishen: int) -> int:
    """What lies where `tile` is read without a caishen: the 白 for the turned tile (2.3)."""
    return WHITE if tile == caishen else tile


def lay(random: Random, group: Group, caishen: int) -> tuple[list[int], str]:
    """A group as a meld: its tiles and its notation. A triplet may be a kong."""
    tiles = [physical(tile, caishen) for tile in group]
    if caishen in tiles:  # 白 is the caishen, and a caishen is not claimed with (2.2)
        raise Impossible
    if len(set(group)) > 1:
        return tiles, f"[{text_of(tiles)}]"
    shape = random.choice(["[]", "[]", "[+]", "(+)"])
    if "+" in shape:
        tiles.append(tiles[0])
    return tiles, f"{shape[0]}{text_of(tiles)}{shape[-1]}"


def check(tiles: list[int], caishen: int) -> None:
    if any(count > (3 if tile == caishen else 4) for tile, count in Counter(tiles).items()):
        raise Impossible


def text_of(tiles: list[int]) -> str:
    suits = {suit: sorted(tile % 9 + 1 for tile in tiles if SUITS[tile // 9] == suit) for suit in SUITS}
    return "".join("".join(map(str, ranks)) + suit for suit, ranks in suits.items() if ranks)


# --- circumstances -----------------------------------------------------------------------------


def circumstances(random: Random, hand: list[int], tile: int, caishen: int, melds: list[str]) -> Request:
    """How the hand is won, by whom and from whom."""
    winner, dealer, other = random.randrange(4), random.randrange(4), random.randrange(1, 4)
    said: Request = {"way": "draw", "winner": winner, "dealer": dealer, "discarder": None, "liable": None}
    if random.random() < 0.4 and tile != caishen:  # nobody can claim a caishen (2.4)
        said["way"] = random.choice(["discard", "discard", "rob"])
        said["discarder"] = (winner + other) % 4
    if sum(meld.startswith("[") for meld in melds) >= 3 and random.random() < 0.5:
        said["liable"] = (winner + random.randrange(1, 4)) % 4

    if said["way"] == "discard":
        said["kong_discard"] = random.random() < 0.2
        if not melds and random.random() < 0.2:
            said |= {"earthly": True, "dealer": said["discarder"]}
    elif said["way"] == "draw":
        if not melds and random.random() < 0.1:
            return said | {"heavenly": True, "dealer": winner}
        kongs = sum(len(set(meld[1:5])) == 1 for meld in melds)
        said["after_kong"] = bool(kongs) and random.random() < 0.4
        if said["after_kong"] and kongs > 1 and random.random() < 0.5:
            said["kongs"] = 2
        said["last_tile"] = random.random() < 0.1
        left = 3 - [*hand, tile].count(caishen)
        if caishen in hand and left and random.random() < 0.3:
            said["flown"] = random.randint(1, left)
    return said


def house_rules(random: Random) -> Request:
    """The default rules half of the time, else any of section 8 that bear on a hand."""
    if random.random() < 0.5:
        return {}
    options: Request = {
        "half_flush_required": False,
        "white_as_itself": False,
        "wait_fans_stack": False,
        "kongs_stack": True,
        "min_fan": random.randrange(7),
        "fan_cap": random.randint(1, 8),
    }
    return {option: value for option, value in options.items() if random.random() < 0.35}
