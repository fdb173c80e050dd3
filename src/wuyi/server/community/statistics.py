"""What hands add up to: of one player, and of those who play together. Each hand is added once."""

from collections.abc import Iterable
from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.event import Won
from wuyi.engine.record import Record
from wuyi.server.words import Best, Statistics, Total


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The hands of one player. fan: over the hands won. fans: in how many of them each fan was."""

    hands: int = 0
    won: int = 0
    drawn: int = 0
    fed: int = 0
    fan: int = 0
    points: int = 0
    fans: dict[str, int] = {}
    best: Best | None = None

    def add(self, record: Record, seat: Seat, id: str, at: float) -> "Tally":
        """With one hand more, played at `seat`, whose record is `id`."""
        win = _win(record)
        fans, fan, best = self.fans, self.fan, self.best
        if win is not None and win.seat == seat:
            fans = fans | {name: fans.get(name, 0) + 1 for name, _ in win.fans}
            fan += win.fan
            if best is None or (win.fan, win.base) > (best.fan, best.base):
                best = Best(id, at, win.fan, win.base, win.fans)
        return Tally(
            hands=self.hands + 1,
            won=self.won + _won(win, seat),
            drawn=self.drawn + (_won(win, seat) and _drawn(win)),
            fed=self.fed + _fed(win, seat),
            fan=fan,
            points=self.points + record.after[seat] - record.before[seat],
            fans=fans,
            best=best,
        )

    def statistics(self) -> Statistics:
        return Statistics(
            hands=self.hands,
            won=self.won,
            drawn=self.drawn,
            fed=self.fed,
            points=self.points,
            win_rate=self.won / max(1, self.hands),
            feed_rate=self.fed / max(1, self.hands),
            average_fan=self.fan / max(1, self.won),
            fans=self.fans,
            best=self.best,
        )


class Board(msgspec.Struct, frozen=True):
    """The totals of a room, or of a season of a circle, by player."""

    totals: dict[str, Total] = {}

    def add(self, record: Record, players: Iterable[str | None]) -> "Board":
        """With one hand more; seats that no player holds are not counted."""
        win = _win(record)
        totals = dict(self.totals)
        for seat, player in enumerate(players):
            if player is None:
                continue
            before = totals.get(player) or Total(player, "")
            totals[player] = Total(
                player=player,
                name=record.seats[seat],
                hands=before.hands + 1,
                won=before.won + _won(win, seat),
                drawn=before.drawn + (_won(win, seat) and _drawn(win)),
                fed=before.fed + _fed(win, seat),
                points=before.points + record.after[seat] - record.before[seat],
            )
        return Board(totals)

    def ranked(self) -> tuple[Total, ...]:
        """The best first."""
        return tuple(sorted(self.totals.values(), key=lambda total: (-total.points, total.name)))


EMPTY_BOARD: Final = Board()


def _win(record: Record) -> Won | None:
    last = record.events[-1]
    return last if isinstance(last, Won) else None


def _won(win: Won | None, seat: Seat) -> bool:
    return win is not None and win.seat == seat


def _drawn(win: Won | None) -> bool:
    return win is not None and win.source is None


def _fed(win: Won | None, seat: Seat) -> bool:
    return win is not None and win.source == seat
