"""A seat asks to have its hand explained: over a socket, and how often; and the pages that teach."""

from typing import Any

import httpx
import msgspec
import pytest

from tests.server.client import new_match, seated
from tests.server.process import ServerProcess
from tests.server.seated import Seated, table
from tests.walls import wall
from wuyi.engine.action import Discard
from wuyi.server.protocol import Explain, Explained, Refused
from wuyi.server.refusal import Refusal
from wuyi.teaching.figures import RuleExamples, Scene

pytestmark = pytest.mark.anyio


async def test_a_hand_is_explained_to_whoever_holds_it(server: ServerProcess) -> None:
    ticket = await new_match(server.address)
    async with seated(server.address, ticket) as (player, state):
        state = await player.until_asked(state)
        await player.send(Explain())
        answer = await player.receive()
        assert isinstance(answer, Explained)
        assert (answer.seq, answer.discard) == (state.seq, None)
        discards = {action.tile for action in state.legal if isinstance(action, Discard)}
        assert {outlook.tile for outlook in answer.discards} == discards
        for tile in sorted(discards)[:1]:
            await player.send(Explain(tile))
            answer = await player.receive()
            assert isinstance(answer, Explained) and answer.discard == tile
            assert not answer.discards and not answer.refused


async def test_what_is_not_in_the_hand_is_refused(server: ServerProcess) -> None:
    ticket = await new_match(server.address)
    async with seated(server.address, ticket) as (player, state):
        held = {*state.view.hand, state.view.drawn}
        await player.send(Explain(next(f"{rank}m" for rank in range(1, 10) if f"{rank}m" not in held)))
        refused = await player.receive()
        assert isinstance(refused, Refused) and refused.reason == "not_in_hand"


async def test_questions_are_bounded() -> None:
    async with table() as session:
        reasons = []
        for _ in range(12):
            try:
                session.explain(0, None)
            except Refusal as refusal:
                reasons.append(refusal.reason)
        assert reasons == ["too_fast"] * 2
        session.explain(1, None)  # each seat has its own


async def test_a_refused_win_comes_with_its_particulars() -> None:
    """What the strip over the hand says at once."""
    start = wall(turned="9p", hands={0: "123m789m456p11z22z"}, draws="1z")
    async with table(start=start) as session:
        state = await Seated(session, 0).state()
        assert state.win_refused is not None
        assert (state.win_refused.reason, state.win_refused.suits) == ("not_half_flush", "mp")
        answer = session.explain(0, None)
        assert [each.reason for each in answer.refused if each.action == "win"] == ["not_half_flush"]
        assert session.explain(3, None).refused == ()


# --- lesson and rule book ------------------------------------------------------------------------


async def fetched(http: httpx.AsyncClient, path: str, type: Any) -> Any:
    """What stands at `path`; the second time it is the same."""
    answer = await http.get(path)
    assert answer.status_code == 200 and answer.headers["content-encoding"] == "gzip"
    again = await http.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    plain = await http.get(path, headers={"accept-encoding": "identity"})
    assert plain.content == answer.content and "content-encoding" not in plain.headers
    return msgspec.json.decode(answer.content, type=type)


async def test_the_lesson_and_the_examples_are_open_to_everybody(server: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=server.address) as http:
        lesson = await fetched(http, "/api/lessons", tuple[Scene, ...])
        rules = await fetched(http, "/api/rules", tuple[RuleExamples, ...])
    assert len(lesson) == 10
    assert {"1.1", "4.8", "duting", "min_fan"} <= {each.rule for each in rules}
