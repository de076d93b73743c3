"""The timeline of a case's calls shows what the numbers say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import terminal
from app.web.drawing import colours
from app.web.drawing.timeline import KINDS, MAX_MARKS, SLIVER, draw_timeline, format_mark, format_ms
from grader.report import CallReport, Segment


def make_call(seconds: float, label: str = "", **parts: float) -> CallReport:
    segments = [Segment(kind=kind, ms=ms) for kind, ms in parts.items()]  # type: ignore[arg-type]
    return CallReport(label=label, seconds=seconds, traces=int("trace" in parts), segments=segments)


def test_a_cached_call_looks_cached() -> None:
    timeline = draw_timeline([make_call(0.5, trace=100, compile=390, execute=2), make_call(0.0006, execute=0.5)])
    first, again = timeline.bars
    assert (first.width, again.width) == (100, SLIVER)
    assert timeline.has_slivers
    assert [part.kind for part in first.parts] == ["trace", "compile", "execute"]
    assert first.other_ms == pytest.approx(8)
    assert (first.label, again.label) == ("call 1", "call 2")
    assert (first.note, again.note) == ("1 trace", "cached")
    assert timeline.headline == "First call 500 ms, then 0.60 ms"
    assert timeline.sentence == "1 trace in 2 calls; 1 call found its program in the cache."


@given(st.lists(st.floats(0.02, 1e5), min_size=2, max_size=6))
def test_lengths_are_as_the_times(times: list[float]) -> None:
    """A call that took twice as long has a bar twice as long, whatever its colours; only slivers are too long."""
    bars = draw_timeline([make_call(ms / 1000, compile=ms / 2) for ms in times]).bars
    for bar, ms in zip(bars, times, strict=True):
        assert bar.width == pytest.approx(max(SLIVER, 100 * ms / max(times)), abs=0.02)


def test_no_trace_stands_beside_no_time_of_a_trace() -> None:
    timeline = draw_timeline([make_call(0.054, execute=53) for _ in range(2)])
    assert timeline.sentence == "No function was traced in 2 calls."
    single = make_call(0.054, trace=0.76, compile=3, execute=50).model_copy(update={"traces": 0})
    timeline = draw_timeline([single, make_call(0.00086, execute=0.86)])
    assert [part.kind for part in timeline.bars[0].parts] == ["single", "execute"]
    assert timeline.bars[0].parts[0].ms == pytest.approx(3.76)
    assert timeline.bars[0].note == "no trace"
    assert timeline.sentence == "No function was traced in 2 calls: JAX ran single operations."
    assert timeline.headline == "First call 54 ms, then 0.86 ms"


@pytest.mark.parametrize(
    ("times", "words"),
    [
        ([228, 0.6, 0.9, 0.7], "First call 228 ms, then 0.60 to 0.90 ms"),
        ([1432, 0.6, 3.1], "First call 1.4 s, then 0.60 to 3.1 ms"),
        ([900, 1400, 2], "3 calls: 2.0 ms to 1.4 s"),
        ([228, 228], "2 calls: 228 ms"),
        ([228], "One call: 228 ms"),
        ([], ""),
    ],
)
def test_the_times_in_one_line(times: list[float], words: str) -> None:
    assert draw_timeline([make_call(ms / 1000) for ms in times]).headline == words


def test_two_timelines_can_share_a_scale() -> None:
    (short,) = draw_timeline([make_call(0.05)], least_top_ms=100).bars
    assert short.width == 50


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
    assert timeline.sentence == "No function was traced in 1 call."
    assert draw_timeline([]).bars == []
    assert draw_timeline([]).sentence == ""


def test_labels_tell_their_group() -> None:
    first, second = draw_timeline([make_call(0.1, "an input: f, call 1"), make_call(0.1, "warm")]).bars
    assert (first.group, first.label) == ("an input", "f, call 1")
    assert (second.group, second.label) == ("", "warm")


def test_the_scale_is_linear_and_begins_at_zero() -> None:
    ticks = draw_timeline([make_call(1.0, trace=1000)]).ticks
    assert [(tick.left, tick.text) for tick in ticks] == [
        (0, "0"), (20, "0.2 s"), (40, "0.4 s"), (60, "0.6 s"), (80, "0.8 s"), (100, "1 s")
    ]  # fmt: skip


@given(st.floats(1e-6, 1e6))
def test_the_scale_has_a_few_round_marks(ms: float) -> None:
    ticks = draw_timeline([make_call(ms / 1000)]).ticks
    assert 2 < len(ticks) <= MAX_MARKS + 1
    assert all(0 <= tick.left <= 100 for tick in ticks)


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


def test_marks() -> None:
    assert [format_mark(ms, 250) for ms in (0, 50, 0.5)] == ["0", "50 ms", "0.5 ms"]
    assert format_mark(1500, 2000) == "1.5 s"


@pytest.mark.parametrize("table", [colours.LIGHT, colours.ANY, terminal.STYLES], ids=["light", "any", "terminal"])
def test_each_kind_of_work_has_a_colour(table: dict[str, str]) -> None:
    assert tuple(table) == KINDS
