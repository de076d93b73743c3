"""Estimates of how long a task on a problem still takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.web.drawing.time_left import tell_time_left
from app.work.pace import Pace

if TYPE_CHECKING:
    from pathlib import Path


class Clock:
    """A clock that tests set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(tmp_path: Path, clock: Clock) -> Pace:
    return Pace(tmp_path / "checks" / "pace.json", clock)


def run_task(pace: Pace, clock: Clock) -> None:
    """Take 4 s for the cases, 30 s for ten solutions and 20 s for the mutants."""
    for step, total, seconds in (("cases", 1, 4.0), ("solutions", 10, 30.0), ("mutants", 1, 20.0)):
        pace.note(step, 0, total)
        clock.now += seconds
        pace.note(step, total, total)


def test_the_first_task_knows_only_its_current_step(pace: Pace, clock: Clock) -> None:
    assert (pace.find_left(), pace.find_step_left(), pace.finished) == (None, None, [])
    pace.note("cases", 0, 1)
    clock.now += 4
    assert (pace.find_left(), pace.find_step_left()) == (None, None)
    pace.note("solutions", 0, 10)
    clock.now += 6
    pace.note("solutions", 2, 10)
    assert (pace.find_left(), pace.find_step_left(), pace.finished) == (None, 24, ["cases"])


def test_later_tasks_know_how_long_the_steps_took(pace: Pace, clock: Clock) -> None:
    run_task(pace, clock)
    pace.finish(passed=True)
    pace.note("cases", 0, 1)
    assert (pace.find_left(), pace.find_step_left()) == (54, 4)
    clock.now += 3
    assert (pace.find_left(), pace.find_step_left()) == (51, 1)
    clock.now += 60
    assert (pace.find_left(), pace.find_step_left()) == (50, 0), "it takes longer than last time"
    pace.note("solutions", 0, 10)
    clock.now += 1
    pace.note("solutions", 5, 10)
    assert pace.find_left() == 21, "it is faster than last time"


def test_a_task_that_did_not_pass_is_not_remembered(pace: Pace, clock: Clock, tmp_path: Path) -> None:
    run_task(pace, clock)
    pace.finish(passed=False)
    assert (pace.finished, (tmp_path / "checks").exists()) == ([], False)
    (tmp_path / "checks").mkdir()
    (tmp_path / "checks" / "pace.json").write_text('{"cases": "long"}', encoding="utf-8")
    pace.finish(passed=False)
    pace.note("cases", 0, 1)
    assert pace.find_left() is None


@pytest.mark.parametrize(
    ("left", "step", "told"),
    [
        (None, None, ""),
        (None, 3, "this step: a few seconds left"),
        (44, 10, "about 40 s left"),
        (150, 3, "about 2 min left"),
    ],
)
def test_estimates_are_told_roughly(left: int | None, step: int | None, told: str) -> None:
    assert tell_time_left(left, step) == told
