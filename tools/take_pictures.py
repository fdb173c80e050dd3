"""Takes the pictures of docs/pictures/, as docs/pictures.md shows them: every screen at the three sizes.

    python -m tools.take_pictures [NAME ...]

With names, only those screens. The page must be built.
"""

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx
import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import CHROMIUM_OPTIONS
from tests.server.process import ServerProcess
from tests.web.table import Table
from tools import ensure_browser
from tools.picture_scenes import LEARNER, NAMES, Friends, Learner, lay_friends, lay_learner, lay_table, scenes
from wuyi.engine.action import Seat
from wuyi.engine.record import Record
from wuyi.review import record_key, review
from wuyi.review.words import Review
from wuyi.server.protocol import Ticket

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
SCREENSHOTS: Final = Path(__file__).parent.parent / "web" / "public"
"""What a browser shows when it offers to install the page (manifest.webmanifest)."""

SIZES: Final = ((390, 844), (844, 390), (1280, 800))
MOST_BYTES: Final = 60_000
QUALITIES: Final = (76, 70, 62, 54, 46)
"""From the first at which a picture is small enough."""

HAND: Final = "hand=12345678m111z77z&tile=9m&caishen=5p"
"""For the calculator: 混一色 and 一条龙."""

LANGUAGES: Final = ("zh", "en")


@dataclass(frozen=True)
class Stage:
    """Where pictures are taken, and of what."""

    browser: Browser
    address: str
    tickets: dict[str, Ticket]
    friends: dict[str, Friends]
    learners: dict[str, Learner]


@dataclass(frozen=True)
class Screen:
    """One screen. path: its address, `{share}` being the link to a hand and `{hand}` the name of one that was
    reviewed. ready: there once it is whole.

    steps: what a person does then. known: it is seen by somebody who has played; else by a newcomer or,
    where a hand is named, by whose it is.
    english: it is taken in English too. scene: the table that is played at. settings: those of the player
    that are not the usual ones.
    """

    path: str
    ready: str
    steps: Callable[[Stage, Table, str], None] = lambda *_: None
    known: bool = False
    english: bool = False
    scene: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)


def raise_waiting(_: Stage, table: Table, __: str) -> None:
    """Raise a tile that leaves the hand waiting, so that its waits are shown."""
    for hinted in table.page.locator("[data-testid=hand-tile]:has(.ting)").all()[-1:]:
        hinted.click()


def gather(stage: Stage, table: Table, language: str) -> None:
    """Open a room with a computer player, and let a friend in."""
    table.at("create-room").click()
    table.at("room-bots").locator("label").nth(1).click()
    table.at("create").click()
    code = table.at("room-code").inner_text()
    bearer = {"authorization": f"Bearer {stage.friends[language].tokens[0]}"}
    httpx.post(f"{stage.address}/api/rooms/{code}/join", headers=bearer).raise_for_status()
    httpx.post(f"{stage.address}/api/rooms/{code}/ready", json={}, headers=bearer).raise_for_status()
    table.page.get_by_text(NAMES[language][1]).first.wait_for()


def find_room(stage: Stage, table: Table, language: str) -> None:
    """The way into a room by its number, beside the open ones: a friend has opened one."""
    bearer = {"authorization": f"Bearer {stage.friends[language].tokens[0]}"}
    httpx.post(f"{stage.address}/api/rooms", json={"public": True}, headers=bearer).raise_for_status()
    table.at("join-room").click()
    table.at("open-rooms").get_by_role("button").first.wait_for()
    table.at("code").fill("5208")


def clicks(*testids: str) -> Callable[[Stage, Table, str], None]:
    def click(_: Stage, table: Table, __: str) -> None:
        for testid in testids:
            table.at(testid).click()

    return click


