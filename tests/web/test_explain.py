"""What explains, in a real browser: the first lesson, the rule book, and the analysis at the table."""

import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.sizes import SIZES, is_not_too_wide, open_at
from tests.web.table import Table

pytestmark = pytest.mark.browser


SCENES = 10


def answer(table: Table) -> None:
    """Try one answer after the other until one is right."""
    choices = table.page.locator("[data-testid=lesson-choice], [data-testid=lesson-tile]:not(:disabled)")
    while not table.at("lesson-right").count():
        tried = choices.and_(table.page.locator(":not(:disabled)")).first
        tried.click()
    assert table.at("figure").count() > 0


@pytest.mark.parametrize("size", SIZES)
def test_the_first_lesson(table: Table, server: ServerProcess, size: str) -> None:
    """A newcomer is offered it, goes through all scenes, and is not offered it again. Where the screen is too
    low for the offer the lesson's own door is in sight."""
    language = open_at(table, size)
    table.page.goto(server.address)
    table.at("lesson" if size == "phone on its side" else "lesson-start").click()
    for number in range(SCENES):
        expect(table.page.get_by_text(f"{number + 1}/{SCENES}")).to_be_visible()
        answer(table)
        table.speaks_only(language)
        is_not_too_wide(table)
        table.at("lesson-next").click()
    expect(table.at("lesson-end")).to_be_visible()
    table.at("lesson-play").click()
    expect(table.at("start")).to_be_visible()
    assert table.at("lesson-invite").count() == 0


def test_a_lesson_left_goes_on_where_it_was(table: Table, server: ServerProcess) -> None:
    table.settings()
    table.page.goto(f"{server.address}/l")
    first = table.at("lesson-scene")
    expect(first).to_have_attribute("data-scene", "caishen")
    table.at("lesson-next").click()
    expect(table.at("lesson-scene")).to_have_attribute("data-scene", "white")
    table.page.reload()
    expect(table.at("lesson-scene")).to_have_attribute("data-scene", "white")
    table.at("lesson-skip").click()
    expect(table.at("start")).to_be_visible()
    assert table.at("lesson-invite").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_the_rule_book(table: Table, server: ServerProcess, size: str) -> None:
    """Every rule with its examples; found by words, and from the contents."""
    language = open_at(table, size)
    table.page.goto(f"{server.address}/g#4.8")
    expect(table.at("figure").first).to_be_attached()
    expect(table.page.locator("[data-rule='4.8']")).to_be_in_viewport()
    rules = table.at("rule").count()
    assert rules > 75 and table.at("figure").count() > rules
    table.speaks_only(language)
    is_not_too_wide(table)
    table.at("rule-section").nth(3).click()
    expect(table.page.locator("[id='section-4'] h2")).to_be_in_viewport()
    table.at("rule-search").fill("独听" if language == "zh" else "only wait")
    expect(table.at("rules-found")).to_be_visible()
    assert 0 < table.at("rule").count() < 12
    expect(table.page.locator("[data-rule=duting]")).to_be_visible()
    table.at("rule-search").fill("")
    expect(table.at("rule")).to_have_count(rules)


def test_a_hand_is_analysed_at_the_table(table: Table, server: ServerProcess) -> None:
    """What each discard leaves; a line chosen raises its tile; a reason leads to its rule."""
    open_at(table, "phone")
    table.start(server.address)
    while table.what_now() != "discard":
        table.do(table.what_now())
    kinds = {tile.rstrip("*") for tile in table.tiles()}
    table.at("ask").click()
    expect(table.at("outlook")).to_have_count(len(kinds))
    table.speaks_only("zh")
    line = table.at("outlook").first
    tile = line.get_attribute("data-tile")
    line.click()
    table.at("choose").click()
    expect(table.page.locator("[data-testid=hand-tile][aria-pressed=true]")).to_have_attribute(
        "data-tile", str(tile)
    )
    table.at("ask").click()
    table.at("why-added_kong").get_by_role("button").click()
    expect(table.at("rule-sheet").get_by_test_id("figure").first).to_be_visible()
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("Escape")
    expect(table.at("explain")).to_have_count(0)
