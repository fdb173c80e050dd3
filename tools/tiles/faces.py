"""The 34 faces, the back and the 财 mark, each as SVG elements in a box of 72 x 90."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from outline import CIRCLE, Outline, around, circle, frame, glyph, pen

WIDTH, HEIGHT = 72, 90
MIDDLE = WIDTH / 2

Places = Sequence[tuple[float, float, str]]  # x and y of the centre, colour

TOP, BOTTOM = 25.25, 64.75  # centres of two rows
ROWS = (17.25, 45, 72.75)
COLUMNS = (14.5, 36, 57.5)
TWO_WIDE, TWO_ROWS, THREE_ROWS = (35.5, 13.5), (35.5, 12.0), (24.2, 11.5)  # a stick's height and width

INK, RED, GREEN, BLUE, GOLD, FACE = "ink", "red", "green", "blue", "gold", "face"


def paint(colour: str) -> str:
    """A colour of ``web/src/tiles/palette.css``."""
    return f"var(--tile-{colour})"


def filled(colour: str, outline: Outline) -> str:
    """Holes are cut by the even-odd rule, so the ivory of the tile shows through them."""
    return f'<path fill="{paint(colour)}" fill-rule="evenodd" d="{outline.d()}"/>'


def written(colour: str, outline: Outline, weight: float) -> str:
    """A character, its strokes thickened by ``weight`` units: print is too thin for a carved tile."""
    p, d = paint(colour), outline.d()
    return f'<path fill="{p}" stroke="{p}" stroke-width="{weight}" stroke-linejoin="round" d="{d}"/>'


def stroked(colour: str, outline: Outline, weight: float) -> str:
    p, d = paint(colour), outline.d()
    return f'<path fill="none" stroke="{p}" stroke-width="{weight}" stroke-linecap="round" d="{d}"/>'


def by_colour(parts: list[tuple[Outline, str]]) -> str:
    """One path for each colour, in the order of their first use."""
    colours = dict.fromkeys(colour for _, colour in parts)
    return "".join(filled(c, sum((o for o, colour in parts if colour == c), Outline())) for c in colours)


# 万: the rank over 萬

NUMERALS = "一二三四五六七八九"


def characters(rank: int) -> str:
    numeral = glyph(NUMERALS[rank - 1], 51).scaled(1, 0.88)
    _, top, _, bottom = numeral.box()
    numeral = numeral.scaled(1, min(1, 31 / (bottom - top))).centred(MIDDLE, 23)
    return written(INK, numeral, 2.6) + written(RED, fitted("萬", 50, 41, turned=3).centred(MIDDLE, 64), 1.3)


def fitted(character: str, width: float, height: float, turned: float = 0) -> Outline:
    """A character stretched to a width and height; ``turned`` takes back some of the brush's rise."""
    one = glyph(character, 50).turned(turned)
    left, top, right, bottom = one.box()
    return one.scaled(width / (right - left), height / (bottom - top))


# 筒: coins

COINS: dict[int, tuple[float, Places]] = {
    2: (18.5, [(36, 24, GREEN), (36, 66, BLUE)]),
    3: (14, [(18.5, 18.5, BLUE), (36, 45, RED), (53.5, 71.5, GREEN)]),
    4: (14.5, [(19.5, 22, BLUE), (52.5, 22, GREEN), (19.5, 68, GREEN), (52.5, 68, BLUE)]),
    5: (12.8, [(18, 19, BLUE), (54, 19, GREEN), (36, 45, RED), (18, 71, GREEN), (54, 71, BLUE)]),
    6: (11.6, [(22.5, 17.5, GREEN), (49.5, 17.5, GREEN)]
        + [(x, y, RED) for y in (47, 72.5) for x in (22.5, 49.5)]),
    7: (9.8, [(15, 15, GREEN), (36, 23, GREEN), (57, 31, GREEN)]
        + [(x, y, RED) for y in (53, 75) for x in (24, 48)]),
    8: (9.8, [(x, y, BLUE) for y in (15, 35, 55, 75) for x in (24, 48)]),
    9: (9.8, [(x, y, c) for y, c in ((17, GREEN), (45, RED), (73, BLUE)) for x in COLUMNS]),
}  # fmt: skip


def coin(r: float) -> Outline:
    """Rim, gap, and a disc pierced in the middle; a large one has a ring of holes besides."""
    one = circle(0, 0, r) + circle(0, 0, 0.78 * r) + circle(0, 0, 0.63 * r)
    if r > 12:
        return one + around(circle(0, -0.38 * r, 0.085 * r), 8) + circle(0, 0, 0.13 * r)
    return one + circle(0, 0, 0.2 * r)


