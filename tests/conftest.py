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

IN_A_BROWSER = "tests/web/"
"""Where all tests are marked `browser`."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium, since Playwright's would have to be downloaded."""
    return browser_type_launch_args | {
        "executable_path": ensure_browser.chromium(),
        "args": [*browser_type_launch_args.get("args", []), *CHROMIUM_OPTIONS],
    }


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop in the main thread, where none starts then.
    What compiles the kernels comes first, as the longest piece of work that cannot be shared out."""
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, not _compiles(item.nodeid)))


def _compiles(test: str) -> bool:
    return test.startswith(COMPILED)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The tests of a file go to one worker, for they share a server; so do all that have Numba compile the
    kernels, which takes half a minute of every worker that does it. Browser tests share a server with the
    whole worker, so each goes wherever there is room. All are begun in the order of the collection, so that
    no worker is given another test after one in a browser."""
    if config.getvalue("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    scheduler = LoadFileScheduling(config, log)
    file_of = scheduler._split_scope

    def together(test: str) -> str:
        if _compiles(test):
            return "numba"
        return test if test.startswith(IN_A_BROWSER) else file_of(test)

    scheduler._split_scope = together
    return scheduler
