"""The picture of a case's calls says what the numbers say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.timeline import HEIGHT, SLIVER, draw_timeline, format_ms
from grader.report import CallReport, Segment


def make_call(seconds: float, **parts: float) -> CallReport:
    segments = [Segment(kind=kind, ms=ms) for kind, ms in parts.items()]  # type: ignore[arg-type]
    return CallReport(label="", seconds=seconds, traces=int("trace" in parts), segments=segments)


def test_a_cached_call_looks_cached() -> None:
    first, again = draw_timeline([make_call(0.5, trace=100, compile=390, execute=2), make_call(0.0006, execute=0.5)])
    assert first.height == HEIGHT
    assert again.height < HEIGHT / 4
    assert [part.kind for part in first.parts] == ["trace", "compile", "execute"]
    assert first.other_ms == pytest.approx(8)
    assert (first.label, again.label) == ("call 1", "call 2")


def test_parts_stack_without_gaps() -> None:
    (bar,) = draw_timeline([make_call(0.1, trace=20, lower=10, compile=60, execute=10)])
    edges = [HEIGHT, *(part.top for part in bar.parts)]
    for below, part in zip(edges, bar.parts, strict=False):
        assert part.top + part.height == pytest.approx(below, abs=0.02)
    assert bar.parts[-1].top == pytest.approx(HEIGHT - bar.height, abs=0.02)
    assert bar.other_ms == 0


def test_no_time_at_all_still_shows() -> None:
    (bar,) = draw_timeline([make_call(0.0)])
    assert bar.height == SLIVER
    assert draw_timeline([]) == []


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 1e6)), max_size=5))
def test_bars_stay_in_their_box(times: list[tuple[float, float]]) -> None:
    for bar in draw_timeline([make_call(seconds, trace=ms) for seconds, ms in times]):
        assert SLIVER <= bar.height <= HEIGHT
        assert all(-0.02 <= part.top <= HEIGHT and part.height >= 0 for part in bar.parts)


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0.00 ms"), (0.417, "0.42 ms"), (3.14, "3.1 ms"), (57.4, "57 ms"), (1432, "1.4 s"), (61_000, "61 s")],
)
def test_durations(ms: float, text: str) -> None:
    assert format_ms(ms) == text
