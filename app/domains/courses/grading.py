"""Which submission counts, and for how many points: pure functions, without database or clock.

A submission is right or wrong. Its points are those of its kata, times the credit at the moment of submission, plus
those of the rubric items that staff ticked on it, and at least 0. So a grade depends only on a person's submissions and
those ticks, and is always computed from them: when a regrade changes a verdict, or staff change the rubric, the grade
changes, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from app.db.statuses import Counts
from app.domains.courses.timeline import FULL, Phase

if TYPE_CHECKING:
    from datetime import datetime

    from app.domains.courses.timeline import CreditTimeline, State


class Why(StrEnum):
    """Why a grade is what it is."""

    NOTHING = "nothing"
    WRONG = "wrong"
    EARLY = "early"
    ON_TIME = "on_time"
    LATE = "late"
    BEFORE = "before"
    AFTER = "after"
    OVERRIDDEN = "overridden"
    HELD = "held"


@dataclass(frozen=True)
class JudgedAttempt:
    """A judged submission to a kata, by its public id.

    `held_until`: when an exam releases the verdict to its student; None if they know it.
    """

    id: str
    at: datetime
    accepted: bool
    held_until: datetime | None = None


Attempts = Mapping[tuple[int, int], Sequence[JudgedAttempt]]
"""Judged submissions in chronological order, by the row ids of account and problem."""


@dataclass(frozen=True)
class Mark:
    """A ticked rubric item: its points, which may be negative, and its text."""

    points: float
    words: str


Marks = Mapping[str, Sequence[Mark]]
"""The ticked rubric items, by the ids of submissions."""
NO_MARKS: Final[Marks] = MappingProxyType({})


@dataclass(frozen=True)
class CourseGrade:
    """A student's grade for a kata: `points` of `full`, which include the rubric's `marks`, and why.

    `attempt` is the submission that counts, and `credit` its credit in per cent; None if none counts. `attempts` is the
    number of all submissions. `held_until`: when further verdicts are released to the student.
    """

    points: float
    full: int
    why: Why
    credit: int = 0
    attempt: JudgedAttempt | None = None
    attempts: int = 0
    held_until: datetime | None = None
    marks: tuple[Mark, ...] = ()


_PHASES = {Phase.EARLY: Why.EARLY, Phase.ON_TIME: Why.ON_TIME, Phase.LATE: Why.LATE}


def find_grade(
    attempts: Sequence[JudgedAttempt], timeline: CreditTimeline, counts: Counts, full: int, marks: Marks = NO_MARKS
) -> CourseGrade:
    """Return the grade of a kata worth `full` points; `attempts` are in chronological order."""
    states = [(one, timeline.find_state(one.at)) for one in attempts]
    counting = [(one, state) for one, state in states if state.credit > 0]
    if not counting:
        return CourseGrade(0.0, full, _tell_missing(attempts, timeline), attempts=len(attempts))
    if counts is Counts.FIRST:
        chosen, state = counting[0]
    elif counts is Counts.LAST:
        chosen, state = counting[-1]
    else:
        chosen, state = _choose_best(counting, full, marks)
    points, credit = _find_points(chosen, state, full, marks)
    why = _PHASES[state.phase] if chosen.accepted else Why.WRONG
    return CourseGrade(points, full, why, credit, chosen, len(attempts), marks=tuple(marks.get(chosen.id, ())))


def _choose_best(
    counting: Sequence[tuple[JudgedAttempt, State]], full: int, marks: Marks
) -> tuple[JudgedAttempt, State]:
    """Return the submission with most points among those that staff marked and the one with the highest credit.

    Of several with the highest credit, that is one that staff marked, or else the first, which earned the points. The
    remaining ones would count only if it lost points by its marks: students could get rid of these by resubmitting.
    """
    first = max(counting, key=lambda pair: (pair[0].accepted * pair[1].credit, pair[0].id in marks))
    marked = [pair for pair in counting if pair[0].id in marks]
    return max([first, *marked], key=lambda pair: _find_points(pair[0], pair[1], full, marks))


def _find_points(attempt: JudgedAttempt, state: State, full: int, marks: Marks) -> tuple[float, int]:
    """Return the points of a submission, and its credit in per cent."""
    credit = state.credit if attempt.accepted else 0
    ticked = sum(one.points for one in marks.get(attempt.id, ()))
    return max(0.0, round(full * credit / FULL + ticked, 2)), credit


def find_told_grade(
    attempts: Sequence[JudgedAttempt], timeline: CreditTimeline, counts: Counts, full: int, marks: Marks = NO_MARKS
) -> CourseGrade:
    """Return the grade as its student may know it: only from submissions whose verdict isn't held."""
    held = [one.held_until for one in attempts if one.held_until is not None]
    grade = find_grade([one for one in attempts if one.held_until is None], timeline, counts, full, marks)
    if not held:
        return grade
    return replace(grade, why=Why.HELD, attempts=len(attempts), held_until=max(held))


def _tell_missing(attempts: Sequence[JudgedAttempt], timeline: CreditTimeline) -> Why:
    """Return why nothing counts: submissions were late, early or wrong, or there are none."""
    accepted = [one.at for one in attempts if one.accepted]
    if any(at >= timeline.opens for at in accepted):
        return Why.AFTER
    if accepted:
        return Why.BEFORE
    return Why.WRONG if attempts else Why.NOTHING
