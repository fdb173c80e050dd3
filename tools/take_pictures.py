"""Takes the pictures of docs/pictures/: the table at the three sizes, the settlement, the lobby.

    python -m tools.take_pictures

The match follows from a fixed seed and is played by the computer player `greedy` at every seat, so that
the pictures stay the same until the page or the rules change.
"""

import asyncio
import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import CHROMIUM_OPTIONS
from tests.server.process import ServerProcess
from tests.web.table import Table
from tools import ensure_browser
from wuyi.bots import Bot, make
from wuyi.engine.event import Event, Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.match import Match
from wuyi.engine.view import view
from wuyi.rules import Ruleset
from wuyi.server.header import Header
from wuyi.server.protocol import Ticket
from wuyi.server.session import token_key
from wuyi.server.store.sqlite import SqliteStore

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
SIZES: Final = {"phone": (390, 844), "landscape": (844, 390), "desktop": (1280, 800)}
RULES: Final = Ruleset(hands=4)
TOKEN: Final = "for pictures only"


@dataclass(frozen=True)
class Scene:
    """A table at a moment: its log so far."""

    name: str
    log: list[Event]


def scenes(seed: bytes) -> list[Scene]:
    """The middle of a hand with seat 0 to act, and the first win."""
    match = Match(seed, RULES)
    bots: list[Bot] = [make("greedy", bytes([seat]) * 32) for seat in range(4)]
    log = match.start_next_hand()
    middle: Scene | None = None
    while not match.over:
        if match.between_hands:
            log += match.start_next_hand()
        state = match.state
        assert state is not None
        seat = acting(state)[0]
        own_turn = state.phase == "turn" and seat == 0 and state.drawn is not None
        if middle is None and own_turn and state.discards > 24 and any(state.melds):
            middle = Scene("table", list(log))
        log += match.apply(bots[seat].choose(view(state, seat), legal_actions(state, seat)))
        if isinstance(log[-1], Won) and middle is not None:
            return [middle, Scene("settlement", log)]
    raise AssertionError("nobody won this match: take another seed")


async def lay(database: Path, scene: Scene, seed: bytes) -> Ticket:
    """Put the scene's table into a database; the key to its seat 0."""
    header = Header(
        rules=RULES,
        names=("武义", "greedy", "greedy", "greedy"),
        bots=(None, "greedy", "greedy", "greedy"),
        seed=seed.hex(),
    )
    store = SqliteStore(database)
    log = [msgspec.json.encode(event) for event in scene.log]
    await store.create(scene.name, header.encode(), {0: token_key(TOKEN)}, log)
    await store.close()
    return Ticket(scene.name, 0, TOKEN)


def open_page(
    browser: Browser, size: tuple[int, int], address: str, ticket: Ticket | None, language: str
) -> Page:
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]}, device_scale_factor=2, reduced_motion="reduce"
    )
    Table(page).settings(language=language)
    if ticket is not None:
        kept = json.dumps(msgspec.json.encode(ticket).decode())
        page.add_init_script(f"localStorage.setItem('wuyi.ticket', {kept})")
    page.goto(address)
    return page


def take(browser: Browser, address: str, name: str, ticket: Ticket | None, ready: str) -> None:
    """One picture a size, and the desktop once more in English."""
    for size, pixels in SIZES.items():
        for language in ("zh", "en") if size == "desktop" else ("zh",):
            page = open_page(browser, pixels, address, ticket, language)
            page.get_by_test_id(re.compile(ready)).first.wait_for()
            page.wait_for_timeout(400)
            suffix = "" if language == "zh" else "-en"
            page.screenshot(path=PICTURES / f"{name}-{size}{suffix}.png")
            page.close()


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    seed = bytes.fromhex("57" * 32)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = Path(folder) / "wuyi.db"
        shown = [(scene, asyncio.run(lay(database, scene, seed))) for scene in scenes(seed)]
        server = ServerProcess(database)
        server.start(WUYI_PACE="60")
        browser = playwright.chromium.launch(executable_path=ensure_browser.chromium(), args=CHROMIUM_OPTIONS)
        try:
            take(browser, server.address, "lobby", None, "^start$")
            for scene, ticket in shown:
                take(
                    browser,
                    server.address,
                    scene.name,
                    ticket,
                    "^hand-tile$" if scene.name == "table" else "^settlement$",
                )
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
