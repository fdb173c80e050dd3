"""Long answers, packed for whoever can unpack them."""

import gzip

from litestar import Response

from wuyi.server.http.access import AnyRequest


def packed(request: AnyRequest, body: bytes) -> Response[bytes]:
    """JSON that is much the same from part to part: packed it is a fraction, a film a twentieth."""
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 5, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, media_type="application/json", headers=headers)
