"""The built page, held in memory: what is not in it cannot be asked for, whatever the address says."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent.parent / "web"

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_ANEW: Final = "no-cache"
_PACKED: Final = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"})
_TYPES: Final = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Page:
    """One file as it is sent. packed: the same, gzipped, where that pays. tag: its ETag."""

    body: bytes
    packed: bytes | None
    media_type: str
    tag: str
    cache: str


def load_pages(folder: Path = FOLDER) -> dict[str, Page]:
    """Every file under `folder` by its address; `/` is `index.html`. Empty if nothing has been built.

    What the build put under `assets/` has a hash of its content in its name and is kept for ever.
    """
    pages = {
        "/" + path.relative_to(folder).as_posix(): _page(path, path.relative_to(folder).parts[0] == "assets")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
    if "/index.html" in pages:
        pages["/"] = pages["/index.html"]
    return pages


def _page(path: Path, hashed: bool) -> Page:
    body = path.read_bytes()
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, mtime=0) if media_type in _PACKED and len(body) > 1024 else None
    return Page(
        body=body,
        packed=packed,
        media_type=media_type,
        tag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        cache=_FOR_EVER if hashed else _ASK_ANEW,
    )
