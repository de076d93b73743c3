"""The picture of a case's calls says what the numbers say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.drawing.timeline import SLIVER, draw_timeline, format_ms, format_round
from grader.report import CallReport, Segment


def make_call(seconds: float, label: str = "", **parts: float) -> CallReport:
    segments = [Segment(kind=kind, ms=ms) for kind, ms in parts.items()]  # type: ignore[arg-type]
    return CallReport(label=label, seconds=seconds, traces=int("trace" in parts), segments=segments)


def test_a_cached_call_looks_cached() -> None:
    timeline = draw_timeline([make_call(0.5, trace=100, compile=390, execute=2), make_call(0.0006, execute=0.5)])
    first, again = timeline.bars
    assert first.width == 100
    assert again.width < 25
    assert [part.kind for part in first.parts] == ["trace", "compile", "execute"]
    assert first.other_ms == pytest.approx(8)
    assert (first.label, again.label) == ("call 1", "call 2")
    assert (first.note, again.note) == ("1 trace", "cached")
    assert timeline.sentence == "Calls traced: 1 of 2 (500 ms); 1 needed no trace (0.60 ms)."


def test_parts_follow_each_other_without_gaps() -> None:
    (bar,) = draw_timeline([make_call(0.1, trace=20, lower=10, compile=60, execute=10)]).bars
    edge = 0.0
    for part in bar.parts:
        assert part.left == pytest.approx(edge, abs=0.02)
        edge = part.left + part.width
    assert edge == pytest.approx(bar.width, abs=0.03)
    assert bar.other_ms == 0


def test_no_time_at_all_still_shows() -> None:
    timeline = draw_timeline([make_call(0.0)])
    assert timeline.bars[0].width == SLIVER
    assert timeline.bars[0].note == "no trace"
    assert timeline.sentence == "No call was traced (0.00 ms)."
    assert draw_timeline([]).bars == []
    assert draw_timeline([]).sentence == ""


def test_labels_tell_their_group() -> None:
    first, second = draw_timeline([make_call(0.1, "an input: f, call 1"), make_call(0.1, "warm")]).bars
    assert (first.group, first.label) == ("an input", "f, call 1")
    assert (second.group, second.label) == ("", "warm")


def test_the_scale_has_a_mark_for_each_power_of_ten() -> None:
    ticks = draw_timeline([make_call(1.0, trace=1000)]).ticks
    assert [(tick.left, tick.text) for tick in ticks] == [
        (0, "0.1 ms"), (25, "1 ms"), (50, "10 ms"), (75, "100 ms"), (100, "1 s")
    ]  # fmt: skip


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 1e6)), max_size=5))
def test_bars_stay_in_their_box(times: list[tuple[float, float]]) -> None:
    for bar in draw_timeline([make_call(seconds, trace=ms) for seconds, ms in times]).bars:
        assert SLIVER <= bar.width <= 100
        assert all(0 <= part.left <= 100.02 and part.width >= 0 for part in bar.parts)


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0.00 ms"), (0.417, "0.42 ms"), (3.14, "3.1 ms"), (57.4, "57 ms"), (1432, "1.4 s"), (61_000, "61 s")],
)
def test_durations(ms: float, text: str) -> None:
    assert format_ms(ms) == text


def test_round_durations() -> None:
    assert [format_round(ms) for ms in (0.1, 10, 10_000)] == ["0.1 ms", "10 ms", "10 s"]
