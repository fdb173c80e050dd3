"""`wuyi play` and `wuyi serve` as a person starts and ends them."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.process import ServerProcess
from wuyi.cli.play import wants_browser
from wuyi.server.config import ConfigError, check, from_environment


def wuyi(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wuyi.cli.main", *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        env=os.environ | environment,
    )


def one_line(result: subprocess.CompletedProcess[str]) -> str:
    """The one line on standard error of a command that was refused."""
    assert result.returncode == 2, result
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr


def test_the_address_answers_as_soon_as_it_is_printed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "new" / "wuyi.db", command="play") as server:
        assert httpx.get(f"{server.address}/healthz").status_code == 200
    assert Path(server.database).exists()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it(tmp_path: Path, sign: signal.Signals) -> None:
    server = ServerProcess(tmp_path / "wuyi.db", command="play")
    server.start()
    assert server.stop(sign) == 0
    assert server.log == ""


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for result in (
            wuyi("play", "--port", str(port), "--database", str(tmp_path / "wuyi.db")),
            wuyi("play", PORT=str(port), WUYI_DATA=str(tmp_path)),
        ):
            line = one_line(result)
            assert f"port {port} is in use" in line and "--port" in line and "PORT" in line


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"PORT": "high"}, "PORT=high"),
        ({"PORT": "70000"}, "70000"),
        ({"WUYI_PACE": "-1"}, "pace -1"),
        ({"WUYI_DATA": "/dev/null/x"}, "/dev/null/x"),
    ],
)
def test_a_bad_setting_is_named(environment: dict[str, str], named: str) -> None:
    assert named in one_line(wuyi("play", **{"PORT": "0"} | environment))


def test_a_bad_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "wuyi.db"
    path.write_bytes(b"no database at all, but a file that is long enough" * 50)
    assert f"{path} is not a SQLite database" in one_line(
        wuyi("play", "--port", "0", "--database", str(path))
    )


@pytest.mark.parametrize(
    ("environment", "platform", "wants"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"DISPLAY": ":0", "BROWSER": "firefox"}, "linux", True),
        ({"DISPLAY": ":0", "BROWSER": "none"}, "linux", False),
        ({"DISPLAY": ":0", "BROWSER": ""}, "linux", False),
        ({}, "linux", False),
        ({}, "darwin", True),
        ({"BROWSER": "none"}, "darwin", False),
    ],
)
def test_a_browser_is_opened_where_there_is_a_screen(
    environment: dict[str, str], platform: str, wants: bool
) -> None:
    assert wants_browser(environment, platform) is wants


def test_settings_of_the_environment(tmp_path: Path) -> None:
    config = from_environment(
        {"WUYI_DATA": str(tmp_path), "PORT": "81", "WUYI_ORIGINS": "https://a https://b"}
    )
    assert config.database == tmp_path / "wuyi.db" and config.port == 81
    assert config.origins == {"https://a", "https://b"}
    check(config)
    assert from_environment({"WUYI_DATABASE": "x.db"}).database == Path("x.db")
    assert from_environment({"XDG_DATA_HOME": str(tmp_path)}).database == tmp_path / "wuyi" / "wuyi.db"
    with pytest.raises(ConfigError, match="WUYI_PACE=slow"):
        from_environment({"WUYI_PACE": "slow"})
