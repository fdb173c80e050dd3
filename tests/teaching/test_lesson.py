"""The first lesson: ten scenes, each with one right answer, which is the engine's."""

import pytest

from wuyi.hand.tile import TILES
from wuyi.teaching.figures import JudgedHand, Moment, Scene
from wuyi.teaching.lesson import scenes


@pytest.fixture(scope="module")
def lesson() -> tuple[Scene, ...]:
    return scenes()


def right(scene: Scene) -> str:
    (choice,) = [each.choice for each in scene.choices if each.right]
    return choice


def test_ten_scenes_in_the_order_of_learning(lesson: tuple[Scene, ...]) -> None:
    assert [(scene.id, right(scene)) for scene in lesson] == [
        ("caishen", "9p"),
        ("white", "yes"),
        ("half_flush", "no"),
        ("single_wait", "no"),
        ("baotou", "6p"),
        ("flying", "9p"),
        ("kong", "4"),
        ("unconnected", "8s"),
        ("liable", "3"),
        ("score", "16"),
    ]


def test_every_scene_is_a_table_that_seat_0_looks_at(lesson: tuple[Scene, ...]) -> None:
    for scene in lesson:
        view = scene.view
        assert view.seat == 0 and view.result is None
        assert view.phase == "claim" or (view.turn == 0 and view.drawn is not None)
        assert len(scene.choices) > 1 and scene.figures


def test_tiles_to_tap_are_those_of_the_hand(lesson: tuple[Scene, ...]) -> None:
    for scene in lesson:
        if scene.ask == "tile":
            hand = {*scene.view.hand, scene.view.drawn}
            assert {choice.choice for choice in scene.choices} == hand <= set(TILES)


def test_what_explains_is_about_the_hand_on_the_table(lesson: tuple[Scene, ...]) -> None:
    """Of each scene the first figure is judged with tiles that lie before the player."""
    for scene in lesson:
        first = scene.figures[0]
        if isinstance(first, JudgedHand):
            assert first.caishen == scene.view.caishen
            held = [*scene.view.hand, scene.view.drawn, scene.view.tile]
            assert all(tile in held for tile in first.hand), scene.id
        elif isinstance(first, Moment):
            assert [meld.meld for meld in first.view.seats[0].melds] == ["[46m5z]"]


def test_the_fan_of_a_kong_and_who_pays(lesson: tuple[Scene, ...]) -> None:
    kong, liable, score = lesson[6].figures[0], lesson[8].figures[0], lesson[9].figures[0]
    assert isinstance(kong, JudgedHand) and kong.win is not None and ("gangkai", 2) in kong.win.fans
    assert isinstance(liable, JudgedHand) and liable.win is not None and liable.win.liable == 3
    assert isinstance(score, JudgedHand) and score.win is not None
    assert score.win.payments == (40, -16, -8, -16)
