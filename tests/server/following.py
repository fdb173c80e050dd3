"""What a client makes of the messages of a table: each change put into the state before it."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET

from wuyi.server.protocol import Change, Explained, Moved, Pong, Refused, Said, ServerMessage, State

Word = State | Said | Explained | Refused | Pong | Moved
"""What is heard of a server: a change comes as the state that it leads to."""

_DECODER = msgspec.json.Decoder(ServerMessage)


class Follower:
    """One socket's knowledge of its table. state: as last told."""

    def __init__(self) -> None:
        self.state: State | None = None

    def read(self, data: bytes | str) -> Word:
        message = _DECODER.decode(data)
        if isinstance(message, Change):
            assert self.state is not None and self.state.seq == message.since
            message = changed(self.state, message)
        if isinstance(message, State):
            self.state = message
        return message


def follow(messages: Iterable[bytes]) -> list[Word]:
    """What is heard of messages that have come one after the other."""
    follower = Follower()
    return [follower.read(message) for message in messages]


def changed(before: State, change: Change) -> State:
    """The state after `change`, which must be a change of this one."""
    view = given(change.view)
    seats = view.pop("seats", {})
    view["seats"] = tuple(
        [
            msgspec.structs.replace(seen, **given(seats[str(seat)])) if str(seat) in seats else seen
            for seat, seen in enumerate(before.view.seats)
        ]
    )
    fields = given(change) | {"view": msgspec.structs.replace(before.view, **view), "history": ()}
    del fields["since"]
    return msgspec.structs.replace(before, **fields)


def given(struct: msgspec.Struct) -> dict[str, Any]:
    """Its fields that are set."""
    fields = msgspec.structs.asdict(struct)
    return {name: value for name, value in fields.items() if value is not UNSET}
