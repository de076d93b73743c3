"""Which submission counts, and for how many points."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.db.statuses import After, Counts
from app.domains.courses.grading import JudgedAttempt, Why, find_grade
from app.domains.courses.timeline import CreditTimeline

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


attempts = st.lists(st.builds(attempt, st.floats(-2, 10), right=st.booleans()), max_size=8).map(
    lambda made: sorted(made, key=lambda one: one.at)
)


@given(attempts, st.integers(0, 1000))
def test_the_best_is_never_less_than_the_others(made: list[JudgedAttempt], full: int) -> None:
    best = find_grade(made, TIMELINE, Counts.BEST, full)
    for counts in Counts:
        other = find_grade(made, TIMELINE, counts, full)
        assert 0 <= other.points <= best.points
        assert other.attempt is None or other.attempt in made


@given(attempts, st.floats(-2, 10))
def test_another_submission_never_lowers_the_best(made: list[JudgedAttempt], day: float) -> None:
    more = sorted([*made, attempt(day, right=False)], key=lambda one: one.at)
    assert find_grade(more, TIMELINE, Counts.BEST, 10).points == find_grade(made, TIMELINE, Counts.BEST, 10).points
