"""The page: web/ (TypeScript and Svelte) built into src/wuyi/web, where the server finds it.

Built again only when a source of it changed: the digest of the sources lies beside the result.
Standard library only, since it runs before anything is installed (`bootstrap.py`) and while the
package is being installed (`hatch_build.py`).
"""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LEFT_OUT: Final = frozenset({"node_modules", "dist", "coverage", "tests", "mock"})
"""Folders of web/ that the page is not built from."""

STAMP: Final = ".sources"
"""The file in src/wuyi/web (and, for the lock, in node_modules) that holds the digest built from."""


class WebClientError(Exception):
    """The page cannot be built; the text says what is missing or shows what failed."""


def built(root: Path) -> Path:
    """The folder the page is built into."""
    return root / "src" / "wuyi" / "web"


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in LEFT_OUT or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path


def digest(root: Path) -> str:
    """SHA-256 over the names and contents of all that the page is built from."""
    total = hashlib.sha256()
    for path in _sources(root / "web"):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return total.hexdigest()


def is_fresh(root: Path) -> bool:
    """Whether the page is there and built from the sources as they are."""
    return (built(root) / "index.html").is_file() and _read(built(root) / STAMP) == digest(root)


def new_enough(version: str) -> bool:
    """Whether `version`, as `node --version` prints it, can run Vite: 20.19 and up, or 22.12 and up."""
    match = re.match(r"v(\d+)\.(\d+)", version)
    if not match:
        return False
    major, minor = int(match[1]), int(match[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def has_node() -> bool:
    """Whether PATH has npm and a Node that is new enough."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return answer.returncode == 0 and new_enough(answer.stdout)


def npm(root: Path, *arguments: str) -> None:
    """Runs npm in web/; raises `WebClientError` with what it printed if it fails."""
    program = shutil.which("npm")
    if not program or not has_node():
        raise WebClientError("the page needs npm and Node >= 20.19 to be built, and PATH has none")
    environment = os.environ | {"NO_UPDATE_NOTIFIER": "1", "CI": "1"}
    answer = subprocess.run(
        [program, *arguments],
        cwd=root / "web",
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if answer.returncode:
        raise WebClientError(f"npm {' '.join(arguments)} failed in web/:\n{answer.stdout.rstrip()}")


def install_packages(root: Path) -> None:
    """Makes web/node_modules what package-lock.json says, if it is not."""
    lock = hashlib.sha256((root / "web" / "package-lock.json").read_bytes()).hexdigest()
    stamp = root / "web" / "node_modules" / STAMP
    if _read(stamp) == lock:
        return
    npm(root, "ci", "--no-audit", "--no-fund")
    stamp.write_text(lock, encoding="ascii")


def build(root: Path) -> None:
    """Builds the page if it is missing or out of date. Raises `WebClientError`."""
    if is_fresh(root):
        return
    sources = digest(root)
    install_packages(root)
    stamp = built(root) / STAMP
    stamp.unlink(missing_ok=True)
    npm(root, "run", "build")
    if not (built(root) / "index.html").is_file():
        raise WebClientError(f"npm run build left no index.html in {built(root)}")
    stamp.write_text(sources, encoding="ascii")


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        return None
