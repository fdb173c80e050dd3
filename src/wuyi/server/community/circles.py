"""亲友圈: circles of friends, by invitation, with a standing of their own from season to season."""

import secrets
import time
from collections.abc import Callable
from typing import Final

import msgspec

from wuyi.server.community import names
from wuyi.server.community.people import Player
from wuyi.server.community.shelf import Shelf
from wuyi.server.community.statistics import EMPTY_BOARD, Board
from wuyi.server.refusal import Refusal
from wuyi.server.store.port import Store
from wuyi.server.words import CircleStanding, Guest

MEMBERS: Final = 200
CIRCLES: Final = 50
"""Circles one player may be in."""
SEASONS: Final = 200
"""Of one circle: each is read with it."""

_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No two that look alike."""
_INVITATION_LENGTH: Final = 10


class Circle(msgspec.Struct, frozen=True, kw_only=True):
    """members: name by id, in the order in which they came. seasons: when each began."""

    id: str
    name: str
    owner: str
    members: dict[str, str]
    invitation: str
    seasons: tuple[float, ...]

    @property
    def season(self) -> int:
        """The number of the season being played, from 1."""
        return len(self.seasons)


class Circles:
    """The circles in `store`. Every method raises `Refusal` for who is not a member, and `StoreError`."""

    def __init__(self, store: Store) -> None:
        self._circles = Shelf(store, "circle", Circle, _index)
        self._boards = boards(store)

    async def create(self, founder: Player, name: str) -> Circle:
        """A circle of one, in its first season."""
        name = names.required(name)
        await self._has_room_for_one_more(founder.id)
        circle = Circle(
            id=secrets.token_urlsafe(12),
            name=name,
            owner=founder.id,
            members={founder.id: founder.name},
            invitation=_new_invitation(),
            seasons=(time.time(),),
        )
        await self._circles.put(circle.id, 1, circle)
        return circle

    async def of(self, player: str) -> list[Circle]:
        """The circles a player is in, the newest first."""
        return [kept.value for kept in await self._circles.find("member", player, CIRCLES)]

    async def get(self, id: str, player: str) -> Circle:
        """A circle as its member sees it; to all others it does not exist."""
        kept = await self._circles.get(id)
        if kept is None or player not in kept.value.members:
            raise _unknown()
        return kept.value

    async def season(self, id: str) -> int:
        """The season being played in a circle; 0 if there is no such circle."""
        kept = await self._circles.get(id)
        return kept.value.season if kept else 0

    async def standing(self, id: str, player: str, season: int | None = None) -> CircleStanding:
        """Who brought together what in a season, the one being played if none is named."""
        circle = await self.get(id, player)
        if season is None:
            season = circle.season
        if not 1 <= season <= circle.season:
            raise Refusal("unknown_circle", f"the circle has no season {season}")
        kept = await self._boards.get(circle_board(id, season))
        return CircleStanding(season, (kept.value if kept else EMPTY_BOARD).ranked())

    # --- changes -------------------------------------------------------------------------------

    async def join(self, invitation: str, player: Player) -> Circle:
        """Come in by an invitation, which may be written small and with spaces."""
        found = await self._circles.find("invitation", "".join(invitation.upper().split()), 1)
        if not found:
            raise _unknown()
        if player.id not in found[0].value.members:
            await self._has_room_for_one_more(player.id)

        def join(circle: Circle) -> Circle:
            if not circle.members:  # left by the last, or dissolved
                raise _unknown()
            if player.id not in circle.members and len(circle.members) == MEMBERS:
                raise Refusal("circle_full", f"a circle has at most {MEMBERS} members")
            return msgspec.structs.replace(circle, members=circle.members | {player.id: player.name})

        return await self._change(found[0].id, join)

    async def leave(self, id: str, player: str) -> None:
        """Go. The owner goes last, or hands over before."""

        def leave(circle: Circle) -> Circle:
            _member(circle, player)
            if circle.owner == player and len(circle.members) > 1:
                raise Refusal("owner_stays", "the owner hands the circle over before leaving it")
            return _without(circle, player)

        await self._change(id, leave)

    async def remove(self, id: str, owner: str, whom: str) -> Circle:
        """Send a member away. The invitation is another from then on."""

        def remove(circle: Circle) -> Circle:
            _owner(circle, owner)
            _member(circle, whom)
            if whom == owner:
                raise Refusal("owner_stays", "the owner is not removed")
            return msgspec.structs.replace(_without(circle, whom), invitation=_new_invitation())

        return await self._change(id, remove)

    async def hand_over(self, id: str, owner: str, to: str) -> Circle:
        """Another member is the owner from now on."""

        def hand_over(circle: Circle) -> Circle:
            _owner(circle, owner)
            _member(circle, to)
            return msgspec.structs.replace(circle, owner=to)

        return await self._change(id, hand_over)

    async def rename(self, id: str, owner: str, name: str) -> Circle:
        """Another name of the circle."""
        name = names.required(name)

        def rename(circle: Circle) -> Circle:
            _owner(circle, owner)
            return msgspec.structs.replace(circle, name=name)

        return await self._change(id, rename)

    async def dissolve(self, id: str, owner: str) -> None:
        """Nobody is in the circle any more, nor comes in again. Its hands stay with those who played them."""

        def dissolve(circle: Circle) -> Circle:
            _owner(circle, owner)
            return msgspec.structs.replace(circle, members={})

        await self._change(id, dissolve)

    async def renew_invitation(self, id: str, owner: str) -> Circle:
        """The old invitation lets nobody in any more."""

        def renew(circle: Circle) -> Circle:
            _owner(circle, owner)
            return msgspec.structs.replace(circle, invitation=_new_invitation())

        return await self._change(id, renew)

    async def begin_season(self, id: str, owner: str) -> Circle:
        """All begin at nothing again; the standing of the old season can still be seen."""
        now = time.time()

        def begin(circle: Circle) -> Circle:
            _owner(circle, owner)
            if circle.season == SEASONS:
                raise Refusal("too_many", f"a circle has at most {SEASONS} seasons")
            return msgspec.structs.replace(circle, seasons=(*circle.seasons, now))

        return await self._change(id, begin)

    async def _change(self, id: str, change: Callable[[Circle], Circle]) -> Circle:
        kept = await self._circles.change(id, change)
        if kept is None:
            raise _unknown()
        return kept.value

    async def _has_room_for_one_more(self, player: str) -> None:
        if len(await self._circles.find("member", player, CIRCLES)) == CIRCLES:
            raise Refusal("too_many", f"more than {CIRCLES} circles")


def boards(store: Store) -> Shelf[Board]:
    """The totals of rooms and of the seasons of circles."""
    return Shelf(store, "board", Board)


def circle_board(circle: str, season: int) -> str:
    """The id of the totals of a season."""
    return f"circle:{circle}:{season}"


def _index(circle: Circle) -> list[tuple[str, str]]:
    return [*(("member", member) for member in circle.members), ("invitation", circle.invitation)]


def _new_invitation() -> str:
    """50 bits: with the limit on wrong guesses, not to be found by trying."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_INVITATION_LENGTH))


def _without(circle: Circle, player: str) -> Circle:
    members = {member: name for member, name in circle.members.items() if member != player}
    return msgspec.structs.replace(circle, members=members)


def _member(circle: Circle, player: str) -> None:
    if player not in circle.members:
        raise _unknown()


def _owner(circle: Circle, player: str) -> None:
    _member(circle, player)
    if circle.owner != player:
        raise Refusal("not_host", "only the owner of the circle may do this")


def _unknown() -> Refusal:
    return Refusal("unknown_circle", "there is no such circle, or this player is not in it")


def guests(circle: Circle) -> tuple[Guest, ...]:
    """The members as they are shown."""
    return tuple(Guest(player, name) for player, name in circle.members.items())
