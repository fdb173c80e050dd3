"""Finished hands: kept once each, added to everybody's statistics in the same commit, listed, shared.

A record shows every hand and the wall, so it is for those who played, and for whom they show it to.
"""

import secrets
import time
from typing import Final, NamedTuple

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.event import Won
from wuyi.engine.record import Record
from wuyi.server.community.circles import Circles, boards, circle_board
from wuyi.server.community.shelf import Kept, Shelf, insist
from wuyi.server.community.statistics import EMPTY_BOARD, Tally
from wuyi.server.refusal import Refusal
from wuyi.server.store.port import Store, Write
from wuyi.server.table.header import Header
from wuyi.server.words import HandSummary, Share, Total

PAGE: Final = 50
"""Hands in one answer, at most."""

Players = tuple[str | None, str | None, str | None, str | None]


class KeptRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record and whose it is. at: when it was kept, seconds since 1970. practice: it counts nowhere."""

    at: float
    players: Players
    room: str | None
    circle: str | None
    record: Record
    practice: bool = False


class Played(NamedTuple):
    """A hand that a player took part in, and where they sat."""

    id: str
    seat: Seat
    record: Record


class _Share(msgspec.Struct, frozen=True):
    record: str
    anonymous: bool
    by: str


class Records:
    """The records in `store`. All methods may raise `StoreError`."""

    def __init__(self, store: Store, circles: Circles) -> None:
        self._store = store
        self._circles = circles
        self._records = Shelf(store, "record", KeptRecord, _index)
        self._tallies = Shelf(store, "tally", Tally)
        self._boards = boards(store)
        self._shares = Shelf(store, "share", _Share, lambda share: [("by", _by(share))])

    async def keep(self, table: str, header: Header, record: Record) -> None:
        """Keep the record of a hand, and add it to what its players, room and circle have brought together,
        unless it was for practice.

        One that is kept already changes nothing; nor does one of a hand that no player took part in.
        """
        players = [player for player in header.players if player is not None]
        if not players:
            return
        id = record_id(table, record.hand)

        async def attempt() -> None:
            if await self.has(table, record.hand):
                return
            now = time.time()
            kept = KeptRecord(
                at=now,
                players=header.players,
                room=header.room,
                circle=header.circle,
                record=record,
                practice=header.practice,
            )
            counted = [] if header.practice else await self._counts(header, record, id, now)
            await self._store.put_documents(self._records.write(id, 1, kept), *counted)

        await insist(attempt)

    async def _counts(self, header: Header, record: Record, id: str, now: float) -> list[Write]:
        writes = []
        for seat, player in enumerate(header.players):
            if player is not None:
                before = await self._tallies.get(player)
                tally = (before.value if before else Tally()).add(record, seat, id, now)
                writes.append(self._tallies.write(player, before.version + 1 if before else 1, tally))
        for board in await self._boards_of(header):
            writes.append(await self._counted(board, header, record))
        return writes

    async def has(self, table: str, hand: int) -> bool:
        """The record of this hand has been kept."""
        return await self._store.get_document("record", record_id(table, hand)) is not None

    async def _boards_of(self, header: Header) -> list[str]:
        found = [] if header.room is None else [room_board(header.room)]
        if header.circle is not None and (season := await self._circles.season(header.circle)):
            found.append(circle_board(header.circle, season))
        return found

    async def _counted(self, board: str, header: Header, record: Record) -> Write:
        before = await self._boards.get(board)
        after = (before.value if before else EMPTY_BOARD).add(record, header.players)
        return self._boards.write(board, before.version + 1 if before else 1, after)

    # --- what has been kept --------------------------------------------------------------------

    async def of(self, key: str, value: str, before: str | None = None) -> tuple[HandSummary, ...]:
        """The hands of a `player`, `room`, `circle` or `match`, the last first, at most `PAGE`; from the one
        older than `before` on."""
        found = await self._records.find(key, value, PAGE, before=before)
        return tuple(_summary(kept) for kept in found)

    async def played(self, player: str, limit: int, before: str | None = None) -> tuple[Played, ...]:
        """The hands of a player, whole; otherwise as `of`."""
        found = await self._records.find("player", player, limit, before=before)
        return tuple([Played(id, kept.players.index(player), kept.record) for id, _, kept in found])

    async def get(self, id: str, player: str) -> Record:
        """The record of a hand the player took part in, or of a circle they are in; raises `Refusal`."""
        return (await self.whole(id, player)).record

    async def whole(self, id: str, player: str) -> KeptRecord:
        """The same with whose it is."""
        kept = await self._records.get(id)
        if kept is None or not await self._may_see(kept.value, player):
            raise _unknown()
        return kept.value

    async def neighbours(self, id: str) -> tuple[str | None, str | None]:
        """The ids of the hands before and after a kept one in its match, as far as they are kept."""
        table, _, hand = id.rpartition(":")
        around = [int(hand) - 1, int(hand) + 1]
        before, after = [record_id(table, one) if await self.has(table, one) else None for one in around]
        return before, after

    async def tally(self, player: str) -> Tally:
        """What a player's hands add up to."""
        kept = await self._tallies.get(player)
        return kept.value if kept else Tally()

    async def totals(self, room: str) -> tuple[Total, ...]:
        """What the players of a room have brought together in it, the best first."""
        kept = await self._boards.get(room_board(room))
        return (kept.value if kept else EMPTY_BOARD).ranked()

    async def _may_see(self, kept: KeptRecord, player: str) -> bool:
        if player in kept.players:
            return True
        if kept.circle is None:
            return False
        try:
            await self._circles.get(kept.circle, player)
        except Refusal:
            return False
        return True

    # --- links ---------------------------------------------------------------------------------

    async def share(self, id: str, player: str, anonymous: bool) -> Share:
        """A link to a record for whoever has it; the same one if it is asked for again."""
        await self.get(id, player)
        wish = _Share(id, anonymous, player)
        if found := await self._shares.find("by", _by(wish), 1):
            return Share(found[0].id, id, anonymous)
        link = secrets.token_urlsafe(18)
        await self._shares.put(link, 1, wish)
        return Share(link, id, anonymous)

    async def unshare(self, link: str, player: str) -> None:
        """The link leads nowhere any more; raises `Refusal` unless it is this player's."""
        kept = await self._shares.get(link)
        if kept is None or kept.value.by != player:
            raise _unknown()
        await self._shares.delete(link)

    async def shared(self, link: str) -> Record:
        """The record behind a link; raises `Refusal`."""
        share, kept = await self._behind(link)
        return anonymous(kept.value.record) if share.anonymous else kept.value.record

    async def behind(self, link: str) -> tuple[str, KeptRecord]:
        """What a link leads to, names and all: the id of the record, and whose it is; raises `Refusal`."""
        _, kept = await self._behind(link)
        return kept.id, kept.value

    async def _behind(self, link: str) -> tuple[_Share, Kept[KeptRecord]]:
        share = await self._shares.get(link)
        kept = await self._records.get(share.value.record) if share else None
        if share is None or kept is None:
            raise _unknown()
        return share.value, kept


