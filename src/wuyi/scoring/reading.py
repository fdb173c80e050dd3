"""How a won hand is laid out."""

import msgspec


class Group(msgspec.Struct, frozen=True):
    """One group of a settled hand.

    kind: run, triplet, kong, pair or single. tiles: as they physically lie. reads: what each stands for.
    claimed: it is a meld with a tile from another seat.
    """

    kind: str
    tiles: tuple[str, ...]
    reads: tuple[str, ...]
    claimed: bool = False
