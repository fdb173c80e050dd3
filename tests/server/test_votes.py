"""Pause and early end by vote: three of four; a crash forgets nothing."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from tests.server.seated import (
    Seated,
    all_play,
    create,
    entries_of,
    header_of,
    opened,
    refused,
    sit_down,
    table,
)
from tests.server.test_several import Notes, to_settlement
from tests.server.warp import BACKEND
from wuyi.engine.action import Pass
from wuyi.engine.event import HandStarted
from wuyi.server.protocol import State
from wuyi.server.store.memory import MemoryStore
from wuyi.server.table.ballot import BALLOT_SECONDS, Ballot
from wuyi.server.table.happening import VoteKind
from wuyi.server.table.pace import Pace
from wuyi.server.table.session import TableSession

pytestmark = pytest.mark.anyio

PACE = Pace(think=0.5)


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, Mapping[str, Any]]:
    return BACKEND


@pytest.mark.parametrize(
    ("voters", "answers", "outcome"),
    [
        (4, [True], None),
        (4, [True, True], None),
        (4, [True, True, True], True),
        (4, [True, False], None),
        (4, [True, False, True, True], True),
        (4, [True, False, False], False),
        (3, [True, True], None),
        (3, [True, True, True], True),
        (3, [True, False], False),
        (2, [True], None),
        (2, [True, True], True),
        (2, [True, False], False),
        (1, [True], True),
    ],
)
def test_three_of_four(voters: int, answers: list[bool], outcome: bool | None) -> None:
    ballot = Ballot("pause", tuple(range(voters)), 0.0, tuple(enumerate(answers)))
    assert ballot.outcome is outcome


async def agreed(session: TableSession, kind: VoteKind) -> None:
    """Three seats agree to it."""
    await session.call_vote(0, kind)
    await session.cast_vote(1, True)
    await session.cast_vote(2, True)


async def is_paused(person: Seated) -> State:
    return await person.until(lambda state: state.paused)


async def test_a_pause_stops_everything_until_three_of_four_go_on() -> None:
    async with table(header_of(clock=8), PACE) as session:
        people = sit_down(session)
        dealer = session._sitting.state.dealer
        state = await people[dealer].asked()
        await asyncio.sleep(3)
        await agreed(session, "pause")
        state = await is_paused(people[dealer])
        assert not state.legal and state.vote is None
        assert state.clock is not None and round(state.clock.left, 3) == 5
        await asyncio.sleep(500)
        assert await refused(session.act(dealer, Pass(dealer), state.seq)) == "paused"
        assert await refused(session.call_vote(3, "pause")) == "nothing_to_vote"
        await agreed(session, "resume")
        state = await people[dealer].until(lambda state: state.legal and not state.paused)
        assert state.clock is not None and round(state.clock.left, 3) == 5
        await people[dealer].do(state.legal[-1])


async def test_a_pause_does_not_last_for_ever() -> None:
    async with table(pace=PACE) as session:
        people = sit_down(session)
        await agreed(session, "pause")
        await is_paused(people[0])
        begin = asyncio.get_running_loop().time()
        await people[0].until(lambda state: not state.paused)
        assert asyncio.get_running_loop().time() - begin == pytest.approx(PACE.pause)


async def test_a_vote_is_shown_and_ends_with_refusals_or_its_time() -> None:
    async with table(pace=PACE) as session:
        people = sit_down(session)
        await session.call_vote(2, "end")
        state = await people[0].until(lambda state: state.vote)
        assert state.vote is not None
        assert (state.vote.kind, state.vote.needed, state.vote.answers) == ("end", 3, ((2, True),))
        assert await refused(session.call_vote(1, "pause")) == "vote_running"
        assert await refused(session.cast_vote(2, True)) == "not_a_voter"
        await session.cast_vote(0, False)
        assert await refused(session.cast_vote(0, True)) == "not_a_voter"
        await session.cast_vote(1, False)
        state = await people[0].until(lambda state: state.vote is None)
        assert not state.ending
        assert await refused(session.cast_vote(3, True)) == "no_vote"
        await session.call_vote(3, "end")
        await people[0].until(lambda state: state.vote)
        begin = asyncio.get_running_loop().time()
        state = await people[0].until(lambda state: state.vote is None)
        assert asyncio.get_running_loop().time() - begin == pytest.approx(BALLOT_SECONDS)
        assert not state.ending


async def test_the_match_ends_with_the_hand() -> None:
    store = MemoryStore()
    await create(store, header_of())
    async with opened(store, PACE) as session:
        people = sit_down(session)
        await agreed(session, "end")
        states = await all_play(people)
        assert await refused(session.ready(0)) == "match_over"
        assert await refused(session.call_vote(0, "end")) == "match_over"
    assert all(state.standing.over and state.standing.hand == 1 for state in states)
    assert sum(isinstance(entry, HandStarted) for entry in await entries_of(store)) == 1
    stored = await store.load("t")
    assert stored is not None and stored.finished
    async with opened(store, PACE) as session:
        assert session.standing.over


async def test_whoever_the_machine_plays_for_does_not_count() -> None:
    async with table(pace=PACE) as session:
        people = sit_down(session)
        await session.leave(3)
        await session.leave(2)
        assert await refused(session.call_vote(3, "pause")) == "not_a_voter"
        await session.call_vote(0, "pause")
        assert await refused(session.cast_vote(2, True)) == "not_a_voter"
        await session.cast_vote(1, True)
        await is_paused(people[0])


async def test_a_crash_keeps_the_vote_and_the_pause() -> None:
    store = MemoryStore()
    await create(store, header_of(clock=8))
    async with opened(store, PACE) as session:
        people = sit_down(session)
        await session.call_vote(0, "pause")
        await session.cast_vote(1, True)
    async with opened(store, PACE) as session:
        people = sit_down(session)
        state = await people[3].state()
        assert state.vote is not None and state.vote.answers == ((0, True), (1, True))
        await session.cast_vote(3, True)
    async with opened(store, PACE) as session:
        people = sit_down(session)
        assert (await people[3].state()).paused
        await agreed(session, "end")
    async with opened(store, PACE) as session:
        people = sit_down(session)
        state = await people[0].state()
        assert state.ending and state.paused
        await agreed(session, "resume")
        assert (await all_play(people))[0].standing.over


async def test_between_two_hands_the_match_ends_at_once() -> None:
    store, notes = MemoryStore(), Notes()
    await create(store, header_of())
    async with opened(store, PACE, notes) as session:
        people = sit_down(session)
        await to_settlement(people)
        await agreed(session, "end")
        state = await people[3].until(lambda state: state.standing.over)
        assert not state.proof.next_commitment
    stored = await store.load("t")
    assert stored is not None and stored.finished and notes.over == 1 and len(notes.records) == 1
