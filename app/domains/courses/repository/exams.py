"""All SQL about exams: starts, added time, and which courses hold exams for an account."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from sqlalchemy import case, delete, func, select, true, update

from app.db.models import (
    Assignment,
    AssignmentOverride,
    Course,
    CourseLabel,
    CourseStaff,
    ExamExtension,
    ExamStart,
    Student,
    User,
    now,
)
from app.db.notes import look_up
from app.db.statuses import Right
from app.domains.courses.exam_schemas import AddedTimeView, ExamSpan
from app.domains.courses.repository.spans import list_spans, touch

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, ScalarSelect
    from sqlalchemy.orm import Session

T = TypeVar("T")

ZONES: Final = timedelta(days=1)
"""An upper bound on the offset of any time zone from UTC."""


def _of_overrides(column: ColumnElement[T]) -> ScalarSelect[T | None]:
    """Return an aggregate of the overrides of an assignment; null without any."""
    return select(column).where(AssignmentOverride.assignment_id == Assignment.id).scalar_subquery()


OPENS_LAST: Final = _of_overrides(func.max(AssignmentOverride.opens_at))
DUE_LAST: Final = _of_overrides(func.max(AssignmentOverride.due_at))
"""The latest opening and due date among an assignment's overrides."""
EXTRA_MINUTES: Final = (
    select(func.sum(ExamExtension.minutes)).where(ExamExtension.assignment_id == Assignment.id).scalar_subquery()
)
"""All minutes added to an exam, for whomever."""


def list_exam_courses(session: Session, user_id: int) -> list[tuple[str, str, int]]:
    """Return the courses with exams that an account attends or has left: id, time zone, and the student's row id.

    Leaving, or being removed, while an exam runs must not give access to its hints.
    """
    statement = (
        select(Course.public_id, Course.time_zone, Student.id)
        .distinct()
        .join(Student, Student.course_id == Course.id)
        .join(Assignment, Assignment.course_id == Course.id)
        .where(
            Student.user_id == user_id,
            Student.joined_at.is_not(None),
            Assignment.minutes.is_not(None),
            Assignment.is_draft.is_(False),
            Course.archived_at.is_(None),
        )
    )
    return [(row[0], row[1], row[2]) for row in session.execute(statement)]


class ExamCounts(NamedTuple):
    """The numbers of exams in open courses: in one, in those that an account edits, in all, and that hold verdicts."""

    of_course: int
    of_one: int
    of_all: int
    holding: int


def count_exams(session: Session, course_id: int, user_id: int) -> ExamCounts:
    """Return the numbers of exams, drafts and those that are over included."""
    edited = select(CourseStaff.course_id).where(CourseStaff.user_id == user_id, CourseStaff.content == Right.EDIT)
    of_course, of_one = Course.id == course_id, Course.id.in_(edited)
    sums = (func.sum(case((one, 1), else_=0)) for one in (of_course, of_one, true(), Assignment.holds_verdicts))
    statement = (
        select(*(func.coalesce(one, 0) for one in sums))
        .join(Course, Course.id == Assignment.course_id)
        .where(Assignment.minutes.is_not(None), Course.archived_at.is_(None))
    )
    return ExamCounts(*session.execute(statement).one())


def list_current(session: Session) -> list[ExamSpan]:
    """Return the exams that may be open to somebody now; not all are, since individual working times are ignored."""
    return look_up(session, "exams", lambda: _list_current(session, now()))


def _list_current(session: Session, moment: datetime) -> list[ExamSpan]:
    return [one for one in list_spans(session) if one.since <= moment < one.until]


def release(session: Session, assignment_id: int, moment: datetime) -> None:
    """Store the moment at which an exam's verdicts are released."""
    session.execute(update(Assignment).where(Assignment.id == assignment_id).values(released_at=moment))


def add_start(session: Session, assignment_id: int, student_id: int, moment: datetime, opens: datetime) -> None:
    """Store a student's start of an exam that opened to them at `opens`, and delete a void one, which is from before.

    Raises `sqlalchemy.exc.IntegrityError` if they already started it.
    """
    void = (ExamStart.assignment_id == assignment_id, ExamStart.student_id == student_id, ExamStart.started_at < opens)
    session.connection().execute(delete(ExamStart).where(*void))
    session.add(ExamStart(assignment_id=assignment_id, student_id=student_id, started_at=moment))
    session.flush()


def add_time(
    session: Session,
    assignment_id: int,
    *,
    student_id: int | None,
    label_id: int | None,
    minutes: int,
    reason: str,
    given_by: int,
) -> str:
    """Add minutes to an exam for a student, for a label, or for all; returns the public id."""
    row = ExamExtension(
        assignment_id=assignment_id,
        student_id=student_id,
        label_id=label_id,
        minutes=minutes,
        reason=reason,
        given_by=given_by,
    )
    session.add(row)
    session.flush()
    touch(session, assignment_id)
    return row.public_id


def delete_time(session: Session, assignment_id: int, public_id: str) -> bool:
    """Delete an addition of minutes; returns whether it existed."""
    statement = delete(ExamExtension).where(
        ExamExtension.assignment_id == assignment_id, ExamExtension.public_id == public_id
    )
    found = bool(session.connection().execute(statement).rowcount)
    touch(session, assignment_id)
    return found


def list_added(session: Session, assignment_id: int) -> list[AddedTimeView]:
    """Return the additions of minutes to an exam, newest first."""
    giver = select(User.name).where(User.id == ExamExtension.given_by).scalar_subquery()
    account = select(User.name).where(User.id == Student.user_id).scalar_subquery()
    statement = (
        select(ExamExtension, CourseLabel.name, Student.public_id, func.nullif(Student.name, ""), account, giver)
        .join(CourseLabel, CourseLabel.id == ExamExtension.label_id, isouter=True)
        .join(Student, Student.id == ExamExtension.student_id, isouter=True)
        .where(ExamExtension.assignment_id == assignment_id)
        .order_by(ExamExtension.id.desc())
    )
    return [
        AddedTimeView(
            id=row.public_id,
            minutes=row.minutes,
            reason=row.reason,
            label=label or "",
            student=student or "",
            title=label or name or known or "",
            given_by=by,
            at=row.created_at,
        )
        for row, label, student, name, known, by in session.execute(statement)
    ]