def write_book(_: Stage, table: Table, language: str) -> None:
    """A book of some hands, in the browser's storage; then it is opened."""
    hands = [
        {"type": "hand", "at": at, "wins": wins, "source": source, "dealer": None}
        for at, (wins, source) in enumerate(
            [
                ([{"who": 0, "fan": 4, "liable": None}], None),
                ([{"who": 2, "fan": 3, "liable": None}], 1),
                ([], None),
                ([{"who": 3, "fan": 6, "liable": None}], None),
                ([{"who": 0, "fan": 5, "liable": None}], 2),
            ],
            1_790_000_000,
        )
    ]
    title = {"zh": "周五晚上", "en": "Friday night"}[language]
    rules = {
        "dealer_succession": "winner",
        "half_flush_required": True,
        "min_fan": 3,
        "white_as_itself": True,
        "wait_fans_stack": True,
        "kongs_stack": False,
        "fan_cap": None,
        "hands": 16,
    }
    content = {"title": title, "names": NAMES[language], "order": [0, 1, 2, 3], "dealer": 0, "rules": rules}
    book: dict[str, object] = {
        "id": "pictures",
        "content": content | {"entries": hands},
        "history": {"done": [], "undone": []},
        "shared": None,
        "at": 1_790_000_000,
    }
    kept = json.dumps(json.dumps({"format": 1, "book": book}))
    table.page.evaluate(f"localStorage.setItem('wuyi.book.pictures', {kept})")
    table.page.reload()
    table.page.get_by_text(title).first.click()


def move_on(_: Stage, table: Table, __: str) -> None:
    """Some turns into a replayed hand."""
    for _step in range(14):
        table.at("turn-next").click()


def solve(_: Stage, table: Table, __: str) -> None:
    """A card to practise, always the same, and its answer."""
    table.page.evaluate("Math.random = () => 0.25")
    table.at("drill-practice-throw").click()
    table.at("drill-tile").nth(2).click()
    table.at("drill-throw").click()


def count_fan(_: Stage, table: Table, __: str) -> None:
    """A hand whose fan are asked for."""
    table.page.evaluate("Math.random = () => 0.25")
    table.at("drill-practice-fan").click()


def look_back(_: Stage, table: Table, __: str) -> None:
    """A reviewed hand at its first loss."""
    table.at("review").click()
    table.at("review-card").wait_for()
    table.page.keyboard.press("Escape")
    table.at("loss-after").click()


SCREENS: Final = {
    "lobby": Screen("/", "start", english=True),
    "create": Screen("/", "create-page", clicks("create-room"), known=True),
    "room": Screen("/", "room-page", gather, known=True, english=True),
    "join": Screen("/", "join-page", find_room, known=True),
    "table": Screen("/", "hand-tile", raise_waiting, english=True, scene="table"),
    "claim": Screen("/", "action-pung", english=True, scene="claim"),
    "late": Screen("/", "hand-tile", scene="late"),
    "night": Screen("/", "hand-tile", scene="late", settings={"felt": "night"}),
    "contrast": Screen("/", "action-pung", scene="claim", settings={"contrast": "high"}),
    "large": Screen("/", "action-pung", scene="claim", settings={"text": "large", "handSize": 130}),
    "settlement": Screen("/", "settlement", english=True, scene="settlement"),
    "drawn": Screen("/", "settlement", scene="drawn"),
    "final": Screen("/", "final-standing", clicks("next-hand"), scene="final", english=True),
    "records": Screen("/", "hands-list", clicks("records"), known=True),
    "circles": Screen("/", "totals", clicks("records", "circles"), known=True),
    "account": Screen("/", "account-page", clicks("account"), known=True),
    "shared": Screen("/s/{share}", "board", clicks("last")),
    "replay": Screen("/p/{share}", "board", move_on, english=True),
    "calculator": Screen(f"/c#{HAND}", "scored", english=True),
    "scorebook": Screen("/b", "tally", write_book, english=True),
    "drill": Screen("/d", "drill-lines", solve, english=True),
    "fan": Screen("/d", "fan-question", count_fan),
    "review": Screen(f"/p?record={{hand}}&seat={LEARNER}", "review-card", clicks("review"), english=True),
    "loss": Screen(f"/p?record={{hand}}&seat={LEARNER}", "review-strip", look_back),
    "lesson": Screen("/l", "lesson-scene", english=True),
    "rulebook": Screen("/g", "rule"),
}


