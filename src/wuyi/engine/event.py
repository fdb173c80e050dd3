"""What happened. Events are the record, the log of the store and, redacted by `engine.view`,
what the seats are told. `fold(events)` rebuilds the state. Tiles are text (RULES.md 10).
"""

import msgspec

from wuyi.engine.action import Action, Seat
from wuyi.scoring.reading import Group

Scores = tuple[int, int, int, int]


class HandStarted(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="hand_started"
):
    """A hand is dealt (1.2-1.5). Everything that luck decides in it stands here.

    wall: 136 tiles in draw order, upper before lower tile of each stack, as one text of 272 letters.
    dice: the two of the opening roll, then the two of the caishen roll.
    seed: 64 hex digits from which wall and dice follow (`engine.luck`); empty if the wall was made by hand.
    commitment: SHA-256 of the secret, or of the seed where there is no secret, in hex.
    scores: the totals before the hand.
    secret: 64 hex digits that the seed follows from together with `seeds` (`engine.luck.mix`); empty where
    the seed is nobody's but the dealer's of the cards.
    seeds: what each seat gave, 64 hex digits or empty; four with a secret, none without.
    """

    hand: int
    dealer: Seat
    dice: tuple[int, int, int, int]
    wall: str
    seed: str
    commitment: str
    scores: Scores
    secret: str = ""
    seeds: tuple[str, ...] = ()


class Dealt(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="dealt"):
    """What one seat is told of `HandStarted`: its own thirteen tiles and the turned tile."""

    hand: int
    dealer: Seat
    dice: tuple[int, int, int, int]
    turned: str
    tiles: tuple[str, ...]
    commitment: str
    scores: Scores


class Drawn(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="drawn"):
    """A tile comes to a seat; `replacement` from the tail after a kong (1.7). Hidden: `tile` is `?`."""

    seat: Seat
    tile: str
    replacement: bool = False


class Discarded(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="discarded"):
    """A tile is put in the river; `drawn` if it is the tile just drawn, or one of its kind."""

    seat: Seat
    tile: str
    drawn: bool = False


class Answered(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="answered"):
    """A seat answered a discard or an added kong; only that seat is told before the hand is over."""

    seat: Seat
    action: Action


class Claimed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="claimed"):
    """A discard leaves the river of `source` for a meld of `seat`. `meld` as in RULES.md 10."""

    seat: Seat
    source: Seat
    tile: str
    meld: str


class Konged(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="konged"):
    """A concealed `(1111z)` or added `[1111z]` kong is declared. Others see a concealed one as `(????)`."""

    seat: Seat
    meld: str


class Won(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="won"):
    """The hand is won: the whole settlement (5, 6).

    source: who discarded or was robbed, None when drawn.
    tiles: the winner's concealed tiles without the winning one, sorted. melds: as in RULES.md 10.
    groups: the hand as it was read. fans: id and value of each. liable: who pays all under 6.5, or None.
    payments: what each seat gains. scores: the totals after.
    """

    seat: Seat
    way: str
    tile: str
    source: Seat | None
    tiles: tuple[str, ...]
    melds: tuple[str, ...]
    groups: tuple[Group, ...]
    fans: tuple[tuple[str, int], ...]
    fan: int
    base: int
    liable: Seat | None
    payments: Scores
    scores: Scores


class Exhausted(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="exhausted"):
    """黄庄: nobody won (1.6)."""

    scores: Scores


Event = HandStarted | Dealt | Drawn | Discarded | Answered | Claimed | Konged | Won | Exhausted
