"""All SQL about what students lose with a kata of an assignment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import distinct, func, select

from app.db.models import (
    Assignment,
    AssignmentKata,
    AssignmentOverride,
    ExamStart,
    GradeOverride,
    ProblemVersion,
    Review,
    RubricItem,
    RubricTick,
    Student,
    Submission,
)
from app.domains.courses.timeline import resolve_start
from grader.report import Mode

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.domains.courses.plans import AssignmentRow, KataRow
    from app.domains.courses.schemas import CourseInfo


@dataclass(frozen=True)
class Losses:
    """How many grades set by staff, submissions with ticked rubric items, requests, and students with points."""

    grades: int = 0
    ticks: int = 0
    requests: int = 0
    students: int = 0


def lock_assignment(session: Session, course_id: int, public_id: str) -> None:
    """Lock an assignment and its katas, so that nobody adds to what is counted: a concurrent caller waits."""
    statement = (
        select(AssignmentKata.id)
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id)
        .where(Assignment.course_id == course_id, Assignment.public_id == public_id)
    )
    session.execute(statement.with_for_update())


def count_losses(
    session: Session, course: CourseInfo, assignment: AssignmentRow, katas: Collection[KataRow], *, with_starts: bool
) -> Losses:
    """Return what students lose with some katas of an assignment; `with_starts` includes their starts of an exam."""
    ids = [one.id for one in katas]
    given = select(func.count()).where(GradeOverride.kata_id.in_(ids), GradeOverride.undone_at.is_(None))
    ticked = (
        select(func.count(distinct(RubricTick.submission_id)))
        .join(RubricItem, RubricItem.id == RubricTick.item_id)
        .where(RubricItem.kata_id.in_(ids))
    )
    asked = select(func.count()).where(Review.kata_id.in_(ids))
    students = set() if assignment.is_draft else _list_submitters(session, course, assignment, katas)
    if with_starts:
        students |= set(session.scalars(select(ExamStart.student_id).where(ExamStart.assignment_id == assignment.id)))
    return Losses(
        grades=session.scalar(given) or 0,
        ticks=session.scalar(ticked) or 0,
        requests=session.scalar(asked) or 0,
        students=len(students),
    )


def _list_submitters(
    session: Session, course: CourseInfo, assignment: AssignmentRow, katas: Collection[KataRow]
) -> set[int]:
    """Return the row ids of students who have submitted to the katas since the assignment opened to the first."""
    statement = (
        select(Student.id)
        .distinct()
        .join(Submission, Submission.user_id == Student.user_id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(
            Student.course_id == course.id,
            Student.joined_at.is_not(None),
            ProblemVersion.problem_id.in_([one.problem_id for one in katas]),
            Submission.mode == Mode.SUBMIT,
            Submission.created_at >= _find_opening(session, course, assignment),
        )
    )
    return set(session.scalars(statement))


def _find_opening(session: Session, course: CourseInfo, assignment: AssignmentRow) -> datetime:
    """Return when an assignment opens to the first student, by the dates of labels and students, too."""
    first = session.scalar(
        select(func.min(AssignmentOverride.opens_at)).where(AssignmentOverride.assignment_id == assignment.id)
    )
    opens = assignment.rule.opens_at
    return resolve_start(opens if first is None else min(first, opens), course.zone)
