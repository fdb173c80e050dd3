"""What a seat knew when it decided, and the worlds it could not tell apart."""

from collections import Counter
from random import Random

import pytest

from wuyi.engine.action import Discard
from wuyi.engine.frames import events_until
from wuyi.engine.legal import legal_actions
from wuyi.engine.record import Record
from wuyi.engine.state import SEATS, State, fold
from wuyi.engine.suppose import outline, suppose
from wuyi.engine.view import UNKNOWN, view
from wuyi.review.position import Position, World, decisions, position_of

from ..bots.tables import shuffled_secrets
from ..walls import Table, wall
from .deals import RECORDS


def supposed(position: Position, world: World) -> State:
    known = outline(
        position.view, front=position.front, taken=position.taken, kong_discard=position.kong_discard
    )
    return suppose(
        known,
        {seat: world.hands[seat] for seat in SEATS if seat != position.seat},
        dict(enumerate(world.kongs)),
        dict(zip(position.standing, world.wall, strict=True)),
    )


@pytest.mark.parametrize("record", RECORDS, ids=["first", "second"])
def test_every_decision_of_a_record_is_found_at_its_frame(record: Record) -> None:
    for seat in SEATS:
        for at, position, taken in decisions(record, seat):
            assert taken in position.legal
            state = fold(record.rules, events_until(record, at))
            assert view(state, seat) == position.view
            assert legal_actions(state, seat) == position.legal


def test_a_supposed_state_looks_the_same_to_the_seat() -> None:
    random = Random(1)
    for seat in SEATS:
        for _, position, _ in decisions(RECORDS[0], seat):
            state = supposed(position, position.world(random))
            assert view(state, seat) == position.view
            assert legal_actions(state, seat) == position.legal


def test_a_world_deals_every_tile_that_was_not_seen() -> None:
    random = Random(1)
    for _, position, _ in decisions(RECORDS[1], 1):
        world = position.world(random)
        dealt = Counter(tile for hand in (*world.hands, world.wall) for tile in hand)
        dealt.update(kind for kinds in world.kongs for kind in kinds for _ in range(4))
        assert dealt == {kind: count for kind, count in enumerate(position.unseen) if count}


def test_what_the_seat_cannot_see_makes_no_difference() -> None:
    random = Random(3)
    table = Table(wall(turned="9p", seed=4))
    for _ in range(20):
        table.throw()
    for seat in (table.state.turn,):
        one = position_of(table.state, seat)
        other = position_of(shuffled_secrets(table.state, seat, random), seat)
        assert one.luck == other.luck
        assert one.world(Random(5)) == other.world(Random(5))


def test_a_concealed_kong_face_down_is_dealt_too() -> None:
    table = Table(wall(turned="9p", hands={0: "1111z"}, draws="2s", seed=4))
    kong = next(action for action in table.legal(0) if type(action).__name__ == "ConcealedKong")
    table.do(kong)
    table.throw()
    table.go_to(1)
    position = position_of(table.state, 1)
    assert UNKNOWN in position.view.seats[0].melds[0].meld
    assert position.hidden_kongs(0) == 1 and position.taken == 1
    world = position.world(Random(1))
    assert position.unseen[world.kongs[0][0]] == 4
    state = supposed(position, world)
    assert view(state, 1) == position.view
    assert sum(hand.size for hand in state.hands) == 10 + 3 * 13
    assert isinstance(legal_actions(state, 1)[-1], Discard)
