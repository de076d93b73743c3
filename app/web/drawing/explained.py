"""An explanation of what JAX did in a program, for pages and terminals: its time, its functions, and eager operations.

Retraces with the same reason are merged into one line. The grader's messages are in English on every page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.kit.language import format_number, plural
from app.kit.language import translate as _
from app.web.drawing.timeline import (
    LEAST_TOP_MS,
    Bar,
    Part,
    Tick,
    draw_timeline,
    find_step,
    format_mark,
    format_ms,
    name_work,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.web.drawing.timeline import Timeline
    from grader.report import CallReport, FunctionReport, JaxprReport, Observed, OperationReport, Report, TraceReport

MAX_BARS: Final = 24
"""The maximum number of calls that are drawn."""
MAX_REASONS: Final = 6
"""The maximum number of reasons that are listed for one function."""
KINDS: Final = ("trace", "lower", "compile", "execute", "single", "rest")
"""The kinds of a program's time, in the order in which they are drawn."""
KIB: Final = 1024


@dataclass(frozen=True, slots=True)
class TraceReason:
    """The reason why a function was traced again: its calls, the sentence, what to change, and the line."""

    calls: list[int]
    message: str
    hint: str
    line: int | None

    @property
    def place(self) -> str:
        """The calls that the reason is about, in words."""
        if not self.calls:
            return ""
        if len(self.calls) == 1:
            return _("Call %(number)s", number=self.calls[0])
        return _("Calls %(numbers)s", numbers=", ".join(map(str, self.calls)))


@dataclass(frozen=True, slots=True)
class ExplainedJaxpr:
    """A jaxpr, and its size in words."""

    size: str
    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class ExplainedFunction:
    """A jitted function: its name, how often and why it was traced, and the resulting jaxprs.

    `again` is the number of traces after the first one, `more` the number of reasons that aren't listed.
    """

    name: str
    line: int | None
    sentence: str
    again: int
    reasons: list[TraceReason]
    more: int
    jaxprs: list[ExplainedJaxpr]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The whole explanation. `split` is one bar of the program's entire time, with the marks of its scale."""

    calls: Timeline | None
    undrawn: int
    split: Bar
    ticks: list[Tick]
    functions: list[ExplainedFunction]
    eager: list[OperationReport]
    """Operations outside jitted functions that computed something, the most frequent first."""
    moved: str
    """A sentence about those operations that only moved or created arrays."""
    callbacks: list[int]
    """The lines that make JAX call back into Python."""

    @property
    def again(self) -> int:
        """The number of traces after each function's first one."""
        return sum(function.again for function in self.functions)

    @property
    def headline(self) -> str:
        """The most important finding, in a sentence."""
        again = self.again
        if again:
            return plural(
                "JAX traced functions again %(num)s time after their first trace.",
                "JAX traced functions again %(num)s times after their first trace.",
                again,
            )
        if self.functions:
            return _("Each function was traced once: nothing was compiled again.")
        if self.eager:
            return _("No jitted function was called: every operation ran on its own.")
        return _("No jitted function was called.")


def explain_report(report: Report) -> Explanation | None:
    """Return the explanation of a program's report; None if it didn't run, and for reports on problems."""
    observed = report.observed
    if observed is None:
        return None
    calls = [call for case in report.cases for call in case.calls]
    split, ticks = _draw_split(observed, calls)
    eager = sorted((one for one in observed.outside if one.primitive is not None), key=lambda one: -one.count)
    return Explanation(
        calls=draw_timeline(calls) if calls else None,
        undrawn=max(observed.calls - MAX_BARS, 0),
        split=split,
        ticks=ticks,
        functions=[_explain_function(function) for function in observed.functions],
        eager=eager,
        moved=_tell_moved([one for one in observed.outside if one.primitive is None]),
        callbacks=[line for line in observed.callbacks if line is not None],
    )


def name_kind(kind: str) -> str:
    """Return the name of a kind of a program's time."""
    return _("Python and everything else") if kind == "rest" else name_work(kind)


def _draw_split(observed: Observed, calls: Sequence[CallReport]) -> tuple[Bar, list[Tick]]:
    sums = dict.fromkeys(KINDS, 0.0)
    for call in calls:
        for segment in call.segments:
            sums[segment.kind] += segment.ms
    sums["single"] = observed.single_ms
    total = max(observed.seconds * 1000, sum(sums.values()), LEAST_TOP_MS)
    sums["rest"] = total - sum(sums.values())
    edge, parts = 0.0, []
    for kind, ms in sums.items():
        if ms > 0:
            share = 100 * ms / total
            parts.append(Part(kind, ms, round(edge, 2), round(share, 2)))
            edge += share
    step = find_step(total)
    marks = [step * number for number in range(int(total / step * (1 + 1e-9)) + 1)]
    ticks = [Tick(round(100 * mark / total, 2), format_mark(mark, total)) for mark in marks]
    traces = sum(call.traces for call in calls)
    label = _("The whole program: %(time)s", time=format_ms(total))
    return Bar("", label, traces, cached=False, total_ms=total, width=100.0, parts=parts, other_ms=0.0), ticks


def _explain_function(function: FunctionReport) -> ExplainedFunction:
    reasons = _merge_reasons(function.traces)
    again = sum(bool(trace.cause) for trace in function.traces)
    traces = plural("%(num)s trace", "%(num)s traces", len(function.traces))
    if function.calls:
        in_calls = plural("%(num)s call", "%(num)s calls", function.calls)
        sentence = _("%(traces)s in %(calls)s", traces=traces, calls=in_calls)
    else:
        sentence = _("%(traces)s, outside any finished call", traces=traces)
    return ExplainedFunction(
        name=function.name,
        line=function.line,
        sentence=sentence,
        again=again,
        reasons=reasons[:MAX_REASONS],
        more=len(reasons) - MAX_REASONS if len(reasons) > MAX_REASONS else 0,
        jaxprs=list(
            {jaxpr.text: ExplainedJaxpr(_tell_size(jaxpr), jaxpr.text, jaxpr.cut) for jaxpr in function.jaxprs}.values()
        ),
    )


def _merge_reasons(traces: Sequence[TraceReport]) -> list[TraceReason]:
    """Return the reasons of all traces but the first; equal ones are merged, and each hint is given only once."""
    hints: set[str] = set()
    found: dict[tuple[str, int | None], TraceReason] = {}
    for trace in traces:
        if trace.cause:
            key = (trace.message, trace.line)
            calls = [] if trace.call is None else [trace.call]
            if key in found:
                found[key].calls.extend(calls)
            else:
                found[key] = TraceReason(calls, trace.message, "" if trace.hint in hints else trace.hint, trace.line)
                hints.add(trace.hint)
    return list(found.values())


def _tell_size(jaxpr: JaxprReport) -> str:
    told = plural("%(num)s equation", "%(num)s equations", jaxpr.equations)
    parts = ", ".join(f"{count} {name}" for name, count in jaxpr.primitives.items())
    words = f"{told} ({parts})" if parts else told
    if jaxpr.constants >= KIB:
        size = format_number(f"{jaxpr.constants / KIB:.0f} KiB")
        return _("%(size)s, and %(bytes)s of closed-over constants", size=words, bytes=size)
    return words


def _tell_moved(moved: Sequence[OperationReport]) -> str:
    if not moved:
        return ""
    names = ", ".join(dict.fromkeys(one.name for one in moved))
    return _("JAX also created, generated or moved arrays: %(names)s.", names=names)
