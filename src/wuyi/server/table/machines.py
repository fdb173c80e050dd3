"""Who plays the seats that no person plays: the table's computer players, and those of 托管."""

import logging
from collections.abc import Mapping
from typing import Final

from wuyi.bots import Bot, make
from wuyi.engine.action import Action, Seat
from wuyi.engine.legal import legal_actions
from wuyi.engine.luck import derive
from wuyi.engine.state import State
from wuyi.engine.view import view
from wuyi.server.table.header import Header

LOG = logging.getLogger(__name__)

_SUBSTITUTE: Final = "value"


class Machines:
    """Choices for any seat."""

    def __init__(self, table: str, header: Header, bots: Mapping[Seat, Bot]) -> None:
        self._table = table
        self._seed = bytes.fromhex(header.seed)
        self._players = dict(bots)

    def choose(self, seat: Seat, state: State) -> Action:
        """What the machine does at `seat`, which is asked; one that fails plays blindly."""
        legal = legal_actions(state, seat)
        try:
            choice = self._player(seat).choose(view(state, seat), legal)
        except Exception:
            LOG.exception("computer player failed", extra={"table": self._table, "seat": seat})
            return legal[-1]
        if choice not in legal:
            LOG.error("computer player cheats", extra={"table": self._table, "seat": seat})
            return legal[-1]
        return choice

    def _player(self, seat: Seat) -> Bot:
        """The player of a seat; a person's gets one when it is first needed."""
        if seat not in self._players:
            self._players[seat] = make(_SUBSTITUTE, derive(self._seed, f"substitute {seat}"))
        return self._players[seat]
