"""All SQL about where a class is stuck: counts of its submissions, and pinned hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, DateTime, case, delete, distinct, func, select, type_coerce
from sqlalchemy.orm import aliased

from app.db.models import (
    Assignment,
    AssignmentKata,
    Course,
    PinnedHint,
    Problem,
    ProblemVersion,
    Student,
    Submission,
    Unlock,
    User,
)
from app.db.statuses import Status, UnlockKind
from app.domains.courses.repository.people import select_users
from app.domains.similarity.tokens import MAX_CHARACTERS
from app.domains.stuck.schemas import Effort, PinnedHintView, SentAttempt
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import Select
    from sqlalchemy.orm import Session

_JUDGED: Final[tuple[ColumnElement[bool], ...]] = (
    Submission.mode == Mode.SUBMIT,
    Submission.status == Status.DONE,
    Submission.verdict != Verdict.INTERNAL_ERROR,
)


def list_katas(session: Session, course_id: int) -> list[tuple[int, str]]:
    """Return the row ids and slugs of the katas in a course's assignments, in order, without duplicates."""
    statement = (
        select(Problem.id, Problem.slug)
        .join(AssignmentKata, AssignmentKata.problem_id == Problem.id)
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id)
        .where(Assignment.course_id == course_id)
        .order_by(Assignment.position, Assignment.id, AssignmentKata.position)
    )
    return list(dict.fromkeys((row[0], row[1]) for row in session.execute(statement)))


@dataclass(frozen=True)
class SentWork:
    """The submissions that are counted: of a course's students, or those with a label, between two moments.

    `is_told`: the condition for those whose verdict the reader may know.
    """

    course_id: int
    label: str
    since: datetime
    until: datetime
    is_told: ColumnElement[bool]


def _sent(work: SentWork, problems: Collection[int]) -> list[ColumnElement[bool]]:
    """Return the conditions for a class's judged submissions to its katas.

    `coalesce` doesn't change the result, since every submission has its time: it keeps SQLite from using the index by
    time, with which it would read whole rows, including reports. The index by user covers the query: a third of the
    time.
    """
    return [
        Submission.user_id.in_(select_users(work.course_id, work.label)),
        Submission.problem_version_id.in_(
            select(ProblemVersion.id).where(ProblemVersion.problem_id.in_(problems)).scalar_subquery()
        ),
        *_JUDGED,
        func.coalesce(Submission.created_at, work.since).between(work.since, work.until),
        work.is_told,
    ]


def count_codes(session: Session, work: SentWork, problems: Collection[int]) -> list[tuple[int, str, int, int]]:
    """Return problem, code, and the numbers of students and submissions, for a class's wrong submissions."""
    statement = (
        select(
            ProblemVersion.problem_id,
            Submission.code,
            func.count(distinct(Submission.user_id)),
            func.count(),
        )
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(
            *_sent(work, problems),
            Submission.verdict != Verdict.ACCEPTED,
            Submission.code.is_not(None),
        )
        .group_by(ProblemVersion.problem_id, Submission.code)
    )
    return [(row[0], str(row[1]), row[2], row[3]) for row in session.connection().execute(statement)]


def list_efforts(session: Session, work: SentWork, problems: Collection[int]) -> list[Effort]:
    """Return the effort of each student of a class for each kata that they tried.

    Most students stop once a kata is solved, so all their submissions count. Only for the others are the attempts until
    then counted separately. A window over all submissions, with seconds computed by SQLite, needs twice the CPU time.
    """
    sent = _sent(work, problems)
    accepted = case((Submission.verdict == Verdict.ACCEPTED, Submission.created_at))
    efforts = (
        select(
            Submission.user_id,
            ProblemVersion.problem_id,
            func.count().label("sent"),
            func.min(Submission.created_at).label("began"),
            func.max(Submission.created_at).label("ended"),
            func.min(accepted).label("solved"),
        )
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(*sent)
        .group_by(Submission.user_id, ProblemVersion.problem_id)
        .subquery()
    )
    one = aliased(Submission)
    versions = select(ProblemVersion.id).where(ProblemVersion.problem_id == efforts.c.problem_id)
    until_solved = (
        select(func.count())
        .where(
            one.user_id == efforts.c.user_id,
            one.problem_version_id.in_(versions.correlate(efforts)),
            one.mode == Mode.SUBMIT,
            one.status == Status.DONE,
            one.verdict != Verdict.INTERNAL_ERROR,
            func.coalesce(one.created_at, work.since).between(efforts.c.began, efforts.c.solved),
        )
        .correlate(efforts)
        .scalar_subquery()
    )
    tries = case((efforts.c.ended > efforts.c.solved, until_solved), else_=efforts.c.sent)
    moments = (type_coerce(efforts.c[name], DateTime()) for name in ("began", "solved"))  # both in UTC
    statement = select(efforts.c.problem_id, tries, *moments)
    return [
        Effort(problem, tries, None if solved is None else int((solved - began).total_seconds()))
        for problem, tries, began, solved in session.connection().execute(statement)
    ]


