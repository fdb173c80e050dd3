"""The words of replays over HTTP (docs/replay.md)."""

from typing import Any

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.frames import Replay


class Playback(msgspec.Struct, frozen=True):
    """A hand to be looked at. In `replay.names` a computer player's is empty.

    records: how many hands the file holds; 1 for a kept one. previous, next: ids of the hands of the same
    match before and after this one, of a record that is the player's to see.
    """

    replay: Replay
    records: int = 1
    previous: str | None = None
    next: str | None = None


class NewPractice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/matches/practice: play `seat` of a record from its frame `at` on, with the rest of its wall.

    record: as docs/record.md has it. bots: who plays the other three seats, anticlockwise from `seat`.
    """

    record: dict[str, Any]
    at: int
    seat: Seat
    name: str = ""
    bots: tuple[str, str, str] = ("greedy", "greedy", "greedy")
