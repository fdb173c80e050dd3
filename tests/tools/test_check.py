"""A run of checks: a line for each, and an end at the first that fails."""

import sys

import pytest

from tools import check


def step(name: str, code: str) -> check.Step:
    return check.Step(name, [sys.executable, "-c", code])


def test_all_pass(capfd: pytest.CaptureFixture[str]) -> None:
    assert check.run_steps([step("first", "print('noise')"), step("second", "")])
    lines = capfd.readouterr().out.splitlines()
    assert [(line.split(".")[0], " ok " in line) for line in lines] == [("first", True), ("second", True)]


def test_the_first_failure_ends_the_run(capfd: pytest.CaptureFixture[str]) -> None:
    assert not check.run_steps([step("first", "exit('what is wrong')"), step("second", "")])
    shown = capfd.readouterr().out
    assert "first" in shown and "FAILED\n\nwhat is wrong\n" in shown and shown.endswith("\nFailed: first\n")
    assert "second" not in shown


def test_a_function_may_be_a_check(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise check.CheckError("no lock file")

    assert not check.run_steps([check.Step("npm ci", fail)])
    assert "no lock file" in capfd.readouterr().out
