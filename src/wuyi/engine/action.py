"""What a seat may answer. Actions are small frozen values; their JSON is the wire form and
their repr evaluates. Tiles are text (RULES.md 10).
"""

import msgspec

Seat = int
"""0..3, counted anticlockwise: seat 1 is the 下家 of seat 0."""


class Discard(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="discard"):
    """Put a tile in the river (RULES.md 3.1)."""

    seat: Seat
    tile: str


class Chow(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="chow"):
    """Claim the last discard for a run, with two tiles of the hand, lower place first (3.2).

    A 白 that fills the turned tile's place is written `5z` (2.3).
    """

    seat: Seat
    tiles: tuple[str, str]


class Pung(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pung"):
    """Claim the last discard for a triplet (3.2)."""

    seat: Seat


class Kong(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="kong"):
    """Claim the last discard for an exposed kong (3.2)."""

    seat: Seat


class ConcealedKong(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="concealed_kong"):
    """Four of the hand as a concealed kong, right after a draw (3.3)."""

    seat: Seat
    tile: str


class AddedKong(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="added_kong"):
    """The fourth tile to an exposed pung, right after a draw (3.3); it can be robbed (3.5)."""

    seat: Seat
    tile: str


class Win(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="win"):
    """Win with the tile just drawn, discarded, or added to a kong (3.1, 3.2, 3.5)."""

    seat: Seat


class Pass(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pass"):
    """Let a claim go, or let the 海底 go without a win (3.6, 1.6)."""

    seat: Seat


Action = Discard | Chow | Pung | Kong | ConcealedKong | AddedKong | Win | Pass
