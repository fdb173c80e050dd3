"""What the server and the process that reviews say to each other, a line of JSON each."""

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.record import Record
from wuyi.review.words import Review


class Job(msgspec.Struct, frozen=True):
    """A hand to be reviewed. budget: seconds a decision."""

    record: Record
    seat: Seat
    budget: float


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """So many decisions are weighed of `all`."""

    done: int
    all: int


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """The last that is heard of a job that went well."""

    review: Review


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The last that is heard of a job that went wrong; error: for the log."""

    error: str


Answer = Progress | Finished | Failed
