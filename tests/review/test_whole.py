"""The review of a whole hand: sums, moments, and that it can be trusted to be the same again."""

from functools import partial

import msgspec
import pytest

from wuyi.engine.action import Discard
from wuyi.engine.event import Won
from wuyi.engine.record import Record, encode
from wuyi.engine.state import SEATS
from wuyi.errors import RecordError
from wuyi.review import record_key, review
from wuyi.review.position import decisions
from wuyi.review.whole import accuracy, moments
from wuyi.review.words import VERSION, Judged, Review, Weighed

from .deals import RECORDS, Noise


def judged(at: int, loss: float, *, points: float = 0.0, found: bool = False) -> Judged:
    """A decision that lost so much; `found`: the advising player would have lost 5 points."""
    best, other = Discard(0, "1m"), Discard(0, "2m")

    def option(action: Discard, behind: float) -> Weighed:
        return Weighed(
            action=action,
            points=points - behind,
            error=0.5,
            worlds=100,
            behind=behind,
            behind_error=0.5,
            win=0.1,
            gain=1.0,
            cost=1.0,
        )

    return Judged(
        at=at,
        taken=other if loss else best,
        best=best,
        advised=other if found else best,
        options=(option(best, 0.0), option(other, loss or 5.0)),
        loss=loss,
        error=0.5,
        shown=loss > 1,
        why="oftener" if loss > 1 else None,
    )


def _note(told: list[tuple[int, int]], done: int, total: int) -> None:
    told.append((done, total))


def test_sums_and_decisions() -> None:
    record = RECORDS[0]
    for seat in SEATS:
        told: list[tuple[int, int]] = []
        found = review(record, seat, engine=Noise(), budget=60.0, progress=partial(_note, told))
        decided = list(decisions(record, seat))
        assert told == [(number, len(decided)) for number in range(1, len(decided) + 1)]
        assert len(found.decisions) + found.plain == len(decided)
        assert (found.version, found.record, found.seat) == (VERSION, record_key(record), seat)
        won = record.events[-1]
        assert found.result == (won.payments[seat] if isinstance(won, Won) else 0)
        shown = [each for each in found.decisions if each.shown]
        assert found.loss == pytest.approx(sum(each.loss for each in shown))
        assert found.luck == pytest.approx(found.points + found.loss)
        assert found.accuracy is not None and 0 <= found.accuracy <= 100
        assert len(found.moments) <= 3
        assert all(found.decisions[each.decision].at == each.at for each in found.moments)
        taken = {(each.at, each.taken) for each in found.decisions}
        assert taken <= {(each.at, each.taken) for each in decided}


def test_the_same_again_and_through_json() -> None:
    one, two = (review(RECORDS[1], 1, engine=Noise(), budget=60.0) for _ in range(2))
    assert one == two
    assert msgspec.json.decode(msgspec.json.encode(one), type=Review) == one


def test_what_was_forced_is_never_shown() -> None:
    for seat in SEATS:
        found = review(RECORDS[0], seat, engine=Noise(), budget=60.0)
        forced = {each.at for each in decisions(RECORDS[0], seat) if len(each.position.legal) == 1}
        assert not forced & {each.at for each in found.decisions}


def test_a_record_that_does_not_verify_is_refused() -> None:
    broken = msgspec.structs.replace(RECORDS[0], events=RECORDS[0].events[:-1])
    with pytest.raises(RecordError, match="the record"):
        review(broken, 0, engine=Noise())


def test_the_key_is_of_the_whole_record() -> None:
    other = msgspec.structs.replace(RECORDS[0], match="another")
    assert record_key(RECORDS[0]) != record_key(other)
    assert record_key(RECORDS[0]) == record_key(msgspec.json.decode(encode(RECORDS[0]), type=Record))


def test_the_two_greatest_losses_the_find_and_the_luck_are_remembered() -> None:
    hand = [judged(1, 3.0), judged(5, 9.0), judged(9, 0.0, found=True), judged(12, 6.0)]
    assert [(each.kind, each.at) for each in moments(hand)] == [("loss", 5), ("find", 9), ("loss", 12)]
    calm = [judged(1, 0.0), judged(5, 0.0, points=20.0), judged(9, 0.0, points=19.5)]
    assert [(each.kind, each.at, each.points) for each in moments(calm)] == [("luck", 5, 20.0)]
    little = [judged(1, 0.0), judged(5, 0.0, points=2.0), judged(9, 4.0, found=True)]
    assert [(each.kind, each.at) for each in moments(little)] == [("loss", 9)]
    three = [judged(at, float(loss)) for at, loss in ((1, 3), (2, 4), (3, 5))]
    assert [each.at for each in moments(three)] == [1, 2, 3]


def test_accuracy_falls_with_the_losses_shown() -> None:
    assert accuracy([]) is None
    assert accuracy([judged(1, 0.0), judged(2, 0.9)]) == 100  # the second may be luck
    unsure = msgspec.structs.replace(judged(1, 0.0), error=4.0)
    assert accuracy([unsure]) is None  # who sees little finds little
    some = accuracy([judged(1, 0.0), judged(2, 8.0)])
    more = accuracy([judged(1, 0.0), judged(2, 16.0)])
    assert some is not None and more is not None
    assert 10 < more < some < 40
    assert some == pytest.approx(100 / 2.71828, abs=0.01)  # four points a decision
