"""Dealing that can be proved fair (docs/fairness.md): what is committed to, added, and shown, and when.

The secret of every hand follows from the table's own seed, which is drawn before anything else and never
leaves the server. Before a hand its SHA-256 is shown; the seats add to it; after the hand it is shown itself.
"""

from functools import lru_cache
from typing import Final

from wuyi.engine.action import Seat
from wuyi.engine.event import Event
from wuyi.engine.luck import commitment
from wuyi.engine.match import Match
from wuyi.rules import Ruleset
from wuyi.server.refusal import Refusal

Seeds = tuple[str, str, str, str]
"""What each seat adds to the luck of a hand, see `read_seed`; empty for one that adds nothing."""

NO_SEEDS: Final[Seeds] = ("", "", "", "")
_DIGITS: Final = frozenset("0123456789abcdef")


def first_hand(seed: str, rules: Ruleset, seeds: Seeds = NO_SEEDS) -> list[Event]:
    """The events with which a table begins. seed: the table's own, 64 hex digits."""
    return Match(bytes.fromhex(seed), rules).start_next_hand(seeds)


@lru_cache(maxsize=4096)
def commitment_to(seed: str, hand: int) -> str:
    """What may be shown of a hand's secret before it, from the table's own seed."""
    return commitment(Match(bytes.fromhex(seed)).secret(hand))


def read_seed(text: str) -> str:
    """What a seat may add: 32 bytes as 64 small hex digits, not all zero. Raises `Refusal`."""
    if len(text) != 64 or not _DIGITS.issuperset(text) or not text.strip("0"):
        raise Refusal("bad_message", "a seed is 64 small hex digits, not all zero")
    return text


def with_seed(seeds: Seeds, seat: Seat, seed: str) -> Seeds:
    """The seeds with that of one seat."""
    east, south, west, north = [seed if each == seat else given for each, given in enumerate(seeds)]
    return east, south, west, north
