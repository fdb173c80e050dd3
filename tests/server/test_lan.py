"""A server that is open to the house's network."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from tests.server.client import new_match, socket_address
from tests.server.process import ServerProcess
from wuyi.cli.serve import invitation
from wuyi.server.config import Config, from_environment
from wuyi.server.lan import own_address, qr_svg, qr_text
from wuyi.server.protocol import Hello

pytestmark = pytest.mark.anyio

in_a_network = pytest.mark.skipif(own_address() is None, reason="this machine is in no network")


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "wuyi.db", "--lan", command="play") as server:
        yield server


@in_a_network
async def test_others_in_the_house_reach_the_game(open_server: ServerProcess) -> None:
    port = open_server.address.rsplit(":", 1)[1]
    address = f"http://{own_address()}:{port}"
    async with httpx.AsyncClient() as http:
        lan = (await http.get(f"{open_server.address}/api/lan")).json()
        assert lan["address"] == address
        assert (await http.get(f"{address}/healthz")).status_code == 200
    ticket = await new_match(address)
    async with connect(
        socket_address(address, ticket.match), additional_headers={"Origin": address}
    ) as socket:
        await socket.send(msgspec.json.encode(Hello(ticket.token)).decode())
        assert msgspec.json.decode(await socket.recv())["type"] == "state"


@in_a_network
def test_the_terminal_shows_where(open_server: ServerProcess) -> None:
    open_server.stop()
    assert f"In this network: http://{own_address()}:" in "\n".join(open_server.said())


async def test_a_server_that_is_not_open_says_so(server: ServerProcess) -> None:
    async with httpx.AsyncClient() as http:
        assert (await http.get(f"{server.address}/api/lan")).json() == {"address": None, "qr": None}


def test_without_a_network_it_is_not_opened(tmp_path: Path) -> None:
    code = (
        "from wuyi.server import run; from wuyi.cli.main import main; import sys;"
        "run.own_address = lambda: None;"
        f"sys.exit(main(['serve', '--lan', '--port', '0', '--database', {str(tmp_path / 'x.db')!r}]))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answer.returncode == 2 and "leave out --lan" in answer.stderr


def test_a_qr_code_is_an_image_that_takes_its_size() -> None:
    image = ElementTree.fromstring(qr_svg("http://192.168.1.7:8000"))
    assert image.tag == "{http://www.w3.org/2000/svg}svg"
    assert "viewBox" in image.attrib and "width" not in image.attrib


def test_a_qr_code_in_the_terminal_is_square_and_framed() -> None:
    lines = qr_text("http://192.168.1.7:8000").splitlines()
    assert {len(line) for line in lines} == {29} and len(lines) == 15
    assert set(lines[0]) == {"█"}


def test_a_terminal_without_blocks_gets_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", type("Ascii", (), {"encoding": "ascii"}))
    assert invitation("http://192.168.1.7:8000") == "In this network: http://192.168.1.7:8000"


@pytest.mark.skipif(sys.platform == "win32", reason="where colours are not to be counted on")
def test_a_terminal_shows_the_code_in_colours_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks are its light parts: black on white they would be its dark ones."""
    monkeypatch.setattr("sys.stdout", type("Terminal", (), {"encoding": "utf-8", "isatty": lambda: True}))
    first, *drawn = invitation("http://192.168.1.7:8000").splitlines()
    assert first == "In this network: http://192.168.1.7:8000" and len(drawn) == 15
    assert all(line.startswith("\x1b[97;40m█") and line.endswith("█\x1b[0m") for line in drawn[:-1])


@pytest.mark.parametrize(("value", "lan"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_the_environment_opens_it(value: str, lan: bool) -> None:
    config: Config = from_environment({"WUYI_LAN": value})
    assert config.lan is lan
