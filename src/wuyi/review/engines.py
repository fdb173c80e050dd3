"""How worlds are played out: the one interface of the two engines."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Protocol

from wuyi.engine.action import Action
from wuyi.errors import ArgumentError
from wuyi.review.position import Position
from wuyi.review.words import FAN_CAP, Engine

Outcome = Sequence[int]
"""By world, what the seat's hand came to in points, every win counted as of no more than `FAN_CAP` fan."""


class Trial(Protocol):
    """Plays worlds out.

    engine, policy: as in `words.Review`. block: how many worlds are worth trying at once.
    """

    engine: Engine
    policy: str
    block: int

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        """By action the outcomes in so many worlds, the same worlds for every action.

        What is dealt follows from `position.luck` and the number `stage`.
        """
        ...


def capped(points: int, fan: int) -> int:
    """What a payment is when the fan stop at `FAN_CAP`: a power of two goes over into another."""
    return points if fan <= FAN_CAP else int(points / (1 << fan - FAN_CAP))


def have_fast() -> bool:
    """Whether the extra `fast` is installed."""
    return find_spec("numba") is not None


@cache
def trial(engine: Engine | None = None, threads: int = 2) -> Trial:
    """The engine of that name, or the best there is.

    threads: at work in the compiled one. Raises `ImportError` if that is asked for and missing, and
    `ArgumentError` for another name, and for no thread.
    """
    makers: dict[Engine, Callable[[], Trial]] = {"fast": lambda: _fast(threads), "plain": _plain}
    name = engine or ("fast" if have_fast() else "plain")
    if name not in makers or threads < 1:
        raise ArgumentError(f"no engine {name!r} with {threads} threads: fast or plain, with 1 or more")
    return makers[name]()


def _fast(threads: int) -> Trial:
    from wuyi.review.fast import FastTrial

    return FastTrial(threads)


def _plain() -> Trial:
    from wuyi.review.plain import PlainTrial

    return PlainTrial()
