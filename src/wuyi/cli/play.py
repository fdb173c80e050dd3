"""`wuyi play`: the game on this machine, for the person in front of it."""

import argparse
import os
import sys
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from wuyi.cli.serve import add_common, announce, configured

if TYPE_CHECKING:
    from wuyi.cli.main import Commands

_NO_BROWSER: Final = frozenset({"", "none", "false", "no", "0", ":", "true", "/bin/true"})
"""Values of BROWSER that mean: open none."""


def add_parser(commands: "Commands") -> None:
    parser = commands.add_parser(
        "play",
        help="play in the browser against three computer players",
        description="Start the game and open it in the browser, where there is one. Ctrl-C ends it; a match "
        "that is under way goes on with the next start.",
    )
    add_common(parser)
    parser.add_argument("--no-browser", action="store_true", help="open no browser, only print the address")


def run(args: argparse.Namespace) -> int:
    import logging

    from wuyi.server import log
    from wuyi.server.run import run as run_server

    config = configured(args)
    log.set_up(logging.WARNING, plain=args.log != "json")

    def say_and_show(address: str, lan: str | None) -> None:
        announce(address, lan)
        if not args.no_browser and wants_browser(os.environ):
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()

    run_server(config, say_and_show)
    return 0


def wants_browser(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether there is a screen to show a browser on, and BROWSER does not forbid it."""
    if environment.get("BROWSER", "any").lower() in _NO_BROWSER:
        return False
    has_screen = platform in ("darwin", "win32")
    return has_screen or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> None:
    """Open the page; with no browser to be found the game simply goes on."""
    import webbrowser

    webbrowser.open(address)
