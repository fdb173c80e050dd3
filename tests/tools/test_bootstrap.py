"""What is done from a new machine on, and what is not done twice."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import bootstrap, webclient


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a fresh page and uv found, where nothing is installed yet."""
    for name in ("pyproject.toml", "hatch_build.py"):
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "find_uv", lambda: Path("uv"))
    monkeypatch.setattr(webclient, "is_fresh", lambda root: True)
    return tmp_path


@pytest.fixture
def synced(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str | Path]]:
    """The commands run; each leaves an installed program behind."""
    commands: list[Sequence[str | Path]] = []

    def run(command: Sequence[str | Path], **environment: str) -> None:
        assert environment["UV_PROJECT_ENVIRONMENT"] == str(project / ".venv")
        commands.append(command)
        wuyi = bootstrap.program(project / ".venv", "wuyi")
        wuyi.parent.mkdir(parents=True, exist_ok=True)
        wuyi.touch()

    monkeypatch.setattr(bootstrap, "run", run)
    return commands


def test_a_second_install_runs_nothing(synced: list[Sequence[str | Path]]) -> None:
    bootstrap.install()
    bootstrap.install()
    assert [command[:2] for command in synced] == [[Path("uv"), "sync"]]


def test_another_group_is_installed_besides(synced: list[Sequence[str | Path]]) -> None:
    bootstrap.install()
    bootstrap.install("dev")
    bootstrap.install()
    assert ["--group=dev" in command for command in synced] == [False, True]


def test_the_compiled_engine_is_installed_if_asked_and_stays(
    synced: list[Sequence[str | Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "become", lambda command: None)
    for wish in ("0", "1", ""):
        monkeypatch.setenv("FAST", wish)
        assert bootstrap.main(["play"]) == 0
    assert ["--extra=fast" in command for command in synced] == [False, True]
    assert all("--inexact" in command for command in synced)


@pytest.mark.parametrize("name", ["pyproject.toml", "hatch_build.py"])
def test_a_change_installs_again(name: str, project: Path, synced: list[Sequence[str | Path]]) -> None:
    bootstrap.install()
    (project / name).write_text("2")
    bootstrap.install()
    assert len(synced) == 2


def test_a_lost_program_is_installed_again(project: Path, synced: list[Sequence[str | Path]]) -> None:
    bootstrap.install()
    bootstrap.program(project / ".venv", "wuyi").unlink()
    bootstrap.install()
    assert len(synced) == 2


def test_a_stale_page_is_built_whatever_uv_remembers(
    synced: list[Sequence[str | Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([False, True])
    monkeypatch.setattr(webclient, "is_fresh", lambda root: next(answers))
    bootstrap.install()
    assert "--reinstall-package=wuyi" in synced[0]


def test_a_page_that_was_not_built_is_an_error(
    synced: list[Sequence[str | Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webclient, "is_fresh", lambda root: False)
    with pytest.raises(bootstrap.BootstrapError, match="page was not built"):
        bootstrap.install()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for Python")
@pytest.mark.parametrize("built", ["'--enable-shared'", "'--enable-shared' '--enable-optimizations'", ""])
@pytest.mark.parametrize("version", [sys.version_info[:2], (3, 10), None], ids=str)
@pytest.mark.parametrize("named", [False, True])
def test_the_systems_python_is_taken_for_one_built_plainly(
    built: str,
    version: tuple[int, int] | None,
    named: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system = tmp_path / "python3"
    if version is not None:
        system.write_text(f"#!/bin/sh\necho '{version}'\n")
        system.chmod(0o755)
    monkeypatch.setattr(bootstrap, "SYSTEM_PYTHON", str(system))
    monkeypatch.setattr(sysconfig, "get_config_var", lambda name: built)
    monkeypatch.setattr(sys, "base_prefix", "/home/li/.pyenv/versions/3.11.7")
    monkeypatch.delenv("PYTHON", raising=False)
    if named:
        monkeypatch.setenv("PYTHON", sys.executable)
    plain = built == "'--enable-shared'"
    expected = plain and version == sys.version_info[:2] and not named
    assert bootstrap.interpreter() == (str(system) if expected else sys.executable)


def test_a_python_says_which_it_is() -> None:
    """What the question to the system's Python is answered with is what is compared."""
    answer = subprocess.run([sys.executable, "-c", bootstrap.SAME_AND_WHOLE], capture_output=True, text=True)
    assert answer.stdout.strip() == str(sys.version_info[:2])


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for uv")
@pytest.mark.parametrize(("answer", "usable"), [("uv 0.13.9", True), ("uv 0.7.22", False), ("what?", False)])
def test_which_uv_will_do(answer: str, usable: bool, tmp_path: Path) -> None:
    uv = tmp_path / "uv"
    uv.write_text(f"#!/bin/sh\necho '{answer}'\n")
    uv.chmod(0o755)
    assert bootstrap.usable(uv) is usable


def test_no_uv_is_not_usable(tmp_path: Path) -> None:
    assert not bootstrap.usable(tmp_path / "uv")


@pytest.mark.parametrize("arguments", [[], ["paly"], ["play", "now"]])
def test_bad_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: ")


def test_what_failed_is_said(project: Path) -> None:
    with pytest.raises(bootstrap.BootstrapError, match=r"this failed: .* exit\(3\)"):
        bootstrap.run([sys.executable, "-c", "exit(3)"])


@pytest.mark.parametrize(("lan", "flags"), [("1", ["--lan"]), ("0", []), ("", [])])
def test_play_opens_the_game_to_the_house_if_asked(
    project: Path, monkeypatch: pytest.MonkeyPatch, lan: str, flags: list[str]
) -> None:
    became: list[list[str | Path]] = []
    monkeypatch.setenv("LAN", lan)
    monkeypatch.setattr(bootstrap, "install", lambda *groups, extras: None)
    monkeypatch.setattr(bootstrap, "become", lambda command: became.append(list(command)))
    assert bootstrap.main(["play"]) == 0
    assert became == [[bootstrap.program(project / ".venv", "wuyi"), "play", *flags]]


def test_python_may_keep_what_it_has_compiled(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks start Python by the hundred."""
    kept: list[bool] = []
    monkeypatch.setattr(bootstrap, "install", lambda *groups, **more: None)
    monkeypatch.setattr(
        bootstrap, "become", lambda command: kept.append("PYTHONDONTWRITEBYTECODE" not in os.environ)
    )
    for what in ("test", "lint", "play"):
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        assert bootstrap.main([what]) == 0
    assert kept == [True] * 3
