"""The call timeline as numbers for a picture: one bar per call, its height the call's time on a log scale.

`web/src/timeline.ts` draws the same picture from the same report while a grade runs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.report import CallReport

HEIGHT: Final = 72
"""Height of the tallest bar, in CSS pixels."""
FLOOR_MS: Final = 0.1
SLIVER: Final = 3
LEAST_SHARE: Final = 0.01
"""From this share of a call on, what nobody accounts for is named."""
KINDS: Final = ("trace", "lower", "compile", "execute")
_SECOND: Final = 1000
_TEN_SECONDS: Final = 10_000
_TWO_DIGITS: Final = 10


@dataclass(frozen=True, slots=True)
class Part:
    """A share of a bar: kind of work, milliseconds, and its place in CSS pixels from the top."""

    kind: str
    ms: float
    top: float
    height: float


@dataclass(frozen=True, slots=True)
class Bar:
    """One call's bar: all its milliseconds, its height in CSS pixels, and its parts from the bottom up.

    `other_ms` is what JAX's own events don't account for, such as Python; 0 where that is next to nothing.
    """

    label: str
    traces: int
    total_ms: float
    height: float
    parts: list[Part]
    other_ms: float


def draw_timeline(calls: Sequence[CallReport]) -> list[Bar]:
    """Return the bars of one case's calls, all on the same scale."""
    totals = [max(sum(segment.ms for segment in call.segments), call.seconds * 1000) for call in calls]
    top = max([100.0, *totals])
    return [_draw_bar(call, total, top, index) for index, (call, total) in enumerate(zip(calls, totals, strict=True))]


def _draw_bar(call: CallReport, total: float, top: float, index: int) -> Bar:
    scale = math.log(max(total, FLOOR_MS) / FLOOR_MS) / math.log(top / FLOOR_MS)
    height = max(float(SLIVER), min(1.0, scale) * HEIGHT)
    parts: list[Part] = []
    edge = float(HEIGHT)
    for kind in KINDS:
        ms = sum(segment.ms for segment in call.segments if segment.kind == kind)
        if ms > 0:
            share = ms / total * height
            edge -= share
            parts.append(Part(kind, ms, round(edge, 2), round(share, 2)))
    other = total - sum(part.ms for part in parts)
    other = other if other > LEAST_SHARE * total else 0.0
    return Bar(call.label or f"call {index + 1}", call.traces, total, round(height, 2), parts, other)


def format_ms(ms: float) -> str:
    """Return a duration with only as many digits as mean something: `0.42 ms`, `3.1 ms`, `57 ms`, `1.4 s`."""
    if ms >= _SECOND:
        return f"{ms / _SECOND:.{0 if ms >= _TEN_SECONDS else 1}f} s"
    return f"{ms:.{0 if ms >= _TWO_DIGITS else 1 if ms >= 1 else 2}f} ms"
