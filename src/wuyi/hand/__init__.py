"""Tiles, melds, notation, and the questions asked of a hand: what it waits for, how far it is from a win.

The names below load their modules when first used: the lookup tables cost some milliseconds.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from wuyi.hand.complete import completes, is_baotou, is_complete
    from wuyi.hand.hand import Hand
    from wuyi.hand.meld import Meld
    from wuyi.hand.notation import format_tiles, parse_hand, parse_tiles
    from wuyi.hand.wait import waits

__all__ = [
    "Hand",
    "Meld",
    "completes",
    "format_tiles",
    "is_baotou",
    "is_complete",
    "parse_hand",
    "parse_tiles",
    "waits",
]

_HOME: Final = {
    "Hand": "hand",
    "Meld": "meld",
    "completes": "complete",
    "format_tiles": "notation",
    "is_baotou": "complete",
    "is_complete": "complete",
    "parse_hand": "notation",
    "parse_tiles": "notation",
    "waits": "wait",
}


if not TYPE_CHECKING:  # for types a name that is not above is none

    def __getattr__(attribute: str) -> Any:
        if attribute not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")
        return getattr(import_module(f"{__name__}.{_HOME[attribute]}"), attribute)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
