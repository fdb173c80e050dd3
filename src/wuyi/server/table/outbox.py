"""Where a table, or a room, puts what it tells one socket."""

from typing import Protocol

from wuyi.server.protocol import Close


class Outbox(Protocol):
    """One socket, as far as it is told something. Nobody who tells waits for a slow reader."""

    def put(self, message: bytes) -> None:
        """Send a text, at once. Whoever is too far behind with reading is closed, and comes back for the
        whole state; what is put after the end is lost."""

    def close(self, code: int = Close.SLOW) -> None:
        """End the socket, after what was put."""
