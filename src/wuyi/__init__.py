"""Wuyi mahjong (武义麻将): the rules as a library.

The names below are the library's front door; each is loaded from its module when first used, so that
`import wuyi` costs next to nothing. README.md has a tour, docs/rules.md the rules by number.
"""

TYPE_CHECKING = False  # to a type checker it is true, and nothing need be imported to ask
if TYPE_CHECKING:
    from wuyi.engine.apply import apply, start_hand
    from wuyi.engine.legal import acting, legal_actions
    from wuyi.engine.match import Match
    from wuyi.engine.record import Record, verify
    from wuyi.engine.state import State, fold
    from wuyi.engine.view import View, view
    from wuyi.errors import (
        ArgumentError,
        IllegalAction,
        NotationError,
        RecordError,
        RulesError,
        WuyiError,
    )
    from wuyi.hand.distance import distance
    from wuyi.hand.hand import Hand
    from wuyi.hand.meld import Meld
    from wuyi.hand.notation import format_tiles, parse_tiles
    from wuyi.hand.tile import name, tile
    from wuyi.hand.wait import waits
    from wuyi.rules import Ruleset
    from wuyi.scoring.context import Winning
    from wuyi.scoring.payment import payments, pays_all
    from wuyi.scoring.score import Refusal, Score, judge

__version__ = "0.1.0"

_MODULES = {
    "wuyi.errors": (
        "ArgumentError",
        "IllegalAction",
        "NotationError",
        "RecordError",
        "RulesError",
        "WuyiError",
    ),
    "wuyi.rules": ("Ruleset",),
    "wuyi.hand.tile": ("name", "tile"),
    "wuyi.hand.notation": ("format_tiles", "parse_tiles"),
    "wuyi.hand.meld": ("Meld",),
    "wuyi.hand.hand": ("Hand",),
    "wuyi.hand.wait": ("waits",),
    "wuyi.hand.distance": ("distance",),
    "wuyi.scoring.context": ("Winning",),
    "wuyi.scoring.score": ("Refusal", "Score", "judge"),
    "wuyi.scoring.payment": ("payments", "pays_all"),
    "wuyi.engine.state": ("State", "fold"),
    "wuyi.engine.apply": ("apply", "start_hand"),
    "wuyi.engine.legal": ("acting", "legal_actions"),
    "wuyi.engine.match": ("Match",),
    "wuyi.engine.view": ("View", "view"),
    "wuyi.engine.record": ("Record", "verify"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "ArgumentError",
    "Hand",
    "IllegalAction",
    "Match",
    "Meld",
    "NotationError",
    "Record",
    "RecordError",
    "Refusal",
    "RulesError",
    "Ruleset",
    "Score",
    "State",
    "View",
    "Winning",
    "WuyiError",
    "acting",
    "apply",
    "distance",
    "fold",
    "format_tiles",
    "judge",
    "legal_actions",
    "name",
    "parse_tiles",
    "payments",
    "pays_all",
    "start_hand",
    "tile",
    "verify",
    "view",
    "waits",
]


if not TYPE_CHECKING:  # for types a name that is not above is none

    def __getattr__(attribute: str) -> object:
        if attribute not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")
        from importlib import import_module

        value = globals()[attribute] = getattr(import_module(_HOME[attribute]), attribute)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
