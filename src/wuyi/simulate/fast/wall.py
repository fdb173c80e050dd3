"""What of the wall can still be drawn (RULES.md 1.5-1.7): the twin of the end of `wuyi.engine.wall`."""

from wuyi.engine.wall import STANDING, TILES_IN_ALL
from wuyi.simulate.fast.jit import Row, kernel, whole


@kernel
def next_index(table: Row) -> int:
    """Where in the draw order the next draw lies; the turned tile is skipped."""
    return whole(table.front + (table.front == table.turned))


@kernel
def replacement_index(table: Row) -> int:
    """Where in the draw order the next replacement lies: from the tail, a stack's upper tile first (1.7)."""
    place = table.taken + (table.taken >= TILES_IN_ALL - 2 - table.turned)
    return whole(TILES_IN_ALL - 2 - place + 2 * (place % 2))


@kernel
def drawable(table: Row) -> int:
    """How many tiles can still be drawn (1.5)."""
    standing = TILES_IN_ALL - (table.front - (table.front > table.turned)) - table.taken
    behind_turned = TILES_IN_ALL - 1 - table.turned - table.taken
    return whole(standing - STANDING - (behind_turned >= STANDING))
