"""Take the outlines of the few characters on the tiles from a font into ``glyphs.json``.

    pip install fonttools
    apt-get download fonts-cns11643-kai && dpkg -x fonts-cns11643-kai_*.deb kai
    python tools/tiles/extract_glyphs.py kai/usr/share/fonts/truetype/cns11643/TW-Kai-98_1.ttf

Run only when a character is added: ``make_faces.py`` needs nothing but the file this writes.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

CHARACTERS = "一二三四五六七八九萬東南西北發中财"
OUTPUT = Path(__file__).with_name("glyphs.json")


def commands(pen: DecomposingRecordingPen) -> list[list[int | str]]:
    """The recorded outline as flat absolute commands M, L, Q and Z, in font units with y downwards."""
    flat: list[list[int | str]] = []
    for verb, points in pen.value:
        if verb == "moveTo":
            flat.append(["M", *_flip(points)])
        elif verb == "lineTo":
            flat.append(["L", *_flip(points)])
        elif verb == "qCurveTo":
            # TrueType leaves out the on-curve point halfway between two control points.
            *controls, end = points
            for here, after in pairwise(controls):
                middle = ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
                flat.append(["Q", *_flip((here, middle))])
            flat.append(["Q", *_flip((controls[-1], end))])
        elif verb == "closePath":
            flat.append(["Z"])
        else:
            raise SystemExit(f"cannot write {verb}: choose a font with TrueType outlines")
    return flat


def _flip(points: tuple[tuple[float, float], ...]) -> list[int | str]:
    return [round(n) for x, y in points for n in (x, -y)]


def main(path: str) -> None:
    font = TTFont(path)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    missing = [c for c in CHARACTERS if ord(c) not in names]
    if missing:
        raise SystemExit(f"{path} lacks {' '.join(missing)}")
    outlines: dict[str, list[list[int | str]]] = {}
    for character in CHARACTERS:
        pen = DecomposingRecordingPen(glyphs)
        glyphs[names[ord(character)]].draw(pen)
        outlines[character] = commands(pen)
    rows = [f'"{c}": {json.dumps(o, separators=(",", ":"))}' for c, o in outlines.items()]
    head = f'"font": {json.dumps(font["name"].getDebugName(4))}, "unitsPerEm": {font["head"].unitsPerEm}'
    OUTPUT.write_text("{" + head + ', "outlines": {\n' + ",\n".join(rows) + "\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
