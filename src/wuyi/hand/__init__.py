"""Tiles, melds, notation, and the questions asked of a hand: what it waits for, how far it is from a win.

`wuyi.hand.tile` and `wuyi.hand.distance` are modules; `from wuyi import tile, distance` gives the functions.
"""

from wuyi.hand.complete import completes, is_baotou, is_complete
from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.notation import ParsedHand, Way, format_tiles, parse_hand, parse_tiles
from wuyi.hand.wait import waits

__all__ = [
    "Hand",
    "Meld",
    "ParsedHand",
    "Way",
    "completes",
    "format_tiles",
    "is_baotou",
    "is_complete",
    "parse_hand",
    "parse_tiles",
    "waits",
]