def open_page(stage: Stage, size: tuple[int, int], name: str, language: str) -> Table:
    """The screen in a browser of its own, at the moment of its picture."""
    screen = SCREENS[name]
    context = stage.browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1.5 if max(size) < 1000 else 1,
        reduced_motion="reduce",
    )
    table = Table(context.new_page())
    table.settings(language=language, name=NAMES[language][0], **screen.settings)
    if ticket := stage.tickets.get(screen.scene):
        keep(table.page, "wuyi.ticket", msgspec.json.encode(ticket).decode())
    friends = stage.friends[language]
    learner = stage.learners[language] if "{hand}" in screen.path else None
    if screen.known or learner:
        me = learner.me if learner else friends.me
        keep(table.page, "wuyi.guest", msgspec.json.encode(me).decode())
    path = screen.path.format(share=friends.share, hand=learner.hand if learner else "")
    table.page.goto(stage.address + path)
    table.page.locator("h1, [data-testid=hand-tile]").first.wait_for()
    if screen.path != "/":
        table.page.wait_for_load_state("networkidle")
    screen.steps(stage, table, language)
    table.at(screen.ready).first.wait_for(timeout=20_000)
    table.page.wait_for_load_state("networkidle")
    return table


def keep(page: Page, key: str, value: str) -> None:
    page.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(value)})")


def save(page: Page, path: Path) -> None:
    """The page as a JPEG, as good as it may be."""
    for quality in QUALITIES:
        picture = page.screenshot(type="jpeg", quality=quality, animations="disabled")
        if len(picture) <= MOST_BYTES:
            break
    path.write_bytes(picture)


def take(stage: Stage, name: str) -> None:
    """The pictures of one screen."""
    for language in LANGUAGES if SCREENS[name].english else LANGUAGES[:1]:
        for size in SIZES:
            table = open_page(stage, size, name, language)
            file = f"{name}-{size[0]}x{size[1]}{'' if language == 'zh' else '-en'}.jpg"
            save(table.page, PICTURES / file)
            print(file, flush=True)
            table.page.context.close()


def take_screenshots(stage: Stage) -> None:
    """Those of the manifest: the table, and the lobby."""
    for form, name, size in (("narrow", "lobby", SIZES[0]), ("wide", "table", SIZES[2])):
        table = open_page(stage, size, name, "zh")
        save(table.page, SCREENSHOTS / f"screenshot-{form}.jpg")
        table.page.context.close()


_made: list[Review] = []


def reviewed(record: Record, seat: Seat) -> Review:
    """The one hand that is reviewed, in both languages; it is weighed once."""
    if not _made:
        _made.append(review(record, seat))
    return msgspec.structs.replace(_made[0], record=record_key(record), match=record.match)


def main(names: Sequence[str]) -> int:
    if unknown := [name for name in names if not re.fullmatch("|".join(SCREENS), name)]:
        print(f"no screen {', '.join(unknown)}; there are {', '.join(SCREENS)}", file=sys.stderr)
        return 2
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "wuyi.db"
        tickets = {scene.name: asyncio.run(lay_table(database, scene)) for scene in scenes()}
        friends = {language: asyncio.run(lay_friends(database, language)) for language in LANGUAGES}
        learners = {}
        if not names or {"review", "loss"} & set(names):  # which takes its time
            for language in LANGUAGES:
                learners[language] = asyncio.run(lay_learner(database, language, reviewed))
        server = ServerProcess(database)
        server.start(WUYI_PACE="60")
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=ensure_browser.chromium(), args=CHROMIUM_OPTIONS
                )
                stage = Stage(browser, server.address, tickets, friends, learners)
                for name in names or SCREENS:
                    take(stage, name)
                if not names:
                    take_screenshots(stage)
                browser.close()
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
