"""A test that cannot run is skipped on somebody's machine, and fails where the checks are run for all."""

import pytest

from tests.needs import lacking


def test_a_contributor_may_lack_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no browser"):
        lacking("no browser")


@pytest.mark.parametrize("value", ["true", "1", "TRUE"])
def test_the_checks_for_all_may_not(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CI", value)
    with pytest.raises(pytest.fail.Exception, match="no browser"):
        lacking("no browser")
