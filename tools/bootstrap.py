"""From a new machine to a running program: `python -m tools.bootstrap play` (or test, lint, ...).

Needs Python >= 3.11 and nothing else. Finds uv, or puts it into .cache/uv; installs the project into
.venv and builds the page; then gives way to the program asked for. What is done already is not done
again: a stamp in .venv says what was installed from, so a second start asks no resolver.
"""

import contextlib
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from tools import webclient

ROOT: Final = Path(__file__).resolve().parent.parent
CACHE: Final = ROOT / ".cache"
VENV: Final = ROOT / ".venv"
BENCH: Final = CACHE / "bench"

SYSTEM_PYTHON: Final = "/usr/bin/python3"
SAME_AND_WHOLE: Final = "import ctypes, sqlite3, ssl, sys; print(sys.version_info[:2])"
"""Some systems have a smaller Python of their own."""

UV_AT_LEAST: Final = (0, 8)
UV_TO_INSTALL: Final = "uv~=0.13.9"


class BootstrapError(Exception):
    """Something that is needed is missing or failed; the text says what."""


def say(text: str) -> None:
    print(text, flush=True)


def program(venv: Path, name: str) -> Path:
    """Where `venv` keeps the program `name`."""
    return venv / "Scripts" / f"{name}.exe" if os.name == "nt" else venv / "bin" / name


def run(command: Sequence[str | Path], **environment: str) -> None:
    """Runs a command that speaks for itself; raises `BootstrapError` if it fails."""
    if subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=False).returncode:
        raise BootstrapError(f"this failed: {' '.join(map(str, command))}")


def become(command: Sequence[str | Path]) -> NoReturn:
    """Gives way to `command`: signals and the exit code are its own."""
    os.chdir(ROOT)
    if os.name == "nt":  # where exec returns to the shell at once
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], [str(part) for part in command])


# --- uv --------------------------------------------------------------------------------------


