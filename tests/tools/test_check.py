"""A run of checks: a line for each, and an end when one fails."""

import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import check


def step(name: str, code: str) -> check.Step:
    return check.Step(name, [sys.executable, "-c", code])


def test_all_pass(capfd: pytest.CaptureFixture[str]) -> None:
    assert check.run_lanes([step("first", "print('noise')"), step("second", "")])
    lines = capfd.readouterr().out.splitlines()
    assert [(line.split(".")[0], " ok " in line) for line in lines] == [("first", True), ("second", True)]


def test_the_first_failure_ends_the_run(capfd: pytest.CaptureFixture[str]) -> None:
    assert not check.run_lanes([step("first", "exit('what is wrong')"), step("second", "")])
    shown = capfd.readouterr().out
    assert "first" in shown and "FAILED\n\nwhat is wrong\n" in shown and shown.endswith("\nFailed: first\n")
    assert "second" not in shown


def test_lanes_run_side_by_side(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits for the file of the other; when one has failed no lane goes on, and that is said last."""
    here, there, failed = (tmp_path / name for name in ("here", "there", "failed"))

    class Failed(threading.Event):
        def set(self) -> None:
            super().set()
            failed.touch()

    def code(mine: Path, *others: Path) -> str:
        waits = [f"while not pathlib.Path({str(other)!r}).exists(): time.sleep(0.01)" for other in others]
        return "\n".join(["import pathlib, sys, time", f"pathlib.Path({str(mine)!r}).touch()", *waits])

    monkeypatch.setattr(check, "threading", SimpleNamespace(Event=Failed))
    assert not check.run_lanes(
        [step("here", f"{code(here, there)}\nsys.exit('what is wrong')"), step("after", "")],
        [step("there", code(there, here, failed)), step("after", "")],
    )
    shown = capfd.readouterr().out
    assert shown.startswith("there.") and shown.endswith("\nFailed: here\n") and "\nafter." not in shown


def test_a_function_may_be_a_check(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise check.CheckError("no lock file")

    assert not check.run_lanes([check.Step("npm ci", fail)])
    assert "no lock file" in capfd.readouterr().out
