"""What the server counts, how it says so, and to whom."""

import asyncio
import ipaddress
import re

import httpx
import pytest

from tests.server.client import new_match, seated
from tests.server.process import ServerProcess
from wuyi.server.config import ConfigError, from_environment
from wuyi.server.metrics import Histogram, Tally, may_read

pytestmark = pytest.mark.anyio

LINE = re.compile(r'([a-z_]+)(\{[a-z]+="[^"]*"\})? (\S+)')
HOUSE = (ipaddress.ip_network("192.168.1.0/24"),)


async def numbers(address: str) -> dict[str, float]:
    """Every sample; and every line is a comment or a sample."""
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{address}/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith(
        "text/plain; version=0.0.4"
    )
    assert answer.text.endswith("\n")
    found = {}
    for line in answer.text.splitlines():
        if not line.startswith(("# HELP ", "# TYPE ")):
            match = LINE.fullmatch(line)
            assert match, line
            found[match[1] + (match[2] or "")] = float(match[3])
    return found


async def test_a_game_is_counted(own_server: ServerProcess) -> None:
    before = await numbers(own_server.address)
    assert before["wuyi_tables"] == before["wuyi_players"] == before["wuyi_actions_total"] == 0
    ticket = await new_match(own_server.address)
    async with seated(own_server.address, ticket) as (player, state):
        await player.until_asked(await player.play(state, steps=3))
        await player.send("{")
        await player.receive()
        during = await numbers(own_server.address)
    assert during["wuyi_tables"] == during["wuyi_players"] == during['wuyi_sockets{kind="seat"}'] == 1
    assert during["wuyi_actions_total"] >= 3
    assert during["wuyi_append_seconds_count"] >= 3 and during["wuyi_append_seconds_sum"] > 0
    assert during['wuyi_append_seconds_bucket{le="+Inf"}'] == during["wuyi_append_seconds_count"]
    assert during['wuyi_refusals_total{reason="bad_message"}'] == 1
    async with asyncio.timeout(5):
        while (after := await numbers(own_server.address))["wuyi_players"]:
            await asyncio.sleep(0.01)
    assert after['wuyi_sockets{kind="seat"}'] == 0 and after["wuyi_tables"] == 1


async def test_it_is_not_for_everybody(server: ServerProcess) -> None:
    async with httpx.AsyncClient() as http:
        for headers in ({"X-Forwarded-For": "203.0.113.9"}, {"Host": "wuyi.example"}):
            answer = await http.get(f"{server.address}/metrics", headers=headers)
            assert answer.status_code == 404 and answer.json()["reason"] == "not_found"


@pytest.mark.parametrize(
    ("client", "host", "may"),
    [
        ("127.0.0.1", "127.0.0.1:8000", True),
        ("127.0.0.1", "localhost", True),
        ("::1", "[::1]:8000", True),
        ("127.0.0.1", "wuyi.example", False),
        ("127.0.0.1", None, False),
        ("192.168.1.7", "wuyi.example", True),
        ("192.168.2.7", "127.0.0.1", False),
        ("", "127.0.0.1", False),
        ("a socket", "127.0.0.1", False),
    ],
)
def test_who_may_read_it(client: str, host: str | None, may: bool) -> None:
    assert may_read(client, host, HOUSE) is may


def test_networks_of_the_environment() -> None:
    assert from_environment({"WUYI_METRICS": "192.168.1.0/24"}).metrics == HOUSE
    with pytest.raises(ConfigError, match="WUYI_METRICS=here"):
        from_environment({"WUYI_METRICS": "here"})


def test_a_histogram_counts_up_to_each_bound() -> None:
    histogram = Histogram("took", "How long.", (0.1, 1))
    for seconds in (0.05, 0.1, 0.5, 3):
        histogram.observe(seconds)
    assert histogram.count == 4
    assert histogram.text() == (
        "# HELP took How long.\n# TYPE took histogram\n"
        'took_bucket{le="0.1"} 2\ntook_bucket{le="1"} 3\ntook_bucket{le="+Inf"} 4\n'
        "took_sum 3.650000\ntook_count 4\n"
    )


def test_what_fails_is_not_measured() -> None:
    histogram = Histogram("took", "How long.", (1,))
    with pytest.raises(ZeroDivisionError), histogram.measured():
        _ = 1 / 0
    assert histogram.count == 0


def test_a_label_is_escaped() -> None:
    tally = Tally("said", "counter", "What.", "what")
    tally.add('a "b"\n\\')
    assert tally.text().splitlines()[-1] == r'said{what="a \"b\"\n\\"} 1'


def test_a_gauge_goes_down_even_after_an_error() -> None:
    tally = Tally("open", "gauge", "Open.")
    with pytest.raises(ZeroDivisionError), tally.during():
        assert tally.get() == 1
        _ = 1 / 0
    assert tally.get() == 0
