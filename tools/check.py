"""Every check of the project: `make lint`, `make test`, `make test-long`, `make test-faults`.

Linters, types and the page's own tests run side by side. One that fails ends the run, with what it printed.
The tests come last and speak for themselves, so that their closing lines close the run.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools import ensure_browser, webclient

ROOT: Final = Path(__file__).resolve().parent.parent

MOST_WORKERS: Final = 4
"""Below that there is one more than the machine has cores, since tests often wait for a server or a browser.
More hardly help: the longest files decide, and each worker starts servers of its own."""


@dataclass(frozen=True)
class Step:
    """One check: a command to run quietly in a folder, or a function that raises `CheckError`."""

    name: str
    command: Sequence[str] | Callable[[], None]
    folder: str = "."


class CheckError(Exception):
    """What a check printed when it failed."""


def python(*arguments: str) -> list[str]:
    return [sys.executable, "-m", *arguments]


def install_web_packages() -> None:
    try:
        webclient.install_packages(ROOT)
    except webclient.WebClientError as error:
        raise CheckError(str(error)) from None


LANES: Final = (
    (
        Step("ruff check", python("ruff", "check", "--quiet")),
        Step("ruff format", python("ruff", "format", "--check", "--quiet")),
        Step("mypy", python("mypy")),
    ),
    (Step("svelte-check", ["npm", "run", "--silent", "check"], "web"),),
    (Step("vitest", ["npm", "run", "--silent", "test"], "web"),),
)


def run_quietly(step: Step) -> None:
    if callable(step.command):
        step.command()
        return
    answer = subprocess.run(
        step.command,
        cwd=ROOT / step.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if answer.returncode:
        told = answer.stdout.rstrip()
        raise CheckError(f"{told}\n\nTo run it alone, in {step.folder}: {' '.join(step.command)}")


def run_lanes(*lanes: Sequence[Step]) -> bool:
    """Runs the steps of each lane in order and the lanes side by side, a line for each step that is done. One
    that fails lets no other begin, and is told last; False then."""
    failed = threading.Event()
    failures: list[str] = []

    def run(steps: Sequence[Step]) -> None:
        for step in steps:
            if failed.is_set():
                return
            start = time.monotonic()
            try:
                run_quietly(step)
            except CheckError as error:
                failed.set()
                failures.append(f"{step.name:.<16} FAILED\n\n{error}\n\nFailed: {step.name}")
            else:
                print(f"{step.name:.<16} ok {time.monotonic() - start:5.1f} s", flush=True)

    with ThreadPoolExecutor(len(lanes)) as threads:
        list(threads.map(run, lanes))
    for failure in failures:
        print(failure, flush=True)
    return not failures


def lint() -> bool:
    return run_lanes([Step("npm ci", install_web_packages)]) and run_lanes(*LANES)


def run_tests(*options: str) -> int:
    print("pytest", *options, flush=True)
    return subprocess.run(python("pytest", *options), cwd=ROOT, check=False).returncode


def run_quick_tests() -> int:
    """All tests but the long ones, in one run: what to do side by side and what together, and that browser
    tests come last, is for tests/conftest.py to say."""
    workers = str(min((os.cpu_count() or 1) + 1, MOST_WORKERS))
    return run_tests("-q", "-n", workers, "--dist", "loadfile", "-m", "not long and not faults")


def main(arguments: Sequence[str]) -> int:
    if not webclient.has_node():  # the one of .venv then, put there by bootstrap.py
        os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    try:
        match arguments:
            case ["lint"]:
                return 0 if lint() else 1
            case ["test"]:
                if not lint():
                    return 1
                ensure_browser.main()
                return run_quick_tests()
            case ["test-long"]:
                ensure_browser.main()
                return run_tests("-m", "long", "-v")
            case ["test-faults"]:
                return run_tests("-m", "faults", "-v", "tests/faults")
            case _:
                print("usage: python -m tools.check lint|test|test-long|test-faults", file=sys.stderr)
                return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
