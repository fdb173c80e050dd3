"""No message to a seat ever holds what the seat may not know: checked over whole matches, on the wire."""

import random

import msgspec
import pytest

from tests.engine.checks import with_other_hidden_tiles
from tests.server.client import simple_choice
from tests.server.test_session import RULES, Seat0, new_table, opened
from wuyi.engine.luck import derive
from wuyi.engine.state import State as TableState
from wuyi.hand.tile import NAMES
from wuyi.server.header import Header
from wuyi.server.present import snapshot
from wuyi.server.protocol import State
from wuyi.server.session import Refusal, TableSession
from wuyi.server.store.memory import MemoryStore

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("number", range(3))
async def test_whole_matches_give_nothing_away(number: int) -> None:
    """A random player at seat 0: whenever it is asked, what it was sent is held against the true table."""
    luck = random.Random(number)
    secret = luck.randbytes(32)
    seeds = [secret, *(derive(secret, f"hand {hand}") for hand in range(1, RULES.hands + 1))]
    store = MemoryStore()
    header = await new_table(store, secret)
    async with opened(store, header) as session:
        seat = Seat0(session)
        state = await seat.until_asked()
        while True:
            check(session, state, header, seeds, luck)
            if state.standing.over:
                break
            try:
                if state.view.result:
                    await session.ready(0)
                else:
                    await session.act(0, luck.choice([*state.legal, simple_choice(state)]), state.seq)
            except Refusal as refusal:
                assert refusal.reason == "stale"
            state = await seat.until_asked()


def check(
    session: TableSession, state: State, header: Header, seeds: list[bytes], luck: random.Random
) -> None:
    """`state`, sent a moment ago, names nothing hidden, and would be the same with other hidden tiles."""
    message = msgspec.json.encode(state).decode()
    assert '"seed"' not in message and '"wall"' not in message
    assert not any(seed.hex() in message for seed in seeds)
    table = session._match.state
    assert table is not None
    if session._told[0] != state.seq or table.over:
        return
    for hidden in hidden_texts(table):
        assert hidden not in message
    if table.phase != "rob":
        other, _ = with_other_hidden_tiles(table, 0, luck)
        shown = [
            snapshot(one, 0, state.seq, state.events, header, state.standing, state.history)
            for one in (table, other)
        ]
        assert msgspec.json.encode(shown[0]) == msgspec.json.encode(shown[1])
        assert shown[0] == state


def hidden_texts(table: TableState) -> list[str]:
    """Others' hands, and what is left of the wall, as a careless encoder would write them."""
    hands = [[NAMES[tile] for tile in table.hands[seat].tiles()] for seat in (1, 2, 3)]
    texts = [msgspec.json.encode(hand).decode()[1:-1] for hand in hands if len(hand) >= 4]
    ahead = [NAMES[tile] for tile in table.wall[table.front :]]
    return [*texts, "".join(ahead[:6]), msgspec.json.encode(ahead[:6]).decode()[1:-1]]
