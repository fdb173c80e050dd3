"""Rooms over HTTP, and the socket in a room (docs/rooms.md)."""

from typing import Any

from litestar import Router, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from wuyi.server import words
from wuyi.server.community import room
from wuyi.server.community.people import People
from wuyi.server.community.rooms import Rooms
from wuyi.server.config import Config
from wuyi.server.http.access import Access, AnyRequest, address_of
from wuyi.server.http.openapi import OPEN
from wuyi.server.sockets.channel import LitestarChannel
from wuyi.server.sockets.room_socket import serve
from wuyi.server.words import OpenRoom, RoomOptions, SetBot, SetReady, Sit, Whom


def routes(rooms: Rooms, people: People, access: Access, config: Config) -> list[ControllerRouterHandler]:
    async def changed(request: AnyRequest, code: str, change: room.Change) -> words.Room:
        """The room after a change by who asks."""
        return await access.by_code(
            request, lambda player: rooms.change(code, lambda before: change(before, player.id))
        )

    @post("/api/rooms")
    async def create_room(request: AnyRequest, data: JSONBody[RoomOptions]) -> words.Room:
        """A new room; who makes it is the host, on the first seat."""
        access.check_may_make(request)
        return await rooms.create(await access.player(request), data)

    @get("/api/rooms", security=OPEN)
    async def open_rooms(request: AnyRequest) -> tuple[OpenRoom, ...]:
        """The public rooms that wait for people."""
        access.check_pace(request)
        return await rooms.open_rooms()

    @get("/api/players/me/rooms")
    async def my_rooms(request: AnyRequest) -> list[words.Room]:
        """The rooms this player is in, and those that keep a seat for them until the match is over."""
        return await rooms.of((await access.player(request)).id)

    @get("/api/rooms/{code:str}")
    async def see_room(request: AnyRequest, code: FromPath[str]) -> words.Room:
        """A room this player is in."""
        return await access.by_code(request, lambda player: rooms.get(code, player.id))

    @post("/api/rooms/{code:str}/join", status_code=200)
    async def join_room(request: AnyRequest, code: FromPath[str]) -> words.Room:
        """Come in, or back."""
        return await access.by_code(request, lambda player: rooms.join(code, player))

    @post("/api/rooms/{code:str}/leave", status_code=204)
    async def leave_room(request: AnyRequest, code: FromPath[str]) -> None:
        """Go. During a match the machine plays the seat until the match is over."""
        await access.by_code(request, lambda player: rooms.leave(code, player.id))

    @post("/api/rooms/{code:str}/sit", status_code=200)
    async def sit(request: AnyRequest, code: FromPath[str], data: JSONBody[Sit]) -> words.Room:
        """Take an empty seat, or stand up."""
        return await access.by_code(request, lambda player: rooms.sit(code, player, data.seat))

    @post("/api/rooms/{code:str}/lots", status_code=200)
    async def draw_lots(request: AnyRequest, code: FromPath[str]) -> words.Room:
        """The host lets luck seat everybody anew."""
        return await access.by_code(request, lambda player: rooms.draw_lots(code, player.id))

    @post("/api/rooms/{code:str}/ready", status_code=200)
    async def set_ready(request: AnyRequest, code: FromPath[str], data: JSONBody[SetReady]) -> words.Room:
        """Agree to start, or no longer."""
        return await changed(
            request, code, lambda before, who: room.set_ready(before, who, data.ready, data.seed)
        )

    @post("/api/rooms/{code:str}/start", status_code=200)
    async def start_match(request: AnyRequest, code: FromPath[str]) -> words.Room:
        """The host begins a match, `match` of the answer; each player's token opens their seat."""
        access.check_may_make(request)
        return await access.by_code(request, lambda player: rooms.start(code, player.id))

    @post("/api/rooms/{code:str}/kick", status_code=200)
    async def remove_player(request: AnyRequest, code: FromPath[str], data: JSONBody[Whom]) -> words.Room:
        """The host sends somebody away, before the start."""
        return await changed(request, code, lambda before, who: room.remove(before, who, data.player))

    @post("/api/rooms/{code:str}/host", status_code=200)
    async def hand_over(request: AnyRequest, code: FromPath[str], data: JSONBody[Whom]) -> words.Room:
        """The host makes another player the host."""
        return await changed(request, code, lambda before, who: room.hand_over(before, who, data.player))

    @post("/api/rooms/{code:str}/bot", status_code=200)
    async def set_bot(request: AnyRequest, code: FromPath[str], data: JSONBody[SetBot]) -> words.Room:
        """The host puts a computer player on a seat, another in its place, or takes it away."""
        return await changed(
            request, code, lambda before, who: room.set_bot(before, who, data.seat, data.bot)
        )

    @post("/api/rooms/{code:str}/options", status_code=200)
    async def set_options(
        request: AnyRequest, code: FromPath[str], data: JSONBody[RoomOptions]
    ) -> words.Room:
        """The host decides otherwise, before the start; what is left out is as it is by default."""
        return await changed(request, code, lambda before, who: room.set_options(before, who, data))

    @post("/api/rooms/{code:str}/close", status_code=200)
    async def close_room(request: AnyRequest, code: FromPath[str]) -> words.Room:
        """The host ends the room."""
        return await changed(request, code, room.close)

    @websocket("/api/rooms/{code:str}/socket")
    async def room_socket(socket: WebSocket[Any, Any, State], code: FromPath[str]) -> None:
        with access.admit(socket) as admitted:
            if not admitted:
                await socket.close(code=1008)  # before it is accepted: the browser is told 403
                return
            await socket.accept()
            channel = LitestarChannel(socket, config.outbox)
            await serve(channel, code, address_of(socket), rooms, people, access, config)

    handlers: list[ControllerRouterHandler] = [
        *(create_room, open_rooms, my_rooms, see_room, join_room, leave_room, sit, draw_lots, set_ready),
        *(start_match, remove_player, hand_over, set_bot, set_options, close_room, room_socket),
    ]
    return [Router("/", route_handlers=handlers, tags=["rooms"])]
