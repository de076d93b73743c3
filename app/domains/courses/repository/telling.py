"""All SQL about grades that webhooks of courses were told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, or_, select, tuple_, union

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
from app.db.statuses import RegradeStatus, Status

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Select
    from sqlalchemy.orm import Session


@dataclass(frozen=True)
class LastTold:
    """The grade that was told last, and when."""

    points: float
    is_given: bool
    submission: str | None
    told_at: datetime


def list_watched_courses(session: Session) -> list[str]:
    """Return the courses that have webhooks, also disabled ones: those are told nothing that happened meanwhile."""
    watched = select(CourseWebhook.course_id)
    return list(session.scalars(select(Course.public_id).where(Course.id.in_(watched)).order_by(Course.id)))


def has_webhooks(session: Session, course_id: int) -> bool:
    """Whether a course has webhooks."""
    statement = select(CourseWebhook.webhook_id).where(CourseWebhook.course_id == course_id).limit(1)
    return session.scalar(statement) is not None


def list_touched(session: Session, course_id: int, since: datetime) -> set[int]:
    """Return the students of a course for whom something happened since a moment that may change a grade.

    That is a verdict, a regrade, points of staff, or an item of a rubric. Dates and the like aren't among it.
    """
    judged = (
        select(Student.id)
        .join(Submission, Submission.user_id == Student.user_id)
        .where(Student.course_id == course_id, Submission.status == Status.DONE, Submission.finished_at >= since)
    )
    regraded = (
        select(Student.id)
        .join(Submission, Submission.user_id == Student.user_id)
        .join(Regrading, Regrading.submission_id == Submission.id)
        .join(Regrade, Regrade.id == Regrading.regrade_id)
        .where(Student.course_id == course_id, Regrade.status == RegradeStatus.APPLIED, Regrade.decided_at >= since)
    )
    given = (
        select(Student.id)
        .join(GradeOverride, GradeOverride.student_id == Student.id)
        .where(Student.course_id == course_id, or_(GradeOverride.created_at >= since, GradeOverride.undone_at >= since))
    )
    ticked = (
        select(Student.id)
        .join(Submission, Submission.user_id == Student.user_id)
        .join(RubricTick, RubricTick.submission_id == Submission.id)
        .where(Student.course_id == course_id, RubricTick.created_at >= since)
    )
    return set(session.scalars(union(judged, regraded, given, ticked)))


def load_told(session: Session, course_id: int) -> dict[tuple[int, int], LastTold]:
    """Return what was told last of a course, by rows of kata and student."""
    statement = select(ToldGrade).where(ToldGrade.kata_id.in_(_select_katas(course_id)))
    return {
        (row.kata_id, row.student_id): LastTold(row.points, row.is_given, row.submission, row.told_at)
        for row in session.scalars(statement)
    }


def put_told(session: Session, rows: list[dict[str, Any]], moment: datetime) -> None:
    """Note what is told, and held at a moment, in place of what was told before."""
    if not rows:
        return
    keys = [(row["kata_id"], row["student_id"]) for row in rows]
    for start in range(0, len(keys), 250):
        some = keys[start : start + 250]
        session.execute(delete(ToldGrade).where(tuple_(ToldGrade.kata_id, ToldGrade.student_id).in_(some)))
    session.execute(insert(ToldGrade), [{**row, "told_at": moment} for row in rows])


def forget_told(session: Session, course_id: int) -> None:
    """Forget what was told of a course."""
    session.execute(delete(ToldGrade).where(ToldGrade.kata_id.in_(_select_katas(course_id))))


def is_regraded(session: Session, user_id: int | None, problem_id: int, since: datetime) -> bool:
    """Whether a regrade since a moment gave a submission of somebody to a problem another verdict."""
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
