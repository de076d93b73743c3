"""Held verdicts: those of an exam, which its students see only when it ends.

All code that reads verdicts on behalf of learners checks here, in the same transaction: `is_held` is a condition for
SQL, `find_held` the answer for one submission. The domain of courses knows which exams hold verdicts and until when;
it gives the database a function that finds them (`Database.use_holds`). Runs of the samples are never held, and neither
are submissions that failed on the platform's side.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING, Final

from sqlalchemy import JSON, Integer, and_, case, cast, column, exists, false, func, literal, null, select, type_coerce
from sqlalchemy.orm import aliased

from app.db.models import AssignmentKata, ProblemVersion, Student, Submission
from app.db.models.base import UtcDateTime
from app.db.notes import look_up
from app.db.statuses import Status
from grader.report import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from sqlalchemy import CTE, ColumnElement
    from sqlalchemy.orm import Session

FINDER: Final = "find_holds"
_FOUND: Final = "holds"
_TABLE: Final = "table of holds"


@dataclass(frozen=True)
class Hold:
    """The verdicts that an exam holds: on what a course's students have submitted to its katas since a given time.

    `assignment_id` is the exam, and `until` the time at which it ends for everybody.
    """

    course_id: int
    assignment_id: int
    since: datetime
    until: datetime


def list_holds(session: Session) -> Sequence[Hold]:
    """Return the current holds, the one that ends last first; they are looked up once per session, or per page."""
    if _FOUND not in session.info:
        find: Callable[[Session], list[Hold]] | None = session.info.get(FINDER)
        found = [] if find is None else look_up(session, _FOUND, partial(find, session))
        session.info[_FOUND] = sorted(found, key=lambda hold: hold.until, reverse=True)
    holds: Sequence[Hold] = session.info[_FOUND]
    return holds


def is_held(session: Session, *, besides: int | None = None) -> ColumnElement[bool]:
    """Return the condition for submissions whose verdict is held; it is never null.

    `besides` is the row id of a course whose own exams don't count.
    """
    return select_hold(session, besides=besides).is_not(None) if list_holds(session) else false()


def select_hold(session: Session, *, besides: int | None = None) -> ColumnElement[int | None]:
    """Return a column with the index in `list_holds` of the hold on a submission's verdict; null if there is none.

    It is the first of several. `besides`: as in `is_held`.
    """
    if not list_holds(session):
        return cast(null(), Integer)
    holds = _get_table(session)
    student, kata, version = aliased(Student), aliased(AssignmentKata), aliased(ProblemVersion)
    is_on_kata = (
        exists()
        .where(
            kata.assignment_id == holds.c.assignment_id,
            kata.problem_id == version.problem_id,
            version.id == Submission.problem_version_id,
        )
        .correlate_except(kata, version)
    )
    covers = [holds.c.course_id == student.course_id, holds.c.since <= Submission.created_at, is_on_kata]
    if besides is not None:
        covers.append(holds.c.course_id != besides)
    of_course = select(func.min(holds.c.place)).where(*covers).correlate_except(holds).scalar_subquery()
    # Most students attend no course with a hold, which one look into an index tells.
    attends = student.course_id.in_(select(holds.c.course_id))
    of_user = (
        select(func.min(case((attends, of_course), else_=None)))
        .where(student.user_id == Submission.user_id, student.joined_at.is_not(None))
        .correlate(Submission)
        .scalar_subquery()
    )
    may_be_held = and_(Submission.mode == Mode.SUBMIT, Submission.status != Status.FAILED)
    which: ColumnElement[int | None] = case((may_be_held, of_user), else_=None)
    return which


def _get_table(session: Session) -> CTE:
    """Return the holds as a table, the same one for all of a statement's conditions.

    They are one parameter: with a condition for each hold, a statement could become deeper than SQLite allows, and it
    would have to be compiled again for each number of them.
    """
    if _TABLE not in session.info:
        session.info[_TABLE] = _make_table(list_holds(session), is_sqlite=session.get_bind().dialect.name == "sqlite")
    table: CTE = session.info[_TABLE]
    return table


def _make_table(holds: Sequence[Hold], *, is_sqlite: bool) -> CTE:
    rows = [
        [place, one.assignment_id, one.course_id, f"{one.since.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"]
        for place, one in enumerate(holds)
    ]
    list_elements = func.json_each if is_sqlite else func.json_array_elements
    row = list_elements(literal(rows, JSON)).table_valued(column("value", JSON)).c.value
    since = row[3].as_string()
    return (
        select(
            row[0].as_integer().label("place"),
            row[1].as_integer().label("assignment_id"),
            row[2].as_integer().label("course_id"),
            # SQLite stores times as this text.
            (type_coerce(since, UtcDateTime) if is_sqlite else cast(since, UtcDateTime)).label("since"),
        )
        .cte("holds")
        .prefix_with("MATERIALIZED")
    )


def find_until(session: Session, index: int | None) -> datetime | None:
    """Return when a verdict is released, given its value of `select_hold`; None if it isn't held."""
    return None if index is None else list_holds(session)[index].until


def find_held(session: Session, submission: ColumnElement[bool]) -> datetime | None:
    """Return when the verdict of the submission that the condition selects is released; None if it isn't held."""
    if not list_holds(session):
        return None
    return find_until(session, session.scalar(select(select_hold(session)).where(submission)))
