"""Memory goes into large pages where that is worth it, and only the process's own."""

import asyncio
import ctypes
import mmap
import sys
from pathlib import Path

import pytest

from wuyi.server import large_pages
from wuyi.server.large_pages import Mapping, make_large, own_mappings, use_forever, wanted

MB = 1 << 20

SMAPS = """\
55d0c0000000-55d0c2000000 r--p 00000000 fe:00 1234    /usr/bin/python3.11
Rss:               32768 kB
AnonHugePages:         0 kB
55d0c3000000-55d0c4000000 rw-p 00000000 00:00 0       [heap]
Size:              16384 kB
Rss:               15000 kB
AnonHugePages:      2048 kB
VmFlags: rd wr mr mw me ac sd
7f0000000000-7f0004000000 rw-p 00000000 00:00 0
Rss:               65536 kB
AnonHugePages:         0 kB
7f0010000000-7f0010800000 rw-p 00000000 00:00 0       [stack]
Rss:                8192 kB
AnonHugePages:         0 kB
7f0020000000-7f0024000000 rw-s 00000000 00:01 99      /dev/shm/x
Rss:               65536 kB
AnonHugePages:         0 kB
"""


def test_only_what_is_the_process_own() -> None:
    assert list(own_mappings(SMAPS)) == [
        Mapping(0x55D0C3000000, 0x55D0C4000000, 15000 * 1024, 2 * MB),
        Mapping(0x7F0000000000, 0x7F0004000000, 64 * MB, 0),
    ]


@pytest.mark.parametrize(
    ("size", "resident", "large", "wants"),
    [
        (64, 64, 0, True),
        (64, 50, 40, True),
        (4, 4, 0, False),
        (64, 20, 0, False),
        (64, 64, 64, False),
        (64, 64, 61, False),
    ],
    ids=["full", "half done", "small", "mostly unused", "done", "done but for its ends"],
)
def test_what_is_worth_it(size: int, resident: int, large: int, wants: bool) -> None:
    assert Mapping(0, size * MB, resident * MB, large * MB).wants == wants


def in_large_pages() -> int:
    """Bytes of this process."""
    return sum(mapping.large for mapping in own_mappings(Path("/proc/self/smaps").read_text()))


@pytest.mark.skipif(sys.platform != "linux", reason="of Linux")
def test_memory_in_use_becomes_large_pages() -> None:
    size = 32 * MB
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.write(bytes(range(256)) * (size // 256))
        start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        before = in_large_pages()
        places = [place for place in wanted() if start <= place <= start + size - 2 * MB]
        try:
            for place in places:
                make_large(place)
        except OSError as error:
            pytest.skip(f"this system has none: {error}")
        if in_large_pages() == before:
            pytest.skip("the system had none left, or gave them without being asked")
        assert len(places) >= 15
        assert memory[:] == bytes(range(256)) * (size // 256)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("there", "asked"),
    [((), [2]), ((2, 6, 8), [2, 4, 6, 8])],
    ids=["a system without them", "nothing in use at one place"],
)
async def test_what_is_refused(
    monkeypatch: pytest.MonkeyPatch, there: tuple[int, ...], asked: list[int]
) -> None:
    tried: list[int] = []

    def make(address: int) -> float:
        tried.append(address)
        if address not in there:
            raise OSError(22, "Invalid argument")
        return 0.0

    monkeypatch.setattr(large_pages, "_LOOK_SECONDS", 0)
    monkeypatch.setattr(large_pages, "wanted", lambda: [] if 8 in tried else [2, 4, 6, 8])
    monkeypatch.setattr(large_pages, "make_large", make)
    task = asyncio.create_task(use_forever())
    while not task.done() and 8 not in tried:
        await asyncio.sleep(0.01)
    task.cancel()
    assert tried == asked
