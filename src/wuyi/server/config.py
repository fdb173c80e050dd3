"""How a server is set up: defaults, then `WUYI_*` of the environment, then flags (docs/operating.md)."""

import ipaddress
import os
import sys
import urllib.parse
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from wuyi.errors import WuyiError
from wuyi.server.metrics import Network
from wuyi.server.table.pace import Pace

DEFAULT_PORT: Final = 8000


class ConfigError(WuyiError, ValueError):
    """A setting that cannot be used; the text names it."""

    reason = "bad_config"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """database: the file of the store, or the URL of a PostgreSQL. address: where clients reach this one of
    several servers, its host and port if empty (docs/scale.md). origins: pages that may use this server
    besides its own. lan: listen to the house's network too; lan_address: where that is, found at the start.
    metrics: networks that may read the server's numbers, beside this machine.

    pace: of the tables. idle_seconds: an unused table leaves memory after. hello_seconds: a socket has this
    long to say who it is. outbox: bytes that may wait for a slow reader. message_bytes: of a request or a
    socket's message, at most. messages_per_second: of one socket, three times as many at once.
    matches_per_minute: that one address may make, and rooms, circles and players with them.
    guesses_per_minute: wrong codes, invitations and passwords of one address.
    sockets_per_address: that it may have open at once.
    """

    database: Path | str
    address: str = ""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    origins: frozenset[str] = frozenset()
    lan: bool = False
    lan_address: str | None = None
    metrics: tuple[Network, ...] = ()
    pace: Pace = Pace()
    idle_seconds: float = 900.0
    hello_seconds: float = 10.0
    outbox: int = 256 * 1024
    message_bytes: int = 16 * 1024
    messages_per_second: float = 20.0
    matches_per_minute: int = 30
    guesses_per_minute: int = 10
    sockets_per_address: int = 300


def from_environment(environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration of `WUYI_DATA`, `WUYI_DATABASE`, `WUYI_ADDRESS`, `WUYI_HOST`, `PORT`, `WUYI_ORIGINS`,
    `WUYI_LAN`, `WUYI_METRICS`, `WUYI_PACE`, `WUYI_WINDOW`, `WUYI_DELAY`, `WUYI_MESSAGES_PER_SECOND`,
    `WUYI_MATCHES_PER_MINUTE`, `WUYI_GUESSES_PER_MINUTE`, `WUYI_SOCKETS_PER_ADDRESS` over the defaults; raises
    `ConfigError`.
    """
    database = environment.get("WUYI_DATABASE")
    data = environment.get("WUYI_DATA")
    folder = Path(data) if data else data_folder(environment)
    return Config(
        database=parse_database(database) if database else folder / "wuyi.db",
        address=environment.get("WUYI_ADDRESS", "").rstrip("/"),
        host=environment.get("WUYI_HOST") or "127.0.0.1",
        port=int(_number(environment, "PORT", DEFAULT_PORT)),
        origins=frozenset(environment.get("WUYI_ORIGINS", "").split()),
        lan=environment.get("WUYI_LAN", "").lower() not in ("", "0", "no", "false"),
        metrics=parse_networks(environment.get("WUYI_METRICS", "")),
        pace=Pace(
            think=_number(environment, "WUYI_PACE", Pace().think),
            window=_number(environment, "WUYI_WINDOW", Pace().window),
            delay=_number(environment, "WUYI_DELAY", Pace().delay),
        ),
        messages_per_second=_number(environment, "WUYI_MESSAGES_PER_SECOND", 20),
        matches_per_minute=int(_number(environment, "WUYI_MATCHES_PER_MINUTE", 30)),
        guesses_per_minute=int(_number(environment, "WUYI_GUESSES_PER_MINUTE", 10)),
        sockets_per_address=int(_number(environment, "WUYI_SOCKETS_PER_ADDRESS", 300)),
    )


def parse_database(text: str) -> Path | str:
    """A file, or a URL of PostgreSQL as it is; raises `ConfigError`, which never shows a password."""
    scheme, separator, _ = text.partition("://")
    if not separator:
        return Path(text)
    if scheme not in ("postgresql", "postgres"):
        raise ConfigError(f"database {scheme}://...: neither a file nor a URL postgresql://...")
    try:
        urllib.parse.urlsplit(text).port  # noqa: B018  # asked for, to see whether it can be read
    except ValueError:
        raise ConfigError(f"database {scheme}://...: this URL cannot be read") from None
    return text


def parse_networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks with spaces between; raises `ConfigError`."""
    try:
        return tuple(ipaddress.ip_network(one) for one in text.split())
    except ValueError as error:
        raise ConfigError(f"WUYI_METRICS={text}: {error}") from None


def _number(environment: Mapping[str, str], name: str, default: float) -> float:
    text = environment.get(name)
    if not text:
        return default
    try:
        return float(text)
    except ValueError:
        raise ConfigError(f"{name}={text}: not a number") from None


def check(config: Config) -> None:
    """Raise `ConfigError` for a setting that makes no sense."""
    if not 0 <= config.port <= 65535:
        raise ConfigError(f"port {config.port}: not a number from 0 to 65535")
    if not 0 <= config.pace.think <= 60:
        raise ConfigError(f"pace {config.pace.think:g}: not a number of seconds from 0 to 60")
    if not 0 <= config.pace.window <= 10:
        raise ConfigError(f"window {config.pace.window:g}: not a number of seconds from 0 to 10")
    if not 0 <= config.pace.delay <= 3600:
        raise ConfigError(f"delay {config.pace.delay:g}: not a number of seconds from 0 to 3600")
    if config.address and not config.address.startswith(("http://", "https://")):
        raise ConfigError(f"address {config.address}: not a URL http://... or https://...")
    if config.messages_per_second < 1:
        raise ConfigError(f"{config.messages_per_second:g} messages a second: not a number from 1")
    if config.matches_per_minute < 1:
        raise ConfigError(f"{config.matches_per_minute} matches a minute: not a number from 1")
    if config.guesses_per_minute < 1:
        raise ConfigError(f"{config.guesses_per_minute} guesses a minute: not a number from 1")
    if config.sockets_per_address < 1:
        raise ConfigError(f"{config.sockets_per_address} sockets of an address: not a number from 1")


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where this system keeps a user's data of a program."""
    home = Path.home()
    if sys.platform == "win32":
        base = environment.get("LOCALAPPDATA")
        return (Path(base) if base else home / "AppData" / "Local") / "wuyi"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "wuyi"
    base = environment.get("XDG_DATA_HOME")
    return (Path(base) if base else home / ".local" / "share") / "wuyi"


def open_folder(database: Path | str) -> None:
    """Make the folder of a database file, for its owner alone; raises `ConfigError` naming it."""
    if isinstance(database, str):
        return
    try:
        database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(f"the folder {database.parent} cannot be made: {error.strerror}") from None
