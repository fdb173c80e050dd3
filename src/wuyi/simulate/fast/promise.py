"""What the player `value` sees in what an action leaves: the twin of `wuyi.bots.value`."""

from wuyi.simulate.fast.jit import Row, kernel
from wuyi.simulate.fast.others import risked_by
from wuyi.simulate.fast.outlook import worth

TURN_OF_ALL = 3
"""How many seats play before this one draws again, once it has discarded."""


@kernel
def promise_of(mind: Row, manner: Row, rules: Row, book: Row) -> float:
    """What `mind.after` promises."""
    found = worth(mind, manner, rules, book)
    if mind.kong and not mind.kongs:
        return float(found * manner.kong)
    if mind.others < TURN_OF_ALL and not mind.kong:  # to let a claim go costs nothing
        return float(max(manner.hopeless, found))
    return float(found - manner.liable * risked_by(mind, mind.discard))
