"""The built page, held in memory: what is not in it cannot be asked for, whatever the address says."""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "web"

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_ANEW: Final = "no-cache"
_BROTLI: Final = ".br"
_PACKED: Final = frozenset(
    {
        "text/html",
        "text/css",
        "text/javascript",
        "image/svg+xml",
        "application/json",
        "application/manifest+json",
    }
)
_TYPES: Final = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Page:
    """One file as it is sent. packed: the same by its content coding, the smallest first. tag: its ETag."""

    body: bytes
    packed: Mapping[str, bytes]
    media_type: str
    tag: str
    cache: str

    def as_wanted(self, accepted: str) -> tuple[bytes, str | None]:
        """The body for a request with this `accept-encoding`, and its content coding, if it has one."""
        codings = _codings(accepted)
        for coding, body in self.packed.items():
            if coding in codings:
                return body, coding
        return self.body, None


def load_pages(folder: Path = FOLDER) -> dict[str, Page]:
    """Every file under `folder` by its address; `/` is `index.html`. Empty if nothing has been built.

    What the build put under `assets/` has a hash of its content in its name and is kept for ever. `FILE.br`
    is no page, but FILE as the build has packed it.
    """
    pages = {
        "/" + path.relative_to(folder).as_posix(): _page(path, path.relative_to(folder).parts[0] == "assets")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".") and path.suffix != _BROTLI
    }
    if "/index.html" in pages:
        pages["/"] = pages["/index.html"]
    return pages


def _page(path: Path, hashed: bool) -> Page:
    body = path.read_bytes()
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed: dict[str, bytes] = {}
    if (brotli := path.with_name(path.name + _BROTLI)).is_file():
        packed["br"] = brotli.read_bytes()
    if media_type in _PACKED and len(body) >= 1024:
        packed["gzip"] = gzip.compress(body, mtime=0)
    return Page(
        body=body,
        packed=packed,
        media_type=media_type,
        tag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        cache=_FOR_EVER if hashed else _ASK_ANEW,
    )


def _codings(accepted: str) -> frozenset[str]:
    """What an `accept-encoding` lets through; what it gives no weight (`br;q=0`) it does not."""
    offers = (offer.replace(" ", "").lower().partition(";q=") for offer in accepted.split(","))
    return frozenset(coding for coding, _, weight in offers if weight.rstrip("0.") or not weight)
