"""Addresses over HTTP: matches, errors, headers, the page."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar import Litestar, get

from tests.server.process import ServerProcess
from tools import webclient
from wuyi.errors import ArgumentError
from wuyi.server.http.guard import may_come_from
from wuyi.server.http.pages import FOLDER, Page, load_pages
from wuyi.server.http.problems import HANDLERS


@pytest.fixture
def http(server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address) as client:
        yield client


def test_health(http: httpx.Client) -> None:
    answer = http.get("/healthz")
    assert answer.status_code == 200 and answer.json()["status"] == "ok"


def test_a_match_is_made_and_seen(http: httpx.Client) -> None:
    ticket = http.post("/api/matches", json={"name": "Li", "rules": {"hands": 4}})
    assert ticket.status_code == 201 and ticket.json()["seat"] == 0
    summary = http.get(f"/api/matches/{ticket.json()['match']}")
    assert summary.status_code == 200
    assert summary.json()["players"][0] == {"name": "Li", "bot": None}
    assert summary.json()["standing"]["hands"] == 4
    assert ticket.json()["token"] not in summary.text


def test_each_computer_player_has_a_level_of_its_own(http: httpx.Client) -> None:
    ticket = http.post("/api/matches", json={"bots": ["novice", "value", "greedy"]})
    players = http.get(f"/api/matches/{ticket.json()['match']}").json()["players"]
    assert [player["bot"] for player in players] == [None, "novice", "value", "greedy"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"rules": {"hands": 5}}', "bad_rules"),
        (b'{"rules": {"fly": true}}', "bad_rules"),
        (b'{"bots": ["greedy", "greedy", "nobody"]}', "unknown_bot"),
        (b'{"bots": ["greedy"]}', "bad_message"),
        (b'{"more": 1}', "bad_message"),
        (b'{"name": 5}', "bad_message"),
        (b"{", "bad_message"),
        (b"[]", "bad_message"),
        (b"", "bad_message"),
        (b"\xff\xff", "bad_message"),
    ],
)
def test_a_wish_that_cannot_be_met(http: httpx.Client, body: bytes, reason: str) -> None:
    answer = http.post("/api/matches", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and answer.json()["reason"] == reason


def test_a_body_that_is_missing_or_too_deep(http: httpx.Client) -> None:
    answer = http.post("/api/players", headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "the body is empty, and should be JSON")
    practice = b'{"record":' + b'{"x":' * 5000
    for path, body, reason in (
        ("/api/matches/practice", practice, "bad_message"),
        ("/api/replays", b'{"events":[{"x":' + b"[" * 5000, "bad_record"),
    ):
        answer = http.post(path, content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["reason"]) == (400, reason)


@pytest.mark.parametrize("body", [{"clock": "8"}, {"spectators": 1}, {"bank": 20.5}, {"public": "true"}])
def test_a_value_of_another_type_is_refused_whatever_it_looks_like(
    http: httpx.Client, body: dict[str, object]
) -> None:
    token = http.post("/api/players", json={"name": "Li"}).json()["token"]
    answer = http.post("/api/rooms", json=body, headers={"authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json()["reason"]) == (400, "bad_message")


def test_a_body_too_large(http: httpx.Client) -> None:
    answer = http.post("/api/matches", json={"name": "x" * 20_000})
    assert answer.status_code == 413 and answer.json()["reason"] == "too_large"


def test_a_page_of_another_origin_makes_no_match(http: httpx.Client) -> None:
    answer = http.post("/api/matches", json={}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403 and answer.json()["reason"] == "bad_origin"


@pytest.mark.parametrize(
    "path", ["/nothing", "/api/nothing", "/api/matches", "/../pyproject.toml", "/%2e%2e/x", "/x//y"]
)
def test_what_is_not_there(http: httpx.Client, path: str) -> None:
    answer = http.get(path)
    assert answer.status_code in (404, 405) and answer.json()["reason"] == "not_found"


@pytest.mark.parametrize(
    ("path", "method", "allowed"),
    [
        ("/healthz", "POST", "GET, HEAD, OPTIONS"),
        ("/", "DELETE", "GET, HEAD, OPTIONS"),
        ("/api/matches", "GET", "OPTIONS, POST"),
        ("/api/matches", "HEAD", "OPTIONS, POST"),
        ("/api/matches", "BREW", "OPTIONS, POST"),
    ],
)
def test_what_is_not_allowed_is_said_with_what_is(
    http: httpx.Client, path: str, method: str, allowed: str
) -> None:
    answer = http.request(method, path)
    assert answer.status_code == 405 and answer.headers["allow"] == allowed
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/c", "/healthz", "/api/rules", "/nothing", "/api/matches/x"])
def test_head_is_get_without_the_body(http: httpx.Client, path: str) -> None:
    """Most things that look after a server ask so."""
    told, whole = http.head(path), http.get(path)
    assert told.content == b"" and told.status_code == whole.status_code
    told.headers.pop("date"), whole.headers.pop("date")
    assert told.headers == whole.headers


def test_an_unknown_match(http: httpx.Client) -> None:
    for path in ("/api/matches/x", "/api/matches/x/records"):
        answer = http.get(path)
        assert answer.status_code == 404 and answer.json()["reason"] == "unknown_match"


@pytest.mark.parametrize("path", ["/", "/healthz", "/nothing", "/api/matches/x"])
def test_every_answer_carries_the_guarding_headers(http: httpx.Client, path: str) -> None:
    headers = http.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers
    assert headers["cache-control"] in ("no-store", "no-cache")


def test_one_address_makes_only_so_many_matches(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "wuyi.db")
    server.start(WUYI_MATCHES_PER_MINUTE="3")
    try:
        answers = [httpx.post(f"{server.address}/api/matches", json={}) for _ in range(4)]
    finally:
        server.stop()
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert answers[-1].json()["reason"] == "too_many_matches"


@pytest.mark.parametrize(
    ("origin", "host", "may"),
    [
        (None, "127.0.0.1:8000", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("https://example.org", "example.org", True),
        ("http://example.org", "example.org:80", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://other.example", "example.org", True),
        ("http://127.0.0.1:8001", "127.0.0.1:8000", False),
        ("http://localhost:8000", "127.0.0.1:8000", False),
        ("null", "127.0.0.1:8000", False),
        ("file://", "", False),
        ("http://a:99999", "a:99999", False),
    ],
)
def test_origins(origin: str | None, host: str, may: bool) -> None:
    assert may_come_from(origin, host, frozenset({"https://other.example"})) is may


# --- the page --------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_what_should_have_been_checked_before_is_a_fault_of_the_server() -> None:
    @get("/", sync_to_thread=False)
    def broken() -> None:
        raise ArgumentError("winner: 9 is no seat")

    app = Litestar([broken], exception_handlers=dict(HANDLERS), logging_config=None)
    transport = httpx.ASGITransport(cast(Any, app))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        answer = await client.get("/")
    assert (answer.status_code, answer.json()["reason"]) == (500, "unavailable")


def test_pages_are_found_by_address_alone(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + " " * 2000, encoding="utf-8")
    (tmp_path / "assets" / "app-1a2b.js").write_text("void 0", encoding="utf-8")
    (tmp_path / "index.html.br").write_bytes(b"smaller")
    (tmp_path / "icon.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / ".sources").write_text("not for anybody", encoding="utf-8")
    pages = load_pages(tmp_path)
    assert set(pages) == {"/", "/index.html", "/assets/app-1a2b.js", "/icon.svg"}
    assert pages["/"].cache == "no-cache" and pages["/"].media_type == "text/html"
    assert gzip.decompress(pages["/"].packed["gzip"]) == pages["/"].body
    assert not pages["/icon.svg"].packed
    assert "immutable" in pages["/assets/app-1a2b.js"].cache
    assert pages["/assets/app-1a2b.js"].media_type == "text/javascript"
    assert pages["/icon.svg"].cache == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("BR;q=0.5, gzip", "br"),
        ("br;q=0, gzip;q=1.0", "gzip"),
        ("gzip; q=0.0, br ; q=0", None),
        ("zstd, brotli", None),
        ("", None),
    ],
)
def test_a_page_is_packed_as_the_browser_can_read_it(accepted: str, coding: str | None) -> None:
    page = Page(b"body", {"br": b"br", "gzip": b"gzip"}, "text/html", '"tag"', "no-cache")
    assert page.as_wanted(accepted) == ((coding or "body").encode(), coding)


def test_the_page_is_looked_for_where_it_is_built() -> None:
    assert webclient.built(Path(__file__).parents[2]) == FOLDER


def test_no_page_is_built(tmp_path: Path) -> None:
    assert load_pages(tmp_path) == {}
    assert load_pages(tmp_path / "nowhere") == {}


def test_the_page_is_served_or_says_that_it_is_not_built(http: httpx.Client) -> None:
    answer = http.get("/")
    if answer.status_code == 503:
        assert "make play" in answer.text
        return
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"
    again = http.get("/", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    assert http.head("/").headers["content-type"] == "text/html; charset=utf-8"
