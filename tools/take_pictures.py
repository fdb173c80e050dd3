"""Takes the pictures of docs/pictures/: the table at the three sizes, the settlement, the lobby.

    python -m tools.take_pictures

The match follows from a fixed seed and is played by the computer player `greedy` at every seat, so that
the pictures stay the same until the page or the rules change.
"""

import asyncio
import json
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
from wuyi.engine.action import Win
from wuyi.engine.advice import discard_hints
from wuyi.engine.event import Event, Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.match import Match
from wuyi.engine.view import view
from wuyi.rules import Ruleset
from wuyi.server.community.tokens import token_key
from wuyi.server.protocol import Ticket
from wuyi.server.store.sqlite import SqliteStore
from wuyi.server.table.header import Header

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
SIZES: Final = ((390, 844), (844, 390), (1280, 800))
RULES: Final = Ruleset(hands=4)
SEED: Final = (231).to_bytes(32)
"""Chosen for a first hand that seat 0 wins for 6 fan."""
TOKEN: Final = "for pictures only"
READY: Final = {"table": "hand-tile", "settlement": "settlement"}
"""The scenes, and what is on the screen when they are."""


@dataclass(frozen=True)
class Scene:
    """A table at a moment: its log so far."""

    name: str
    log: list[Event]


def scenes(seed: bytes) -> list[Scene]:
    """The first hand of the match: seat 0's first turn on which a discard leaves it waiting, and the win."""
    match = Match(seed, RULES)
    bots: list[Bot] = [make("greedy", bytes([seat]) * 32) for seat in range(4)]
    log = match.start_next_hand()
    turn: Scene | None = None
    while not match.between_hands:
        state = match.state
        assert state is not None
        seat = acting(state)[0]
        seen, legal = view(state, seat), legal_actions(state, seat)
        if turn is None and seat == 0 and Win(0) not in legal and discard_hints(seen, legal):
            turn = Scene("table", list(log))
        log += match.apply(bots[seat].choose(seen, legal))
    if turn is None or not isinstance(log[-1], Won):
        raise AssertionError("nothing to show in this hand: take another seed")
    return [turn, Scene("settlement", log)]


async def lay(database: Path, scene: Scene) -> Ticket:
    """Put the scene's table into a database; the key to its seat 0."""
    header = Header(
        rules=RULES,
        names=("", "greedy", "greedy", "greedy"),
        bots=(None, "greedy", "greedy", "greedy"),
        seed=SEED.hex(),
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
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=2 if max(size) < 1000 else 1.5,
        reduced_motion="reduce",
    )
    Table(page).settings(language=language)
    if ticket is not None:
        kept = json.dumps(msgspec.json.encode(ticket).decode())
        page.add_init_script(f"localStorage.setItem('wuyi.ticket', {kept})")
    page.goto(address)
    return page


def take(browser: Browser, address: str, name: str, ticket: Ticket | None, ready: str) -> None:
    """One picture a size, in Chinese and in English."""
    for size in SIZES:
        for language in ("zh", "en"):
            page = open_page(browser, size, address, ticket, language)
            page.get_by_test_id(ready).first.wait_for()
            for hinted in page.locator("[data-testid=hand-tile]:has(.ting)").all()[-1:]:
                if name == "table":
                    hinted.click()  # so that the waits it would leave are shown
            page.wait_for_timeout(400)
            file = f"{name}-{size[0]}x{size[1]}{'' if language == 'zh' else '-en'}.jpg"
            page.screenshot(path=PICTURES / file, type="jpeg", quality=82)
            page.close()


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "wuyi.db"
        tickets = [asyncio.run(lay(database, scene)) for scene in scenes(SEED)]
        server = ServerProcess(database)
        server.start(WUYI_PACE="60")
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=ensure_browser.chromium(), args=CHROMIUM_OPTIONS
                )
                take(browser, server.address, "lobby", None, "start")
                for ticket in tickets:
                    take(browser, server.address, ticket.match, ticket, READY[ticket.match])
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
