"""House rules: the options of a table (RULES.md 8).

A `Ruleset` is a frozen value. Its `hash` names it in records, so that a replay
knows under which rules a hand was played.
"""

import hashlib
from typing import Annotated, Literal

import msgspec

from wuyi.errors import RulesError

RULES_VERSION = 1
"""Raised whenever the meaning of a rule or the set of options changes."""


class Ruleset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of RULES.md 8, each with its default."""

    dealer_succession: Literal["winner", "rotate"] = "winner"
    half_flush_required: bool = True
    min_fan: Annotated[int, msgspec.Meta(ge=0, le=10)] = 3
    white_as_itself: bool = True
    wait_fans_stack: bool = True
    kongs_stack: bool = False
    fan_cap: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    hands: Literal[4, 8, 16] = 8

    @property
    def hash(self) -> str:
        """Twelve hex digits that name these rules: SHA-256 over version and options."""
        text = b"wuyi-rules-%d:" % RULES_VERSION + msgspec.json.encode(self, order="sorted")
        return hashlib.sha256(text).hexdigest()[:12]

    @classmethod
    def of(cls, options: object) -> "Ruleset":
        """The rules named by a plain mapping of options; those left out keep their default.

        Raises `RulesError` naming the option that is unknown or out of range.
        """
        try:
            return msgspec.convert(options, cls)
        except msgspec.ValidationError as error:
            raise RulesError(str(error)) from None


DEFAULT_RULES = Ruleset()
