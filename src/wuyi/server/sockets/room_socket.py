"""One socket in a room: hello, and then the room after every change. What is to be changed is asked for over
HTTP; on the socket only a ping is answered."""

from functools import partial
from typing import Final

import msgspec

from wuyi.server.community.people import People, until_revoked
from wuyi.server.community.rooms import Rooms
from wuyi.server.config import Config
from wuyi.server.http.access import Access
from wuyi.server.metrics import SOCKETS
from wuyi.server.protocol import Hello, Ping, Pong
from wuyi.server.refusal import Refusal
from wuyi.server.sockets.channel import Channel, closable
from wuyi.server.sockets.dialogue import decode, first_message, let_in, listen, refuse
from wuyi.server.words import RoomClientMessage

_MESSAGES: Final = msgspec.json.Decoder(RoomClientMessage)


async def serve(
    channel: Channel, code: str, address: str, rooms: Rooms, people: People, access: Access, config: Config
) -> None:
    """See the socket of somebody at `address` in the room `code` through to its end."""

    async def greet() -> str:
        """Come in; the token that opened the door."""
        hello = await first_message(channel, config, _MESSAGES)
        if not isinstance(hello, Hello):
            raise Refusal("bad_message", "the first message must be hello")
        player = (await people.find(hello.token)).id
        with access.guess(address):
            await rooms.attach(code, player, channel)
        return hello.token

    def answer(message: str | bytes) -> None:
        said = decode(message, _MESSAGES)
        if not isinstance(said, Ping):
            raise Refusal("bad_message", "this socket has said hello already")
        channel.put(msgspec.json.encode(Pong(said.at)))

    with closable(channel):  # somebody may be shown the door while they come in
        token = await let_in(channel, greet())
        if token is None:
            return
        try:
            with SOCKETS.during("room"), closable(channel, until_revoked(people, token)):
                await listen(channel, config, answer, partial(refuse, channel))
        finally:
            rooms.detach(code, channel)
    await channel.end()
