"""Frames as websockets writes and reads them."""

import random

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from wuyi.server.sockets import frames

SIZES = [0, 1, 3, 4, 5, 124, 125, 126, 127, 1000, 65535, 65536, 70000]


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_of_the_server_is_that_of_websockets(size: int) -> None:
    text = random.Random(size).randbytes(size)
    assert frames.head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_a_short_text_is_read_and_nothing_else_is(size: int) -> None:
    text = random.Random(size).randbytes(size)
    data = Frame(Opcode.TEXT, text).serialize(mask=True)
    assert frames.short_text(data) == (text if size <= 125 else None)
    others = [
        data[:-1],
        data + b"\x81",
        data + data,
        Frame(Opcode.TEXT, text).serialize(mask=False),
        Frame(Opcode.TEXT, text, fin=False).serialize(mask=True),
        b"\xc1" + data[1:],
        Frame(Opcode.CONT, text).serialize(mask=True),
        Frame(Opcode.BINARY, text).serialize(mask=True),
        *[Frame(code, text[:125]).serialize(mask=True) for code in (Opcode.CLOSE, Opcode.PING, Opcode.PONG)],
    ]
    assert [frames.short_text(other) for other in others] == [None] * len(others)


def test_whole_frames_are_told_from_parts() -> None:
    luck = random.Random(1)
    for _ in range(200):
        made = [
            Frame(Opcode.TEXT, luck.randbytes(luck.choice(SIZES)), luck.random() < 0.5).serialize(mask=True)
            for _ in range(luck.randrange(1, 4))
        ]
        data = b"".join(made)
        assert frames.whole(data)
        ends = {sum(map(len, made[:n])) for n in range(len(made) + 1)}
        for cut in {luck.randrange(len(data)) for _ in range(20)} | {*range(8)}:
            assert frames.whole(data[:cut]) == (min(cut, len(data)) in ends)


def test_websockets_reads_the_same() -> None:
    server = ServerProtocol()
    server.parser = super(ServerProtocol, server).parse()
    next(server.parser)
    server.state = OPEN
    text = "五万".encode()
    data = Frame(Opcode.TEXT, text).serialize(mask=True)
    server.receive_data(data)
    (frame,) = server.events_received()
    assert isinstance(frame, Frame) and bytes(frame.data) == frames.short_text(data) == text
