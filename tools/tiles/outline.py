"""Outlines in tile units (a face is 72 wide and 90 high, y downwards), moved at will and written short."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Segment = tuple[str, tuple[Point, ...]]

GLYPHS = Path(__file__).with_name("glyphs.json")
PLACES = 1  # decimals kept: a tenth of a unit is a sixth of a pixel on a tile 120 px wide
CIRCLE = 0.5523  # handle length of a Bezier quarter circle of radius 1


class Outline:
    """A list of absolute path segments (M, L, Q, C, Z). Every method that changes it returns a new one."""

    def __init__(self, segments: Iterable[Segment] = ()) -> None:
        self.segments = tuple(segments)

    def __add__(self, other: Outline) -> Outline:
        return Outline(self.segments + other.segments)

    def mapped(self, change: Callable[[Point], Point]) -> Outline:
        return Outline((verb, tuple(change(p) for p in points)) for verb, points in self.segments)

    def moved(self, x: float, y: float) -> Outline:
        return self.mapped(lambda p: (p[0] + x, p[1] + y))

    def scaled(self, x: float, y: float | None = None) -> Outline:
        return self.mapped(lambda p: (p[0] * x, p[1] * (x if y is None else y)))

    def turned(self, degrees: float) -> Outline:
        """Turned clockwise about the origin."""
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return self.mapped(lambda p: (p[0] * c - p[1] * s, p[0] * s + p[1] * c))

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the control points (near enough to the ink for centring)."""
        xs, ys = zip(*(p for _, points in self.segments for p in points), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def centred(self, x: float, y: float) -> Outline:
        left, top, right, bottom = self.box()
        return self.moved(x - (left + right) / 2, y - (top + bottom) / 2)

    def d(self, places: int = PLACES) -> str:
        """The ``d`` attribute: relative commands on a rounded grid, so that errors do not add up."""
        unit = 10**places
        out: list[str] = []
        at = start = (0, 0)
        last = ""
        for verb, points in self.segments:
            grid = [(round(x * unit), round(y * unit)) for x, y in points]
            if verb == "Z":
                out.append("z")
                at, last = start, "z"
                continue
            if verb == "L" and grid[0] == at:
                continue
            steps = [(x - at[0], y - at[1]) for x, y in grid]
            name, numbers = verb.lower(), [n for step in steps for n in step]
            if name == "l" and numbers[1] == 0:
                name, numbers = "h", numbers[:1]
            elif name == "l" and numbers[0] == 0:
                name, numbers = "v", numbers[1:]
            out.append(_joined("" if name == last else name, numbers, places))
            at, last = grid[-1], name
            if verb == "M":
                start, last = at, "m"
        return "".join(out)


def _joined(name: str, numbers: list[int], places: int) -> str:
    text = name
    for i, n in enumerate(numbers):
        digits = f"{n / 10**places:.{places}f}".rstrip("0").rstrip(".") or "0"
        digits = digits.replace("0.", ".", 1) if digits.lstrip("-").startswith("0.") else digits
        digits = "0" if digits == "-0" else digits
        # A sign parts two numbers by itself; after an omitted command letter a space must.
        text += digits if (i == 0 and name) or digits.startswith("-") else f" {digits}"
    return text


def pen(text: str) -> Outline:
    """An outline from absolute SVG path text with M, L, Q, C and Z, as the faces are drawn by hand."""
    words = text.replace(",", " ").split()
    takes = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}
    segments: list[Segment] = []
    verb, i = "", 0
    while i < len(words):
        if words[i] in takes:
            verb, i = words[i], i + 1
        count = takes[verb]
        numbers = [float(w) for w in words[i : i + 2 * count]]
        segments.append((verb, tuple(zip(numbers[::2], numbers[1::2], strict=True))))
        i += 2 * count
    return Outline(segments)


def circle(x: float, y: float, r: float) -> Outline:
    return ellipse(r, r).moved(x, y)


def ellipse(a: float, b: float) -> Outline:
    """An ellipse about the origin."""
    p, q = a * CIRCLE, b * CIRCLE
    return Outline(
        [
            ("M", ((0, -b),)),
            ("C", ((p, -b), (a, -q), (a, 0))),
            ("C", ((a, q), (p, b), (0, b))),
            ("C", ((-p, b), (-a, q), (-a, 0))),
            ("C", ((-a, -q), (-p, -b), (0, -b))),
            ("Z", ()),
        ]
    )


def frame(left: float, top: float, right: float, bottom: float, r: float) -> Outline:
    """A rectangle with rounded corners."""
    k = r * (1 - CIRCLE)
    return Outline(
        [
            ("M", ((left + r, top),)),
            ("L", ((right - r, top),)),
            ("C", ((right - k, top), (right, top + k), (right, top + r))),
            ("L", ((right, bottom - r),)),
            ("C", ((right, bottom - k), (right - k, bottom), (right - r, bottom))),
            ("L", ((left + r, bottom),)),
            ("C", ((left + k, bottom), (left, bottom - k), (left, bottom - r))),
            ("L", ((left, top + r),)),
            ("C", ((left, top + k), (left + k, top), (left + r, top))),
            ("Z", ()),
        ]
    )


def around(one: Outline, count: int, first: float = 0) -> Outline:
    """``count`` copies of an outline evenly about the origin."""
    return sum((one.turned(first + 360 * i / count) for i in range(count)), Outline())


@cache
def _glyphs() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(GLYPHS.read_text(encoding="utf-8"))
    return data


def glyph(character: str, em: float) -> Outline:
    """A character's outline from ``glyphs.json`` at ``em`` units to the em, its baseline at y = 0."""
    data = _glyphs()
    segments = (
        (row[0], tuple(zip(row[1::2], row[2::2], strict=True))) for row in data["outlines"][character]
    )
    return Outline(segments).scaled(em / data["unitsPerEm"])
