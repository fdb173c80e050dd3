"""HTTP as the network has it: uvicorn's, which does not wait for a request for ever."""

import asyncio
from typing import ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_ARRIVING: Final = (h11.IDLE, h11.SEND_BODY)
"""States of the other side that has not said all of a request yet, or nothing of it."""


class PatientHttp(H11Protocol):
    """To be given to uvicorn as `http`. A request has `seconds` to arrive, head and body, from the connection
    on or from its first byte; then the connection is cut off. How long its answer takes does not matter."""

    seconds: ClassVar[float] = 30.0

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Of asyncio."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Of asyncio."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Of asyncio."""
        self._rest()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state not in _ARRIVING or self.transport.get_protocol() is not self:
            self._rest()  # it is all there, or has become a socket
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.seconds, self.transport.abort)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
