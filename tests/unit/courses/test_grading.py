"""Which submission counts, and for how many points."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.db.statuses import After, Counts
from app.domains.courses.grading import JudgedAttempt, Mark, Why, find_grade
from app.domains.courses.timeline import CreditTimeline

if TYPE_CHECKING:
    from app.domains.courses.grading import Marks

START = datetime(2026, 10, 1, tzinfo=UTC)
DAY = timedelta(days=1)
TIMELINE = CreditTimeline(START, START + DAY, START + 5 * DAY, START + 7 * DAY, 110, 80, After.PRACTICE)


def attempt(day: float, *, right: bool = True) -> JudgedAttempt:
    return JudgedAttempt(f"on day {day}", START + day * DAY, right)


WRONG = {"right": False}


@pytest.mark.parametrize(
    ("made", "counts", "points", "why"),
    [
        ([], Counts.BEST, 0, Why.NOTHING),
        ([attempt(0.5)], Counts.BEST, 11, Why.EARLY),
        ([attempt(2)], Counts.BEST, 10, Why.ON_TIME),
        ([attempt(6)], Counts.BEST, 8, Why.LATE),
        ([attempt(8)], Counts.BEST, 0, Why.AFTER),
        ([attempt(-1)], Counts.BEST, 0, Why.BEFORE),
        ([attempt(2, right=False)], Counts.BEST, 0, Why.WRONG),
        ([attempt(8, right=False)], Counts.BEST, 0, Why.WRONG),
        ([attempt(2), attempt(6)], Counts.BEST, 10, Why.ON_TIME),
        ([attempt(2), attempt(6)], Counts.LAST, 8, Why.LATE),
        ([attempt(2), attempt(6, right=False)], Counts.LAST, 0, Why.WRONG),
        ([attempt(2), attempt(8, right=False)], Counts.LAST, 10, Why.ON_TIME),
        ([attempt(2, right=False), attempt(6)], Counts.FIRST, 0, Why.WRONG),
        ([attempt(-1, right=False), attempt(0.5), attempt(2, right=False)], Counts.FIRST, 11, Why.EARLY),
    ],
)
def test_what_counts(made: list[JudgedAttempt], counts: Counts, points: float, why: Why) -> None:
    grade = find_grade(made, TIMELINE, counts, 10)
    assert (grade.points, grade.why, grade.attempts) == (points, why, len(made))


TRIED, AGAIN, LATER = attempt(2), attempt(3), attempt(6)
FAILED = attempt(2.5, right=False)


@pytest.mark.parametrize(
    ("made", "points", "grade", "chosen"),
    [
        ([FAILED, LATER], {FAILED: 9}, 9, FAILED),
        ([FAILED, LATER], {FAILED: 7}, 8, LATER),
        ([TRIED, LATER], {LATER: 3}, 11, LATER),
        # Marks that take points away can't be left behind by sending something that is no better,
        ([TRIED, AGAIN], {TRIED: -3}, 7, TRIED),
        ([TRIED, LATER], {TRIED: -3}, 7, TRIED),
        # but by something better, and by what staff marked, too.
        ([FAILED, LATER], {FAILED: -3}, 8, LATER),
        ([TRIED, LATER], {TRIED: -3, LATER: -0.5}, 7.5, LATER),
        ([TRIED, AGAIN], {TRIED: -3, AGAIN: 1}, 11, AGAIN),
        ([TRIED, LATER], {TRIED: -30}, 0, TRIED),
    ],
)
def test_marks_decide_which_is_the_best(
    made: list[JudgedAttempt], points: dict[JudgedAttempt, float], grade: float, chosen: JudgedAttempt
) -> None:
    marks = {one.id: [Mark(given, "")] for one, given in points.items()}
    best = find_grade(made, TIMELINE, Counts.BEST, 10, marks)
    assert (best.points, best.attempt) == (grade, chosen)


attempts = st.lists(
    st.builds(attempt, st.floats(-2, 10), right=st.booleans()), max_size=8, unique_by=lambda one: one.id
).map(lambda made: sorted(made, key=lambda one: one.at))


@st.composite
def marked_attempts(draw: st.DrawFn) -> tuple[list[JudgedAttempt], Marks]:
    """Return submissions, and marks of either sign on some of them."""
    made = draw(attempts)
    given = [draw(st.lists(st.integers(-20, 20), max_size=2)) for _one in made]
    return made, {one.id: [Mark(points, "") for points in some] for one, some in zip(made, given, strict=True) if some}


@given(marked_attempts(), st.integers(0, 1000))
def test_the_best_is_never_less_than_the_others(marked: tuple[list[JudgedAttempt], Marks], full: int) -> None:
    made, marks = marked
    best = find_grade(made, TIMELINE, Counts.BEST, full, marks)
    lost = any(sum(mark.points for mark in given) < 0 for given in marks.values())
    for counts in Counts:
        other = find_grade(made, TIMELINE, counts, full, marks)
        assert other.points >= 0
        assert other.points <= best.points or (lost and not other.marks)
        assert other.attempt is None or other.attempt in made


@given(marked=marked_attempts(), day=st.floats(-2, 10), right=st.booleans())
def test_another_submission_never_lowers_the_best(
    marked: tuple[list[JudgedAttempt], Marks], day: float, *, right: bool
) -> None:
    made, marks = marked
    new = replace(attempt(day, right=right), id="new")
    before, after = (
        find_grade(sorted(some, key=lambda one: one.at), TIMELINE, Counts.BEST, 10, marks).points
        for some in (made, [*made, new])
    )
    assert before <= after
    assert right or before == after
