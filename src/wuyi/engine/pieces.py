"""What lies open on the table: melds and discards."""

import msgspec

from wuyi.engine.action import Seat


class TableMeld(msgspec.Struct, frozen=True, gc=False):
    """A meld on the table. `meld` as in RULES.md 10, `(????)` for another's concealed kong.

    tile, source: the claimed tile and who discarded it; None for a concealed kong.
    added: the fourth tile was added to a pung.
    """

    meld: str
    tile: str | None = None
    source: Seat | None = None
    added: bool = False


class RiverTile(msgspec.Struct, frozen=True, gc=False):
    """A discard. `drawn`: of the kind just drawn. `claimed`: the seat that took it, if any."""

    tile: str
    drawn: bool = False
    claimed: Seat | None = None
