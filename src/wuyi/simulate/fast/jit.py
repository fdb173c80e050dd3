"""Functions that Numba compiles when they are first called: `kernel` for those that call each other, `entry`
for the few that Python calls. An entry is kept on disk with all that it calls.

What is compiled is kept beside this package in `__pycache__`, where that may be written, else in the user's
own cache; `NUMBA_CACHE_DIR` names another place. Numba looks for changes in an entry's own file alone, while
it holds the code and the constants of other files too: so each text of the rules has a folder of its own.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
import numba.core
import numpy as np

Row = Any
"""A row of a structured array (`rows.py`): Numba knows its columns by their names, Python's types do not."""

Function = TypeVar("Function", bound=Callable[..., Any])

_njit: Final[Any] = numba.njit
_config: Final[Any] = numba.core.config
_types: Final[Any] = numba.core.types
"""What Numba leaves half typed."""

_HERE: Final = Path(__file__).parent


def _digest() -> str:
    """Names the text of this package and of those whose constants it takes in."""
    package = _HERE.parents[1]
    total = hashlib.sha256()
    for folder in (_HERE, *[package / name for name in ("hand", "scoring", "engine", "bots")]):
        for file in sorted(folder.rglob("*.py")):
            total.update(file.read_bytes())
    return total.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path:
    """Where compiled code is kept: the first of the places that may be written."""
    name = f"fast-{_digest()}"
    named = os.environ.get("NUMBA_CACHE_DIR")
    users = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wuyi"
    places = [Path(named)] if named else [_HERE / "__pycache__", users]
    for place in places:
        if _writable(place / name):
            return place / name
    return Path(tempfile.gettempdir()) / name


CACHE: Final = _cache_folder()

_TRIED: Final = range(62, 69)
"""Numba's minor versions that `parts` was tried with, which stands on what is inside of them; with others
kernels are compiled the usual way, which takes longer."""


def _as_parts() -> dict[str, Any]:
    if numba.version_info.minor not in _TRIED:
        return {}
    from wuyi.simulate.fast.parts import PartCompiler

    return {"pipeline_class": PartCompiler}


def kernel(function: Function) -> Function:
    """`function` compiled for other kernels to call. From Python it may not be called."""
    compiled = _njit(
        error_model="numpy", nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_as_parts()
    )(function)
    template = compiled.get_call_template

    def for_any_number(args: Any, kws: Any) -> Any:
        """Numba would compile a kernel anew for each constant and each size of number it is called with."""
        return template(tuple([_as_whole(each) for each in args]), kws)

    compiled.get_call_template = for_any_number
    result: Function = compiled
    return result


def _as_whole(type: Any) -> Any:
    """For signed numbers of any size those of 64 bits."""
    wide = _types.unliteral(type)
    return _types.int64 if isinstance(wide, _types.Integer) and wide.signed else wide


@kernel
def whole(number: Any) -> int:
    """Any whole number as one of 64 bits, for those that arrays hold are smaller."""
    return np.int64(number)  # type: ignore[return-value]


def entry(function: Function) -> Function:
    """`function` compiled with all the kernels it calls, for Python to call, and kept on disk."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(CACHE)
    try:
        compiled: Function = _njit(cache=True, error_model="numpy", nogil=True)(function)
    finally:
        _config.CACHE_DIR = before
    return compiled
