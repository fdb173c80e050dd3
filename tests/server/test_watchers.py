"""Spectators: what everybody knows, and late."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from tests.server.following import follow
from tests.server.seated import Seated, all_play, create, header_of, opened, sit_down, table
from tests.server.warp import BACKEND
from wuyi.server.protocol import State
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.table.pace import Pace

pytestmark = pytest.mark.anyio

PACE = Pace(think=0.5)
HEADER = header_of(spectators=True, clock=8)


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, Mapping[str, Any]]:
    return BACKEND


async def test_a_table_that_is_not_to_be_watched() -> None:
    async with table(pace=PACE) as session:
        with pytest.raises(Refusal) as refused:
            Seated(session, None)
        assert refused.value.reason == "no_spectators"


async def test_a_spectator_sees_the_whole_match_late_and_nothing_else() -> None:
    async with table(HEADER, PACE) as session:
        watcher = Seated(session, None)
        people = sit_down(session)
        watching = asyncio.create_task(watcher.until(lambda state: state.standing.over))
        last, *_ = await all_play(people)
        shown = await watching
    assert shown.standing == last.standing
    for state in follow(message for _, message in watcher.messages):
        assert isinstance(state, State)
        assert state.view.seat is None and not state.view.hand and not state.legal and not state.waits
        assert not any("Answered" in type(event).__name__ for event in state.events)
    begin = people[0].messages[0][0]
    assert watcher.messages[0][0] >= begin + PACE.delay
    for late, live in zip(*public_times(watcher, people[0]), strict=True):
        assert late == pytest.approx(live + PACE.delay)


def public_times(watcher: Seated, person: Seated) -> tuple[list[float], list[float]]:
    """When each was told of the discards."""
    late, live = (
        [
            at
            for at, message in someone.messages[1:]
            if b'"type":"discarded"' in message.split(b'"history"')[0]
        ]
        for someone in (watcher, person)
    )
    return late, live


async def test_who_comes_late_is_shown_where_the_table_stood() -> None:
    async with table(HEADER, PACE) as session:
        people = sit_down(session)
        playing = asyncio.create_task(all_play(people))
        await asyncio.sleep(PACE.delay + 30)
        watcher = Seated(session, None)
        state = await watcher.state()
        assert state.history and not state.events and state.seq == len(state.history)
        await watcher.until(lambda state: state.events)
        watcher.go()
        await playing


async def test_a_spectator_of_a_table_just_loaded_waits() -> None:
    store = MemoryStore()
    await create(store, HEADER)
    async with opened(store, PACE) as session:
        begin = asyncio.get_running_loop().time()
        watcher = Seated(session, None)
        assert not session.idle
        await watcher.state()
        assert asyncio.get_running_loop().time() - begin == pytest.approx(PACE.delay)
        watcher.go()
        assert session.idle
