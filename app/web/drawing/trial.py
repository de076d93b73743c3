"""The front page's picture: a program's calls of jitted functions as vertical bars, and the question below them.

Heights are per cent of the picture's, and to scale, so that calls with a new compilation are tall bars, and the others
slivers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.kit.language import plural
from app.kit.language import translate as _
from app.web.drawing.timeline import KINDS, format_ms, measure_ms
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.report import CallReport, Report

MAX_COLUMNS: Final = 24
"""The maximum number of calls that are drawn."""
SLIVER: Final = 0.8
"""The height of the lowest bar, in per cent."""
NOTICEABLE: Final = 2.0
"""The least factor at which a run is called slower."""


@dataclass(frozen=True, slots=True)
class CallPart:
    """A segment of a bar: its kind of work, its distance from the top and its height, in per cent."""

    kind: str
    top: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """One call: its number, its milliseconds, whether it was traced, and its segments."""

    number: int
    ms: float
    traced: bool
    parts: list[CallPart]


@dataclass(frozen=True, slots=True)
class ProgramTrial:
    """The whole picture."""

    columns: list[Column]
    more: int
    """The number of calls that aren't drawn."""
    total_ms: float
    sentence: str
    question: str


def draw_trial(report: Report) -> ProgramTrial:
    """Return the picture of a program's report, which has no bars if no jitted function was called."""
    calls = [call for case in report.cases for call in case.calls]
    shown = calls[:MAX_COLUMNS]
    most = max((measure_ms(call) for call in shown), default=0.0)
    return ProgramTrial(
        columns=[_draw_column(number, call, most) for number, call in enumerate(shown, start=1)],
        more=len(calls) - len(shown),
        total_ms=sum(measure_ms(call) for call in calls),
        sentence=_describe(report, calls),
        question=_ask(calls, measure_waste(calls)),
    )


def measure_waste(calls: Sequence[CallReport]) -> float:
    """Return the total time of the calls after the first, divided by the time of executing alone; 1 means no waste.

    The first call must be traced and compiled; later ones needn't be. Everything but tracing, lowering and compiling
    counts as executing, including Python's own time and the slow first execution of each program, so a program without
    the waste is faster by more than this factor.
    """
    later = calls[1:]
    spent = sum(measure_ms(call) for call in later)
    executed = spent - sum(segment.ms for call in later for segment in call.segments if segment.kind != "execute")
    return spent / executed if executed > 0 else 1.0


def _draw_column(number: int, call: CallReport, most: float) -> Column:
    total = measure_ms(call)
    height = max(SLIVER, total / most * 100) if most > 0 else SLIVER
    parts: list[CallPart] = []
    top = 100 - height
    for kind in reversed(KINDS):
        ms = sum(segment.ms for segment in call.segments if segment.kind == kind)
        if ms > 0:
            share = ms / total * height
            parts.append(CallPart(kind, round(top, 2), round(share, 2)))
            top += share
    return Column(number, total, bool(call.traces), parts)


def _describe(report: Report, calls: Sequence[CallReport]) -> str:
    """Return a description of the picture."""
    if not calls:
        return _("No jitted function was called.") if report.verdict is Verdict.ACCEPTED else ""
    traced = [measure_ms(call) for call in calls if call.traces]
    cached = [measure_ms(call) for call in calls if not call.traces]
    parts = [plural("%(num)s call of a jitted function", "%(num)s calls of jitted functions", len(calls))]
    if traced:
        time = format_ms(sum(traced))
        parts.append(
            plural(
                "%(num)s was traced and compiled (%(time)s)",
                "%(num)s were traced and compiled (%(time)s)",
                len(traced),
                time=time,
            )
        )
    if cached:
        time = format_ms(sum(cached))
        parts.append(
            plural("%(num)s reused it (%(time)s)", "%(num)s reused it (%(time)s together)", len(cached), time=time)
        )
    return f"{parts[0]}: {', '.join(parts[1:])}."


def _ask(calls: Sequence[CallReport], slower: float) -> str:
    again = sum(bool(call.traces) for call in calls[1:])
    if again and slower >= NOTICEABLE:
        return _("Same numbers, at least %(factor)s times slower. Would you have noticed?", factor=int(slower))
    if len(calls) > 1 and not again:
        return _("Compiled once, then reused: that is how it should look.")
    return ""
