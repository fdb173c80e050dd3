"""A file of records checked: each hand by itself, and one after the other."""

from wuyi.engine.match import Match
from wuyi.engine.record import Record, verify
from wuyi.errors import RecordError


class Verifier:
    """Checks records one by one, in the order of their file."""

    def __init__(self) -> None:
        self._last: dict[str, Record] = {}

    def check(self, record: Record) -> None:
        """Play the hand again (`engine.record.verify`); if the hand before it in the same match was the last
        seen of that match, check too that this one goes on from it: players, rules, totals and dealer (7).

        Raises `RecordError` naming the first difference.
        """
        before = self._last.get(record.match)
        if before is not None and record.hand == before.hand + 1:
            _check_succession(before, record)
        verify(record)
        if record.match:  # anonymous hands may be of any match
            self._last[record.match] = record

    def left_out(self, record: Record) -> range:
        """The numbers of the hands between the last one seen of its match and this one."""
        before = self._last.get(record.match)
        return range(before.hand + 1, record.hand) if before is not None else range(0)


def _check_succession(before: Record, record: Record) -> None:
    match = Match.fold(bytes(32), before.rules, (before.start, *before.events))
    for what, recorded, expected in (
        ("seats", record.seats, before.seats),
        ("rules_hash", record.rules_hash, before.rules_hash),
        ("before", record.before, before.after),
        ("dealer", record.dealer, match.next_dealer()),
    ):
        if recorded != expected:
            raise RecordError(f"{what}: recorded {recorded!r}, after the hand before it {expected!r}")
