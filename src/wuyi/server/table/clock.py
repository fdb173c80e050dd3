"""The clock of a table: seconds for each move, and a bank for the hand. Time is an argument.

It runs for the seat whose turn it is; what others say to a discard is timed by the claim window. It changes
by what the log holds alone (`sitting`), so that whoever folds the log knows the deadline.
"""

from wuyi.engine.action import Seat


class Clock:
    """move: seconds for each move. bank: seconds beyond, for all moves of a hand together.

    banks: what each seat has left. turn: who must move now, None if that is nobody with a clock. since: when
    it was asked; 0 if the log does not say, and then its time is never up.
    """

    __slots__ = ("_stopped", "bank", "banks", "move", "since", "turn")

    def __init__(self, move: float, bank: float) -> None:
        self.move = move
        self.bank = bank
        self.banks = [bank] * 4
        self.turn: Seat | None = None
        self.since = 0.0
        self._stopped: float | None = None

    def copy(self) -> "Clock":
        other = Clock(self.move, self.bank)
        other.banks = self.banks[:]
        other.turn = self.turn
        other.since = self.since
        other._stopped = self._stopped
        return other

    def refill(self) -> None:
        """A new hand."""
        self.banks = [self.bank] * 4
        self.turn = None

    def moved(self, at: float) -> None:
        """The seat has moved, or does not any more: what it used beyond a move comes out of its bank."""
        if self.turn is not None and self.since:
            beyond = max(0.0, at - self.since - self.move)
            self.banks[self.turn] = max(0.0, self.banks[self.turn] - beyond)
        self.turn = None

    def ask(self, seat: Seat | None, at: float) -> None:
        """It is the turn of `seat`, since now unless it was already."""
        if seat != self.turn:
            self.turn = seat
            self.since = at

    def stop(self, at: float) -> None:
        """Time stands still until `go`."""
        self._stopped = at

    def go(self, at: float) -> None:
        if self._stopped is not None:
            self.since += at - self._stopped
            self._stopped = None

    def put_back(self, seconds: float) -> None:
        """All times were so much earlier."""
        if self.since:
            self.since -= seconds
        if self._stopped is not None:
            self._stopped -= seconds

    @property
    def deadline(self) -> float | None:
        """When the time of the seat is up; None while nobody's runs."""
        if self.turn is None or not self.since or self._stopped is not None:
            return None
        return self.since + self.move + self.banks[self.turn]

    def left(self, now: float) -> float:
        """Seconds of the move that are left before the bank is used; negative when it is."""
        if not self.since:
            return self.move
        return self.since + self.move - (now if self._stopped is None else self._stopped)
