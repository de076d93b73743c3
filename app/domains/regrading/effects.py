"""Effects of a regrade on the grades of courses: the points before and after of each student whose points change.

Grades are computed from submissions, so nothing is stored: they are computed twice, from the submissions accepted
before the regrade and after it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from app.db.models import Regrading, Submission
from app.db.statuses import RegradeStatus, Right
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import courses as course_repository
from app.domains.courses.repository import people
from app.domains.courses.student_grader import load_grader
from app.domains.regrading.queries import COUNTS, GAINED, LOST
from app.domains.regrading.schemas import GradeEffect
from grader.report import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session

    from app.db.models import Regrade
    from app.domains.accounts.schemas import Account
    from app.domains.courses.grading import Attempts
    from app.domains.courses.repository.people import StudentRow
    from app.domains.courses.schemas import CourseInfo

MAX_EFFECTS: Final = 500
"""Maximum number of changed grades listed."""


def list_effects(session: Session, regrade: Regrade, asker: Account | None) -> list[GradeEffect]:
    """Return the grades that a regrade changes, or has changed, in courses whose grades `asker` may see.

    An `asker` of None is the operator, who may see all.
    """
    flipped = _find_flipped(session, regrade)
    if not flipped:
        return []
    if asker is None:
        courses = course_repository.list_courses(session)
    else:
        accesses = course_repository.list_accesses(session, asker)
        courses = [one.course for one in accesses if one.data.includes(Right.VIEW)]
    found = [effect for course in courses for effect in _compare(session, regrade, course, flipped)]
    return sorted(found, key=lambda one: one.after - one.before)[:MAX_EFFECTS]


def _find_flipped(session: Session, regrade: Regrade) -> dict[int, dict[str, bool]]:
    """Return the submissions that gain or lose acceptance, by account, and whether they are accepted afterwards."""
    conditions = [Regrading.regrade_id == regrade.id, COUNTS, Submission.mode == Mode.SUBMIT]
    if regrade.status is RegradeStatus.APPLIED:
        conditions.append(Regrading.before_verdict.is_not(None))  # unchanged submissions have none
    conditions.append(GAINED if regrade.never_lower else GAINED | LOST)
    statement = (
        select(Submission.user_id, Submission.public_id, GAINED)
        .join(Regrading, Regrading.submission_id == Submission.id)
        .where(*conditions)
    )
    flipped: dict[int, dict[str, bool]] = {}
    for user, public_id, gained in session.execute(statement):
        if user is not None:
            flipped.setdefault(user, {})[public_id] = bool(gained)
    return flipped


def _compare(
    session: Session, regrade: Regrade, course: CourseInfo, flipped: dict[int, dict[str, bool]]
) -> Iterator[GradeEffect]:
    """Yield the effects in one course. Points given by staff don't change."""
    plans = assignment_repository.load_plans(session, course, course.zone)
    pairs = [(one, kata) for one in plans.assignments for kata in one.katas if kata.problem_id == regrade.problem_id]
    if not pairs:
        return
    students = people.list_students(session, course.id, removed=False, joined=True)
    students = [one for one in students if one.user_id in flipped]
    now = load_grader(session, course, plans, students)
    before, after = (
        replace(now, attempts=_accept(now.attempts, regrade.problem_id, flipped, when=when)) for when in (False, True)
    )
    for student in students:
        for assignment, kata in pairs:
            timeline = now.find_timeline(assignment, student.id)
            if (student.id, kata.id) in now.given or not timeline.find_state(now.moment).visible:
                continue
            points = [one.grade(assignment, kata, student, timeline).points for one in (before, after)]
            if points[0] != points[1]:
                yield _tell(course, assignment.name, student, kata.points, points)


def _accept(attempts: Attempts, problem_id: int, flipped: dict[int, dict[str, bool]], *, when: bool) -> Attempts:
    """Return attempts with the flipped ones as they are before the regrade (`when` is False) or after it."""
    changed = dict(attempts)
    for user, flips in flipped.items():
        changed[user, problem_id] = [
            replace(one, accepted=flips[one.id] is when) if one.id in flips else one
            for one in attempts.get((user, problem_id), ())
        ]
    return changed


def _tell(course: CourseInfo, assignment: str, student: StudentRow, full: int, points: list[float]) -> GradeEffect:
    return GradeEffect(
        course=course.public_id,
        course_name=course.name,
        assignment=assignment,
        student=student.view.id,
        student_name=student.view.title,
        before=points[0],
        after=points[1],
        full=full,
    )
