"""The descriptions of the HTTP part, for programs and for people, are those of the routes."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast, get_args

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from wuyi.server import words
from wuyi.server.config import Config
from wuyi.server.http.app import create_litestar
from wuyi.server.http.problems import STATUS
from wuyi.server.store.memory import MemoryStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def app() -> Litestar:
    return create_litestar(MemoryStore(), Config(database=Path("unused")))


@pytest.fixture
async def schema(app: Litestar) -> dict[str, Any]:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(cast(Any, app)), base_url="http://table"
    ) as http:
        answer, same = await http.get("/api/schema"), await http.get("/api/schema/openapi.json")
    assert answer.status_code == 200 and answer.content == same.content
    described: dict[str, Any] = answer.json()
    return described


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


async def test_every_route_is_described(app: Litestar, schema: dict[str, Any]) -> None:
    served = {
        f"{method.lower()} {route.path_format}"
        for route in app.routes
        if isinstance(route, HTTPRoute) and re.match("/api/(?!schema)", route.path)
        for handler in route.route_handlers
        for method in handler.http_methods
        if method != "OPTIONS"
    }
    described = dict(operations(schema))
    assert served and served <= set(described)
    for name, operation in described.items():
        assert operation.get("description"), name
        assert operation["responses"]["default"]["content"]["application/json"], name


async def test_what_is_open_to_everybody(schema: dict[str, Any]) -> None:
    assert schema["security"] == [{"token": []}]
    assert schema["components"]["securitySchemes"]["token"] == {"type": "http", "scheme": "bearer"}
    assert {name for name, operation in operations(schema) if {} in operation.get("security", ())} == {
        "get /api/drills/daily",
        "get /api/drills/practice",
        "get /api/lan",
        "get /api/lessons",
        "get /api/matches/{match}",
        "get /api/matches/{match}/records",
        "get /api/reviews/{review}",
        "get /api/rooms",
        "get /api/rules",
        "get /api/shares/{share}",
        "get /api/shares/{share}/replay",
        "get /healthz",
        "post /api/matches",
        "post /api/matches/practice",
        "post /api/players",
        "post /api/players/login",
        "post /api/replays",
        "post /api/replays/review",
        "post /api/score",
        "post /api/shares/{share}/review",
        "post /api/waits",
    }


async def test_references_lead_somewhere(schema: dict[str, Any]) -> None:
    names = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema)))
    assert "Problem" in names and names <= set(schema["components"]["schemas"])


# --- docs/rooms.md ---------------------------------------------------------------------------

TEXT = (Path(__file__).parent.parent.parent / "docs" / "rooms.md").read_text(encoding="utf-8")


def test_every_reason_is_explained_with_its_status() -> None:
    rows = [line.split(" | ") for line in TEXT.splitlines() if line.startswith("| `")]
    statuses = {
        reason: int(row[1])
        for row in rows
        if len(row) == 3 and row[1].isdigit()
        for reason in re.findall(r"`(\w+)`", row[0])
    }
    assert set(get_args(words.LobbyReason)) <= set(statuses)
    assert statuses == {reason: STATUS.get(reason, 400) for reason in statuses}


def test_every_field_of_a_room_is_explained() -> None:
    assert [name for name in words.Room.__struct_fields__ if f"`{name}`" not in TEXT] == []
    assert [name for name in words.RoomOptions.__struct_fields__ if f"`{name}`" not in TEXT] == []


async def test_every_address_is_in_the_text(schema: dict[str, Any]) -> None:
    for name, operation in operations(schema):
        if operation.get("tags", ["matches"]) != ["matches"]:
            last = name.split(" ")[1].split("/")[-1]
            assert last.startswith("{") or f"/{last}" in TEXT, name
