"""What exams of other courses close to the staff of a course.

Staff see everything of their own course's exams. To an exam of another course they are outsiders, and they may even sit
it. So they aren't told here what it holds, and don't read others' work on its katas while they sit it. Nobody is told
their own held verdict, not even by their own course.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Integer, case, cast, null, or_

from app.db.holds import is_held, list_holds, select_hold
from app.db.models import Submission
from app.domains.courses.exams import list_running
from app.domains.problems.exams import ExamRunningError

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.domains.courses.schemas import Access


def is_withheld(session: Session, access: Access) -> ColumnElement[bool]:
    """Return the condition for submissions whose verdict isn't told to a member of a course's staff; never null."""
    own = (Submission.user_id == access.user.id) & is_held(session)
    return or_(own, is_held(session, besides=access.course.id))


def select_withheld(session: Session, access: Access) -> ColumnElement[int | None]:
    """Return a column like `select_hold`, of the verdicts that aren't told to a member of a course's staff."""
    if not list_holds(session):
        return cast(null(), Integer)
    which: ColumnElement[int | None] = case((is_withheld(session, access), select_hold(session)), else_=None)
    return which


def require_free(session: Session, access: Access, problem_id: int) -> None:
    """Raise `ExamRunningError` while a member of a course's staff sits an exam of another course with a problem."""
    for course, _zone, assignment, _state in list_running(session, access.user.id):
        if course != access.course.public_id and any(kata.problem_id == problem_id for kata in assignment.katas):
            raise ExamRunningError
