"""A person at the page: looks, and clicks. Nothing is asked of the server behind its back."""

import json
import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import ConsoleMessage, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

CHINESE: Final = re.compile(r"[\u3400-\u9fff]")
ENGLISH: Final = re.compile(r"[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}[ ,]+[A-Za-z]{2,}")
"""Three words in a row: a sentence, not an abbreviation."""

MEANT: Final = re.compile(
    "ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|WebSocket handshake: net::ERR_CONNECTION_RESET"
)
"""What a browser says of a server that is not there, or is killed just as a line to it is opened."""

NO_WORKER: Final = "delete Navigator.prototype.serviceWorker"
"""As at an address without TLS. The worker would load the whole page, to keep it, for each test anew."""

CLICK_MS: Final = 8_000
"""How long a button of the table is waited for, which another's better claim may have taken away."""

WHAT_NOW: Final = """
() => {
  const at = (id) => document.querySelector(`[data-testid="${id}"]`);
  const free = (button) => button !== null && !button.disabled;
  if (at("final-standing")) return "final";
  if (at("settlement")) return free(at("next-hand")) ? "next-hand" : null;
  for (const id of ["win", "kong", "pung", "chow", "pass"]) {
    if (free(at(`action-${id}`))) return `action-${id}`;
  }
  const own = document.querySelectorAll('[data-testid="hand-tile"]').length;
  return own % 3 === 2 ? "discard" : null;
}
"""
"""What a person would do next, by what is on the screen; null: wait."""

ASKED: Final = f"""
() => {{
  const what = ({WHAT_NOW})();
  return what === null ? null : [what, Number(document.body.dataset.seq ?? -1)];
}}
"""
"""The same with the moment of the game it was seen at, in one look."""

MOVED_ON: Final = """
before => Number(document.body.dataset.seq) !== before
  || document.querySelector('[data-testid="final-standing"]') !== null
"""

TEXTS: Final = """
() => {
  const found = [];
  const skip = (node) => node.closest('[data-testid$="language"], script, style');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.textContent.trim() && !skip(node.parentElement)) found.push(node.textContent.trim());
  }
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (skip(node)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
  }
  return found;
}
"""
"""Every text a person can see or hear, but for the language switch, which is in the other language."""


class Table:
    """The page. `complaints` are its errors and warnings, and what it was refused."""

    def __init__(self, page: Page, *, keeps: bool = False) -> None:
        """keeps: the browser keeps the page for a time without a network."""
        self.page = page
        if not keeps:
            page.add_init_script(NO_WORKER)
        self.complaints: list[str] = []
        self.asked = -1
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._listen)

    def _listen(self, message: ConsoleMessage) -> None:
        # A server that is killed on purpose, or a line that is cut, is no fault of the page.
        if message.type in ("error", "warning") and not MEANT.search(message.text):
            self.complaints.append(message.text)

    def settings(self, **chosen: object) -> None:
        """Choose settings before the page is opened."""
        kept = json.dumps(json.dumps({"speed": "off", "sound": False} | chosen))
        # A blank page, to which one goes in order to leave this one, has no store.
        unset = "origin !== 'null' && !localStorage['wuyi.settings']"
        self.page.add_init_script(f"if ({unset}) localStorage.setItem('wuyi.settings', {kept})")

    def at(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def start(self, address: str, hands: int = 4) -> None:
        """Open the page and begin a match of so many hands."""
        self.page.goto(address)
        self.at("hands").get_by_text(re.compile(rf"\b{hands}\b|{hands}")).first.click()
        self.at("start").click()
        expect(self.at("hand-tile").first).to_be_visible()

    def seq(self) -> int:
        return int(self.page.evaluate("document.body.dataset.seq ?? -1"))

    def tiles(self) -> list[str]:
        """The own hand as it is shown, the drawn tile marked."""
        script = "all => all.map(one => one.dataset.tile + ('drawn' in one.dataset ? '*' : ''))"
        shown: list[str] = self.at("hand-tile").evaluate_all(script)
        return shown

    def look(self) -> tuple[int, list[str], str]:
        """What must be the same after a reload: seq, own tiles, tiles left in the wall."""
        return self.seq(), self.tiles(), self.at("remaining").inner_text()

    def what_now(self) -> str:
        """Wait until there is something to do; what it is."""
        what, self.asked = self.page.wait_for_function(ASKED, timeout=30_000).json_value()
        return str(what)

    def what_if_anything(self) -> str | None:
        """What there is to do just now."""
        if (found := self.page.evaluate(ASKED)) is None:
            return None
        what, self.asked = found
        return str(what)

    def do(self, what: str) -> None:
        """Do it by clicking, and wait until the page has moved on. Another's better claim may be quicker, and
        have been so since one looked: then there is nothing to do."""
        before = self.asked
        if self.seq() != before:
            return
        try:
            self._click(what)
        except PlaywrightTimeoutError:
            if self.seq() == before:
                raise
        self.page.wait_for_function(MOVED_ON, arg=before, timeout=30_000)

    def _click(self, what: str) -> None:
        if what == "discard":
            self.at("hand-tile").last.click(timeout=CLICK_MS)
            self.at("action-discard").click(timeout=CLICK_MS)
        elif what in ("action-kong", "action-chow") and self.at("variant").count():
            kind = what.removeprefix("action-")
            variant = self.page.locator(f"[data-testid=variant][data-kind={kind}]").first
            if not variant.is_visible():
                self.at(what).click(timeout=CLICK_MS)
            variant.click(timeout=CLICK_MS)
        else:
            self.at(what).click(timeout=CLICK_MS)

    def quiet(self) -> None:
        """Play on to a moment at which the table waits for this person alone."""
        while (what := self.what_now()) != "next-hand" and len(self.tiles()) % 3 != 2:
            self.do(what)

    def play(self, seen: Callable[[str], None] = lambda _: None, turns: int | None = None) -> None:
        """Play to the final standing, or for so many clicks; `seen` is told before each what is next."""
        while turns is None or turns > 0:
            what = self.what_now()
            seen(what)
            if what == "final":
                return
            self.do(what)
            if turns is not None:
                turns -= 1

    def texts(self) -> list[str]:
        found: list[str] = self.page.evaluate(TEXTS)
        return found

    def speaks_only(self, language: str) -> None:
        """No Chinese on an English page, no English sentence on a Chinese one."""
        wrong = CHINESE if language == "en" else ENGLISH
        assert [text for text in self.texts() if wrong.search(text)] == []

    def fits(self) -> None:
        """Nothing scrolls, and every tile of the hand and every button can be reached."""
        overflow = self.page.evaluate(
            "() => { const root = document.documentElement;"
            " return [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight]; }"
        )
        assert max(overflow) <= 1
        size = self.page.viewport_size
        assert size is not None
        for box in (one.bounding_box() for one in self.at("hand-tile").all()):
            assert box is not None
            assert box["x"] >= -1 and box["x"] + box["width"] <= size["width"] + 1
            assert box["y"] + box["height"] <= size["height"] + 1
