"""What the browser tests need beyond Python: Chromium, and a font for Chinese text.

`python -m tools.ensure_browser` installs what is missing where that is allowed (apt-get as root), and
otherwise names it. The tests that need it are then skipped, by name, or fail (CI=true).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC: Final = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
PACKAGES: Final = ("chromium", "fontconfig", "fonts-noto-cjk")
"""Debian's names."""


def chromium() -> str | None:
    """The path of a Chromium or Chrome, if there is one."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return found or (MAC if Path(MAC).exists() else None)


def has_chinese_font() -> bool:
    """Whether the page's text can be drawn: without a font Chromium draws boxes."""
    if sys.platform in ("darwin", "win32"):
        return True
    if not shutil.which("fc-list"):
        return False
    answer = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True, check=False)
    return bool(answer.stdout.strip())


def missing() -> list[str]:
    """What the browser tests would miss, in words."""
    return ([] if chromium() else ["Chromium"]) + ([] if has_chinese_font() else ["a font for Chinese text"])


def install() -> bool:
    """Installs Debian's packages; False, having said why, if that fails."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *PACKAGES]):
        answer = subprocess.run(
            ["apt-get", "-qq", *command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if answer.returncode:
            print(f"apt-get {command[0]} failed:\n{answer.stdout.rstrip()}", flush=True)
            return False
    return True


def main() -> None:
    """Installs what is missing if that is allowed; else says what to install."""
    if not missing():
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print(f"Installing {', '.join(PACKAGES)} for the browser tests ...", flush=True)
        install()
    if lacking := missing():
        print(
            f"The browser tests need {' and '.join(lacking)} and are skipped without (where CI=true: fail). "
            f"To run them, install it (Debian, Ubuntu: sudo apt-get install {' '.join(PACKAGES)}).",
            flush=True,
        )


if __name__ == "__main__":
    main()
