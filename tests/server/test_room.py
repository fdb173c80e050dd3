"""A room as a state machine: what may be changed when, by whom, and that nothing else ever happens."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuyi.bots import UnknownBot
from wuyi.server.community import room
from wuyi.server.community.room import EMPTY, GUESTS, Room
from wuyi.server.refusal import Refusal
from wuyi.server.words import Guest, Place, RoomOptions

LI, SI, WU, MA = (Guest(name.lower(), name) for name in ("Li", "Si", "Wu", "Ma"))


def fresh() -> Room:
    """A room of Li, who is the host."""
    return room.join(Room(id="123456-x", code="123456", host="li", options=RoomOptions(), luck="0" * 64), LI)


def full() -> Room:
    """Li and Si at seats 0 and 1, computer players at 2 and 3, Si ready."""
    one = room.join(fresh(), SI)
    one = room.set_bot(room.set_bot(one, "li", 2, "greedy"), "li", 3, "random")
    return room.set_ready(one, "si", True)


def playing() -> Room:
    return room.start(full(), "li", "m1")


def refused(change: Callable[[], Room]) -> str:
    """Why it is refused."""
    with pytest.raises(Refusal) as refusal:
        change()
    return refusal.value.reason


def seated(one: Room) -> list[str | None]:
    return [place.player or place.bot for place in one.places]


# --- coming and going ------------------------------------------------------------------------


def test_people_come_to_the_first_empty_seats_and_then_stand() -> None:
    one = fresh()
    for number in range(5):
        one = room.join(one, Guest(f"p{number}", f"P{number}"))
    assert seated(one) == ["li", "p0", "p1", "p2"]
    assert [guest.player for guest in one.guests] == ["p3", "p4"]
    assert room.join(one, Guest("p3", "P3")) == one == room.join(one, LI)
    for number in range(GUESTS - 2):
        one = room.join(one, Guest(f"q{number}", "Q"))
    assert refused(lambda: room.join(one, MA)) == "room_full"


def test_who_leaves_frees_the_seat_and_a_host_has_an_heir() -> None:
    one = room.leave(room.join(room.join(fresh(), SI), WU), "li")
    assert seated(one) == [None, "si", "wu", None] and one.host == "si"
    assert refused(lambda: room.leave(one, "li")) == "not_member"
    assert seated(room.join(one, MA)) == ["ma", "si", "wu", None]
    nobody = room.leave(room.leave(one, "si"), "wu")
    assert nobody.phase == "over" and refused(lambda: room.join(nobody, LI)) == "room_over"


def test_who_leaves_during_the_match_keeps_the_seat_until_it_is_over() -> None:
    one = room.leave(playing(), "si")
    assert one.places[1] == Place(player="si", name="Si", ready=True, away=True)
    assert one.members == ("li",)
    assert room.join(one, SI).places[1].away is False
    after = room.match_over(one, "m1", "1" * 64)
    assert seated(after) == ["li", None, "greedy", "random"] and after.phase == "gathering"


def test_when_all_have_left_a_match_the_room_ends_with_it() -> None:
    one = room.leave(playing(), "li")
    assert one.host == "si"
    one = room.leave(one, "si")
    assert one.phase == "playing" and one.match == "m1"
    assert room.match_over(one, "m1", "1" * 64).phase == "over"


def test_somebody_removed_does_not_come_back() -> None:
    one = room.remove(room.join(fresh(), SI), "li", "si")
    assert seated(one) == ["li", None, None, None]
    assert refused(lambda: room.join(one, SI)) == "removed"
    assert refused(lambda: room.remove(one, "li", "si")) == "not_member"
    assert refused(lambda: room.remove(one, "li", "li")) == "bad_message"
    assert refused(lambda: room.remove(playing(), "li", "si")) == "room_playing"


def test_the_host_hands_over() -> None:
    one = room.hand_over(room.join(fresh(), SI), "li", "si")
    assert one.host == "si" and refused(lambda: room.close(one, "li")) == "not_host"
    assert refused(lambda: room.hand_over(one, "si", "wu")) == "not_member"
    assert room.hand_over(playing(), "li", "si").host == "si"


# --- before the start ------------------------------------------------------------------------


def test_seats_by_choice() -> None:
    one = room.join(fresh(), SI)
    assert seated(room.sit(one, SI, 3)) == ["li", None, None, "si"]
    assert room.sit(one, SI, 1) == one
    assert refused(lambda: room.sit(one, SI, 0)) == "seat_taken"
    assert refused(lambda: room.sit(one, WU, 2)) == "not_member"
    for seat in (-1, 4):
        assert refused(lambda seat=seat: room.sit(one, SI, seat)) == "no_such_seat"  # type: ignore[misc]
    stood = room.sit(one, SI, None)
    assert seated(stood) == ["li", None, None, None] and stood.guests == (SI,)
    assert seated(room.sit(stood, SI, 2)) == ["li", None, "si", None]


def test_seats_by_lot() -> None:
    assert seated(room.draw_lots(full(), "li", (3, 1, 0, 2))) == ["random", "si", "li", "greedy"]
    assert refused(lambda: room.draw_lots(full(), "si", (0, 1, 2, 3))) == "not_host"


@pytest.mark.parametrize(
    "change",
    [
        lambda one: room.draw_lots(one, "li", (0, 1, 2, 3)),
        lambda one: room.set_bot(one, "li", 2, "random"),
        lambda one: room.set_bot(one, "li", 2, None),
        lambda one: room.set_options(one, "li", RoomOptions(clock=8)),
        lambda one: room.sit(one, LI, None),
    ],
)
def test_what_changes_the_agreement_takes_back_ready(change: Callable[[Room], Room]) -> None:
    assert full().places[1].ready
    assert not any(place.ready for place in change(full()).places)


def test_computer_players_come_and_go() -> None:
    one = room.set_bot(fresh(), "li", 2, "greedy")
    assert one.places[2] == Place(name="greedy", bot="greedy")
    assert room.set_bot(one, "li", 2, "random").places[2].bot == "random"
    assert room.set_bot(one, "li", 2, None).places[2] == EMPTY
    assert refused(lambda: room.set_bot(one, "li", 0, "greedy")) == "seat_taken"
    assert refused(lambda: room.set_bot(one, "li", 7, "greedy")) == "no_such_seat"
    with pytest.raises(UnknownBot):
        room.set_bot(one, "li", 2, "nobody")


def test_a_room_keeps_its_circle() -> None:
    assert refused(lambda: room.set_options(fresh(), "li", RoomOptions(circle="c"))) == "bad_message"


# --- the match -------------------------------------------------------------------------------


def test_a_match_begins_when_all_are_there_and_ready() -> None:
    assert refused(lambda: room.start(fresh(), "li", "m")) == "seats_empty"
    assert refused(lambda: room.start(room.set_ready(full(), "si", False), "li", "m")) == "not_ready"
    assert refused(lambda: room.start(full(), "si", "m")) == "not_host"
    assert (playing().phase, playing().match) == ("playing", "m1")
    assert refused(lambda: room.start(playing(), "li", "m2")) == "room_playing"


def test_seeds_come_with_ready_and_go_with_it() -> None:
    luck = "ab" * 32
    one = room.set_ready(full(), "si", True, luck)
    assert one.seeds == {"si": luck} and room.start(one, "li", "m").seeds == {"si": luck}
    assert room.set_ready(one, "si", False).seeds == {} == room.set_ready(one, "si", True).seeds
    assert room.set_options(one, "li", RoomOptions(clock=8)).seeds == {}
    for seed in ("ab", "AB" * 32, "zz" * 32, " " * 64):
        assert refused(lambda seed=seed: room.set_ready(full(), "si", True, seed)) == "bad_message"  # type: ignore[misc]


def test_every_match_has_luck_of_its_own() -> None:
    one = playing()
    assert room.match_over(one, "m1", "1" * 64).luck == "1" * 64 != one.luck
    assert room.match_over(one, "m0", "1" * 64).luck == one.luck


def test_somebody_has_to_play() -> None:
    one = room.sit(fresh(), LI, None)
    for seat in range(4):
        one = room.set_bot(one, "li", seat, "random")
    assert refused(lambda: room.start(one, "li", "m")) == "seats_empty"


def test_a_room_plays_several_matches() -> None:
    one = room.match_over(playing(), "m1", "1" * 64)
    assert one.match is None and not any(place.ready for place in one.places)
    assert room.match_over(one, "m1", "1" * 64) == one
    again = room.start(room.set_ready(one, "si", True), "li", "m2")
    assert again.matches == ("m1", "m2") and again.match == "m2"
    assert room.match_over(again, "m1", "1" * 64) == again


@pytest.mark.parametrize(
    "change",
    [
        lambda one: room.sit(one, SI, None),
        lambda one: room.draw_lots(one, "li", (0, 1, 2, 3)),
        lambda one: room.set_ready(one, "si", True),
        lambda one: room.set_bot(one, "li", 2, None),
        lambda one: room.set_options(one, "li", RoomOptions()),
        lambda one: room.start(one, "li", "m2"),
        lambda one: room.close(one, "li"),
        lambda one: room.remove(one, "li", "si"),
    ],
)
def test_nothing_of_it_during_a_match_or_in_a_closed_room(change: Callable[[Room], Room]) -> None:
    assert refused(lambda: change(playing())) == "room_playing"
    assert refused(lambda: change(room.close(full(), "li"))) == "room_over"


# --- always ----------------------------------------------------------------------------------

PEOPLE = [Guest(letter, letter.upper()) for letter in "abcdefg"]
people = st.sampled_from(PEOPLE)
seats = st.integers(-1, 4)

changes: st.SearchStrategy[Callable[[Room], Room]] = st.one_of(
    st.builds(lambda who: lambda one: room.join(one, who), people),
    st.builds(lambda who: lambda one: room.leave(one, who.player), people),
    st.builds(lambda who, whom: lambda one: room.remove(one, who.player, whom.player), people, people),
    st.builds(lambda who, to: lambda one: room.hand_over(one, who.player, to.player), people, people),
    st.builds(lambda who, seat: lambda one: room.sit(one, who, seat), people, seats | st.none()),
    st.builds(lambda order: lambda one: room.draw_lots(one, one.host, order), st.permutations(range(4))),
    st.builds(lambda who, on: lambda one: room.set_ready(one, who.player, on), people, st.booleans()),
    st.builds(
        lambda seat, bot: lambda one: room.set_bot(one, one.host, seat, bot),
        seats,
        st.sampled_from(["greedy", "random", None]),
    ),
    st.builds(lambda match: lambda one: room.start(one, one.host, match), st.sampled_from("mno")),
    st.just(lambda one: room.match_over(one, one.match or "m", "1" * 64)),
)


@given(st.lists(changes, max_size=60))
def test_whatever_is_done_a_room_makes_sense(done: list[Callable[[Room], Room]]) -> None:
    one = Room(id="123456-x", code="123456", host="a", options=RoomOptions(), luck="0" * 64)
    one = room.join(one, PEOPLE[0])
    for change in done:
        try:
            after = change(one)
        except Refusal:
            continue
        # Everybody is in the room once, on a seat or without.
        known = [place.player for place in after.places if place.player] + [
            guest.player for guest in after.guests
        ]
        assert len(known) == len(set(known))
        assert not set(after.removed) & set(after.members)
        # There is a host who is there, as long as anybody is.
        assert after.host in after.members or not after.members
        assert after.members or after.phase != "gathering"
        for place in after.places:
            assert place.player is None or place.bot is None
            assert not place.away or after.phase == "playing"
        if after.phase == "playing":
            # The seats of a match are those it began with.
            assert EMPTY not in after.places and (one.phase == "gathering" or seated(one) == seated(after))
        assert msgspec.json.decode(msgspec.json.encode(after), type=Room) == after
        one = after
