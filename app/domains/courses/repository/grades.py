"""All SQL about grades: the submissions behind them, staff's overrides, and kept grades."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, update

from app.db.holds import find_until
from app.db.judged import IS_DONE
from app.db.models import (
    Course,
    GradeOverride,
    KeptGrades,
    ProblemVersion,
    Student,
    Submission,
    User,
    now,
)
from app.domains.courses.grading import JudgedAttempt
from app.domains.courses.repository.courses import find_course
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.domains.courses.schemas import CourseInfo


@dataclass(frozen=True)
class GivenGrade:
    """Points given by staff, which override the computed ones."""

    id: str
    points: float
    reason: str
    given_by: str | None


def load_attempts(
    session: Session, users: Collection[int], problems: Collection[int], hold: ColumnElement[int | None]
) -> dict[tuple[int, int], list[JudgedAttempt]]:
    """Return the judged submissions of accounts to problems, by both, in chronological order.

    `hold` has the hold on each verdict that must not be told, as `select_hold` does. Internal errors are excluded: they
    never count against anybody.
    """
    statement = (
        select(
            Submission.user_id,
            ProblemVersion.problem_id,
            Submission.public_id,
            Submission.created_at,
            Submission.verdict == Verdict.ACCEPTED,
            hold,
        )
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(
            Submission.user_id.in_(users),
            ProblemVersion.problem_id.in_(problems),
            Submission.mode == Mode.SUBMIT,
            IS_DONE,
            Submission.verdict != Verdict.INTERNAL_ERROR,
        )
        .order_by(Submission.id)
    )
    found: defaultdict[tuple[int, int], list[JudgedAttempt]] = defaultdict(list)
    for user, problem, public_id, at, accepted, held in session.execute(statement):
        if user is not None:  # always true for accounts on a roster
            attempt = JudgedAttempt(public_id, at, bool(accepted), find_until(session, held))
            found[user, problem].append(attempt)
    return found


def load_given(session: Session, students: Collection[int]) -> dict[tuple[int, int], GivenGrade]:
    """Return the grades that staff gave students, by row ids of student and kata."""
    statement = (
        select(GradeOverride, User.name)
        .join(User, User.id == GradeOverride.given_by, isouter=True)
        .where(GradeOverride.student_id.in_(students), GradeOverride.undone_at.is_(None))
        .order_by(GradeOverride.id)
    )
    return {
        (row.student_id, row.kata_id): GivenGrade(row.public_id, row.points, row.reason, name)
        for row, name in session.execute(statement)
    }


def give_grade(session: Session, kata_id: int, student_id: int, given_by: int, *, points: float, reason: str) -> None:
    """Override a student's points for a kata, replacing earlier overrides."""
    undo_grade(session, kata_id, student_id, given_by)
    session.add(GradeOverride(kata_id=kata_id, student_id=student_id, given_by=given_by, points=points, reason=reason))
    session.flush()


def undo_grade(session: Session, kata_id: int, student_id: int, by: int) -> bool:
    """Restore the computed points; returns whether they were overridden. The override stays on record."""
    known = session.scalars(
        select(GradeOverride.id).where(
            GradeOverride.kata_id == kata_id,
            GradeOverride.student_id == student_id,
            GradeOverride.undone_at.is_(None),
        )
    ).all()
    session.execute(update(GradeOverride).where(GradeOverride.id.in_(known)).values(undone_by=by, undone_at=now()))
    return bool(known)


def list_keeping_courses(session: Session, user_id: int) -> list[tuple[CourseInfo, int]]:
    """Return the courses that keep an account's grades, and its row id in each."""
    statement = (
        select(Course.public_id, Student.id)
        .join(Student, Student.course_id == Course.id)
        .where(Student.user_id == user_id, Student.joined_at.is_not(None), Course.keeps_grades)
    )
    found = [(find_course(session, row[0]), row[1]) for row in session.execute(statement).all()]
    return [(course, student) for course, student in found if course is not None]


def keep_grades(session: Session, course_id: int, name: str, number: str, grades: dict[str, Any]) -> None:
    """Store the grades of a student whose account is deleted."""
    session.add(KeptGrades(course_id=course_id, name=name, number=number, grades=grades))


def count_kept(session: Session, course_id: int) -> int:
    """Return the number of students with deleted accounts whose grades are kept."""
    return session.scalar(select(func.count()).where(KeptGrades.course_id == course_id)) or 0


def list_kept(session: Session, course_id: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the name, number and grades of students who have deleted their accounts."""
    statement = select(KeptGrades).where(KeptGrades.course_id == course_id).order_by(KeptGrades.id)
    return [(one.name, one.number, one.grades) for one in session.scalars(statement)]
