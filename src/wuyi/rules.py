"""House rules: the options of a table (RULES.md 8).

A `Ruleset` is a frozen value. Its `hash` names it in records, so that a replay
knows under which rules a hand was played.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

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

    def __post_init__(self) -> None:
        """Raises `RulesError` naming the option that is out of range."""
        for option, values in _values().items():
            given = getattr(self, option)
            try:
                msgspec.convert(given, values)
            except msgspec.ValidationError:
                raise RulesError(f"{option}: {given!r}: {_in_words(values)} is wanted") from None

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
        if not isinstance(options, Mapping):
            raise RulesError(f"options by their names are wanted, not {options!r}")
        for option in options:
            if option not in cls.__struct_fields__:
                raise RulesError(f"no option {option!r}; there are {', '.join(cls.__struct_fields__)}")
        return cls(**options)


@cache
def _values() -> dict[str, Any]:
    """By option what it may be: msgspec looks at what it reads, and not at what Python hands it."""
    return get_type_hints(Ruleset, include_extras=True)


def _in_words(values: Any) -> str:
    """`one of 4, 8, 16`, `true or false`, `0 to 10`, `1 to 100 or none`."""
    if values is bool:
        return "true or false"
    if values is NoneType:
        return "none"
    if get_origin(values) is Literal:
        return f"one of {', '.join(map(str, get_args(values)))}"
    if get_origin(values) is Annotated:
        _, bounds = get_args(values)
        return f"{bounds.ge} to {bounds.le}"
    return " or ".join([_in_words(each) for each in get_args(values)])


DEFAULT_RULES = Ruleset()
