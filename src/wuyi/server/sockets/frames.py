"""Frames of RFC 6455 where they are simple: what the server sends, and what clients nearly always do.

All else, and everything about pings, fragments and closing, is for websockets to read.
"""

from typing import Final

_LAST_TEXT: Final = 0x81
"""The first byte of a text that is not split, without extensions."""

_MASKED: Final = 0x80
_SHORT: Final = 125
_HEAD: Final = 6
"""Bytes before a short text of a client: two, and the mask."""


def head(size: int) -> bytes:
    """What stands before a text of `size` bytes in a frame of the server."""
    if size <= _SHORT:
        return b"%c%c" % (_LAST_TEXT, size)
    if size < 1 << 16:
        return b"%c\x7e" % _LAST_TEXT + size.to_bytes(2)
    return b"%c\x7f" % _LAST_TEXT + size.to_bytes(8)


def short_text(data: bytes) -> bytes | None:
    """The text that `data` is, if it is one frame of a client with a short text and no more."""
    if len(data) < _HEAD or data[0] != _LAST_TEXT:
        return None
    size = data[1] - _MASKED
    if not 0 <= size <= _SHORT or len(data) != _HEAD + size:
        return None
    mask = (data[2:_HEAD] * (size // 4 + 1))[:size]
    return (int.from_bytes(data[_HEAD:]) ^ int.from_bytes(mask)).to_bytes(size)


def whole(data: bytes) -> bool:
    """Whether `data`, which begins with a frame of a client, ends with one."""
    at = 0
    while len(data) >= at + 2:
        size = data[at + 1] & 0x7F
        at += _HEAD
        if size > _SHORT:
            wide = 2 if size == _SHORT + 1 else 8
            size = int.from_bytes(data[at - 4 : at - 4 + wide])
            at += wide
        at += size
    return len(data) == at
