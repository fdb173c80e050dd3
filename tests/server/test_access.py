"""The door of the HTTP part: who is counted as whom, and what counts as a guess."""

from pathlib import Path
from typing import Any, cast

import pytest
from litestar.connection import ASGIConnection, Request

from wuyi.server.community.people import People
from wuyi.server.config import Config, ConfigError, check, from_environment
from wuyi.server.http.access import Access, AnyRequest, address_of, token_of
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore


def request(host: str = "192.0.2.1", **headers: str) -> AnyRequest:
    lines = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": (host, 1234), "headers": lines, "method": "GET", "path": "/"}
    return Request(cast(Any, scope))


def access(guesses: int = 3) -> Access:
    config = Config(database=Path("unused"), guesses_per_minute=guesses)
    return Access(config, People(MemoryStore()))


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_of_ipv6_counts_as_its_network(host: str, counted: str) -> None:
    assert address_of(request(host)) == counted


def test_a_connection_without_an_address_is_counted_too() -> None:
    scope: Any = {"type": "websocket", "client": None, "headers": []}
    assert address_of(ASGIConnection(scope)) == ""


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Basic abc", None),
        ("abc", None),
        ("", None),
        ("Bearer", ""),
    ],
)
def test_the_token_of_a_request(header: str, token: str | None) -> None:
    assert token_of(request(authorization=header)) == token
    assert token_of(request()) is None


def guess(door: Access, reason: str | None, *keys: str) -> str | None:
    """Why a guess is refused that would be refused for `reason`."""
    try:
        with door.guess(*keys):
            if reason is not None:
                raise Refusal(reason, "wrong")
    except Refusal as refusal:
        return refusal.reason
    return None


def test_wrong_guesses_count_and_others_do_not() -> None:
    door = access()
    for _ in range(10):
        assert guess(door, None, "a") is None
        assert guess(door, "not_host", "a") == "not_host"
    assert [guess(door, "unknown_room", "a") for _ in range(4)] == ["unknown_room"] * 3 + ["too_many"]
    assert guess(door, None, "a") == "too_many"
    assert guess(door, None, "b") is None


def test_a_guess_counts_against_all_it_names() -> None:
    door = access()
    for address in ("a", "b", "c"):
        assert guess(door, "wrong_password", address, "user li") == "wrong_password"
    for _ in range(5):
        assert guess(door, None, "d", "user li") == "too_many"
    assert guess(door, None, "d", "user si") is None


def test_many_guesses_at_once_are_no_way_around() -> None:
    door = access()
    with door.guess("a"), door.guess("a"), door.guess("a"):
        assert guess(door, "unknown_room", "a") == "too_many"
    assert guess(door, "unknown_room", "a") == "unknown_room"


def test_settings_that_make_no_sense(tmp_path: Path) -> None:
    environment = {"WUYI_DATA": str(tmp_path), "WUYI_GUESSES_PER_MINUTE": "7", "WUYI_WINDOW": "0.5"}
    environment["WUYI_DELAY"] = "60"
    config = from_environment(environment)
    assert (config.guesses_per_minute, config.pace.window, config.pace.delay) == (7, 0.5, 60)
    for name, value in (
        ("WUYI_GUESSES_PER_MINUTE", "0"),
        ("WUYI_WINDOW", "11"),
        ("WUYI_WINDOW", "-1"),
        ("WUYI_WINDOW", "nan"),
        ("WUYI_DELAY", "-1"),
        ("WUYI_DELAY", "3601"),
    ):
        with pytest.raises(ConfigError):
            check(from_environment(environment | {name: value}))