def count_unlocks(session: Session, work: SentWork, problems: Collection[int]) -> dict[tuple[int, UnlockKind], int]:
    """Return the number of students of a class who opened hints or the solution in time, by problem and kind."""
    statement = (
        select(Unlock.problem_id, Unlock.kind, func.count(distinct(Unlock.user_id)))
        .where(
            Unlock.user_id.in_(select_users(work.course_id, work.label)),
            Unlock.problem_id.in_(problems),
            Unlock.created_at.between(work.since, work.until),
        )
        .group_by(Unlock.problem_id, Unlock.kind)
    )
    return {(row[0], row[1]): row[2] for row in session.execute(statement)}


def _of_cell(work: SentWork, problem: int, code: str) -> list[ColumnElement[bool]]:
    return [
        *_sent(work, [problem]),
        Submission.verdict != Verdict.ACCEPTED,
        Submission.code == code,
    ]


def list_wrong(session: Session, work: SentWork, problem: int, code: str, *, limit: int) -> list[SentAttempt]:
    """Return the newest wrong submissions behind a cell, with the part of their sources that is read."""
    source = func.substr(Submission.source, 1, MAX_CHARACTERS)
    statement: Select[Any] = (
        select(Submission.id, Student.id, source)
        .join(Student, (Student.user_id == Submission.user_id) & (Student.course_id == work.course_id))
        .where(*_of_cell(work, problem, code))
        .order_by(Submission.id.desc())
        .limit(limit)
    )
    return [SentAttempt(*row) for row in session.execute(statement)]


def count_wrong(session: Session, work: SentWork, problem: int, code: str) -> tuple[int, int]:
    """Return the numbers of submissions and students behind a cell."""
    statement = select(func.count(), func.count(distinct(Submission.user_id)))
    found = session.execute(statement.where(*_of_cell(work, problem, code))).one()
    return found[0], found[1]


def load_verdicts(session: Session, rows: Collection[int]) -> dict[int, tuple[str, datetime, Verdict, str, int | None]]:
    """Return public id, time, verdict, message and line of submissions, by row id."""
    report = Submission.report
    statement = select(
        Submission.id,
        Submission.public_id,
        Submission.created_at,
        Submission.verdict,
        report["message"].as_string(),
        report["line"].as_integer(),
    ).where(Submission.id.in_(rows))
    return {row[0]: (row[1], row[2], row[3], row[4] or "", row[5]) for row in session.execute(statement)}


def name_students(session: Session, rows: Collection[int]) -> dict[int, str]:
    """Return the display names of students, by row id."""
    title = func.coalesce(func.nullif(Student.name, ""), User.name, "")
    statement = select(Student.id, title).join(User, User.id == Student.user_id).where(Student.id.in_(rows))
    return {row[0]: row[1] for row in session.execute(statement)}


def list_pins(session: Session, course_id: int) -> dict[tuple[int, str], str]:
    """Return the pinned hints of a course, by problem and code."""
    statement = select(PinnedHint).where(PinnedHint.course_id == course_id)
    return {(one.problem_id, one.code): one.text for one in session.scalars(statement)}


def put_pin(session: Session, course_id: int, problem: int, code: str, text: str, made_by: int) -> None:
    """Pin a hint to a code, replacing an earlier one."""
    own = (PinnedHint.course_id == course_id, PinnedHint.problem_id == problem, PinnedHint.code == code)
    session.connection().execute(delete(PinnedHint).where(*own))
    session.add(PinnedHint(course_id=course_id, problem_id=problem, code=code, text=text, made_by=made_by))
    session.flush()


def delete_pin(session: Session, course_id: int, slug: str, code: str) -> bool:
    """Delete the hint for a code, also on a kata that has left the course; returns whether it existed."""
    problem = select(Problem.id).where(Problem.slug == slug).scalar_subquery()
    statement = delete(PinnedHint).where(
        PinnedHint.course_id == course_id, PinnedHint.problem_id == problem, PinnedHint.code == code
    )
    return bool(session.connection().execute(statement).rowcount)


def find_pins(session: Session, user_id: int, problem_id: int, code: str) -> list[PinnedHintView]:
    """Return the hints for a code on a problem in the courses that an account attends."""
    statement = (
        select(Course.name, PinnedHint.text)
        .join(Course, Course.id == PinnedHint.course_id)
        .join(Student, Student.course_id == Course.id)
        .where(
            PinnedHint.problem_id == problem_id,
            PinnedHint.code == code,
            Student.user_id == user_id,
            Student.joined_at.is_not(None),
            Student.removed_at.is_(None),
            Course.archived_at.is_(None),
        )
        .order_by(PinnedHint.id)
    )
    return [PinnedHintView(course=row[0], text=row[1]) for row in session.execute(statement)]
