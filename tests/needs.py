"""What a machine may lack. A test that needs it is skipped, by name; where CI=true it fails, for one that is
skipped there is one that nobody runs."""

import os
from typing import NoReturn

import pytest


def on_ci() -> bool:
    return os.environ.get("CI", "").lower() in ("1", "true")


def lacking(what: str) -> NoReturn:
    """End the test, or whatever fixture it is that needs `what`."""
    if on_ci():
        pytest.fail(what, pytrace=False)
    pytest.skip(what)
