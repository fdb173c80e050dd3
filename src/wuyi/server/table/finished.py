"""The hands of a stored log that are over, and their records (docs/record.md)."""

from collections.abc import Sequence

from wuyi.engine.event import Event, Exhausted, HandStarted, Won
from wuyi.engine.record import Record, record_of
from wuyi.server.table.happening import decode_log
from wuyi.server.table.header import Header


def finished_hands(log: Sequence[bytes]) -> dict[int, list[Event]]:
    """The events of each hand that is over, by its number; raises `StoreError` for what cannot be read."""
    hands: dict[int, list[Event]] = {}
    number = 0
    for event in decode_log(log):
        if isinstance(event, HandStarted):
            number = event.hand
        hands.setdefault(number, []).append(event)
    if hands and not isinstance(hands[number][-1], (Won, Exhausted)):
        del hands[number]
    return hands


def record(table: str, header: Header, hand: Sequence[Event]) -> Record:
    """The record of a finished hand of `table`."""
    return record_of(header.rules, hand, match=table, seats=header.names)