def dots(rank: int) -> str:
    if rank == 1:
        return wheel()
    r, places = COINS[rank]
    return by_colour([(coin(r).moved(x, y), colour) for x, y, colour in places])


def wheel() -> str:
    rim = circle(0, 0, 30) + circle(0, 0, 27) + around(circle(0, -23.3, 2.1), 20)
    ring = circle(0, 0, 19.5) + circle(0, 0, 17.6)
    petal = pen("M 0 -3 C -6 -8 -4.5 -14 0 -16 C 4.5 -14 6 -8 0 -3 Z")
    flower = around(petal, 8)
    heart = circle(0, 0, 4.2) + circle(0, 0, 2)
    return "".join(
        filled(colour, part.scaled(1.06).moved(MIDDLE, 45))
        for colour, part in ((GREEN, rim), (BLUE, ring), (RED, flower), (BLUE, heart))
    )


# 条: bamboo

STICKS: dict[int, tuple[tuple[float, float], Places]] = {
    2: (TWO_WIDE, [(36, TOP, GREEN), (36, BOTTOM, GREEN)]),
    3: (TWO_WIDE, [(36, TOP, GREEN), (21, BOTTOM, GREEN), (51, BOTTOM, GREEN)]),
    4: (TWO_WIDE, [(x, y, GREEN) for y in (TOP, BOTTOM) for x in (21, 51)]),
    5: (TWO_WIDE, [(x, y, GREEN) for y in (TOP, BOTTOM) for x in (15, 57)] + [(36, 45, RED)]),
    6: (TWO_ROWS, [(x, y, GREEN) for y in (TOP, BOTTOM) for x in COLUMNS]),
    7: (THREE_ROWS, [(x, y, GREEN) for y in ROWS[1:] for x in COLUMNS] + [(36, ROWS[0], RED)]),
    9: (THREE_ROWS, [(x, y, RED if x == 36 else GREEN) for y in ROWS for x in COLUMNS]),
}


def stick(height: float, width: float) -> Outline:
    """Two joints of bamboo about the origin, with a slit of light in each."""
    h, a, b, n = height / 2, width / 2, width * 0.37, 2.2
    joint = f"""M {-a + 1.5} {-h} L {a - 1.5} {-h} Q {a} {-h} {a} {-h + 1.4} Q {a} {-h + n} {b} {-h + n + 1}
        L {b} {-n - 0.6} Q {a} {-n} {a} {-1.4} Q {a} -0.4 {a - 1.5} -0.4 L {-a + 1.5} -0.4
        Q {-a} -0.4 {-a} -1.4 Q {-a} {-n} {-b} {-n - 0.6} L {-b} {-h + n + 1}
        Q {-a} {-h + n} {-a} {-h + 1.4} Q {-a} {-h} {-a + 1.5} {-h} Z"""
    s = width * 0.085
    upper = pen(joint) + frame(-s, -h + n + 1.4, s, -n - 1.4, s)
    return upper + upper.scaled(1, -1)


def bamboo(rank: int) -> str:
    if rank == 1:
        return bird()
    if rank == 8:
        return filled(GREEN, eight())
    (height, width), places = STICKS[rank]
    return by_colour([(stick(height, width).moved(x, y), colour) for x, y, colour in places])


def eight() -> Outline:
    """M over W."""
    outer = stick(35.5, 9.6).moved(11, TOP)
    inner = stick(31, 9.6).turned(-25).moved(26.2, TOP)
    half = outer + inner
    m = half + half.mapped(lambda p: (WIDTH - p[0], p[1]))
    return m + m.mapped(lambda p: (p[0], HEIGHT - p[1]))


