"""All SQL about the grades that were sent to webhooks of courses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, or_, select, tuple_, union

from app.db.judged import IS_DONE
from app.db.models import (
    Assignment,
    AssignmentKata,
    Course,
    CourseWebhook,
    GradeOverride,
    ProblemVersion,
    Regrade,
    Regrading,
    RubricTick,
    Student,
    Submission,
    ToldGrade,
)
from app.db.statuses import RegradeStatus

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import Select
    from sqlalchemy.orm import Session


@dataclass(frozen=True)
class LastTold:
    """The grade that was sent last, and when."""

    points: float
    is_given: bool
    submission: str | None
    told_at: datetime


def list_watched_courses(session: Session) -> list[str]:
    """Return the courses with webhooks, even disabled ones, which must not catch up on changes once enabled."""
    watched = select(CourseWebhook.course_id)
    return list(session.scalars(select(Course.public_id).where(Course.id.in_(watched)).order_by(Course.id)))


def has_webhooks(session: Session, course_id: int) -> bool:
    """Return whether a course has webhooks."""
    statement = select(CourseWebhook.webhook_id).where(CourseWebhook.course_id == course_id).limit(1)
    return session.scalar(statement) is not None


def list_touched(session: Session, course_id: int, since: datetime) -> set[int]:
    """Return the students of a course with an event since a moment that may change a grade.

    Such events are verdicts, regrades, points given by staff, and rubric items; not changes of dates and the like.
    """
    students = select(Student.id).where(Student.course_id == course_id)
    judged = students.where(Student.user_id.in_(select_judged(since)))
    regraded = students.where(Student.user_id.in_(select_regraded(since)))
    given = (
        select(Student.id)
        .join(GradeOverride, GradeOverride.student_id == Student.id)
        .where(Student.course_id == course_id, or_(GradeOverride.created_at >= since, GradeOverride.undone_at >= since))
    )
    ticks = select(RubricTick.submission_id).where(RubricTick.created_at >= since)
    ticked = students.where(Student.user_id.in_(_select_authors(ticks)))
    return set(session.scalars(union(judged, regraded, given, ticked)))


def select_judged(since: datetime) -> Select[int | None]:
    """Select the accounts with verdicts since a moment."""
    return select(Submission.user_id).where(IS_DONE, Submission.finished_at >= since)


def select_regraded(since: datetime) -> Select[int | None]:
    """Select the accounts with submissions in a regrade that was applied since a moment."""
    applied = select(Regrade.id).where(Regrade.status == RegradeStatus.APPLIED, Regrade.decided_at >= since)
    return _select_authors(select(Regrading.submission_id).where(Regrading.regrade_id.in_(applied)))


def _select_authors(submissions: Select[int]) -> Select[int | None]:
    return select(Submission.user_id).where(Submission.id.in_(submissions))


def load_told(
    session: Session, course_id: int, students: Collection[int] | None = None
) -> dict[tuple[int, int], LastTold]:
    """Return the last sent grades of a course, or of some of its students, by row ids of kata and student."""
    statement = select(ToldGrade).where(ToldGrade.kata_id.in_(_select_katas(course_id)))
    if students is not None:
        statement = statement.where(ToldGrade.student_id.in_(students))
    return {
        (row.kata_id, row.student_id): LastTold(row.points, row.is_given, row.submission, row.told_at)
        for row in session.scalars(statement)
    }


def put_told(session: Session, rows: list[dict[str, Any]], moment: datetime) -> None:
    """Store the grades sent at a moment, replacing earlier ones."""
    if not rows:
        return
    keys = [(row["kata_id"], row["student_id"]) for row in rows]
    for start in range(0, len(keys), 250):
        some = keys[start : start + 250]
        session.execute(delete(ToldGrade).where(tuple_(ToldGrade.kata_id, ToldGrade.student_id).in_(some)))
    session.execute(insert(ToldGrade), [{**row, "told_at": moment} for row in rows])


def forget_told(session: Session, course_id: int) -> None:
    """Delete the record of a course's sent grades."""
    session.execute(delete(ToldGrade).where(ToldGrade.kata_id.in_(_select_katas(course_id))))


def is_regraded(session: Session, user_id: int | None, problem_id: int, since: datetime) -> bool:
    """Return whether a regrade since a moment changed the verdict of one of a user's submissions to a problem."""
    statement = (
        select(Regrading.id)
        .join(Regrade, Regrade.id == Regrading.regrade_id)
        .join(Submission, Submission.id == Regrading.submission_id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(
            Regrade.status == RegradeStatus.APPLIED,
            Regrade.decided_at >= since,
            Regrading.before_verdict.is_not(None),
            Regrading.before_verdict != Regrading.verdict,
            Submission.user_id == user_id,
            ProblemVersion.problem_id == problem_id,
        )
        .limit(1)
    )
    return session.execute(statement).first() is not None


def _select_katas(course_id: int) -> Select[int]:
    assignments = select(Assignment.id).where(Assignment.course_id == course_id)
    return select(AssignmentKata.id).where(AssignmentKata.assignment_id.in_(assignments))
