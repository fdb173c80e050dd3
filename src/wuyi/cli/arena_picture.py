"""The report of an arena as a picture: points with their intervals, and how dear the wins were. SVG alone."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

_WIDTH: Final = 720
_LEFT: Final = 110
_LETTER: Final = 8
"""The width of a letter of a name, at the most."""
_ROW: Final = 34
_BARS: Final = 120
"""The height of a histogram."""
_COLOURS: Final = ("#1f6f54", "#b5532f", "#3d5a9a", "#8a6d1f")
_DEAREST: Final = 10
"""Wins of so many fan and more share a bar."""


def draw(data: dict[str, Any]) -> str:
    """The picture of the data of a report, as `wuyi.cli.arena.as_data` gives it."""
    bots: Sequence[dict[str, Any]] = data["bots"]
    points_height = 60 + 2 * _ROW * len(bots)
    height = points_height + 50 + (_BARS + 46) * len(bots)
    parts = [*_points(bots, points_height - 10)]
    for place, bot in enumerate(bots):
        parts += _histogram(bot, points_height + 40 + place * (_BARS + 46), _COLOURS[place % len(_COLOURS)])
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
            f'font-family="sans-serif" font-size="13" fill="#222">',
            f'<rect width="{_WIDTH}" height="{height}" fill="#fbf8f0"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _points(bots: Sequence[dict[str, Any]], bottom: float) -> Iterator[str]:
    """A line for each player and way of counting: the mean and its interval, on one scale."""
    ends = [0.0]
    for bot in bots:
        for mean, interval in _both(bot):
            ends += interval or (mean,)
    least, most = min(ends), max(ends)
    left = max(_LEFT, 20 + _LETTER * max(len(bot["bot"]) for bot in bots))
    scale = (_WIDTH - left - 90) / ((most - least) or 1)

    def x(points: float) -> float:
        return round(left + 20 + (points - least) * scale, 1)

    yield _text(16, 26, "points a hand, 95% intervals; the paler with the fan capped at 6", size=15)
    yield f'<path d="M{x(0)} 40V{bottom}" stroke="#999" stroke-dasharray="3 3"/>'
    for place, bot in enumerate(bots):
        colour = _COLOURS[place % len(_COLOURS)]
        for line, (mean, interval) in enumerate(_both(bot)):
            y = 58 + (2 * place + line) * _ROW
            fade = ' opacity="0.55"' if line else ""
            if not line:
                yield _text(16, y + 4, bot["bot"])
            if interval is not None:
                low, high = map(x, interval)
                yield f'<path d="M{low} {y}H{high}" stroke="{colour}" stroke-width="3"{fade}/>'
            yield f'<circle cx="{x(mean)}" cy="{y}" r="5" fill="{colour}"{fade}/>'
            yield _text(x(mean), y - 9, f"{mean:+.2f}", anchor="middle")


def _both(bot: dict[str, Any]) -> tuple[tuple[float, Any], tuple[float, Any]]:
    return (bot["points"], bot["interval"]), (bot["capped_points"], bot["capped_interval"])


def _histogram(bot: dict[str, Any], top: float, colour: str) -> Iterator[str]:
    """How many of a player's wins had so many fan."""
    counts = [0] * (_DEAREST + 1)
    for fan, count in bot["fans"].items():
        counts[min(_DEAREST, int(fan))] += count
    highest = max(*counts, 1)
    step = (_WIDTH - _LEFT - 40) / len(counts)
    won = f"won {100 * bot['win_rate']:.1f}%, dealt in {100 * bot['deal_in_rate']:.1f}%"
    yield _text(16, top, f"{bot['bot']}: wins by fan ({won})", size=15)
    for fan, count in enumerate(counts):
        tall = round(_BARS * 0.75 * count / highest, 1)
        left = round(_LEFT + fan * step, 1)
        base = top + _BARS
        yield (
            f'<rect x="{left}" y="{round(base - tall, 1)}" width="{round(step * 0.8, 1)}" height="{tall}" '
            f'fill="{colour}"/>'
        )
        label = f"{fan}+" if fan == _DEAREST else str(fan)
        yield _text(round(left + step * 0.4, 1), base + 16, label, anchor="middle")
        if count:
            yield _text(round(left + step * 0.4, 1), round(base - tall - 5, 1), str(count), anchor="middle")


def _text(x: float, y: float, text: str, *, size: int = 13, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'