def bird() -> str:
    """A peacock on a branch."""
    plume = pen(
        """M 0 -12 C -3 -24 -7 -31 -7 -38.5 C -7 -43 -4 -46 0 -46
        C 4 -46 7 -43 7 -38.5 C 7 -31 3 -24 0 -12 Z"""
    )
    root = (31, 60)
    angles = ((3, 1.08), (27, 1.08), (51, 0.95), (75, 0.78))
    tail, rings, eyes = Outline(), Outline(), Outline()
    for angle, size in angles:
        tail += plume.scaled(size).turned(angle).moved(*root)
        rings += circle(0, -38.5, 4.4).scaled(size).turned(angle).moved(*root)
        eyes += circle(0, -38.5, 2.7).scaled(size).turned(angle).moved(*root)
    body = pen(
        """M 9.5 24 C 9.5 19 13 17 16.5 17.6 C 21 18.5 22.3 23 22 27.5 C 21.6 34 26.5 40 33.5 46
        C 42 53 47 58 56 66 C 47 72.5 30 75.5 21 69 C 12.5 62.5 11.5 53 14 44 C 15.8 37 15 33.5 12.3 30.4
        C 10.3 28.2 9.5 26.2 9.5 24 Z"""
    )
    wing = pen("M 21 52 C 29 49 41 55 48.5 65 C 38 68.5 24 67 21 52 Z")
    quills = pen("M 26 55.5 C 32 57.5 38 61 42 64.6 M 24.6 59.5 C 28.5 62 33 64.5 37 65.6")
    beak = pen("M 10 22.5 L 3.6 26.6 L 10.4 27 Z")
    crest = pen("M 15 17.5 L 11 9.5 M 16.5 17.2 L 16.5 7.5 M 18 17.6 L 22 10")
    tips = circle(10.6, 8.6, 1.9) + circle(16.5, 6.4, 1.9) + circle(22.4, 9, 1.9)
    legs = pen("M 26 71 L 24.5 80 M 36 71.5 L 35.5 80")
    branch = frame(7, 79.5, 65, 83.5, 2)
    ivory = paint(FACE)
    return (
        filled(GREEN, tail + rings)
        + filled(RED, eyes)
        + stroked(RED, crest, 1.3)
        + filled(RED, beak + tips)
        + stroked(RED, legs, 2)
        + f'<path fill="{paint(GREEN)}" stroke="{ivory}" stroke-width="1.3" d="{body.d()}"/>'
        + f'<path fill="{paint(BLUE)}" stroke="{ivory}" stroke-width="1.2" d="{wing.d()}"/>'
        + stroked(FACE, quills, 1)
        + filled(FACE, circle(15.3, 23.4, 1.7))
        + filled(GREEN, branch)
    )


# Honours


def honour(character: str, colour: str, width: float, height: float, weight: float) -> str:
    return written(colour, fitted(character, width, height).centred(MIDDLE, 45), weight)


def white() -> str:
    return filled(BLUE, notched(7.5, 6) + notched(11.6, 6)) + filled(BLUE, notched(15, 5) + notched(16.6, 5))


def notched(inset: float, r: float) -> Outline:
    """A frame whose corners curve inwards."""
    left, top, right, bottom, k = inset, inset, WIDTH - inset, HEIGHT - inset, r * (1 - CIRCLE)
    return Outline(
        [
            ("M", ((left + r, top),)),
            ("L", ((right - r, top),)),
            ("C", ((right - r, top + r - k), (right - k, top + r), (right, top + r))),
            ("L", ((right, bottom - r),)),
            ("C", ((right - k, bottom - r), (right - r, bottom - r + k), (right - r, bottom))),
            ("L", ((left + r, bottom),)),
            ("C", ((left + r, bottom - r + k), (left + k, bottom - r), (left, bottom - r))),
            ("L", ((left, top + r),)),
            ("C", ((left + k, top + r), (left + r, top + r - k), (left + r, top))),
            ("Z", ()),
        ]
    )


HONOURS: dict[str, Callable[[], str]] = {
    "1z": lambda: honour("東", INK, 54, 66, 1.8),
    "2z": lambda: honour("南", INK, 52, 64, 1.8),
    "3z": lambda: honour("西", INK, 52, 58, 2.2),
    "4z": lambda: honour("北", INK, 54, 60, 2.2),
    "5z": white,
    "6z": lambda: honour("發", GREEN, 55, 66, 1.5),
    "7z": lambda: honour("中", RED, 50, 68, 2.6),
}


def back() -> str:
    """A thin frame and a flower of four petals, barely lighter than the jade."""
    petal = pen("M 0 -1.6 C -8 -6 -8 -14 0 -19 C 8 -14 8 -6 0 -1.6 Z")
    marks = frame(6, 6, 66, 84, 4) + frame(7.2, 7.2, 64.8, 82.8, 3) + around(petal, 4).moved(MIDDLE, 45)
    return f'<path fill="#fff" fill-opacity=".16" fill-rule="evenodd" d="{marks.d()}"/>'


def caishen() -> str:
    """The gold seal 财, in a box of 24 x 24."""
    mark = fitted("财", 17, 17).centred(12, 12)
    return f'<rect width="24" height="24" rx="6" fill="{paint(GOLD)}"/>' + written(INK, mark, 0.9)


def faces() -> dict[str, str]:
    """Every face by its tile text, in the order of the kinds 0..33."""
    suits = {"m": characters, "p": dots, "s": bamboo}
    drawn = {f"{rank}{suit}": draw(rank) for suit, draw in suits.items() for rank in range(1, 10)}
    return drawn | {tile: draw() for tile, draw in HONOURS.items()}
