"""A verdict as HTML for a notebook: what it says, and the calls of one sample to scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jinja2 import Environment, FileSystemLoader

from app.web.drawing.colours import ANY, ANY_REST
from app.web.drawing.layers import choose_picture
from app.web.drawing.timeline import draw_timeline, format_ms
from app.web.rendering import TEMPLATES
from grader.outcomes import Verdict

if TYPE_CHECKING:
    from grader.report import Report

MAX_BARS: Final = 12
"""The maximum number of calls that are drawn."""
environment = Environment(
    loader=FileSystemLoader(TEMPLATES / "notebook"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
environment.filters["ms"] = format_ms


def draw_verdict(report: Report) -> str:
    """Return HTML that stands by itself: no script, no address, all texts escaped."""
    picture = choose_picture(report.cases)
    good = report.verdict is Verdict.ACCEPTED
    return environment.get_template("verdict.html").render(
        report=report,
        title=report.verdict.heading,
        sign="✓" if good else "✗",
        colour="#2e8b57" if good else "#c0392b",
        timeline=draw_timeline(picture.case.calls) if picture is not None and picture.case.calls else None,
        most=MAX_BARS,
        colours=ANY,
        other=ANY_REST,
    )
