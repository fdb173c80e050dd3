"""Every check of the project, one after the other: `make lint`, `make test`, `make test-long`,
`make test-faults`.

The first that fails ends the run, with what it printed. The tests come last and speak for themselves,
so that their closing lines close the run.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools import ensure_browser, webclient

ROOT: Final = Path(__file__).resolve().parent.parent


MOST_WORKERS: Final = 4
"""More hardly help: the longest files decide, and each worker starts servers of its own."""


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


LINT: Final = (
    Step("ruff check", python("ruff", "check", "--quiet")),
    Step("ruff format", python("ruff", "format", "--check", "--quiet")),
    Step("mypy", python("mypy")),
    Step("npm ci", install_web_packages),
    Step("svelte-check", ["npm", "run", "--silent", "check"], "web"),
    Step("vitest", ["npm", "run", "--silent", "test"], "web"),
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


def run_steps(steps: Sequence[Step]) -> bool:
    """Runs the steps in order, a line each; False at the first that fails."""
    for step in steps:
        print(f"{step.name:.<16}", end=" ", flush=True)
        start = time.monotonic()
        try:
            run_quietly(step)
        except CheckError as error:
            print(f"FAILED\n\n{error}\n\nFailed: {step.name}", flush=True)
            return False
        print(f"ok {time.monotonic() - start:5.1f} s", flush=True)
    return True


def run_tests(*options: str) -> int:
    print("pytest", *options, flush=True)
    return subprocess.run(python("pytest", *options), cwd=ROOT, check=False).returncode


def run_quick_tests() -> int:
    """All tests but the long ones: those of the browser by themselves, since a page is slow enough alone."""
    workers = str(min(os.cpu_count() or 1, MOST_WORKERS))
    everyday = "not long and not faults"
    failed = run_tests("-q", "-n", workers, "--dist", "loadfile", "-m", f"{everyday} and not browser")
    return failed or run_tests("-m", f"{everyday} and browser")


def main(arguments: Sequence[str]) -> int:
    if not webclient.has_node():  # the one of .venv then, put there by bootstrap.py
        os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    try:
        match arguments:
            case ["lint"]:
                return 0 if run_steps(LINT) else 1
            case ["test"]:
                if not run_steps(LINT):
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
