"""What a table tells of itself, beside what it tells its seats."""

from typing import Protocol

from wuyi.engine.record import Record
from wuyi.server.store.port import StoredTable
from wuyi.server.table.header import Header


class Hooks(Protocol):
    """Told after the commit, and by the table's own task: must not block, must not fail."""

    def hand_over(self, table: str, header: Header, record: Record) -> None:
        """A hand has ended."""

    def match_over(self, table: str, header: Header) -> None:
        """The match has ended: with its last hand, or before."""


class TablesHooks(Hooks, Protocol):
    """Told by all tables together, too."""

    def loaded(self, table: str, header: Header, stored: StoredTable) -> None:
        """A table comes from the store. Of what has ended at it, something may not have been told: whoever
        was to tell it may have died."""
