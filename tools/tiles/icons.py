"""The app's icons: a 中 with the caishen's gold rim on felt. Colours are written out: no page is around."""

from __future__ import annotations

import re
from pathlib import Path

import faces

PALETTE = re.compile(r"(--tile-[a-z-]+): ([^;]+);")
FELT = (
    '<radialGradient id="felt" cy=".42" r=".75">'
    '<stop stop-color="#1d8067"/><stop offset="1" stop-color="#0b3f33"/></radialGradient>'
)
IVORY = (
    '<linearGradient id="ivory" x2="0" y2="1">'
    '<stop offset=".4" stop-color="var(--tile-face)"/><stop offset="1" stop-color="var(--tile-face-low)"/>'
    "</linearGradient>"
)


def standing(body: str) -> str:
    """A tile of 72 x 96 with its thickness: shadow, jade, side, face, rim."""

    def slab(y: float, fill: str, more: str = "") -> str:
        return f'<rect y="{y}" width="72" height="88" rx="8" fill="{fill}"{more}/>'

    return (
        slab(12, "#04181a", ' fill-opacity=".45"')
        + slab(9, faces.paint("jade"))
        + slab(4.5, faces.paint("side"))
        + slab(0, "url(#ivory)")
        + f'<rect x="1.8" y="1.8" width="68.4" height="84.4" rx="6.4" fill="none" stroke-width="3.6"'
        f' stroke="{faces.paint("gold")}"/>' + f'<g transform="translate(0 -1)">{body}</g>'
    )


def icon(palette: Path, *, rx: float, scale: float, tilt: float) -> str:
    """A square of 512: felt with corners of ``rx``, on it the tile at ``scale`` pixels to the unit."""
    tile = standing(faces.faces()["7z"])
    place = f"translate(256 256) rotate({tilt}) scale({scale}) translate(-36 -49.5)"
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><defs>{FELT}{IVORY}</defs>'
        f'<rect width="512" height="512" rx="{rx}" fill="url(#felt)"/>'
        f'<g transform="{place}">{tile}</g></svg>\n'
    )
    colours = dict(
        reversed(PALETTE.findall(palette.read_text(encoding="utf-8")))
    )  # the first of a name counts
    return re.sub(r"var\((--tile-[a-z-]+)\)", lambda found: colours[found[1]], text)
