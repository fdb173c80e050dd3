"""All rooms: found by their six digits, changed one version at a time, told to everybody in them.

A room is a document, so it outlives the server and any of several servers may change it; what a change may be
is decided in `server.room`. Codes are drawn by luck, and one is given again only when its room is over.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from random import SystemRandom
from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.server import words
from wuyi.server.community import room
from wuyi.server.community.circles import Circles
from wuyi.server.community.people import Player
from wuyi.server.community.records import Records
from wuyi.server.community.room import Room
from wuyi.server.community.shelf import Kept, Shelf, insist
from wuyi.server.protocol import Close, Refused
from wuyi.server.refusal import Refusal
from wuyi.server.store.port import Store, StoreError
from wuyi.server.table.fair import commitment_to
from wuyi.server.table.header import Header
from wuyi.server.table.outbox import Outbox
from wuyi.server.table.tables import Tables
from wuyi.server.words import Guest, OpenRoom, RoomOptions, RoomPhase

LOG = logging.getLogger(__name__)

ROOMS: Final = 20
"""Rooms one player may be in."""
LISTED: Final = 50

_FORGOTTEN_SECONDS: Final = 30 * 24 * 3600.0
"""A room in which nothing was changed for so long is over."""
_FRESH_SECONDS: Final = 2 * 3600.0
"""A public room is listed for so long after its last change."""
_LOOK_SECONDS: Final = 2.0
_TRIES: Final = 100

_LUCK: Final = SystemRandom()
_Kept = Kept[Room]


class Rooms:
    """The rooms in `store`, and the sockets of this server in them.

    shared: other servers change the same rooms; what they did is looked for every two seconds. Where a code
    is asked for, all methods raise `Refusal` `unknown_room`; all may raise `StoreError`.
    """

    def __init__(
        self, store: Store, tables: Tables, records: Records, circles: Circles, *, shared: bool = False
    ) -> None:
        self._tables = tables
        self._records = records
        self._circles = circles
        self._shared = shared
        self._rooms = Shelf(store, "room", Room, _index)
        self._outboxes: dict[str, dict[Outbox, str]] = {}
        self._published: dict[str, int] = {}
        self._begun: set[str] = set()
        self._looker: asyncio.Task[None] | None = None

    def open(self) -> None:
        if self._shared:
            self._looker = asyncio.create_task(self._look(), name="rooms")

    async def close(self) -> None:
        """End the sockets; the rooms stay."""
        if self._looker is not None:
            self._looker.cancel()
            await asyncio.gather(self._looker, return_exceptions=True)
        for outboxes in self._outboxes.values():
            for outbox in outboxes:
                outbox.close()

    # --- finding -------------------------------------------------------------------------------

    async def create(self, host: Player, options: RoomOptions) -> words.Room:
        """A new room, its host on the first seat."""
        if options.circle is not None:
            await self._circles.get(options.circle, host.id)
        if len(await self._rooms.find("player", host.id, ROOMS)) == ROOMS:
            raise Refusal("too_many", f"more than {ROOMS} rooms")

        async def attempt() -> _Kept:
            code, version = await self._free_code()
            id = f"{code}-{secrets.token_urlsafe(12)}"
            new = Room(id=id, code=code, host=host.id, options=options, luck=_luck(), changed=time.time())
            new = room.join(new, _guest(host))
            await self._rooms.put(code, version, new)
            return Kept(code, version, new)

        kept = await insist(attempt)
        LOG.info("room made", extra={"room": kept.value.id.partition("-")[2]})  # the code lets people in
        return await self._shown(kept)

    async def _free_code(self) -> tuple[str, int]:
        """A code that no living room has, and the version its new room is to be put at."""
        for _ in range(_TRIES):
            code = f"{secrets.randbelow(900_000) + 100_000}"
            kept = await self._rooms.get(code)
            if kept is None:
                return code, 1
            if _phase(kept.value) == "over":
                return code, kept.version + 1
        raise StoreError("no code is free")

    async def get(self, code: str, player: str) -> words.Room:
        """The room as who is in it sees it; raises `Refusal` for others."""
        kept = await self._get(code)
        if player not in kept.value.members:
            raise Refusal("not_member", "this player is not in the room")
        await self._begin(kept.value)
        return await self._shown(kept)

    async def of(self, player: str) -> list[words.Room]:
        """The living rooms a player is in or has a seat in, the newest first."""
        found = await self._rooms.find("player", player, ROOMS)
        return [await self._shown(kept) for kept in found if _phase(kept.value) != "over"]

    async def open_rooms(self) -> tuple[OpenRoom, ...]:
        """The public rooms with an empty seat, the newest first."""
        now = time.time()
        found = [kept.value for kept in await self._rooms.find("list", "open", 4 * LISTED)]
        return tuple(
            OpenRoom(one.code, _name_of(one, one.host), one.options, one.places)
            for one in found
            if now - one.changed < _FRESH_SECONDS
        )[:LISTED]

    async def id_of(self, code: str, player: str) -> str:
        """The id of a room, for who is in it; raises `Refusal`."""
        kept = await self._get(code)
        if player not in kept.value.members:
            raise Refusal("not_member", "this player is not in the room")
        return kept.value.id

    # --- changing ------------------------------------------------------------------------------

    async def join(self, code: str, player: Player) -> words.Room:
        """Come in; raises `Refusal` for who is not in the circle of the room."""
        kept = await self._get(code)
        if kept.value.options.circle is not None:
            await self._circles.get(kept.value.options.circle, player.id)
        return await self.change(code, lambda before: room.join(before, _guest(player)))

    async def leave(self, code: str, player: str) -> None:
        """Go; during a match the machine plays the seat from then on."""
        left = await self.change(code, lambda before: room.leave(before, player))
        if left.match is not None and player in (place.player for place in left.places):
            await self._tables.leave(left.match, player)

    async def sit(self, code: str, player: Player, seat: Seat | None) -> words.Room:
        return await self.change(code, lambda before: room.sit(before, _guest(player), seat))

    async def draw_lots(self, code: str, host: str) -> words.Room:
        """Seat everybody anew, all orders being as likely."""
        order = _LUCK.sample(range(4), 4)
        return await self.change(code, lambda before: room.draw_lots(before, host, order))

    async def start(self, code: str, host: str) -> words.Room:
        """Begin a match. The room says so first; should the server die before the table is made, whoever
        comes back to the room makes it."""
        match = secrets.token_urlsafe(16)
        kept = await self._change(code, lambda before: room.start(before, host, match))
        await self._begin(kept.value)  # before anybody is told: they come to the table at once
        return await self._told(kept)

    async def match_over(self, id: str, match: str) -> None:
        """The match of the room `id` is over; nothing happens if that is known, or the room is."""
        code = code_of(id)
        kept = await self._rooms.get(code)
        if kept is not None and kept.value.id == id and kept.value.match == match:
            luck = _luck()
            self._begun.discard(match)
            await self.change(code, lambda before: room.match_over(before, match, luck))

    async def change(self, code: str, change: Callable[[Room], Room]) -> words.Room:
        """Replace the room by `change` of it, and tell everybody in it. Raises what `change` raises."""
        return await self._told(await self._change(code, change))

    async def _change(self, code: str, change: Callable[[Room], Room]) -> _Kept:
        now = time.time()

        def changed(before: Room) -> Room:
            _alive(before)
            after = change(before)
            return before if after == before else msgspec.structs.replace(after, changed=now)

        kept = await self._rooms.change(code, changed)
        if kept is None:
            raise _unknown()
        return kept

    async def _begin(self, playing: Room) -> None:
        """See to it that the table of the match being played is there and alive."""
        match = playing.match
        if match is None or match in self._begun:
            return
        await self._tables.ensure(match, _header(playing), _seeds(playing))
        self._begun.add(match)

    # --- sockets -------------------------------------------------------------------------------

    async def attach(self, code: str, player: str, outbox: Outbox) -> None:
        """Tell `outbox` the room now, and after every change until the player is in it no longer.

        Raises `Refusal` for who is not in the room.
        """
        self._outboxes.setdefault(code, {})[outbox] = player  # before reading: no change is missed
        try:
            shown = await self.get(code, player)
        except Exception:
            self.detach(code, outbox)
            raise
        if shown.version >= self._published.get(code, 0):
            outbox.put(msgspec.json.encode(shown))

    def detach(self, code: str, outbox: Outbox) -> None:
        outboxes = self._outboxes.get(code, {})
        outboxes.pop(outbox, None)
        if not outboxes:
            self._outboxes.pop(code, None)
            self._published.pop(code, None)

    async def refresh(self, id: str) -> None:
        """Tell everybody the totals of the room `id`, which have changed."""
        code = code_of(id)
        if code in self._outboxes:
            kept = await self._rooms.get(code)
            if kept is not None and kept.value.id == id:
                await self._told(kept)

    async def _told(self, kept: _Kept) -> words.Room:
        """The room as it is shown, after everybody in it has been told."""
        shown = await self._shown(kept)
        self._publish(kept, shown)
        return shown

    def _publish(self, kept: _Kept, shown: words.Room) -> None:
        """Tell everybody, unless they have been told of a later version; turn away who is not in the room."""
        if kept.version < self._published.get(kept.id, 0) or kept.id not in self._outboxes:
            return
        self._published[kept.id] = kept.version
        message = msgspec.json.encode(shown)
        members = kept.value.members
        for outbox, player in self._outboxes[kept.id].items():
            if player in members:
                outbox.put(message)
            else:
                outbox.put(_TURNED_OUT)
                outbox.close(Close.UNKNOWN_TOKEN)

    async def _look(self) -> None:
        """Find what other servers have changed."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            for code in list(self._outboxes):
                try:
                    kept = await self._rooms.get(code)
                    if kept is not None and kept.version > self._published.get(code, 0):
                        await self._begin(kept.value)
                        await self._told(kept)
                except StoreError as error:
                    LOG.warning("room not seen", extra={"error": str(error)})

    # --- pieces --------------------------------------------------------------------------------

    async def _get(self, code: str) -> _Kept:
        kept = await self._rooms.get(code)
        if kept is None:
            raise _unknown()
        _alive(kept.value)
        return kept

    async def _shown(self, kept: _Kept) -> words.Room:
        value = kept.value
        return words.Room(
            code=value.code,
            version=kept.version,
            phase=value.phase,
            host=value.host,
            options=value.options,
            places=value.places,
            guests=value.guests,
            match=value.match,
            matches=value.matches,
            totals=await self._records.totals(value.id),
            commitment=commitment_to(value.luck, 1),
        )


