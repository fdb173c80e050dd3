"""The engines that play worlds out: the compiled one where its extra is installed, else the readable one."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

from wuyi.errors import ArgumentError
from wuyi.review.outcome import Trial
from wuyi.review.plain import PlainTrial
from wuyi.review.words import Engine


def have_fast() -> bool:
    """Whether the extra `fast` is installed."""
    return find_spec("numba") is not None


@cache
def trial(engine: Engine | None = None, threads: int = 2) -> Trial:
    """The engine of that name, or the best there is.

    threads: at work in the compiled one. Raises `ImportError` if that is asked for and missing, and
    `ArgumentError` for another name, and for no thread.
    """
    makers: dict[Engine, Callable[[], Trial]] = {"fast": lambda: _fast(threads), "plain": PlainTrial}
    name = engine or ("fast" if have_fast() else "plain")
    if name not in makers or threads < 1:
        raise ArgumentError(f"no engine {name!r} with {threads} threads: fast or plain, with 1 or more")
    return makers[name]()


def _fast(threads: int) -> Trial:
    from wuyi.review.fast import FastTrial

    return FastTrial(threads)
