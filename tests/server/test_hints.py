"""Advice: what a strong player would do, where the table gives it."""

import msgspec
import pytest

from tests.server.seated import Seated, header_of, table
from tests.walls import wall
from wuyi.bots.hints import advise
from wuyi.engine.action import Discard
from wuyi.server.protocol import Explained

pytestmark = pytest.mark.anyio

START = wall(turned="9s", hands={0: "123456789m11z22z"}, draws="8p")
ALONE = header_of((None, "novice", "greedy", "value"))


async def test_who_plays_with_machines_alone_may_ask() -> None:
    async with table(ALONE, start=START) as session:
        state = await Seated(session, 0).state()
        answer = session.explain(0, None)
        advice = answer.advice
        assert advice is not None
        assert (advice.action, advice.reason) == (Discard(0, "8p"), "wait")
        assert advice.chosen is not None
        assert advice.chosen.useful == ("1z", "2z")
        assert advice == advise(state.view, state.legal)
        assert msgspec.json.decode(msgspec.json.encode(answer), type=Explained) == answer


async def test_among_people_only_where_the_table_allows_it() -> None:
    async with table(header_of(), start=START) as session:
        assert session.explain(0, None).advice is None
    async with table(msgspec.structs.replace(header_of(), hints=True), start=START) as session:
        assert session.explain(0, None).advice is not None
        assert session.explain(1, None).advice is None, "it is not asked"


async def test_about_a_discard_there_is_none() -> None:
    async with table(ALONE, start=START) as session:
        assert session.explain(0, "8p").advice is None