def usable(uv: str | Path) -> bool:
    """Whether this uv runs and is new enough."""
    try:
        answer = subprocess.run([uv, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return False
    match = re.match(r"uv (\d+)\.(\d+)", answer.stdout)
    return match is not None and (int(match[1]), int(match[2])) >= UV_AT_LEAST


def find_uv() -> Path:
    """A uv on PATH, or our own in .cache/uv, installed if need be."""
    on_path = shutil.which("uv")
    if on_path and usable(on_path):
        return Path(on_path)
    private = program(CACHE / "uv", "uv")
    if not usable(private):
        say("Installing uv into .cache/uv ...")
        make_private_venv(CACHE / "uv")
        run([program(CACHE / "uv", "python"), "-m", "pip", "install", "-q", UV_TO_INSTALL])
    return private


def make_private_venv(folder: Path) -> None:
    """A venv with pip. Debian keeps the module for that in a package of its own."""
    command = [sys.executable, "-m", "venv", "--clear", str(folder)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if not answer.returncode:
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    apt = shutil.which("apt-get")
    if not apt or os.geteuid():
        raise BootstrapError(
            f"cannot make a venv with {sys.executable}: {(answer.stdout + answer.stderr).strip()}\n"
            f"Install uv, or Python's venv module (Debian, Ubuntu: sudo apt-get install {package})."
        )
    say(f"Installing {package} ...")
    run([apt, "-qq", "update"])
    run([apt, "-qq", "install", "-y", "--no-install-recommends", package], DEBIAN_FRONTEND="noninteractive")
    run(command)


# --- the environment -------------------------------------------------------------------------


def interpreter() -> str:
    """The Python of .venv: this one, as a rule.

    But where this one was built without the compiler's optimisations, as pyenv does unless told otherwise,
    the system's own of the same version (docs/measured.md). Who names a PYTHON gets that one.
    """
    built = sysconfig.get_config_var("CONFIG_ARGS") or ""
    plain = built and "--enable-optimizations" not in built and sys.base_prefix != "/usr"
    if not plain or "PYTHON" in os.environ:
        return sys.executable
    try:
        answer = subprocess.run(
            [SYSTEM_PYTHON, "-c", SAME_AND_WHOLE], capture_output=True, text=True, check=False
        )
    except OSError:
        return sys.executable
    return SYSTEM_PYTHON if answer.stdout.strip() == str(sys.version_info[:2]) else sys.executable


def wanted(python: str, *groups: str) -> str:
    """What names an installation: change any of this, and it is done anew."""
    total = hashlib.sha256(f"{ROOT} {python} {sys.base_prefix} {sys.version} {groups}".encode())
    for name in ("pyproject.toml", "hatch_build.py"):
        total.update((ROOT / name).read_bytes())
    return total.hexdigest()


def read_stamp(stamp: Path) -> str | None:
    with contextlib.suppress(FileNotFoundError):
        return stamp.read_text(encoding="ascii")
    return None


def install(*groups: str, extras: Sequence[str] = ()) -> None:
    """Makes .venv hold the project, with the page built, and the dependency groups and extras asked for."""
    stamp = VENV / f".wuyi-{'-'.join(('run', *groups, *extras))}"
    python = interpreter()
    state = wanted(python, *groups, *extras)
    fresh = webclient.is_fresh(ROOT)
    if fresh and read_stamp(stamp) == state and program(VENV, "wuyi").exists():
        return
    uv = find_uv()
    quicker = "" if python == sys.executable else f" for {python}, which is quicker than this Python"
    say(f"Installing the project into .venv{'' if fresh else ' and building the page'}{quicker} ...")
    command: list[str | Path] = [uv, "sync", "--inexact", "--no-default-groups", "--python", python]
    command += [*[f"--group={name}" for name in groups], *[f"--extra={name}" for name in extras]]
    if not fresh:
        # uv may still know an earlier build of this folder, and would not run the hook again.
        command.append("--reinstall-package=wuyi")
    stamp.unlink(missing_ok=True)
    os.environ.pop("VIRTUAL_ENV", None)
    run(command, UV_PROJECT_ENVIRONMENT=str(VENV), UV_PYTHON_DOWNLOADS="never")
    if not webclient.is_fresh(ROOT):
        raise BootstrapError("the page was not built, or a source of it changed meanwhile; run this again")
    stamp.write_text(state, encoding="ascii")


def wished(name: str) -> bool:
    """Whether a variable of the environment says yes."""
    return os.environ.get(name, "").lower() not in ("", "0", "no", "false")


def keep_bytecode() -> None:
    """Lets Python keep what it has compiled, whatever the environment says: without that every start would
    compile the libraries again, most of the time it takes; and the tests start servers by the hundred."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def play() -> NoReturn:
    """The game, on this machine; with LAN=1 for the others in the house too, with FAST=1 with the compiled
    engine for reviews, which stays installed."""
    install(extras=["fast"] if wished("FAST") else [])
    keep_bytecode()
    become([program(VENV, "wuyi"), "play", *(["--lan"] if wished("LAN") else [])])


def check(what: str) -> NoReturn:
    """The checks of the project, see check.py."""
    groups = ["dev"] if webclient.has_node() else ["dev", "node"]
    install(*groups)
    keep_bytecode()
    become([program(VENV, "python"), "-m", "tools.check", what])


def bench() -> None:
    """Every benchmark in turn, beside its peers, in a venv that holds them."""
    requirements = ROOT / "benchmarks" / "requirements.txt"
    python, stamp, base = program(BENCH, "python"), BENCH / ".wuyi", interpreter()
    state = f"{wanted(base)} {hashlib.sha256(requirements.read_bytes()).hexdigest()}"
    if read_stamp(stamp) != state or not python.exists():
        uv = find_uv()
        say("Installing the peers into .cache/bench ...")
        run([uv, "venv", "-q", "--clear", "--python", base, BENCH], UV_PYTHON_DOWNLOADS="never")
        run([uv, "pip", "install", "-q", "--compile-bytecode", "--python", python, "-r", requirements])
        stamp.write_text(state, encoding="ascii")
    for script in sorted((ROOT / "benchmarks").glob("[!_]*.py")):
        say(f"\n== {script.relative_to(ROOT)}")
        run([python, script], PYTHONPATH=str(ROOT / "src"))


def bench_server() -> NoReturn:
    """What a server on one core bears; ARGS are the benchmark's own."""
    install()
    folder = ROOT / "benchmarks"
    os.environ["PYTHONPATH"] = str(folder)
    arguments = shlex.split(os.environ.get("ARGS", ""))
    become([program(VENV, "python"), folder / "server" / "load.py", *arguments])


COMMANDS: Final[dict[str, Callable[[], None]]] = {
    "play": play,
    "test": lambda: check("test"),
    "test-long": lambda: check("test-long"),
    "test-faults": lambda: check("test-faults"),
    "lint": lambda: check("lint"),
    "bench": bench,
    "bench-server": bench_server,
}


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        print(f"usage: python -m tools.bootstrap {'|'.join(COMMANDS)}", file=sys.stderr)
        return 2
    try:
        COMMANDS[arguments[0]]()
    except (BootstrapError, webclient.WebClientError) as error:
        print(f"make {arguments[0]}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
