"""The geometry of the call timeline: one bar per call, whose length is the call's time, to scale.

Lengths and positions are per cent of the picture's width. Within a bar, the segments have their true shares. A call too
short to be seen is drawn as a sliver, and `Timeline.has_slivers` is set.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.kit.language import format_number, plural
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.report import CallReport

SLIVER: Final = 1.0
"""The length of the shortest bar, in per cent."""
LEAST_SHARE: Final = 0.01
"""The least share of a call at which unaccounted time is shown."""
LEAST_TOP_MS: Final = 0.01
"""The length of the shortest scale, in milliseconds."""
MAX_MARKS: Final = 5
"""The maximum number of the scale's marks after zero."""
KINDS: Final = ("trace", "lower", "compile", "single", "execute")
"""The kinds of work, in the order in which they are drawn. `single` is for all programs of single operations."""
OF_A_FUNCTION: Final = ("trace", "lower", "compile")
"""What JAX does before it runs a function for the first time and, unnoticed, for each single operation."""
_SECOND: Final = 1000
_TEN_SECONDS: Final = 10_000
_TWO_DIGITS: Final = 10


@dataclass(frozen=True, slots=True)
class Part:
    """A segment of a bar: its kind of work, its milliseconds, and its start and length in per cent."""

    kind: str
    ms: float
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """One call's bar: its total milliseconds, its length in per cent, and its parts from left to right.

    `group` is what consecutive calls share, such as their input; empty if the label has none. `cached`: the call wasn't
    traced, though an earlier one was. `other_ms` is the time that JAX's own events don't account for, such as Python's;
    0 if that is negligible.
    """

    group: str
    label: str
    traces: int
    cached: bool
    total_ms: float
    width: float
    parts: list[Part]
    other_ms: float

    @property
    def note(self) -> str:
        """Whether the call was traced, in words."""
        if self.traces == 0:
            return _("cached") if self.cached else _("no trace")
        return plural("%(num)s trace", "%(num)s traces", self.traces)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark of the scale: its position in per cent, and its text."""

    left: float
    text: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """The bars of one case's calls on one scale, and a description.

    `headline` describes the times, `sentence` the traces.
    """

    bars: list[Bar]
    ticks: list[Tick]
    headline: str
    sentence: str
    has_slivers: bool = False

    @property
    def kinds(self) -> list[str]:
        """The kinds of work that are drawn, in order."""
        drawn = {part.kind for bar in self.bars for part in bar.parts}
        return [kind for kind in KINDS if kind in drawn]


def draw_timeline(calls: Sequence[CallReport], least_top_ms: float = 0.0) -> Timeline:
    """Return the picture of one case's calls. The scale ends at the longest call, but not below `least_top_ms`."""
    totals = [measure_ms(call) for call in calls]
    top = max([LEAST_TOP_MS, least_top_ms, *totals])
    bars: list[Bar] = []
    traced = False
    for call, total in zip(calls, totals, strict=True):
        bars.append(_draw_bar(call, total, top, len(bars), cached=traced and not call.traces))
        traced = traced or bool(call.traces)
    step = find_step(top)
    marks = range(math.floor(top / step * (1 + 1e-9)) + 1)
    ticks = [Tick(round(100 * step * mark / top, 2), format_mark(step * mark, top)) for mark in marks]
    slivers = any(100 * bar.total_ms / top < SLIVER for bar in bars)
    return Timeline(bars, ticks, tell_times(totals), tell_traces(calls), slivers)


def measure_ms(call: CallReport) -> float:
    """Return the duration of a call, in milliseconds."""
    return max(sum(segment.ms for segment in call.segments), call.seconds * 1000)


def find_step(top: float) -> float:
    """Return the distance between the marks of a scale up to `top`: 1, 2 or 5 times a power of ten."""
    power = float(10.0 ** math.floor(math.log10(top / MAX_MARKS)))
    return next(power * factor for factor in (1, 2, 5, 10) if top / (power * factor) <= MAX_MARKS)


