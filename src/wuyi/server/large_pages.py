"""Memory in large pages, where Linux has them and the server is large.

An action touches some hundred objects of its table, which lie all over the memory of a thousand tables: with
pages of 4 KB the processor spends a sixteenth of its time on looking up where they are (docs/measured.md).
Linux gives pages of 2 MB to who asks for them, and Python does not ask.
"""

import asyncio
import ctypes
import errno
import logging
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

LOG = logging.getLogger(__name__)

_LOOK_SECONDS: Final = 5.0
_PAGE: Final = 1 << 21
_LARGE: Final = 4 * _PAGE
"""What is smaller is not worth it: a server with a few tables keeps its memory as it is."""

_MADV_COLLAPSE: Final = 25
"""Of Linux 6.1 and later: make it a large page now, by copying."""
_BUSY: Final = (errno.EAGAIN, errno.EBUSY, errno.ENOMEM)
"""Why it may not do so now, but at another time."""
_SHARE: Final = 0.1
"""Of the time, at most: while a page is copied, on a busy core some 10 ms, others wait for new memory."""


class Mapping(NamedTuple):
    """A piece of the address space that is the process's own. resident, large: bytes in memory, and those of
    them in large pages."""

    start: int
    end: int
    resident: int
    large: int

    @property
    def wants(self) -> bool:
        """It is large, in use nearly all over, and not in large pages so far but for its two ends."""
        size = self.end - self.start
        return size >= _LARGE and self.resident >= size * 3 // 4 and self.resident - self.large >= 2 * _PAGE


async def use_forever() -> None:
    """Turn what has become large into large pages, one after the other, as long as the system has them."""
    if sys.platform != "linux":
        return
    known = False
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        for address in await asyncio.to_thread(wanted):
            try:
                took = await asyncio.to_thread(make_large, address)
            except OSError as error:
                if not known:
                    LOG.info("no large pages", extra={"error": str(error)})
                    return
                continue  # just there nothing is in use
            known = True
            await asyncio.sleep(took / _SHARE)


def wanted() -> list[int]:
    """Where large pages could begin; nowhere if the system does not say how its memory is used."""
    try:
        smaps = Path("/proc/self/smaps").read_text()
    except OSError:
        return []
    return [
        address
        for mapping in own_mappings(smaps)
        if mapping.wants
        for address in range(-(-mapping.start // _PAGE) * _PAGE, mapping.end - _PAGE + 1, _PAGE)
    ]


def make_large(address: int) -> float:
    """Make one page of what is there, unless something is in the way just now; how long it took, in seconds.

    Raises `OSError` where nothing is, and where the system has no such thing.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    began = time.monotonic()
    failed = libc.madvise(ctypes.c_void_p(address), ctypes.c_size_t(_PAGE), _MADV_COLLAPSE)
    took = time.monotonic() - began
    if failed and (code := ctypes.get_errno()) not in _BUSY:
        raise OSError(code, os.strerror(code))
    return took


def own_mappings(smaps: str) -> Iterator[Mapping]:
    """The writable mappings without a file, from the text of /proc/PID/smaps (proc(5))."""
    ours = False
    start = end = resident = 0
    for line in smaps.splitlines():
        words = line.split()
        if not words[0].endswith(":"):
            addresses, rights, _, _, inode, *path = words
            ours = rights.startswith("rw") and inode == "0" and path in ([], ["[heap]"])
            start, end = (int(address, 16) for address in addresses.split("-"))
        elif ours and words[0] == "Rss:":
            resident = int(words[1]) * 1024
        elif ours and words[0] == "AnonHugePages:":
            yield Mapping(start, end, resident, int(words[1]) * 1024)
