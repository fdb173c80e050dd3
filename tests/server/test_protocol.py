"""The generated types of the page, and what the structs refuse."""

import msgspec
import pytest

from tools import generate_protocol
from wuyi.server.protocol import Act, ClientMessage, Hello, NewMatch


def test_the_committed_types_are_those_of_the_server() -> None:
    assert generate_protocol.TARGET.read_text(encoding="utf-8") == generate_protocol.generate()


@pytest.mark.parametrize(
    "message",
    [
        '{"type":"hello","token":"x","more":1}',
        '{"type":"act","seq":1,"action":{"type":"pass","seat":0},"more":1}',
        '{"type":"act","seq":1,"action":{"type":"pass","seat":0,"more":1}}',
        '{"type":"act","seq":"1","action":{"type":"pass","seat":0}}',
        '{"type":"act","seq":1,"action":{"type":"fly","seat":0}}',
        '{"type":"ready","more":1}',
        '{"type":"state"}',
        "{}",
        "[]",
        "null",
        "",
        "{",
    ],
)
def test_what_is_no_message_is_refused(message: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(message, type=ClientMessage)


def test_messages_round_trip() -> None:
    for message in (Hello("t"), msgspec.json.decode('{"type":"ready"}', type=ClientMessage)):
        assert msgspec.json.decode(msgspec.json.encode(message), type=ClientMessage) == message
    assert msgspec.json.decode(b"{}", type=NewMatch) == NewMatch()
    assert Act.__struct_config__.forbid_unknown_fields
