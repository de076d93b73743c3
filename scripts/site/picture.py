"""Draws the curves of docs/scaling.json on their page, in the place that a comment marks.

The picture is in the page itself, so that it has the page's colours, light or dark. Readers of the Markdown see the
table with the same figures.
"""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Final

from scripts.site.curves import describe_time, read_curves
from scripts.site.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scripts.site.curves import Curve, Step

DATA: Final = ROOT / "docs" / "scaling.json"
PLACE: Final = "<!-- the picture of docs/scaling.json -->\n"
"""The comment that the picture replaces."""
NAMES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 96, 12, 44
"""Margins, in the picture's own units as its size."""
LINE: Final = 16
"""The height of a line of text."""
LEAST_S: Final = 0.01
MARKS: Final = 6
"""The maximum number of the load's marks after zero."""


def add_picture(text: str) -> str:
    """Return a page's text with the picture in its place."""
    curves = read_curves(DATA)
    return text.replace(PLACE, draw(curves)) if curves else text.replace(PLACE, "")


def draw(curves: Sequence[Curve]) -> str:
    """Return the picture of curves: a logarithmic scale of waiting times, upwards, and the load, to the right."""
    steps = [step for curve in curves for step in curve.steps]
    most = max(step.offered for step in steps)
    decades = math.ceil(math.log10(max(step.p95 for step in steps) / LEAST_S))

    def place(load: float, seconds: float) -> tuple[float, float]:
        height = math.log10(max(seconds, LEAST_S) / LEAST_S) / max(1, decades)
        x = LEFT + load / most * (WIDTH - LEFT - RIGHT)
        return round(x, 1), round(HEIGHT - BOTTOM - height * (HEIGHT - TOP - BOTTOM), 1)

    sentences = " ".join(tell(curve) for curve in curves)
    parts = [
        '<figure class="curves">',
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(sentences)}">',
        *_draw_scales(place, most, decades),
        *(line for curve in curves for line in _draw_curve(curve, place)),
        *_draw_names(curves, place),
        "</svg>",
        "<figcaption>",
        f"Solid: half of all learners wait less. Dashed: 95 % do. Ring: the knee. {escape(sentences)}",
        "</figcaption>",
        "</figure>",
    ]
    return "\n".join(parts) + "\n"


def tell(curve: Curve) -> str:
    """Return a sentence about a curve."""
    where = f"{NAMES[curve.database]}, {curve.runners} runners that sleep {curve.nap_s:g} s"
    if curve.knee is None:
        return f"{where}: no knee."
    return f"{where}: the knee is at {curve.knee.offered:.1f} submissions a second; then the limit is {curve.limit}."


def _draw_scales(place: Callable[[float, float], tuple[float, float]], most: float, decades: int) -> Iterator[str]:
    for decade in range(max(1, decades) + 1):
        seconds = LEAST_S * 10**decade
        _, y = place(0, seconds)
        yield f'<line class="scale" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{describe_time(seconds)}</text>'
    step = next(size for size in _list_sizes() if most / size <= MARKS)
    for number in range(int(most / step) + 1):
        x, y = place(number * step, LEAST_S)
        yield f'<text x="{x}" y="{y + 18}" text-anchor="middle">{number * step:g}</text>'
    x, y = place(most / 2, LEAST_S)
    yield f'<text x="{x}" y="{y + 38}" text-anchor="middle">submissions a second</text>'


def _list_sizes() -> Iterator[float]:
    """Yield distances between marks: 1, 2 or 5 times a power of ten."""
    for power in range(9):
        yield from (factor * 10.0**power for factor in (1, 2, 5))


def _draw_curve(curve: Curve, place: Callable[[float, float], tuple[float, float]]) -> Iterator[str]:
    def draw_line(kind: str, measure: Callable[[Step], float]) -> str:
        points = " ".join("{},{}".format(*place(step.offered, measure(step))) for step in curve.steps)
        return f'<polyline class="{kind} of-{curve.database}" points="{points}"/>'

    yield draw_line("p95", lambda step: step.p95)
    yield draw_line("median", lambda step: step.median)
    if curve.knee is not None:
        x, y = place(curve.knee.offered, curve.knee.median)
        yield f'<circle class="knee of-{curve.database}" cx="{x}" cy="{y}" r="5"/>'


def _draw_names(curves: Sequence[Curve], place: Callable[[float, float], tuple[float, float]]) -> Iterator[str]:
    """Yield the name of each database at the end of its curve, none on top of another."""
    ends = [(*place(curve.steps[-1].offered, curve.steps[-1].median), curve.database) for curve in curves]
    lowest = 0.0
    for x, y, database in sorted(ends, key=lambda end: end[1]):
        lowest = max(y, lowest + LINE)
        yield f'<text class="of-{database}" x="{x + 8}" y="{lowest + 4:.1f}">{NAMES[database]}</text>'
