"""What the kernels work on: structured arrays, a row to a hand, a table, a set of rules.

Numba reads a row's columns as `row.name`, and a row travels as one pointer, so that kernels read like the
classes they are the twins of: `HAND` of `wuyi.hand.Hand`, `TABLE` of `wuyi.engine.state.State`, `RULES` of
`wuyi.rules.Ruleset`. In NumPy `tables["scores"]` is the column of all tables.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wuyi.errors import ArgumentError
from wuyi.hand import tables
from wuyi.hand.tile import KINDS
from wuyi.rules import Ruleset
from wuyi.simulate.fast import prices

Rows = NDArray[Any]
"""An array of rows."""

NO_CAP: Final = 127
SEATS: Final = 4
MOST_DISCARDS: Final = 96
"""No more than 80 tiles can be drawn and 16 claimed in a hand, and the last one drawn is not discarded."""

NO_MELD, CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG = range(6)
"""The kinds of melds."""

TURN, CLAIM, ROB, OVER, DRAW, REPLACE = range(6)
"""The phases of a table, as in `State`; it never rests in the last two."""

NOBODY: Final = -1
"""No seat. NO_TILE: no tile."""
NO_TILE: Final = -1

RULES: Final = np.dtype(
    [
        ("half_flush_required", "i1"),
        ("white_as_itself", "i1"),
        ("wait_fans_stack", "i1"),
        ("kongs_stack", "i1"),
        ("rotate", "i1"),
        ("min_fan", "i1"),
        ("fan_cap", "i1"),
        ("hands", "i1"),
    ],
    align=True,
)
"""The options of RULES.md 8. fan_cap: `NO_CAP` for none. rotate: of dealer_succession."""

HAND: Final = np.dtype(
    [
        ("pungs", "i8"),
        ("keys", "i4", 4),
        ("chows", "i4"),
        ("counts", "i1", KINDS),
        ("caishen", "i1"),
        ("wilds", "i1"),
        ("whites", "i1"),
        ("left", "i1"),
        ("suits", "i1"),
        ("white_set", "i1"),
        ("concealed_kongs", "i1"),
        ("meld_kind", "i1", 4),
        ("meld_start", "i1", 4),
        ("meld_tile", "i1", 4),
        ("meld_source", "i1", 4),
    ],
    align=True,
)
"""The concealed tiles and the melds of a seat; see `wuyi.hand.Hand` for what bears the same name.

chows: the set of the first tiles of the chows, as read. pungs: the set of the kinds of the pungs, which may
grow. Sets of kinds are sums of `1 << kind`.
meld_kind: in the order they were made; `NO_MELD` where there is none. meld_start: the lowest tile as read,
of a 白 pung 白. meld_tile, meld_source: the claimed tile and whose it was, `NO_TILE` and `NOBODY` of a
concealed kong.
"""

TABLE: Final = np.dtype(
    [
        ("seed", "u1", 32),
        ("scores", "i8", SEATS),
        ("gains", "i8", SEATS),
        ("luck", "u8"),
        ("used", "i8", SEATS),
        ("fans", "i4"),
        ("front", "i2"),
        ("turned", "i2"),
        ("fan", "i2"),
        ("would_fans", "i4", SEATS),
        ("would_fan", "i2", SEATS),
        ("near", "i1", SEATS),
        ("options", "i2", SEATS),
        ("hand", "i1"),
        ("dealer", "i1"),
        ("dice", "i1", 4),
        ("caishen", "i1"),
        ("taken", "i1"),
        ("phase", "i1"),
        ("turn", "i1"),
        ("actor", "i1"),
        ("drawn", "i1"),
        ("tile", "i1"),
        ("replacement", "i1"),
        ("last", "i1"),
        ("kong_discard", "i1"),
        ("discards", "i1"),
        ("locks", "i1", SEATS),
        ("kongs", "i1", SEATS),
        ("flown", "i1", SEATS),
        ("feeds", "i1", (SEATS, SEATS)),
        ("answers", "i1", SEATS),
        ("winner", "i1"),
        ("way", "i1"),
        ("source", "i1"),
        ("liable", "i1"),
        ("wall", "i1", 136),
        ("river_tile", "i1", MOST_DISCARDS),
        ("river_seat", "i1", MOST_DISCARDS),
        ("river_drawn", "i1", MOST_DISCARDS),
        ("river_taker", "i1", MOST_DISCARDS),
    ],
    align=True,
)
"""One table; see `wuyi.engine.state.State` for what bears the same name.

