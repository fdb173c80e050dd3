"""How a server is set up: defaults, then `WUYI_*` of the environment, then flags (docs/operating.md)."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from wuyi.errors import WuyiError
from wuyi.server.session import Pace

DEFAULT_PORT: Final = 8000


class ConfigError(WuyiError, ValueError):
    """A setting that cannot be used; the text names it."""

    reason = "bad_config"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """database: the file of the store. origins: pages that may use this server besides its own.

    pace: of the tables. idle_seconds: an unused table leaves memory after. hello_seconds: a socket has this
    long to say who it is. outbox: messages that may wait for a slow reader. message_bytes: of a request or a
    socket's message, at most. messages_per_second: of one socket, three times as many at once.
    matches_per_minute: that one address may make.
    """

    database: Path
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    origins: frozenset[str] = frozenset()
    pace: Pace = Pace()
    idle_seconds: float = 900.0
    hello_seconds: float = 10.0
    outbox: int = 64
    message_bytes: int = 16 * 1024
    messages_per_second: float = 20.0
    matches_per_minute: int = 30


def from_environment(environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration of `WUYI_DATA`, `WUYI_DATABASE`, `WUYI_HOST`, `PORT`, `WUYI_ORIGINS`, `WUYI_PACE`,
    `WUYI_MESSAGES_PER_SECOND`, `WUYI_MATCHES_PER_MINUTE` over the defaults; raises `ConfigError`."""
    database = environment.get("WUYI_DATABASE")
    data = environment.get("WUYI_DATA")
    folder = Path(data) if data else data_folder(environment)
    return Config(
        database=Path(database) if database else folder / "wuyi.db",
        host=environment.get("WUYI_HOST") or "127.0.0.1",
        port=int(_number(environment, "PORT", DEFAULT_PORT)),
        origins=frozenset(environment.get("WUYI_ORIGINS", "").split()),
        pace=Pace(think=_number(environment, "WUYI_PACE", Pace().think)),
        messages_per_second=_number(environment, "WUYI_MESSAGES_PER_SECOND", 20),
        matches_per_minute=int(_number(environment, "WUYI_MATCHES_PER_MINUTE", 30)),
    )


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
    if config.messages_per_second < 1:
        raise ConfigError(f"{config.messages_per_second:g} messages a second: not a number from 1")
    if config.matches_per_minute < 1:
        raise ConfigError(f"{config.matches_per_minute} matches a minute: not a number from 1")


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


def open_folder(database: Path) -> None:
    """Make the folder of the database, for its owner alone; raises `ConfigError` naming it."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ConfigError(f"the folder {database.parent} cannot be made: {error.strerror}") from None
