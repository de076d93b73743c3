"""Exams that hold their verdicts: which do now, and until when.

Verdicts are held for all students of the course from the moment at which the exam opens for the first of them until the
last moment at which somebody may work on it: also after somebody's own working time, who could tell the others. Like
all that an exam closes, this is computed whenever somebody asks, so that time which is added counts at once.
"""

from __future__ import annotations

from datetime import timedelta
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

ZONES: Final = timedelta(days=1)
"""How far wall times of any time zone may be from UTC, and more."""
NOBODY: Final = 0
"""Instead of a student's row: of somebody for whom nothing is different."""


def find_holds(session: Session) -> list[Hold]:
    """Return what exams hold now."""
    moment = now()
    wall = moment.replace(tzinfo=None)
    found = []
    for public_id, exams in repository.list_holding(session, wall - ZONES, wall + ZONES).items():
        course = courses.find_course(session, public_id)
        if course is None:
            continue
        plans = assignment_repository.load_plans(session, course, course.zone)
        for exam in (one for one in plans.assignments if one.id in exams):
            hold = find_hold(plans, exam, _list_different(session, course.id, plans), course.id)
            if hold.since <= moment < hold.until and (exam.released_at is None or exam.released_at < hold.since):
                found.append(hold)
    return found


def find_hold(plans: Plans, exam: AssignmentRow, different: Mapping[int, list[int]], course_id: int) -> Hold:
    """Return what an exam holds, from when and until when; `different` are labels of students with dates of their own.

    Somebody who started isn't asked about: their time ends with that of somebody who hasn't, at the latest.
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
    """Return the students for whom dates or minutes may be different, with the rows of their labels."""
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
    """Return until when an exam holds its verdicts; None for one that holds none now."""
    return next((one.until for one in find_holds(session) if one.assignment_id == assignment_id), None)
