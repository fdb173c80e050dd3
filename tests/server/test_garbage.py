"""The search for cycles is left to the clock, and is the more seldom the dearer it is."""

import asyncio
import gc
import sys
import weakref

import pytest

from tests.server.warp import BACKEND
from wuyi.server.garbage import search_forever

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> object:
    return BACKEND


@pytest.mark.parametrize(
    ("blocks", "searches"),
    [(0, 360), (30_000, 180), (1_300_000, 5)],
    ids=["nobody", "some tables", "a thousand tables"],
)
async def test_searches_in_an_hour(monkeypatch: pytest.MonkeyPatch, blocks: int, searches: int) -> None:
    found: list[None] = []
    in_use = [50_000]
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: in_use[-1])
    monkeypatch.setattr(gc, "collect", lambda: found.append(None))
    task = asyncio.create_task(search_forever())
    await asyncio.sleep(0)
    in_use.append(50_000 + blocks)
    await asyncio.sleep(3605)
    task.cancel()
    assert len(found) == searches


async def test_a_cycle_is_found() -> None:
    class Thing:
        own: "Thing"

    thing = Thing()
    thing.own = thing
    seen = weakref.ref(thing)
    gc.disable()
    try:
        del thing
        task = asyncio.create_task(search_forever())
        await asyncio.sleep(5)
        assert seen() is not None
        await asyncio.sleep(60)
        task.cancel()
    finally:
        gc.enable()
    assert seen() is None
