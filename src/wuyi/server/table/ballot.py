"""A vote of the people at a table: three of four must agree."""

from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.server.table.happening import VoteKind

BALLOT_SECONDS: Final = 60.0
"""A vote that is not decided by then has failed."""


class Ballot(msgspec.Struct, frozen=True):
    """A vote under way. at: when it was called. answers: of those who have answered, the caller's first."""

    kind: VoteKind
    voters: tuple[Seat, ...]
    at: float
    answers: tuple[tuple[Seat, bool], ...]

    @property
    def needed(self) -> int:
        """How many must agree: three of four, three of three, both of two."""
        return -(-3 * len(self.voters) // 4)

    @property
    def ends(self) -> float:
        return self.at + BALLOT_SECONDS

    def answered(self, seat: Seat) -> bool:
        return any(seat == each for each, _ in self.answers)

    def cast(self, seat: Seat, yes: bool) -> "Ballot":
        return msgspec.structs.replace(self, answers=(*self.answers, (seat, yes)))

    @property
    def outcome(self) -> bool | None:
        """Whether it has passed; None while it may still go either way."""
        agreed = sum(yes for _, yes in self.answers)
        if agreed >= self.needed:
            return True
        refused = len(self.answers) - agreed
        return False if refused > len(self.voters) - self.needed else None
