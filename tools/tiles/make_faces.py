"""Write the tile set: ``python tools/tiles/make_faces.py``; ``--check`` only says whether it is current."""

from __future__ import annotations

import sys
from pathlib import Path

import faces
from icons import icon

WEB = Path(__file__).resolve().parents[2] / "web"
NOTICE = """<!-- Written by tools/tiles/make_faces.py. Outlines of the characters: 全字庫正楷體 (TW-Kai),
National Development Council, Taiwan, 2015, Open Government Data License 1.0
(https://data.gov.tw/license), see LICENSE.md. -->"""


def symbol(name: str, body: str, width: float = faces.WIDTH, height: float = faces.HEIGHT) -> str:
    return f'<symbol id="tile-{name}" viewBox="0 0 {width} {height}">{body}</symbol>'


def sprite() -> str:
    rows = [symbol(tile, body) for tile, body in faces.faces().items()]
    rows += [symbol("back", faces.back()), symbol("cai", faces.caishen(), 24, 24)]
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{NOTICE}\n' + "\n".join(rows) + "\n</svg>\n"


def outputs() -> dict[Path, str]:
    palette = WEB / "src/tiles/palette.css"
    return {
        WEB / "src/tiles/sprite.svg": sprite(),
        WEB / "public/icon.svg": icon(palette, rx=112, scale=3.85, tilt=-8),
        WEB / "public/icon-maskable.svg": icon(palette, rx=0, scale=3.2, tilt=-8),
        WEB / "public/icon-small.svg": icon(palette, rx=96, scale=4.9, tilt=0),
    }


def main() -> None:
    current = {path: path.read_text(encoding="utf-8") if path.exists() else "" for path in outputs()}
    stale = {path: text for path, text in outputs().items() if text != current[path]}
    if sys.argv[1:] == ["--check"]:
        if stale:
            raise SystemExit(f"run {sys.argv[0]}: not current: " + ", ".join(path.name for path in stale))
        return
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
