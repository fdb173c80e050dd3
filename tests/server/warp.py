"""A loop for tests of timing: while nobody has anything to do, its time jumps to whatever is due next."""

import asyncio
import selectors
from collections.abc import Mapping
from typing import Any


class _Selector(selectors.DefaultSelector):
    """Waits for no one: `passed` is the time that was asked for and not waited."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("everybody waits and nothing is due: the test would never end")
        self.passed += max(0.0, timeout)
        return super().select(0)


class WarpLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._warp = _Selector()
        super().__init__(self._warp)

    def time(self) -> float:
        return 1000.0 + self._warp.passed


BACKEND: tuple[str, Mapping[str, Any]] = ("asyncio", {"loop_factory": WarpLoop})
"""For a module's `anyio_backend`."""
