"""Circles of friends (亲友圈) over HTTP (docs/rooms.md)."""

from functools import partial

from litestar import Router, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from wuyi.server import words
from wuyi.server.community import circles
from wuyi.server.community.circles import Circles
from wuyi.server.http.access import Access, AnyRequest
from wuyi.server.words import CircleStanding, Invitation, NewCircle, Whom


def routes(all_circles: Circles, access: Access) -> list[ControllerRouterHandler]:
    @post("/api/circles")
    async def create_circle(request: AnyRequest, data: JSONBody[NewCircle]) -> words.Circle:
        """A new circle; who makes it is the owner."""
        access.check_may_make(request)
        return _shown(await all_circles.create(await access.player(request), data.name))

    @get("/api/circles")
    async def my_circles(request: AnyRequest) -> list[words.Circle]:
        """The circles this player is in."""
        player = await access.player(request)
        return [_shown(circle) for circle in await all_circles.of(player.id)]

    @post("/api/circles/join", status_code=200)
    async def join_circle(request: AnyRequest, data: JSONBody[Invitation]) -> words.Circle:
        """Come in by an invitation."""
        join = partial(all_circles.join, data.invitation)
        return _shown(await access.by_code(request, join))

    @get("/api/circles/{circle:str}")
    async def see_circle(request: AnyRequest, circle: FromPath[str]) -> words.Circle:
        """A circle this player is in."""
        player = await access.player(request)
        return _shown(await all_circles.get(circle, player.id))

    @get("/api/circles/{circle:str}/standing")
    async def circle_standing(
        request: AnyRequest, circle: FromPath[str], season: FromQuery[int | None] = None
    ) -> CircleStanding:
        """Who brought together what in a season; in the one being played if none is named."""
        player = await access.player(request)
        return await all_circles.standing(circle, player.id, season)

    @patch("/api/circles/{circle:str}")
    async def rename_circle(
        request: AnyRequest, circle: FromPath[str], data: JSONBody[NewCircle]
    ) -> words.Circle:
        """The owner gives it another name."""
        player = await access.player(request)
        return _shown(await all_circles.rename(circle, player.id, data.name))

    @delete("/api/circles/{circle:str}")
    async def dissolve_circle(request: AnyRequest, circle: FromPath[str]) -> None:
        """The owner ends it for all its members."""
        player = await access.player(request)
        await all_circles.dissolve(circle, player.id)

    @post("/api/circles/{circle:str}/leave", status_code=204)
    async def leave_circle(request: AnyRequest, circle: FromPath[str]) -> None:
        """Go; the owner hands over before."""
        player = await access.player(request)
        await all_circles.leave(circle, player.id)

    @post("/api/circles/{circle:str}/kick", status_code=200)
    async def remove_member(request: AnyRequest, circle: FromPath[str], data: JSONBody[Whom]) -> words.Circle:
        """The owner sends a member away; the invitation changes."""
        player = await access.player(request)
        return _shown(await all_circles.remove(circle, player.id, data.player))

    @post("/api/circles/{circle:str}/host", status_code=200)
    async def hand_over_circle(
        request: AnyRequest, circle: FromPath[str], data: JSONBody[Whom]
    ) -> words.Circle:
        """The owner makes another member the owner."""
        player = await access.player(request)
        return _shown(await all_circles.hand_over(circle, player.id, data.player))

    @post("/api/circles/{circle:str}/invitation", status_code=200)
    async def renew_invitation(request: AnyRequest, circle: FromPath[str]) -> words.Circle:
        """Another invitation; the old one lets nobody in."""
        player = await access.player(request)
        return _shown(await all_circles.renew_invitation(circle, player.id))

    @post("/api/circles/{circle:str}/season")
    async def begin_season(request: AnyRequest, circle: FromPath[str]) -> words.Circle:
        """The owner begins the next season."""
        access.check_may_make(request)
        player = await access.player(request)
        return _shown(await all_circles.begin_season(circle, player.id))

    handlers: list[ControllerRouterHandler] = [
        *(create_circle, my_circles, join_circle, see_circle, circle_standing),
        *(rename_circle, dissolve_circle, leave_circle, remove_member, hand_over_circle),
        *(renew_invitation, begin_season),
    ]
    return [Router("/", route_handlers=handlers, tags=["circles"])]


def _shown(circle: circles.Circle) -> words.Circle:
    return words.Circle(
        id=circle.id,
        name=circle.name,
        owner=circle.owner,
        members=circles.guests(circle),
        invitation=circle.invitation,
        seasons=circle.seasons,
    )
