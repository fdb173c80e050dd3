"""When Python searches for cycles of objects that nobody can reach any more.

It stops the whole process for that, 0.6 s for a thousand tables with their four thousand sockets, and by
itself it would do so whenever so and so many objects more are there, which is: in the midst of play. Play
leaves hardly any such cycles behind (a few for each refusal), so the server searches by the clock: the more
there is to search, the more seldom, and never for more than a thousandth of the time or so.
"""

import asyncio
import gc
import sys
from typing import Final

_LOOK_SECONDS: Final = 10.0
_SECONDS_A_BLOCK: Final = 0.0005
"""A search takes half a microsecond, or what a machine has in its place, for each block of memory in use."""

_FLOOD: Final = 500_000
"""So many objects more between two searches are no play: then what is new is searched at once."""
_NEVER: Final = 1 << 30


def leave_to_the_clock() -> None:
    """What is there by now stays for good; `search_forever` sees to the rest."""
    gc.freeze()
    gc.set_threshold(_FLOOD, _NEVER, _NEVER)


async def search_forever() -> None:
    """To be begun when there are no tables yet."""
    clock = asyncio.get_running_loop().time
    staying = sys.getallocatedblocks()
    searched = clock()
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        used = sys.getallocatedblocks() - staying
        if clock() - searched >= used * _SECONDS_A_BLOCK:
            gc.collect()
            searched = clock()
