"""The call timeline as numbers for a picture: one bar per call, its length the call's time on a log scale.

Lengths and places are per cent of the picture's width. Within a bar the segments have their true shares.
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

FLOOR_MS: Final = 0.1
"""Where the scale begins."""
LEAST_TOP_MS: Final = 100.0
SLIVER: Final = 1.0
"""Length of the shortest bar, in per cent."""
LEAST_SHARE: Final = 0.01
"""Smallest share of a call at which unaccounted time is shown."""
KINDS: Final = ("trace", "lower", "compile", "execute")
_SECOND: Final = 1000
_TEN_SECONDS: Final = 10_000
_TWO_DIGITS: Final = 10


@dataclass(frozen=True, slots=True)
class Part:
    """A segment of a bar: kind of work, milliseconds, where it begins and how long it is, in per cent."""

    kind: str
    ms: float
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """One call's bar: all its milliseconds, its length in per cent, and its parts from left to right.

    `group` is what several calls in a row share, such as their input; empty where the label tells none. `cached` says
    that it wasn't traced though a call before it was. `other_ms` is what JAX's own events don't account for, such as
    Python; 0 where that is next to nothing.
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
    """A mark of the scale: its place in per cent, and its text."""

    left: float
    text: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """The bars of one case's calls on one scale, and the same as a sentence."""

    bars: list[Bar]
    ticks: list[Tick]
    sentence: str


def draw_timeline(calls: Sequence[CallReport]) -> Timeline:
    """Return the picture of one case's calls."""
    totals = [max(sum(segment.ms for segment in call.segments), call.seconds * 1000) for call in calls]
    top = max([LEAST_TOP_MS, *totals])
    bars: list[Bar] = []
    traced = False
    for call, total in zip(calls, totals, strict=True):
        bars.append(_draw_bar(call, total, top, len(bars), cached=traced and not call.traces))
        traced = traced or bool(call.traces)
    powers = range(math.floor(math.log10(top / FLOOR_MS)) + 1)
    ticks = [Tick(_place(FLOOR_MS * 10**power, top), format_round(FLOOR_MS * 10**power)) for power in powers]
    return Timeline(bars, ticks, _describe(bars))


def _place(ms: float, top: float) -> float:
    share = math.log(max(ms, FLOOR_MS) / FLOOR_MS) / math.log(top / FLOOR_MS)
    return round(min(1.0, share) * 100, 2)


def _draw_bar(call: CallReport, total: float, top: float, index: int, *, cached: bool) -> Bar:
    width = max(SLIVER, _place(total, top))
    parts: list[Part] = []
    edge = 0.0
    for kind in KINDS:
        ms = sum(segment.ms for segment in call.segments if segment.kind == kind)
        if ms > 0:
            share = ms / total * width
            parts.append(Part(kind, ms, round(edge, 2), round(share, 2)))
            edge += share
    other = total - sum(part.ms for part in parts)
    other = other if other > LEAST_SHARE * total else 0.0
    group, _colon, label = call.label.rpartition(": ")
    return Bar(group, label or _("call %(number)s", number=index + 1), call.traces, cached, total, width, parts, other)


def _describe(bars: list[Bar]) -> str:
    """Return what the picture shows, in words."""
    traced = [bar.total_ms for bar in bars if bar.traces]
    cached = [bar.total_ms for bar in bars if not bar.traces]
    if not traced:
        return _("No call was traced (%(times)s).", times=_range(cached)) if cached else ""
    counts = {"count": len(traced), "total": len(bars)}
    first = _("Calls traced: %(count)s of %(total)s (%(times)s)", **counts, times=_range(traced))
    rest = _("%(count)s needed no trace (%(times)s)", count=len(cached), times=_range(cached)) if cached else ""
    return f"{first}; {rest}." if rest else f"{first}."


def _range(times: list[float]) -> str:
    least, most = format_ms(min(times)), format_ms(max(times))
    return least if least == most else _("%(least)s to %(most)s", least=least, most=most)


def name_work(kind: str) -> str:
    """Return the name of a kind of work."""
    names = {"trace": _("trace"), "lower": _("lower"), "compile": _("compile"), "execute": _("execute")}
    return names.get(kind, kind)


def format_ms(ms: float) -> str:
    """Return a duration with only its significant digits: `0.42 ms`, `3.1 ms`, `57 ms`, `1.4 s`."""
    if ms >= _SECOND:
        return format_number(f"{ms / _SECOND:.{0 if ms >= _TEN_SECONDS else 1}f} s")
    return format_number(f"{ms:.{0 if ms >= _TWO_DIGITS else 1 if ms >= 1 else 2}f} ms")


def format_round(ms: float) -> str:
    """Return a power of ten for a scale: `0.1 ms`, `10 ms`, `1 s`."""
    return format_number(f"{ms / _SECOND:g} s" if ms >= _SECOND else f"{ms:g} ms")
