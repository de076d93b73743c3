"""Held verdicts: those of an exam, which its students see only when it ends.

All code that reads verdicts on behalf of learners checks here, in the same transaction: `is_held` is a condition for
SQL, `find_held` the answer for one submission. The domain of courses knows which exams hold verdicts and until when;
it gives the database a function that finds them (`Database.use_holds`), and its result is never stored. Runs of the
samples are never held, and neither are submissions that failed on the platform's side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from sqlalchemy import Integer, and_, case, cast, false, null, or_, select

from app.db.models import ProblemVersion, Student, Submission
from app.db.notes import look_up
from app.db.statuses import Status
from grader.report import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

FINDER: Final = "find_holds"
_FOUND: Final = "holds"


@dataclass(frozen=True)
class Hold:
    """The verdicts that an exam holds: on what a course's students have submitted to these problems since a given time.

    `assignment_id` is the exam, and `until` the time at which it ends for everybody.
    """

    course_id: int
    assignment_id: int
    problems: tuple[int, ...]
    since: datetime
    until: datetime

    def covers(self) -> ColumnElement[bool]:
        """Return the condition for submissions whose verdict is held."""
        students = select(Student.user_id).where(
            Student.course_id == self.course_id, Student.user_id.is_not(None), Student.joined_at.is_not(None)
        )
        versions = select(ProblemVersion.id).where(ProblemVersion.problem_id.in_(self.problems))
        return and_(
            Submission.mode == Mode.SUBMIT,
            Submission.status != Status.FAILED,
            Submission.created_at >= self.since,
            Submission.problem_version_id.in_(versions),
            Submission.user_id.in_(students),
        )


def list_holds(session: Session) -> Sequence[Hold]:
    """Return the current holds, the one that ends last first; they are looked up once per session, or per page."""
    if _FOUND not in session.info:
        find: Callable[[Session], list[Hold]] | None = session.info.get(FINDER)
        found = [] if find is None else look_up(session, _FOUND, partial(find, session))
        session.info[_FOUND] = sorted(found, key=lambda hold: hold.until, reverse=True)
    holds: Sequence[Hold] = session.info[_FOUND]
    return holds


def is_held(session: Session) -> ColumnElement[bool]:
    """Return the condition for submissions whose verdict is held; it is never null."""
    holds = list_holds(session)
    return or_(*(hold.covers() for hold in holds)) if holds else false()


def select_hold(session: Session) -> ColumnElement[int | None]:
    """Return a column with the index in `list_holds` of the hold on a submission's verdict; null if there is none."""
    holds = list_holds(session)
    if not holds:
        return cast(null(), Integer)
    which: ColumnElement[int | None] = case(*((hold.covers(), index) for index, hold in enumerate(holds)), else_=None)
    return which


def find_until(session: Session, index: int | None) -> datetime | None:
    """Return when a verdict is released, given its value of `select_hold`; None if it isn't held."""
    return None if index is None else list_holds(session)[index].until


def find_held(session: Session, submission: ColumnElement[bool]) -> datetime | None:
    """Return when the verdict of the submission that the condition selects is released; None if it isn't held."""
    if not list_holds(session):
        return None
    return find_until(session, session.scalar(select(select_hold(session)).where(submission)))
