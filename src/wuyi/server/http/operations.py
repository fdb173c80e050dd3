"""For whoever runs the server: its numbers, and its address in the house's network."""

import msgspec
from litestar import Response, get
from litestar.types import ControllerRouterHandler

from wuyi.server.config import Config
from wuyi.server.http.access import AnyRequest
from wuyi.server.http.openapi import OPEN
from wuyi.server.lan import qr_svg
from wuyi.server.metrics import CONTENT_TYPE, exposition, may_read
from wuyi.server.refusal import Refusal
from wuyi.server.table.tables import Tables


class Lan(msgspec.Struct, frozen=True):
    """GET /api/lan. address: where the house's other machines reach this server, and that as a QR code, an
    SVG image; both None unless it was opened to them (--lan)."""

    address: str | None
    qr: str | None


def routes(tables: Tables, config: Config) -> list[ControllerRouterHandler]:
    lan = Lan(config.lan_address, qr_svg(config.lan_address) if config.lan_address else None)

    @get("/api/lan", security=OPEN)
    async def lan_address() -> Lan:
        """The address to give to others in the house."""
        return lan

    @get("/metrics", include_in_schema=False)
    async def metrics(request: AnyRequest) -> Response[str]:
        client = request.client.host if request.client else ""
        if not may_read(client, request.headers.get("host"), config.metrics):
            raise Refusal("not_found", "there is nothing at this address")
        numbers = exposition(len(tables), tables.people_connected)
        return Response(numbers, headers={"content-type": CONTENT_TYPE})

    return [lan_address, metrics]
