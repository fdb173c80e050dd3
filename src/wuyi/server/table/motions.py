"""What a seat may ask of a table beside the game. Each happens to a trial or raises `Refusal`."""

from typing import Final

from wuyi.engine.action import Seat
from wuyi.server.refusal import Refusal
from wuyi.server.table.fair import read_seed
from wuyi.server.table.happening import (
    Seeded,
    TakenBack,
    TakenOver,
    VoteCalled,
    VoteCast,
    VoteEnded,
    VoteKind,
)
from wuyi.server.table.sitting import Sitting

_MATCH_OVER: Final = "the match is over"


def leave(trial: Sitting, seat: Seat) -> None:
    """The machine plays on for `seat`. That is always possible; asked twice it changes nothing."""
    if seat not in trial.auto and not trial.over:
        trial.happen(TakenOver(seat, "left"))


def come_back(trial: Sitting, seat: Seat) -> None:
    """`seat` plays again."""
    if seat not in trial.auto:
        raise Refusal("not_taken_over", "nobody plays this seat but its owner")
    trial.happen(TakenBack(seat))


def call_vote(trial: Sitting, seat: Seat, kind: VoteKind) -> None:
    """`seat` proposes `kind`, and agrees. Alone it has decided."""
    if trial.over:
        raise Refusal("match_over", _MATCH_OVER)
    if trial.ballot is not None:
        raise Refusal("vote_running", "one vote at a time")
    if seat in trial.auto:
        raise Refusal("not_a_voter", "the machine plays this seat; take it back first")
    paused = trial.paused_since is not None
    if (kind == "pause" and paused) or (kind == "resume" and not paused) or (kind == "end" and trial.ending):
        raise Refusal("nothing_to_vote", f"{kind}: it is so already")
    trial.happen(VoteCalled(kind, seat, trial.present))
    _count(trial)


def cast_vote(trial: Sitting, seat: Seat, yes: bool) -> None:
    """`seat` answers the vote under way."""
    if trial.ballot is None:
        raise Refusal("no_vote", "there is no vote")
    if seat not in trial.ballot.voters or trial.ballot.answered(seat):
        raise Refusal("not_a_voter", "this seat has answered, or was not asked")
    trial.happen(VoteCast(seat, yes))
    _count(trial)


def _count(trial: Sitting) -> None:
    assert trial.ballot is not None
    outcome = trial.ballot.outcome
    if outcome is not None:
        trial.happen(VoteEnded(outcome))


def give_seed(trial: Sitting, seat: Seat, hand: int, seed: str) -> None:
    """`seat` adds to the luck of hand `hand`, which must be the next; once."""
    if trial.over:
        raise Refusal("match_over", _MATCH_OVER)
    if hand != trial.match.hand + 1 or hand > trial.header.rules.hands:
        raise Refusal("stale", f"the next hand is not {hand}")
    if trial.seeds[seat]:
        raise Refusal("already_given", "this seat has given its seed for the next hand")
    trial.happen(Seeded(seat, read_seed(seed)))
