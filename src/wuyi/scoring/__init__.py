"""What a win is worth and who pays: fans as a register of predicates, the dearest reading, payments.

The names below load their modules when first used: the lookup tables cost some milliseconds.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from wuyi.scoring.context import Winning
    from wuyi.scoring.payment import payments, pays_all
    from wuyi.scoring.score import Refusal, Score, can_win, judge

__all__ = ["Refusal", "Score", "Winning", "can_win", "judge", "payments", "pays_all"]

_HOME: Final = {
    "Refusal": "score",
    "Score": "score",
    "Winning": "context",
    "can_win": "score",
    "judge": "score",
    "payments": "payment",
    "pays_all": "payment",
}


if not TYPE_CHECKING:  # for types a name that is not above is none

    def __getattr__(attribute: str) -> Any:
        if attribute not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")
        return getattr(import_module(f"{__name__}.{_HOME[attribute]}"), attribute)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
