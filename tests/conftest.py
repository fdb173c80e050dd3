"""What all tests share: the browser's options, and the skipping, by name, of tests it is missing for."""

from typing import Any

import hypothesis
import pytest

from tools import ensure_browser

hypothesis.settings.register_profile("wuyi", deadline=None, print_blob=True)
hypothesis.settings.load_profile("wuyi")

CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""For a container, as root, with no network but this machine's."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium, since Playwright's would have to be downloaded."""
    return browser_type_launch_args | {
        "executable_path": ensure_browser.chromium(),
        "args": [*browser_type_launch_args.get("args", []), *CHROMIUM_OPTIONS],
    }


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last, and are skipped where what they need is missing."""
    # Playwright keeps an event loop in the main thread, in which no other test could start its own.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    if not any(item.get_closest_marker("browser") for item in items):
        return
    if missing := ensure_browser.missing():
        skip = pytest.mark.skip(reason=f"not installed: {' and '.join(missing)}")
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(skip)