seed: of the match. hand: the number of the hand, from 1. scores: the totals; at the end of a hand after it.
gains: what each seat gained in the hand that is over. luck: the state of the policies' own luck (`luck.py`).
used: by seat, how many words its player has used, if it is one that has luck of its own (`novice.py`).
actor: the seat that must act now, `NOBODY` when the hand is over.
near: by seat, whether its thirteen tiles lack no more than one: only then is it asked what a win would be
worth.
would_fan, would_fans: what a win of each seat would be worth now, below 0 where it may not win.
options: in a claim, what each seat may do (`legal.py`), 0 where it is not asked. answers: what it did, the
index of an action, -1 before.
winner, way, source, liable, fan, fans: of the win; way as in `wuyi.scoring.context.WAYS`, fans a set of
`prices.FAN_BITS`. `NOBODY` won a drawn hand.
river_tile, river_seat, river_drawn, river_taker: the discards of all seats in their order, of which kind, by
whom, whether it was of the kind just drawn, and who claimed it.
"""

ANY_SETS, TRIPLETS_ALONE, PAIRED, THIRDS = range(4)
"""The columns of the table of suits. PAIRED_HONOURS: with ANY_SETS those of the table of honours."""
PAIRED_HONOURS: Final = 1

BOOK: Final = np.dtype(
    [
        ("suits", "u1", (len(tables.CLASS), 4)),
        ("honours", "u1", (len(tables.HONOUR), 2)),
        ("join", "u1", (len(tables.JOIN), len(tables.JOIN))),
        ("need", "u1", (len(tables.NEED), len(tables.JOIN))),
        ("scattered", "u1", len(tables.SCATTERED)),
        ("pattern_fan", "u1", prices.PATTERN_ENTRIES),
        ("pattern_ids", "i4", prices.PATTERN_ENTRIES),
        ("way_fan", "u1", (2, prices.WAY_ENTRIES)),
        ("way_ids", "i4", (2, prices.WAY_ENTRIES)),
    ],
    align=True,
)
"""The tables of `wuyi.hand.tables`, the same bytes, and those of `prices`.

suits: by the key of a suit `ANY_SETS`, its class; `TRIPLETS_ALONE`, that without runs; `PAIRED` and
`THIRDS`. What is asked of a key is often asked of it together, and so lies together. honours: by their key
`ANY_SETS`, their class, and `PAIRED_HONOURS`. need[2 * melds + pair][class]: by the class of all suits and
honours joined.
"""


def checked(
    what: str, given: ArrayLike, shape: tuple[int, ...], below: int, least: int = 0
) -> NDArray[np.int8]:
    """Whole numbers from `least` up, as kernels take them, which look at no bounds themselves.

    Raises `ArgumentError` naming `what` for others, and for another shape.
    """
    numbers = np.asarray(given)
    found = f"{numbers.dtype} of shape {numbers.shape}"
    fit = numbers.shape == shape
    if fit and numbers.size:
        fit = numbers.dtype.kind in "iu" and numbers.min() >= least and numbers.max() < below
        found = f"{numbers.dtype} from {numbers.min()} to {numbers.max()}"
    if not fit:
        raise ArgumentError(f"{what}: numbers from {least} to {below - 1} of shape {shape}, not {found}")
    return np.ascontiguousarray(numbers, np.int8)


@lru_cache(maxsize=1)
def book() -> Rows:
    """The lookup tables, an array of one row."""
    row = np.zeros(1, BOOK)
    for column, table in enumerate((tables.CLASS, tables.TRIPLET, tables.PAIRED, tables.THIRDS)):
        row["suits"][0, : len(table), column] = np.frombuffer(table, np.uint8)
    row["honours"][0, :, ANY_SETS] = tables.HONOUR
    row["honours"][0, : len(tables.PAIRED_HONOURS), PAIRED_HONOURS] = tables.PAIRED_HONOURS
    row["scattered"][0] = tables.SCATTERED
    row["join"][0] = [list(line) for line in tables.JOIN]
    nothing = tables.CLASS[0]
    for groups, by_honours in enumerate(tables.NEED):
        row["need"][0, groups] = by_honours[nothing]  # joined with nothing a class stays what it is
    row["pattern_fan"][0], row["pattern_ids"][0] = prices.pattern_prices()
    for stack in (0, 1):
        row["way_fan"][0, stack], row["way_ids"][0, stack] = prices.way_prices(stack > 0)
    return row


@lru_cache(maxsize=64)
def rules_row(rules: Ruleset) -> Rows:
    """The rules, an array of one row."""
    row = np.zeros(1, RULES)
    for option in (
        "half_flush_required",
        "white_as_itself",
        "wait_fans_stack",
        "kongs_stack",
        "min_fan",
        "hands",
    ):
        row[option] = getattr(rules, option)
    row["rotate"] = rules.dealer_succession == "rotate"
    row["fan_cap"] = NO_CAP if rules.fan_cap is None else rules.fan_cap
    return row
