"""Exams that hold their verdicts: which do so now, and until when.

Verdicts are held for all students of the course from the moment the exam opens for the first of them until the last
moment at which anybody may work on it: even after a student's own working time, since they could tell the others. Like
everything that an exam closes, this is computed on every request, so that added time takes effect at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.db.holds import Hold
from app.db.models import now
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import courses, people
from app.domains.courses.repository import exams as repository

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.domains.courses.plans import AssignmentRow, Plans
    from app.domains.courses.timeline import CreditTimeline

NOBODY: Final = 0
"""A placeholder for a student's row id: that of a student without overrides."""


def find_holds(session: Session) -> list[Hold]:
    """Return the holds of all exams that hold verdicts now."""
    moment = now()
    holding: dict[str, set[int]] = {}
    for current in repository.list_current(session):
        if current.holds_verdicts:
            holding.setdefault(current.course, set()).add(current.assignment_id)
    found = []
    for public_id, exams in holding.items():
        course = courses.find_course(session, public_id)
        if course is None:
            continue
        plans = assignment_repository.load_plans(session, course, course.zone, exams)
        for exam in plans.assignments:
            hold = find_hold(plans, exam, _list_different(session, course.id, plans), course.id)
            if hold.since <= moment < hold.until and (exam.released_at is None or exam.released_at < hold.since):
                found.append(hold)
    return found


def find_hold(plans: Plans, exam: AssignmentRow, different: Mapping[int, list[int]], course_id: int) -> Hold:
    """Return an exam's hold, with its start and end; `different` has the labels of students with their own dates.

    Starts are ignored: a started exam ends no later than one that wasn't started.
    """
    timelines = list(_list_timelines(plans, exam, different))
    opens = [one.opens if one.ready is None else one.ready for one in timelines]
    problems = tuple(kata.problem_id for kata in exam.katas)
    return Hold(course_id, exam.id, problems, min(opens), max(one.due for one in timelines))


def _list_timelines(plans: Plans, exam: AssignmentRow, different: Mapping[int, list[int]]) -> Iterator[CreditTimeline]:
    yield plans.make_timeline(exam, NOBODY, [])
    for student, labels in different.items():
        yield plans.make_timeline(exam, student, labels)


def _list_different(session: Session, course_id: int, plans: Plans) -> dict[int, list[int]]:
    """Return the students whose dates or minutes may differ, with the row ids of their labels."""
    own = {student for _exam, student in plans.of_students}
    own |= {one.student_id for one in plans.added if one.student_id is not None}
    marked = {label for _exam, label in plans.of_labels} | {one.label_id for one in plans.added if one.label_id}
    if not own and not marked:
        return {}
    rows = people.list_labels(session, course_id)
    labels = {
        student: [rows[name] for name in names]
        for student, names in people.list_labels_of(session, course_id, None).items()
    }
    return {one: labels.get(one, []) for one in own | {one for one, has in labels.items() if marked & set(has)}}


def find_until(session: Session, assignment_id: int) -> datetime | None:
    """Return until when an exam holds its verdicts; None if it holds none now."""
    return next((one.until for one in find_holds(session) if one.assignment_id == assignment_id), None)
