"""`bench.publication` gives each step of a publication its own time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench import publication

if TYPE_CHECKING:
    import pytest


def test_a_step_lasts_until_the_next_one_reports_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 4.0])
    processor = iter([10.0, 11.5, 17.0])
    monkeypatch.setattr("bench.publication.time.monotonic", lambda: next(clock))
    monkeypatch.setattr(publication, "count_processor_seconds", lambda: next(processor))
    watch = publication.Watch()
    for done in range(3):
        watch.report("cases", done, 3)
    watch.end()
    assert [(step.name, step.seconds, step.processor) for step in watch.steps] == [
        (publication.START, 1.0, 1.5),
        ("cases", 3.0, 5.5),
    ]


def test_processor_time_grows() -> None:
    before = publication.count_processor_seconds()
    assert before > 0
    assert publication.count_processor_seconds() >= before
