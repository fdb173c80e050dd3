"""The first load of the page: how much travels, and how soon the start screen can be used on a slow phone.

    python -m benchmarks.server.page

A real server and Chromium with an empty cache, its processor slowed down four times, its line "fast 3G":
1.6 Mbit/s down, 0.75 up, 150 ms there and back. Bars: 120 KB gzipped in all, interactive within 2 s.
"""

import os
import statistics
import tempfile
from pathlib import Path
from typing import Final

import httpx
from playwright.sync_api import Browser, sync_playwright

from tests.conftest import CHROMIUM_OPTIONS
from tests.server.process import ServerProcess
from tests.web.page_load import FIRST_LOAD, TABLE_LOADED
from tools import ensure_browser

ROUNDS: Final = 7
SLOW_PROCESSOR: Final = 4
FAST_3G: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}

WATCH: Final = """
new MutationObserver((_, observer) => {
  if (document.querySelector("[data-testid=start]") === null) return;
  observer.disconnect();
  // Its handlers are there; it can be used once the browser has painted it and is free.
  requestAnimationFrame(() => setTimeout(() => (window.usable = performance.now()), 0));
}).observe(document, { childList: true, subtree: true });
"""
PAINT: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def sizes(address: str, urls: list[str], coding: str) -> dict[str, int]:
    """Bytes of each body as it travels to a browser that accepts this coding alone."""
    found = {}
    with httpx.Client(headers={"accept-encoding": coding}) as client:
        for url in urls:
            with client.stream("GET", url) as answer:
                found[url.removeprefix(address)] = sum(len(part) for part in answer.iter_raw())
    return found


def visit(browser: Browser, address: str, slowly: bool) -> tuple[float, float, list[str]]:
    """First paint and usable, ms after the navigation began; and what was asked for until it was loaded."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    if slowly:
        devtools = context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", FAST_3G)
    page.add_init_script(WATCH)
    page.goto(address)
    usable = float(page.wait_for_function("() => window.usable").json_value())
    page.wait_for_function(TABLE_LOADED)
    painted, asked = float(page.evaluate(PAINT)), list(page.evaluate(FIRST_LOAD))
    context.close()
    return painted, usable, asked


def told(title: str, times: list[float]) -> str:
    median, least, most = statistics.median(times), min(times), max(times)
    return f"{title}: {median:.0f} ms ({least:.0f} to {most:.0f} in {len(times)} runs)"


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder) / "wuyi.db") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=ensure_browser.chromium(), args=CHROMIUM_OPTIONS)
        *_, asked = visit(browser, server.address, slowly=False)
        gzip, brotli = (sizes(server.address, asked, coding) for coding in ("gzip", "br"))
        for path, size in sorted(gzip.items(), key=lambda one: -one[1]):
            print(f"{size:8,} {brotli[path]:8,}  {path}")
        print(f"{sum(gzip.values()):8,} {sum(brotli.values()):8,}  bytes in all, gzip and brotli")
        for title, slowly in (("this machine", False), ("slow phone", True)):
            visits = [visit(browser, server.address, slowly) for _ in range(ROUNDS)]
            print(told(f"{title}, first paint", [painted for painted, _, _ in visits]))
            print(told(f"{title}, interactive", [usable for _, usable, _ in visits]))
        print(f"load of the machine: {os.getloadavg()[0]:.1f}")
        browser.close()


if __name__ == "__main__":
    main()
