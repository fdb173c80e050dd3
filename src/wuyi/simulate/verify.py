"""A file of records checked: each hand by itself, and one after the other."""

from wuyi.engine.record import Record, verify, verify_succession
from wuyi.errors import RecordError


class Verifier:
    """Checks records one by one, in the order of their file."""

    def __init__(self) -> None:
        self._last: dict[str, Record] = {}

    def check(self, record: Record) -> None:
        """Play the hand again (`engine.record.verify`); of a match the hands come in order, and one whose
        number follows goes on from the one before (`verify_succession`).

        Raises `RecordError` naming the first difference.
        """
        before = self._last.get(record.match)
        if before is not None and record.hand <= before.hand:
            raise RecordError(
                f"hand: {record.hand} of match {record.match} comes after its hand {before.hand}"
            )
        if before is not None and record.hand == before.hand + 1:
            verify_succession(before, record)
        verify(record)
        if record.match:  # anonymous hands may be of any match
            self._last[record.match] = record

    def left_out(self, record: Record) -> range:
        """The numbers of the hands between the last one seen of its match and this one."""
        before = self._last.get(record.match)
        return range(before.hand + 1, record.hand) if before is not None else range(0)
