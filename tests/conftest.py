"""What all tests share: the browser's options, and which tests come last or together."""

from typing import Any

import hypothesis
import pytest
from xdist.scheduler import LoadFileScheduling

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

COMPILED = ("tests/env/", "tests/review/test_fast.py", "tests/simulate/fast/")
"""Where the kernels are compiled."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium, since Playwright's would have to be downloaded."""
    return browser_type_launch_args | {
        "executable_path": ensure_browser.chromium(),
        "args": [*browser_type_launch_args.get("args", []), *CHROMIUM_OPTIONS],
    }


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop in the main thread, where none starts then."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The tests of a file go to one worker, for they share a server; so do all that have Numba compile the
    kernels, which takes half a minute of every worker that does it."""
    if config.getvalue("dist") != "loadfile":
        return None
    scheduler = LoadFileScheduling(config, log)
    file_of = scheduler._split_scope
    scheduler._split_scope = lambda test: "numba" if test.startswith(COMPILED) else file_of(test)
    return scheduler
