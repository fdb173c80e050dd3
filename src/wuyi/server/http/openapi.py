"""The HTTP part described for programs (OpenAPI 3.1), at /api/schema."""

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import wuyi
from wuyi.server.protocol import Problem

PATH: Final = "/api/schema"

Security = list[dict[str, list[str]]]

TOKEN: Final[Security] = [{"token": []}]
"""A player's token is wanted, as by every route that does not say otherwise."""
OPEN: Final[Security] = [{}]
"""For routes that are open to everybody."""

_PROBLEM: Final = {
    "description": "Refused: nothing has changed.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


class _Rendered(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return _encode(openapi_schema)


def config() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Wuyi mahjong",
        version=wuyi.__version__,
        description="The sockets are described in docs/protocol.md and docs/rooms.md.",
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        security=TOKEN,
        use_handler_docstrings=True,
        path=PATH,
        render_plugins=[_Rendered()],
    )


def _encode(schema: dict[str, Any]) -> bytes:
    """The framework's description with the errors as they are here: each a `Problem`."""
    _, problem = msgspec.json.schema_components([Problem], ref_template="#/components/schemas/{name}")
    components = schema["components"]
    paths = {
        path: {method: _with_problem(operation) for method, operation in operations.items()}
        for path, operations in schema["paths"].items()
    }
    whole = schema | {"paths": paths, "components": components | {"schemas": components["schemas"] | problem}}
    return msgspec.json.format(msgspec.json.encode(whole, order="sorted"), indent=1) + b"\n"


def _with_problem(operation: dict[str, Any]) -> dict[str, Any]:
    answers = {status: answer for status, answer in operation["responses"].items() if status < "400"}
    return operation | {"responses": answers | {"default": _PROBLEM}}