def anonymous(record: Record) -> Record:
    """The same hand without a word on who played it and in which match."""
    return msgspec.structs.replace(record, match="", seats=("", "", "", ""))


def record_id(table: str, hand: int) -> str:
    return f"{table}:{hand}"


def room_board(room: str) -> str:
    """The id of the totals of a room."""
    return f"room:{room}"


def _index(kept: KeptRecord) -> list[tuple[str, str]]:
    index = [("player", player) for player in kept.players if player is not None]
    index += [("room", kept.room)] if kept.room else []
    index += [("circle", kept.circle)] if kept.circle else []
    return index


def _by(share: _Share) -> str:
    return f"{share.by} {share.record} {share.anonymous}"


def _summary(kept: Kept[KeptRecord]) -> HandSummary:
    record = kept.value.record
    last = record.events[-1]
    win = last if isinstance(last, Won) else None
    return HandSummary(
        id=kept.id,
        at=kept.value.at,
        hand=record.hand,
        hands=record.rules.hands,
        names=record.seats,
        players=kept.value.players,
        dealer=record.dealer,
        winner=win.seat if win else None,
        source=win.source if win else None,
        way=win.way if win else None,
        fan=win.fan if win else 0,
        fans=win.fans if win else (),
        payments=win.payments if win else (0, 0, 0, 0),
        practice=kept.value.practice,
    )


def _unknown() -> Refusal:
    return Refusal("unknown_record", "there is no such record, or it is not shown to this player")