_TURNED_OUT: Final = msgspec.json.encode(Refused("not_member", "this player is not in the room"))
"""The last message on the socket of who was removed or has left."""


def code_of(id: str) -> str:
    """The code of the room `id`."""
    return id.partition("-")[0]


def _phase(one: Room) -> RoomPhase:
    """What the room has come to, forgotten ones included."""
    forgotten = one.phase == "gathering" and time.time() - one.changed > _FORGOTTEN_SECONDS
    return "over" if forgotten else one.phase


def _alive(one: Room) -> None:
    if _phase(one) == "over":
        raise _unknown()


def _unknown() -> Refusal:
    return Refusal("unknown_room", "there is no such room")


def _guest(player: Player) -> Guest:
    return Guest(player.id, player.name)


def _name_of(one: Room, player: str) -> str:
    people = [
        *((place.player, place.name) for place in one.places),
        *((g.player, g.name) for g in one.guests),
    ]
    return next((name for id, name in people if id == player), "")


def _index(one: Room) -> list[tuple[str, str]]:
    if one.phase == "over":
        return []
    seated = [place.player for place in one.places if place.player]  # whoever has left a match may come back
    index = [("player", player) for player in (*seated, *(guest.player for guest in one.guests))]
    listed = one.options.public and one.options.circle is None  # others than its members could not come in
    if listed and one.phase == "gathering" and room.EMPTY in one.places:
        index.append(("list", "open"))
    return index


def _luck() -> str:
    return secrets.token_bytes(32).hex()


def _seeds(playing: Room) -> tuple[str, str, str, str]:
    """What each seat adds to the luck of the first hand."""
    first, second, third, fourth = (playing.seeds.get(place.player or "", "") for place in playing.places)
    return first, second, third, fourth


def _header(playing: Room) -> Header:
    """The table of the room's match."""
    first, second, third, fourth = playing.places
    return Header(
        rules=playing.options.rules,
        names=(first.name, second.name, third.name, fourth.name),
        bots=(first.bot, second.bot, third.bot, fourth.bot),
        players=(first.player, second.player, third.player, fourth.player),
        seed=playing.luck,
        room=playing.id,
        circle=playing.options.circle,
        clock=playing.options.clock,
        bank=playing.options.bank,
        spectators=playing.options.spectators,
        hints=playing.options.hints,
        settle=playing.options.settle,
    )