def _draw_bar(call: CallReport, total: float, top: float, index: int, *, cached: bool) -> Bar:
    width = max(SLIVER, round(100 * total / top, 2))
    parts: list[Part] = []
    edge = 0.0
    for kind, ms in _sum_work(call).items():
        if ms > 0:
            share = ms / total * width
            parts.append(Part(kind, ms, round(edge, 2), round(share, 2)))
            edge += share
    other = total - sum(part.ms for part in parts)
    other = other if other > LEAST_SHARE * total else 0.0
    group, _colon, label = call.label.rpartition(": ")
    return Bar(group, label or _("call %(number)s", number=index + 1), call.traces, cached, total, width, parts, other)


def _sum_work(call: CallReport) -> dict[str, float]:
    """Return the milliseconds of each kind of work.

    If a call traced none of the learner's functions, its tracing and compiling is for single operations of JAX.
    """
    sums = dict.fromkeys(KINDS, 0.0)
    for segment in call.segments:
        sums["single" if segment.kind in OF_A_FUNCTION and not call.traces else segment.kind] += segment.ms
    return sums


def tell_times(times: Sequence[float]) -> str:
    """Return the calls' durations in one line; the first is listed separately if it was the longest of several."""
    if not times:
        return ""
    first, rest = times[0], times[1:]
    if not rest:
        return _("One call: %(time)s", time=format_ms(first))
    if first > max(rest) and format_ms(first) != format_ms(max(rest)):
        return _("First call %(first)s, then %(rest)s", first=format_ms(first), rest=_range(rest))
    return plural("%(num)s call: %(times)s", "%(num)s calls: %(times)s", len(times), times=_range(times))


def tell_traces(calls: Sequence[CallReport]) -> str:
    """Return a sentence about how often the calls traced the learner's functions."""
    if not calls:
        return ""
    traces = sum(call.traces for call in calls)
    begun = next((index for index, call in enumerate(calls) if call.traces), len(calls))
    cached = sum(not call.traces for call in calls[begun:])
    in_calls = plural("%(num)s call", "%(num)s calls", len(calls))
    if not traces:
        if any(segment.kind in OF_A_FUNCTION for call in calls for segment in call.segments):
            return _("No function was traced in %(calls)s: JAX ran single operations.", calls=in_calls)
        return _("No function was traced in %(calls)s.", calls=in_calls)
    told = plural("%(num)s trace in %(calls)s", "%(num)s traces in %(calls)s", traces, calls=in_calls)
    if not cached:
        return f"{told}."
    found = plural(
        "%(num)s call found its program in the cache", "%(num)s calls found their program in the cache", cached
    )
    return f"{told}; {found}."


def _range(times: Sequence[float]) -> str:
    least, most = format_ms(min(times)), format_ms(max(times))
    if least == most:
        return least
    if least.rpartition(" ")[2] == most.rpartition(" ")[2]:
        least = least.rpartition(" ")[0]
    return _("%(least)s to %(most)s", least=least, most=most)


def name_work(kind: str) -> str:
    """Return the name of a kind of work."""
    names = {
        "trace": _("trace"),
        "lower": _("lower"),
        "compile": _("compile"),
        "single": _("single operations"),
        "execute": _("execute"),
    }
    return names.get(kind, kind)


def format_ms(ms: float) -> str:
    """Return a duration with only its significant digits: `0.42 ms`, `3.1 ms`, `57 ms`, `1.4 s`."""
    if ms >= _SECOND:
        return format_number(f"{ms / _SECOND:.{0 if ms >= _TEN_SECONDS else 1}f} s")
    return format_number(f"{ms:.{0 if ms >= _TWO_DIGITS else 1 if ms >= 1 else 2}f} ms")


def format_mark(ms: float, top: float) -> str:
    """Return a mark of a scale up to `top`: `0`, `50 ms`, `1.5 s`."""
    if not ms:
        return "0"
    return format_number(f"{ms / _SECOND:g} s" if top >= _SECOND else f"{ms:g} ms")
